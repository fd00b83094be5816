import { FLAG_TRIAL_READERS, hasRole, type Role } from '@krapao/contract'
import { gathered } from '../../../platform/database/gathered.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { membersJoined } from '../../members/index.ts'
import { derivedId } from '../derived-id.store.ts'
import {
  CROWD,
  type FlagKind,
  type FlagSeverity,
  type FlagVerdict,
  FALSE_FOR_MS,
  LOGINS_BACK_MS,
  OPPOSITE_APART_MAX,
  OPPOSITE_FROM_MINOR,
  PLAY_BACK_MS,
  RING,
} from './flags.rules.ts'

/**
 * All that looks like one person behind several phones, as groups of members with what they share; `$1` and `$2` are since
 * when logins and days of play are looked at.
 * An inviter and a friend of his who share a bank account, its holder's name or an address are a self-invite; three or
 * more whom such invitations connect are a ring, named by the one who began it. Addresses that are a proxy's or this
 * machine's tell nothing.
 */
const GROUPS = `
with recursive holder as materialized (
  select member_id, account_no, upper(regexp_replace(account_name, '\\s+', '', 'g')) as account_name
  from ${membersJoined.accounts} as account
), trace as materialized (
  select member_id, address, device from ${membersJoined.traces} as left_behind
  where last_at >= $1 and address !~ '^(::ffff:)?(127[.]|10[.]|192[.]168[.]|172[.](1[6-9]|2[0-9]|3[01])[.]|::1$|f[cd])'
), invited as materialized (
  select inviter_id, id as invitee_id from ${membersJoined.members} as member where inviter_id is not null
), self as materialized (
  select inviter_id, invitee_id from invited
  join holder one on one.member_id = inviter_id
  join holder other on other.member_id = invitee_id
  where one.account_no = other.account_no or one.account_name = other.account_name
  union
  select inviter_id, invitee_id from invited
  join trace one on one.member_id = inviter_id
  join trace other on other.member_id = invitee_id and other.address = one.address
), ring (root_id, member_id) as (
  select distinct inviter_id, inviter_id from self where inviter_id not in (select invitee_id from self)
  union
  select root_id, invitee_id from ring join self on inviter_id = member_id
), opposite as (
  select inviter_id, invitee_id, one.day
  from invited
  join loss_day one on one.member_id = inviter_id and one.day >= $2::date
  join loss_day other on other.member_id = invitee_id and other.day = one.day
  where sign(one.result_minor) = -sign(other.result_minor)
    and greatest(abs(one.result_minor), abs(other.result_minor)) >= ${OPPOSITE_FROM_MINOR}
    and abs(one.result_minor + other.result_minor)
      <= greatest(abs(one.result_minor), abs(other.result_minor)) * ${OPPOSITE_APART_MAX}
), shared (kind, key, member_id) as (
  select 'bank-number', account_no, member_id from holder
  union all select 'bank-name', account_name, member_id from holder
  union all select 'device', address || ' ' || device, member_id from trace where device <> ''
  union all select 'self-invite', inviter_id || ' ' || invitee_id, unnest(array[inviter_id, invitee_id]) from self
  union all select 'invite-ring', root_id, member_id from ring
  union all select 'opposite-results', inviter_id || ' ' || invitee_id || ' ' || day,
    unnest(array[inviter_id, invitee_id]) from opposite
  union all select 'address', address, member_id from (select distinct address, member_id from trace) as place
)
select kind, key, array_agg(member_id order by member_id) as member_ids, count(*) as member_count
from shared group by kind, key
having count(*) >= case kind when 'address' then ${CROWD} when 'invite-ring' then ${RING} else 2 end`

/**
 * Flags every group that is not flagged yet, and opens a closed flag again when members joined its group.
 * @returns how many flags are new or open again or have grown.
 */
