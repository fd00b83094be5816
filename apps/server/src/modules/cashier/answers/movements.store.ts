import type { ReturnReason, StatementKind } from '@krapao/contract'
import type { ReadSql, Sql } from '../../../platform/database/types.ts'
import { adjustmentsBetween, type Movement, type MovementRange, rowsInRange } from '../../members/index.ts'
import { wireStatus, type WithdrawalState } from '../withdrawals/withdrawal.rules.ts'

interface Row {
  number: number
  id: string
  amountMinor: number
  createdAt: Date
}

/** A deposit that is not credited, and perhaps never will be. */
type OpenRow = Row & { state: 'redeeming' | 'refused' | 'open' | 'failed' }

/** Where the movements stand, by their kinds in the statement. */
export const cashierMovementSources = [
  { kind: 'deposit', table: 'deposit' },
  // Until they are credited: then a deposit has their number.
  { kind: 'deposit', table: 'gift_link_line' },
  { kind: 'deposit', table: 'deposit_notice_line' },
  { kind: 'withdraw', table: 'withdrawal' },
  { kind: 'adjustment', table: 'adjustment_line' },
] as const

/** Deposits, withdrawals and adjustments of a range, in no order. */
export async function movementsBetween(sql: ReadSql, range: MovementRange): Promise<Movement[]> {
  const common = 'id, movement_number as "number", amount_minor as "amountMinor", created_at as "createdAt"'
  const rows = <One extends Row>(kind: StatementKind, select: string) => rowsInRange<One>(sql, range, [kind], select)
  const [deposits, gifts, notices, withdrawals, adjustments] = await Promise.all([
    rows<Row & { kind: string }>('deposit', `select ${common}, kind from deposit`),
    rows<OpenRow>('deposit', `select ${common}, state from gift_link_line`),
    rows<OpenRow>('deposit', `select ${common}, state from deposit_notice_line`),
    rows<Row & { state: WithdrawalState }>('withdraw', `select ${common}, state from withdrawal`),
    adjustmentsBetween(sql, 'adjustment_line', range),
  ])
  return [
    ...deposits.map(({ kind, ...row }) => ({
      ...row,
      kind: 'deposit' as const,
      from: kind === 'gift' ? 'GIFT' : 'BANK',
      to: 'WALLET',
      status: 'SUCCESS' as const,
    })),
    ...gifts.map((row) => openDeposit(row, 'GIFT')),
    ...notices.map((row) => openDeposit(row, 'BANK')),
    ...withdrawals.map(({ state, ...row }) => ({
      ...row,
      kind: 'withdraw' as const,
      from: 'WALLET',
      to: 'BANK',
      status: wireStatus(state),
    })),
    ...adjustments,
  ]
}

function openDeposit({ state, ...row }: OpenRow, from: 'GIFT' | 'BANK'): Movement {
  const status = state === 'redeeming' || state === 'open' ? 'IN_PROGRESS' : 'FAILED'
  return { ...row, kind: 'deposit', from, to: 'WALLET', status }
}

/** A member's account at a bank, as far as it is known; its number as the bank tells it, which may hide some of it. */
interface MemberBank {
  code: string
  accountNo: string | null
  accountName: string | null
}

/** What a receipt says beyond its line: of a withdrawal also what a person decided about it. */
interface ReceiptDetails {
  bank?: MemberBank
  returnReason?: ReturnReason
  heldUntil?: Date
  transfers: readonly string[]
}

/**
 * What the receipt of a deposit that was credited, or of a withdrawal, says of its bank; null when the member has none of
 * this id. Both are booked on the wallet under their own ids.
 */
export async function movementDetails(sql: ReadSql, memberId: string, id: string): Promise<ReceiptDetails | null> {
  // Whence a deposit came is told with the bank's payment, or to who asks about a slip.
  const [found] = await sql.query<
    Record<keyof MemberBank, string | null> & { returnReason: ReturnReason | null; heldUntil: Date | null }
  >(
    `select bank_code as code, account_no as "accountNo", account_name as "accountName",
       case when state = 'failed' then return_reason end as "returnReason",
       case when state = 'waiting' then held_until end as "heldUntil" from withdrawal
     where member_id = $1 and id = $2
     union all
     select sending_bank, sender ->> 'accountNo', sender ->> 'name', null, null from (
       select deposit.sending_bank, coalesce(
         (select paid.sender from bank_payment as paid
          where paid.sending_bank = deposit.sending_bank and paid.trans_ref = upper(deposit.trans_ref)),
         (select slip.transfer -> 'sender' from slip
          where slip.member_id = deposit.member_id and slip.deposit_id = deposit.id limit 1)) as sender
       from deposit where deposit.member_id = $1 and deposit.id = $2) as came`,
    [memberId, id],
  )
  if (found === undefined) return null
  const { code, accountNo, accountName, returnReason, heldUntil } = found
  if (code === null) return { transfers: [id] }
  return {
    bank: { code, accountNo, accountName },
    ...(returnReason !== null && { returnReason }),
    ...(heldUntil !== null && { heldUntil }),
    transfers: [id],
  }
}

/** Whether a transfer is known that was sent from a bank of this name. */
export async function hasPaid(sql: Sql, bank: string): Promise<boolean> {
  const rows = await sql.query(
    `select from deposit where sending_bank = $1 union all select from bank_payment where sending_bank = $1
     union all select from slip where sending_bank = $1 limit 1`,
    [bank],
  )
  return rows.length > 0
}

/** Whose transfer, slip, QR or payout a bank's reference, or one of ours towards a bank, names; in whatever case it is written. */
export async function membersOfReference(sql: Sql, reference: string): Promise<string[]> {
  const rows = await sql.query<{ memberId: string }>(
    `select member_id as "memberId" from deposit where upper(trans_ref) = upper($1)
     union select member_id from slip where upper(trans_ref) = upper($1)
     union select member_id from withdrawal where upper(trans_ref) = upper($1)
     union select member_id from slip where reference = $1
     union select member_id from qr_code where reference = $1 limit 20`,
    [reference],
  )
  return rows.map(({ memberId }) => memberId)
}

/** What of this module waits for a party, and since when, as rows of `(what, since)`. `names` are all there may be. */
export const cashierWaiting = {
  names: ['withdrawal', 'slip', 'gift'],
  select: `
    select 'withdrawal', created_at from withdrawal_open join withdrawal using (id)
    where withdrawal_open.state in ('due', 'sent') and not to_decide
    union all select 'slip', created_at from slip where ask_at is not null
    union all select 'gift', created_at from gift_link where ask_at is not null`,
}
