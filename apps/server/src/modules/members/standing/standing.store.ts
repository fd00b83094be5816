import { gatheredRows } from '../../../platform/database/gathered.ts'
import type { Sql } from '../../../platform/database/types.ts'
import type { Standing } from '../members.types.ts'

const standingColumns = `bonus_state as "bonusState", bonus_id as "bonusId", version, excluded_as as "excludedAs",
  excluded_until as "excludedUntil", has_limits as "hasLimits"`

const readStanding = gatheredRows<Standing & { id: string }>(
  (sql, memberIds) => sql.query(`select id, ${standingColumns} from member where id = any ($1::text[])`, [memberIds]),
  ({ id }) => id,
)

/** The bonus that a member holds and the version of his row. Throws when there is no such member: ids come from a token. */
export async function requireStanding(sql: Sql, memberId: string): Promise<Standing> {
  const standing = await readStanding(sql, memberId)
  if (!standing) throw new Error(`there is no member ${memberId}`)
  return standing
}

/** The same, of a row that is locked: who changes his limits or excludes him comes before this transaction or after it. */
export async function lockStanding(tx: Sql, memberId: string): Promise<Standing> {
  const [row] = await tx.query<Standing>(`select ${standingColumns} from member where id = $1 for no key update`, [
    memberId,
  ])
  if (!row) throw new Error(`there is no member ${memberId}`)
  return row
}

/** Writes how a member is protected. His version rises, so that whatever was checked before is checked again. */
export async function writeProtection(
  tx: Sql,
  memberId: string,
  { excludedAs, excludedUntil, hasLimits }: Pick<Standing, 'excludedAs' | 'excludedUntil' | 'hasLimits'>,
): Promise<void> {
  await tx.query(
    `update member set excluded_as = $2, excluded_until = $3, has_limits = $4, version = version + 1 where id = $1`,
    [memberId, excludedAs, excludedUntil, hasLimits],
  )
}
