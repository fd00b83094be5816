import { type Currency, readWireAmount } from '@krapao/money'
import * as v from 'valibot'

/** Money that reached one of the operator's accounts, as the bank tells it: by callback, by reference or in its feed. */
export interface BankPayment {
  sendingBank: string
  /** Unique together with `sendingBank`. */
  transRef: string
  reference: string
  amountMinor: number
  currency: Currency
  occurredAt: Date
  sender: BankParty
}

/** Whom a bank names as sender or receiver; what it does not tell is empty, and account numbers are masked. */
export interface BankParty {
  bankCode: string
  accountNo: string
  name: string
  /** The same name in other letters, where the bank tells it in a field for each. */
  otherNames?: readonly string[]
}

/** Every spelling of a party's name that the bank tells. */
export function namesOf({ name, otherNames = [] }: BankParty): string[] {
  return [name, ...otherNames].filter((told) => told.trim() !== '')
}

/** A transfer that a bank was asked about, by the sending bank and reference of its slip. */
export interface BankTransfer {
  sendingBank: string
  transRef: string
  /** What a payer's QR carried; null for a transfer between accounts, and where the bank does not tell it. */
  reference: string | null
  amountMinor: number
  currency: Currency
  occurredAt: Date
  sender: BankParty
  receiver: BankParty
}

/** What the bank says of a payout. */
export type PayoutState = 'SENT' | 'PAID' | 'FAILED' | 'RETURNED'

/** What became of a payout, told by callback. */
export interface PayoutWord {
  reference: string
  state: PayoutState
  occurredAt: Date
  transRef: string | null
  /** The sum the bank speaks of; null when it was asked about ours. */
  paid: { amountMinor: number; currency: Currency } | null
}

const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength), v.regex(/^[^\p{Cc}\p{Cs}]*$/u))
const senderText = v.nullish(text(256), '')
const token = (maxLength: number) => v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/), v.maxLength(maxLength))

const amount = v.pipe(
  v.number(),
  v.transform((value) => readWireAmount(value)),
  v.check((read) => read.ok && read.amountMinor > 0),
  v.transform((read) => (read.ok ? read.amountMinor : 0)),
)

const currency = v.picklist(['BAHT', 'LAK'])

const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_MS = Date.UTC(2200, 0, 1)

const time = v.pipe(
  v.string(),
  v.maxLength(40),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/),
  v.transform((value) => Date.parse(value)),
  v.check((value) => value >= EARLIEST_MS && value < LATEST_MS),
  v.transform((value) => new Date(value)),
)

const party = v.pipe(
  v.object({
    bankCode: senderText,
    accountNo: senderText,
    name: senderText,
    nameTH: senderText,
    nameEN: senderText,
    nameLO: senderText,
  }),
  v.transform(({ nameTH, nameEN, nameLO, ...rest }): BankParty => {
    const otherNames = [nameTH, nameEN, nameLO].filter((name) => name.trim() !== '' && name !== rest.name)
    return otherNames.length === 0 ? rest : { ...rest, otherNames }
  }),
)

const paymentShape = v.object({
  transRef: token(64),
  sendingBank: token(16),
  reference: token(64),
  amount,
  currency,
  occurredAt: time,
  from: v.nullish(party),
})

const transferShape = v.object({
  transRef: token(64),
  sendingBank: token(16),
  // A payer's own words may stand there too: what is no token is no reference of ours.
  reference: v.nullish(v.fallback(v.nullable(token(64)), null), null),
  amount,
  currency,
  occurredAt: time,
  sender: party,
  receiver: party,
})

const payoutShape = v.object({
  reference: token(64),
  state: v.picklist(['PAID', 'FAILED', 'RETURNED']),
  amount,
  currency,
  occurredAt: time,
  transRef: v.nullish(text(64), null),
})

const eventShape = v.object({ eventId: token(128), type: v.picklist(['payment', 'payout']) })

/** Reads one payment of the bank's list or callback; null when it has not the agreed shape (rulings 3.1, 3.2). */
export function readBankPayment(given: unknown): BankPayment | null {
  const read = v.safeParse(paymentShape, given)
  if (!read.success) return null
  const { amount: amountMinor, from, ...rest } = read.output
  return { ...rest, amountMinor, sender: from ?? { bankCode: '', accountNo: '', name: '' } }
}

/** Reads a transfer that the bank was asked about; null when it has not the agreed shape. */
export function readBankTransfer(given: unknown): BankTransfer | null {
  const read = v.safeParse(transferShape, given)
  if (!read.success) return null
  const { amount: amountMinor, ...rest } = read.output
  return { ...rest, amountMinor }
}

/** Reads the names of an account's holder; null when the answer has not the agreed shape. */
export function readHolderNames(given: unknown): string[] | null {
  const read = v.safeParse(party, given)
  return read.success ? namesOf(read.output) : null
}

/** A callback of the bank: the event's own id, and what it tells. */
export type BankEvent = { eventId: string } & (
  | { type: 'payment'; payment: BankPayment }
  | { type: 'payout'; word: PayoutWord }
)

/** Reads the body of a callback; null when it has not the agreed shape (rulings 3.2). */
export function readBankEvent(given: unknown): BankEvent | null {
  const event = v.safeParse(eventShape, given)
  if (!event.success) return null
  const { eventId, type } = event.output
  if (type === 'payment') {
    const payment = readBankPayment(given)
    return payment && { eventId, type, payment }
  }
  const word = v.safeParse(payoutShape, given)
  if (!word.success) return null
  const { amount: amountMinor, currency: paidCurrency, ...rest } = word.output
  return { eventId, type, word: { ...rest, paid: { amountMinor, currency: paidCurrency } } }
}
