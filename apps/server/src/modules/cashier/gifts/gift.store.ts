import { changeRow } from '../../../platform/database/change-row.ts'
import type { Sql } from '../../../platform/database/types.ts'
import type { GiftProblem } from './gift-link.rules.ts'

/**
 * Where a gift stands. `checking`: recorded, its issuer has not described it. `redeeming`: a share may have been taken.
 * `credited` and `refused`: known.
 */
type GiftState = 'checking' | 'redeeming' | 'credited' | 'refused'

export interface GiftRow {
  id: string
  version: number
  memberId: string
  /** Null once the gift has come to its end, and nothing more can be heard of it. */
  code: string | null
  codeHash: string
  mobile: string
  state: GiftState
  people: number | null
  /** Expected while it is redeemed, true once it is credited; null while nobody knows. */
  amountMinor: number | null
  refusal: GiftProblem['code'] | null
  refusalDetails: GiftProblem['details'] | null
  refusedAs: string | null
  /** How often a share was asked for. */
  calls: number
  /** When a share was asked for first. */
  calledAt: Date | null
  askAt: Date | null
  refusedAt: Date | null
  /** Refused or credited by the operator while its issuer said nothing definite; it is asked about until it does. */
  endedByHand: boolean
  createdAt: Date
}

const columns = `id, version, member_id as "memberId", code, code_hash as "codeHash", mobile, state, people,
  amount_minor as "amountMinor", refusal, refusal_details as "refusalDetails", refused_as as "refusedAs", calls,
  called_at as "calledAt", ask_at as "askAt", refused_at as "refusedAt", ended_by_hand as "endedByHand",
  created_at as "createdAt"`

export async function giftById(sql: Sql, id: string): Promise<GiftRow | null> {
  const [row] = await sql.query<GiftRow>(`select ${columns} from gift_link where id = $1`, [id])
  return row ?? null
}

/** Who has a gift at the moment, on its way or credited; null when nobody has. */
export async function ownedGift(sql: Sql, codeHash: string): Promise<GiftRow | null> {
  const [row] = await sql.query<GiftRow>(
    `select ${columns} from gift_link where code_hash = $1 and state <> 'refused'`,
    [codeHash],
  )
  return row ?? null
}

/** Gifts of one code that were refused after a share had been asked for: its share may be any of theirs. */
export async function refusedAfterCall(sql: Sql, codeHash: string): Promise<GiftRow[]> {
  return sql.query<GiftRow>(
    `select ${columns} from gift_link where code_hash = $1 and state = 'refused' and calls > 0
     order by created_at desc limit 2`,
    [codeHash],
  )
}

/** Records a gift as the member's; null when it is somebody's already, or this request's. */
export async function recordGift(
  sql: Sql,
  given: Pick<GiftRow, 'id' | 'memberId' | 'codeHash' | 'mobile' | 'createdAt' | 'askAt'> & { code: string },
): Promise<GiftRow | null> {
  const [row] = await sql.query<GiftRow>(
    `insert into gift_link (id, member_id, code, code_hash, mobile, state, ask_at, created_at)
     values ($1, $2, $3, $4, $5, 'checking', $6, $7) on conflict do nothing returning ${columns}`,
    [given.id, given.memberId, given.code, given.codeHash, given.mobile, given.askAt, given.createdAt],
  )
  return row ?? null
}

/** The changes that are made by whoever holds the row's present version. */
export type GiftChange = Partial<
  Pick<
    GiftRow,
    | 'state'
    | 'code'
    | 'codeHash'
    | 'people'
    | 'amountMinor'
    | 'refusedAs'
    | 'calls'
    | 'calledAt'
    | 'askAt'
    | 'endedByHand'
  >
>

/** Changes a gift if it is as it was read; null when somebody else was faster. */
export function changeGift(sql: Sql, row: GiftRow, change: GiftChange): Promise<GiftRow | null> {
  return changeRow(sql, { table: 'gift_link', columns }, row, change)
}

/** How a gift is refused: why, when, and what is done about a share that may have been taken all the same. */
export interface Refused {
  problem: GiftProblem
  now: Date
  /** When the issuer is asked again, where a share had been asked for. */
  watchAt: Date | null
  endedByHand: boolean
  /** The version it must have; null for any. */
  version: number | null
}

/**
 * Ends a gift with a refusal, which frees it for others; false when it has come to an end already, or where a version is
 * named and it is another by now. Where a share had been asked for its code is kept, for it is asked about on.
 */
export async function refuseGift(sql: Sql, id: string, given: Refused): Promise<boolean> {
  const { problem, now, watchAt, endedByHand, version } = given
  const rows = await sql.query(
    `update gift_link set version = version + 1, state = 'refused', refusal = $2, refusal_details = $3::text::jsonb,
       refused_at = $5, ended_by_hand = $6 and calls > 0, code = case when calls > 0 then code end,
       ask_at = case when calls > 0 then $7::timestamptz end
     where id = $1 and state in ('checking', 'redeeming') and ($4::integer is null or version = $4) returning id`,
    [
      id,
      problem.code,
      problem.details === undefined ? null : JSON.stringify(problem.details),
      version,
      now,
      endedByHand,
      watchAt,
    ],
  )
  return rows.length > 0
}

/**
 * Marks a gift credited, and takes its number of the statement for the deposit, with the hash of its code as it is by
 * then: the issuer may have written it in another way since the row was read. Null when it is neither on its way nor
 * refused after a share had been asked for, or is another's by now, so that of two who know of the share one credits it.
 * With `watchAt` its code is kept and its issuer asked on.
 */
export async function takeGift(
  tx: Sql,
  id: string,
  amountMinor: number,
  watchAt: Date | null,
): Promise<{ movementNumber: number; codeHash: string } | null> {
  const [taken] = await tx.query<{ movementNumber: number; codeHash: string }>(
    `with before as (
       select id, movement_number from gift_link mine
       where id = $1 and (state = 'redeeming' or (state = 'refused' and calls > 0)) and not exists (
         select from gift_link other
         where other.code_hash = mine.code_hash and other.id <> mine.id and other.state <> 'refused'
       )
       for update
     )
     update gift_link gift set version = version + 1, state = 'credited',
       code = case when $3::timestamptz is not null then code end, ask_at = case when code is not null then $3 end,
       movement_number = null, amount_minor = $2, ended_by_hand = $3 is not null and code is not null, refusal = null, refusal_details = null
     from before where gift.id = before.id
     returning before.movement_number as "movementNumber", gift.code_hash as "codeHash"`,
    [id, amountMinor, watchAt],
  )
  return taken ?? null
}

/** When a gift's share was credited; null when it was not. */
export async function giftCreditedAt(sql: Sql, id: string): Promise<Date | null> {
  const [deposit] = await sql.query<{ occurredAt: Date }>(
    `select occurred_at as "occurredAt" from deposit where id = $1`,
    [id],
  )
  return deposit?.occurredAt ?? null
}

/** Gifts that are due to be asked about, the longest due first. */
export async function dueGifts(sql: Sql, now: Date, limit: number): Promise<GiftRow[]> {
  return sql.query<GiftRow>(`select ${columns} from gift_link where ask_at <= $1 order by ask_at, id limit $2`, [
    now,
    limit,
  ])
}
