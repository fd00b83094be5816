import type { RowWrite } from '@krapao/ledger'
import { gathered } from '../../../platform/database/gathered.ts'
import type { Sql } from '../../../platform/database/types.ts'
import type { BankPayment } from '../providers/bank-words.ts'
import { isSameTransfer, transRefOf } from './transfer-claim.ts'
import { insertOf } from '../../../platform/database/put-row.ts'

/** What a bank payment led to: money for a member, money in suspense, or nothing because it was had before. */
export type PaymentOutcome = 'credited' | 'suspended' | 'had'

/**
 * Writes down a payment under its (sending bank, reference of the transfer), which is unique. False when it stands
 * there already; a concurrent writer is waited for.
 */
export async function claimPayment(tx: Sql, payment: BankPayment, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `insert into bank_payment (sending_bank, trans_ref, reference, amount_minor, currency, occurred_at, sender, outcome,
       recorded_at)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, 'credited', $8)
     on conflict do nothing returning 1 as claimed`,
    [
      payment.sendingBank,
      transRefOf(payment.transRef),
      payment.reference,
      payment.amountMinor,
      payment.currency,
      payment.occurredAt,
      JSON.stringify(payment.sender),
      now,
    ],
  )
  return rows.length > 0
}

/** The same as the ledger writes it, in the commit that credits it: refused when it stands there already. */
export function paymentWrite(payment: BankPayment, now: Date): RowWrite {
  const transRef = transRefOf(payment.transRef)
  return insertOf('bank_payment', {
    id: `${payment.sendingBank}/${transRef}`,
    sendingBank: payment.sendingBank,
    transRef,
    reference: payment.reference,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    occurredAt: payment.occurredAt,
    sender: { ...payment.sender },
    outcome: 'credited',
    recordedAt: now,
  })
}

export async function setOutcome(tx: Sql, payment: BankPayment, outcome: PaymentOutcome): Promise<void> {
  await tx.query('update bank_payment set outcome = $3 where sending_bank = $1 and trans_ref = $2', [
    payment.sendingBank,
    transRefOf(payment.transRef),
    outcome,
  ])
}

/** What was written down of a payment when it was first told. */
export interface KnownPayment {
  reference: string
  amountMinor: number
  currency: string
}

/** Finds a payment however its bank and the letters of its reference are written. */
export async function knownPayment(
  sql: Sql,
  transfer: Pick<BankPayment, 'sendingBank' | 'transRef'>,
): Promise<KnownPayment | null> {
  const rows = await paymentsNamed(sql, transRefOf(transfer.transRef))
  return rows.find((row) => isSameTransfer(row, transfer)) ?? null
}

type NamedPayment = KnownPayment & Pick<BankPayment, 'sendingBank' | 'transRef'>

/** Payments whose references are the same in capital letters, the first that was told first. */
const paymentsNamed = gathered(async (sql, names: readonly string[]) => {
  const rows = await sql.query<NamedPayment & { name: string }>(
    `select reference, amount_minor as "amountMinor", currency, sending_bank as "sendingBank", trans_ref as "transRef",
       upper(trans_ref) as name
     from bank_payment where upper(trans_ref) = any ($1::text[]) order by recorded_at`,
    [names],
  )
  return names.map((name) => rows.filter((row) => row.name === name))
})

/** How far a feed of payments has been read; null before the first time. */
export async function feedCursor(sql: Sql, name: string): Promise<string | null> {
  const [row] = await sql.query<{ cursor: string }>('select cursor from bank_feed where name = $1', [name])
  return row?.cursor ?? null
}

export async function setFeedCursor(sql: Sql, name: string, read: { cursor: string; now: Date }): Promise<void> {
  await sql.query(
    `insert into bank_feed (name, cursor, read_at) values ($1, $2, $3)
     on conflict (name) do update set cursor = excluded.cursor, read_at = excluded.read_at`,
    [name, read.cursor, read.now],
  )
}
