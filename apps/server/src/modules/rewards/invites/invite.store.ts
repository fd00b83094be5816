import { putRow } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { membersJoined } from '../../members/index.ts'

/** What inviters get at a moment. Percentages of success and fail make a bonus of it when success is not 0. */
export interface InviteRule {
  isActive: boolean
  percentHundredths: number
  percentFail: number
  percentSuccess: number
}

/** The rule in force at a moment; null as long as the operator has made none. */
export async function readInviteRule(sql: Sql, at: Date): Promise<InviteRule | null> {
  const [rule] = await sql.query<InviteRule>(
    `select is_active as "isActive", percent_hundredths as "percentHundredths", percent_fail as "percentFail",
       percent_success as "percentSuccess"
     from invite_rule where valid_from <= $1 order by valid_from desc limit 1`,
    [at],
  )
  return rule ?? null
}

/** Adds a rule from a moment on; one of the same moment is replaced. */
export async function writeInviteRule(sql: Sql, validFrom: Date, rule: InviteRule): Promise<void> {
  await putRow(sql, 'invite_rule', ['valid_from'], { ...rule, validFrom })
}

/** Whether any friend whom the member invited has had a result in a game, under no bonus. */
export async function hasPlayingInvitee(sql: Sql, inviterId: string): Promise<boolean> {
  const rows = await sql.query(
    `select from ${membersJoined.members} as member join loss_day on loss_day.member_id = member.id where inviter_id = $1 limit 1`,
    [inviterId],
  )
  return rows.length > 0
}

/** What one day of a friend brought. */
export interface InviteShareRow {
  name: string
  amountMinor: number
  createdAt: Date
}

/** A page of what friends brought, newest first, and how many rows there are. */
export async function listInviteShares(
  sql: Sql,
  inviterId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; shares: InviteShareRow[] }> {
  const [counted] = await sql.query<{ total: number }>(
    'select count(*) as total from invite_share where inviter_id = $1',
    [inviterId],
  )
  const shares = await sql.query<InviteShareRow>(
    `select member.name, share.amount_minor as "amountMinor", share.computed_at as "createdAt"
     from invite_share share join ${membersJoined.members} as member on member.id = share.invitee_id
     where share.inviter_id = $1 order by share.day desc, share.invitee_id desc limit $2 offset $3`,
    [inviterId, limit, (page - 1) * limit],
  )
  return { total: counted?.total ?? 0, shares }
}
