import type { ReturnReason } from '@krapao/contract'
import type { Currency } from '@krapao/money'
import { changeRow } from '../../../platform/database/change-row.ts'
import { gathered, gatheredRows } from '../../../platform/database/gathered.ts'
import type { Sql } from '../../../platform/database/types.ts'
import type { AccountFields } from '../../members/index.ts'
import type { WaitReason } from './release.rules.ts'
import type { AskedTable } from '../books/restore-progress.store.ts'
import type { SaidNo, WithdrawalState } from './withdrawal.rules.ts'

/** A withdrawal with the payee as he was when it was asked for. */
export interface WithdrawalRow {
  id: string
  version: number
  memberId: string
  amountMinor: number
  state: WithdrawalState
  waitReason: string | null
  /** Since when it waits, where that is not since it was asked for. */
  waitingAt: Date | null
  bankCode: string
  accountNo: string
  accountName: string
  payoutCurrency: Currency
  payoutMinor: number
  houseAccount: string
  sendings: number
  askAt: Date | null
  sentAt: Date | null
  paidAt: Date | null
  returnedAt: Date | null
  approved: boolean
  needsReview: boolean
  saidNo: SaidNo | null
  /** Ended by the operator while the bank was silent; it is asked on until it says how it was. */
  endedByHand: boolean
  /** When the bank was asked about it last. */
  askedAt: Date | null
  note: string | null
  /** Why it was returned, as the member reads it. */
  returnReason: ReturnReason | null
  /** Since when and until when a person keeps it for further questions, and what he wrote of it. */
  heldAt: Date | null
  heldUntil: Date | null
  heldNote: string | null
  createdAt: Date
}

const columns = `id, version, member_id as "memberId", amount_minor as "amountMinor", state,
  wait_reason as "waitReason", waiting_at as "waitingAt", bank_code as "bankCode", account_no as "accountNo", account_name as "accountName",
  payout_currency as "payoutCurrency", payout_minor as "payoutMinor", house_account as "houseAccount", sendings,
  ask_at as "askAt", sent_at as "sentAt", paid_at as "paidAt", returned_at as "returnedAt", approved,
  needs_review as "needsReview", said_no as "saidNo", ended_by_hand as "endedByHand", asked_at as "askedAt", note,
  return_reason as "returnReason", held_at as "heldAt", held_until as "heldUntil", held_note as "heldNote",
  created_at as "createdAt"`

export const withdrawalById = gatheredRows<WithdrawalRow>(
  (sql, ids) => sql.query(`select ${columns} from withdrawal where id = any ($1::text[])`, [ids]),
  ({ id }) => id,
)

/** How many withdrawals a member asked for on a day, and how many of them did not fail, with their sum. */
export interface CountOfDay {
  asked: number
  counted: number
  sumMinor: number
}

/** A member's day: all of it, or what he had asked for before a withdrawal. */
interface CountedDay {
  memberId: string
  day: string
  before?: string
}

export const countOfDay = gathered((sql, asked: readonly CountedDay[]) =>
  sql.query<CountOfDay>(
    `select counted.* from unnest($1::text[], $2::text[], $3::text[]) with ordinality
       as asked (member_id, day, before, place)
     cross join lateral (
       select count(*) as asked, count(*) filter (where state <> 'failed') as counted,
         coalesce(sum(amount_minor) filter (where state <> 'failed'), 0)::bigint as "sumMinor"
       from withdrawal where member_id = asked.member_id and day = asked.day
         and (before is null or movement_number < (select movement_number from withdrawal where id = before))
     ) as counted
     order by place`,
    [asked.map(({ memberId }) => memberId), asked.map(({ day }) => day), asked.map(({ before }) => before ?? null)],
  ),
)

/** Whether a person let a withdrawal to this very account go, and it was paid. */
export async function wasLookedAt(sql: Sql, memberId: string, account: AccountFields): Promise<boolean> {
  const rows = await sql.query(
    `select from withdrawal where member_id = $1 and account_no = $2 and bank_code = $3 and account_name = $4
       and approved and state = 'paid' limit 1`,
    [memberId, account.bankAccountNo, account.bankCode, account.bankAccountName],
  )
  return rows.length > 0
}

