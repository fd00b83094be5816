import type { MemberRecords } from '../database/member-records.ts'

/** Pictures and videos that he sent; their bytes go with their rows. */
export const filesRecords: readonly MemberRecords[] = [{ table: 'stored_file', whose: 'owner = $1' }]