export async function raiseFlags(sql: Sql, now: Date): Promise<number> {
  const rows = await sql.query(
    `insert into abuse_flag as flag (id, kind, key, member_ids, member_count, state, opened_at)
     select ${derivedId("kind || ':' || key")}, kind, key, member_ids,
       member_count, 'open', $3
     from (${GROUPS}) as found
     -- By its id, which follows from kind and key: of two processes that raise one flag at once none may fail on the other.
     on conflict (id) do update set key = excluded.key, member_ids = excluded.member_ids, member_count = excluded.member_count,
       opened_at = case flag.state when 'open' then flag.opened_at else excluded.opened_at end,
       state = 'open', closed_at = null, closed_note = null, verdict = null, version = flag.version + 1
     where excluded.member_count > flag.member_count
     returning id`,
    [new Date(now.getTime() - LOGINS_BACK_MS), new Date(now.getTime() - PLAY_BACK_MS), now],
  )
  return rows.length
}

/**
 * Flags, high from the start, that somebody tried to register with what a member has who is kept from play, or that this
 * member registered with what an erased one had who had excluded himself. A flag that is
 * open stays as it was judged; a closed one opens again, but one that a person found false not within a month: whoever knows
 * his phone could make his withdrawals wait again and again otherwise.
 */
export async function raiseExcludedAgain(sql: Sql, memberId: string, now: Date): Promise<void> {
  await sql.query(
    `insert into abuse_flag as flag (id, kind, key, member_ids, member_count, state, severity, opened_at)
     values (${derivedId("'excluded-again:' || $1::text")}, 'excluded-again', $1,
       array[$1::text], 1, 'open', 'high', $2)
     on conflict (id) do update set state = 'open', severity = 'high', opened_at = excluded.opened_at,
       closed_at = null, closed_note = null, verdict = null, version = flag.version + 1
     where flag.state = 'closed' and (flag.verdict is distinct from 'false' or flag.closed_at < $3)`,
    [memberId, now, new Date(now.getTime() - FALSE_FOR_MS)],
  )
}

/** When a kind of flags was looked for first: now, unless it was before. */
export async function beginTrial(sql: Sql, kind: FlagKind, now: Date): Promise<Date> {
  await sql.query('insert into flag_trial (kind, began_at) values ($1, $2) on conflict do nothing', [kind, now])
  const [row] = await sql.query<{ beganAt: Date }>('select began_at as "beganAt" from flag_trial where kind = $1', [
    kind,
  ])
  return row?.beganAt ?? now
}

/** Raises flags about single members that are not raised yet; what was closed stays closed. @returns how many are new. */
export async function addFlags(
  sql: Sql,
  flags: readonly { kind: FlagKind; key: string; memberId: string; holdsFrom: Date }[],
  now: Date,
): Promise<number> {
  const rows = await sql.query(
    `insert into abuse_flag (id, kind, key, member_ids, member_count, state, opened_at, holds_from)
     select ${derivedId("kind || ':' || key")}, kind, key, array[member], 1, 'open', $2,
       holds_from
     from json_to_recordset($1::json) as found (kind text, key text, member text, holds_from timestamptz)
     on conflict do nothing returning id`,
    [
      JSON.stringify(
        flags.map(({ kind, key, memberId: member, holdsFrom }) => ({ kind, key, member, holds_from: holdsFrom })),
      ),
      now,
    ],
  )
  return rows.length
}

/** A flag with all that it is judged by, open or closed. */
export interface FlagToDecide {
  id: string
  kind: FlagKind
  key: string
  version: number
  /** Whose id is the last: ids follow the times at which members came. */
  lastMemberId: string | null
  memberCount: number
  state: 'open' | 'closed'
  severity: FlagSeverity
  verdict: FlagVerdict | null
  openedAt: Date
  /** Until then its kind is only tried, and holds nothing; null of kinds that were always there. */
  holdsFrom: Date | null
}

const flagColumns = `id, kind, key, version, (select max(id) from unnest(member_ids) as id) as "lastMemberId", member_count as "memberCount", state, severity, verdict,
  opened_at as "openedAt", holds_from as "holdsFrom"`

/** Of a kind that is not on trial; `$1` is the present moment. */
export const NOT_TRIED = '(holds_from is null or holds_from <= $1::timestamptz)'