/** Withdrawals that something is to be done about: sent, asked about, or looked at again. */
export async function dueWithdrawals(sql: Sql, now: Date, limit: number): Promise<WithdrawalRow[]> {
  return sql.query<WithdrawalRow>(
    `select ${columns} from withdrawal
     where id in (select id from withdrawal_open where ask_at <= $1 order by ask_at, id limit $2) and ask_at <= $1
     order by ask_at, id`,
    [now, limit],
  )
}

/** Whether a withdrawal of the member is not at its end. */
export async function hasOpenWithdrawal(sql: Sql, memberId: string): Promise<boolean> {
  const rows = await sql.query(
    `select from withdrawal where member_id = $1 and state in ('waiting', 'due', 'sent') limit 1`,
    [memberId],
  )
  return rows.length > 0
}

/** Makes payouts of a member that were never sent wait for a person, those too that one has let go. @returns how many. */
export async function holdPayouts(sql: Sql, memberId: string, now: Date): Promise<number> {
  const reason: WaitReason = 'LOCKED'
  const rows = await sql.query(
    `update withdrawal set state = 'waiting', wait_reason = $2, waiting_at = $3,
       approved = false, ask_at = null, version = version + 1
     where member_id = $1 and state = 'due' returning id`,
    [memberId, reason, now],
  )
  return rows.length
}

/**
 * Has a payout that a party was sent asked about now, whatever state it is in; what is asked about next is asked anyway.
 * False when the party has no such payout.
 */
export async function hurryPayout(sql: Sql, party: string, reference: string, now: Date): Promise<boolean> {
  const rows = await sql.query(
    `update withdrawal set ask_at = least(ask_at, $3) where id = $1 and sendings > 0
       and exists (select from payout_route where reference = $1 and party = $2) returning 1 as hurried`,
    [reference, party, now],
  )
  return rows.length > 0
}

/** What may be changed of a withdrawal without money moving. */
export interface WithdrawalChange {
  state?: WithdrawalState
  waitReason?: string | null
  waitingAt?: Date
  heldAt?: Date
  heldUntil?: Date
  heldNote?: string
  sendings?: number
  askAt?: Date | null
  sentAt?: Date
  approved?: boolean
  needsReview?: boolean
  saidNo?: SaidNo | null
  askedAt?: Date
  returnedAt?: Date | null
}

/** Changes a withdrawal that is still of the version that was read, and returns it as it is then; null when it moved. */
export function changeWithdrawal(
  sql: Sql,
  row: Pick<WithdrawalRow, 'id' | 'version'>,
  change: WithdrawalChange,
): Promise<WithdrawalRow | null> {
  return changeRow(sql, { table: 'withdrawal', columns }, row, change)
}

/** The payouts that came to their end, as a restored copy is gone through: the bank is asked about each once more. */
export const askedPayouts: AskedTable = {
  name: 'withdrawal',
  dueColumn: 'ask_at',
  due: 'withdrawal_open',
  condition: "state in ('paid', 'failed') and sendings > 0",
}

/** What waits for a person: held back, or unknown for an hour. */
const TO_DECIDE = `(state = 'waiting' or needs_review)`

/** Withdrawals that wait for a person; who asks for no member reads no row of theirs. */
export const withdrawalsWaiting = `
  select id, since, member_id from withdrawal_open left join withdrawal using (id) where to_decide`

/** Withdrawals that a person has held for a day or more, and when another day of one of them was over last. */
interface HeldForDays {
  count: number
  dayOverAt: Date | null
}

/** What to look at again, each 24 hours of which a withdrawal has been held: whoever holds it may have forgotten it. */
export async function heldForDays(sql: Sql, now: Date): Promise<HeldForDays> {
  const [row] = await sql.query<HeldForDays>(
    `select count(*) as count,
       max(held_at + floor(extract(epoch from $1::timestamptz - held_at) / 86400) * interval '24 hours') as "dayOverAt"
     from withdrawal where id in (select id from withdrawal_open where state = 'waiting')
       and state = 'waiting' and held_at <= $1::timestamptz - interval '24 hours'`,
    [now],
  )
  return row ?? { count: 0, dayOverAt: null }
}

export function withdrawalsToDecide(sql: Sql, ids: readonly string[]): Promise<WithdrawalRow[]> {
  return sql.query<WithdrawalRow>(`select ${columns} from withdrawal where id = any ($1::text[]) and ${TO_DECIDE}`, [
    ids,
  ])
}
