/** The rows of one table that are about a member, as the table's owner hands them out. */
export interface MemberRecords {
  table: string
  /** Which rows: a condition in which $1 is the member's id. */
  whose: string
  /** Columns that nobody reads: hashes, and what is sealed. */
  secret?: readonly string[]
  /**
   * What becomes of the rows when he is erased: they go, or these columns get these values, in SQL. Without it nothing in
   * them but his id says who he is.
   */
  erased?: 'deleted' | Readonly<Record<string, string>>
  /** What staff wrote for themselves: it is erased with him, and stands in no copy of his. */
  isOfStaff?: true
}

/** The condition of tables that name the member by his id. */
export const BY_MEMBER_ID = 'member_id = $1'