/** Open flags, which are about several. */
export const flagsWaiting = `select id, opened_at as since, null::text as member_id from abuse_flag where state = 'open'`

export function flagsToDecide(sql: Sql, ids: readonly string[]): Promise<FlagToDecide[]> {
  return sql.query(`select ${flagColumns} from abuse_flag where id = any ($1::text[]) and state = 'open'`, [ids])
}

/** The open flags that name a member, the oldest first; of kinds on trial those alone who judge them see any. */
export function flagsOf(
  sql: Sql,
  memberId: string,
  { now, roles }: { now: Date; roles: readonly Role[] },
): Promise<{ id: string; kind: FlagKind; severity: FlagSeverity; memberCount: number; openedAt: Date }[]> {
  return sql.query(
    `select id, kind, severity, member_count as "memberCount", opened_at as "openedAt" from abuse_flag
     where state = 'open' and member_ids @> array[$2::text] and ($3 or ${NOT_TRIED}) order by opened_at, id`,
    [now, memberId, hasRole(roles, FLAG_TRIAL_READERS)],
  )
}

export async function flagById(sql: Sql, id: string): Promise<FlagToDecide | null> {
  const [row] = await sql.query<FlagToDecide>(`select ${flagColumns} from abuse_flag where id = $1`, [id])
  return row ?? null
}

/** Members that a flag names, by their ids, behind one of them. */
export async function membersOfFlag(
  sql: Sql,
  id: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await sql.query<{ memberId: string }>(
    `select member_id as "memberId" from abuse_flag, unnest(member_ids) as member_id
     where id = $1 and member_id > $2 order by member_id limit $3`,
    [id, after, limit],
  )
  return rows.map(({ memberId }) => memberId)
}

/** What the games brought members on a day, in satang; below zero when they lost. */
export async function resultsOn(sql: Sql, memberIds: readonly string[], day: string): Promise<Map<string, number>> {
  const rows = await sql.query<{ memberId: string; resultMinor: number }>(
    `select member_id as "memberId", result_minor as "resultMinor" from loss_day
     where member_id = any ($1::text[]) and day = $2::date`,
    [memberIds, day],
  )
  return new Map(rows.map(({ memberId, resultMinor }) => [memberId, resultMinor]))
}

/** Closes an open flag, of this version; answers how grave it was, null when there is none. */
export async function closeFlag(
  tx: Sql,
  { id, version, verdict, note, at }: { id: string; version: number; verdict: FlagVerdict; note: string; at: Date },
): Promise<FlagSeverity | null> {
  const [closed] = await tx.query<{ severity: FlagSeverity }>(
    `update abuse_flag set state = 'closed', closed_at = $4, closed_note = $3, verdict = $2, version = version + 1
     where id = $1 and state = 'open' and version = $5 returning severity`,
    [id, verdict, note, at, version],
  )
  return closed?.severity ?? null
}

/** Whether an open flag that is high names the member, of a kind that is not only tried. */
export const hasHighFlag = gathered(async (sql, asked: readonly { memberId: string; now: Date }[]) => {
  const rows = await sql.query<{ isNamed: boolean }>(
    `select exists (select from abuse_flag where state = 'open' and severity = 'high' and member_ids @> array[member_id]
         and (holds_from is null or holds_from <= now)) as "isNamed"
     from unnest($1::text[], $2::timestamptz[]) with ordinality as asked (member_id, now, place) order by place`,
    [asked.map(({ memberId }) => memberId), asked.map(({ now }) => now)],
  )
  return rows.map(({ isNamed }) => isNamed)
})

/** Calls an open flag high or not, of this version; answers whether it was called otherwise before. */
export async function setSeverity(
  tx: Sql,
  { id, version, severity }: { id: string; version: number; severity: FlagSeverity },
): Promise<boolean> {
  const rows = await tx.query(
    `update abuse_flag set severity = $2, version = version + 1
     where id = $1 and state = 'open' and severity <> $2 and version = $3 returning id`,
    [id, severity, version],
  )
  return rows.length > 0
}
