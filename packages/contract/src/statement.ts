import * as v from 'valibot'
import { memberCall } from './call.ts'
import { RETURN_REASONS, STATEMENT_KINDS } from './limits.ts'
import { amount, id, netDays, oneOf, page, text, time } from './shapes.ts'

/** The money history of a member. */

const descriptor = v.optional(v.object({ description: v.string() }))

/** A time of the calendar, as a caller sends it: of no 30th of February, no hour 24, and no year that databases lack. */
const moment = v.pipe(
  time,
  v.check((value) => !value.startsWith('0000') && isOfCalendar(value)),
)

function isOfCalendar(value: string): boolean {
  const atMs = Date.parse(value)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString() === value
}

const statementRow = v.object({
  _id: id,
  receiptNumber: v.optional(
    v.pipe(v.string(), v.description('A short number, such as KP-1DXR-0K00-00HA, by which support finds the movement')),
  ),
  statementType: v.picklist(STATEMENT_KINDS),
  from: v.pipe(v.string(), v.description('WALLET, a slot code, BANK, GIFT or HOUSE')),
  to: v.pipe(v.string(), v.description('WALLET, a slot code, BANK, GIFT or HOUSE')),
  status: v.picklist(['SUCCESS', 'FAILED', 'IN_PROGRESS']),
  amount,
  createdAt: time,
  bonus: descriptor,
  promotion: descriptor,
  invite: descriptor,
  refund: descriptor,
})

export type StatementRow = v.InferOutput<typeof statementRow>

export const statementList = memberCall('statementList', 'POST /api/statement', {
  summary: 'Movements of money, newest first',
  body: v.pipe(
    v.object({
      ...page.entries,
      kinds: v.optional(v.pipe(v.array(oneOf(STATEMENT_KINDS)), v.minLength(1), v.maxLength(STATEMENT_KINDS.length))),
      from: v.optional(v.pipe(moment, v.description('Movements of this time and later'))),
      to: v.optional(v.pipe(moment, v.description('Movements before this time'))),
    }),
    v.check(({ from, to }) => from === undefined || to === undefined || from <= to),
  ),
  answer: v.object({ total: v.number(), statements: v.array(statementRow) }),
})

export const statementReceipt = memberCall('statementReceipt', 'GET /api/statement/receipt/:id', {
  summary: 'What the receipt of a deposit or a withdrawal says beyond its line in the history',
  params: v.object({ id: text(64, 'NO_DATA') }),
  answer: v.object({
    bank: v.nullable(
      v.object({
        name: v.pipe(v.string(), v.description('In the language of the caller')),
        accountName: v.nullable(v.pipe(v.string(), v.description('Whose it is; null where it is not known'))),
        accountNo: v.nullable(
          v.pipe(v.string(), v.description('Four digits of it, the others as x; null where none is known')),
        ),
      }),
    ),
    fee: amount,
    bonus: v.nullable(v.pipe(amount, v.description('What a deposit was topped up with'))),
    returnReason: v.optional(v.pipe(v.picklist(RETURN_REASONS), v.description('Why a person gave back a withdrawal'))),
    heldUntil: v.optional(
      v.pipe(time, v.description('By when the member of a withdrawal that is held will hear of it')),
    ),
    balanceAfter: v.nullable(
      v.pipe(amount, v.description('In the main wallet when it was booked, with its bonus; null while it is not')),
    ),
  }),
  codes: ['NO_DATA'],
})

export type Receipt = v.InferOutput<typeof statementReceipt.answer>

const netAmounts = {
  deposits: amount,
  withdrawals: amount,
  results: v.pipe(amount, v.description('What games brought as last read; negative: what they cost')),
}
/** A day or a month of a chart. */
const netBar = v.object({ from: time, ...netAmounts, depositCount: v.number(), withdrawalCount: v.number() })

export const statementNet = memberCall('statementNet', 'GET /api/protection/net', {
  summary:
    'Deposits, withdrawals and results for 1, 7, 30 and 365 days and ever, with the last seven days and six months',
  answer: v.object({
    asOf: time,
    net: v.array(v.object({ days: netDays, ...netAmounts })),
    days: v.array(netBar),
    months: v.array(netBar),
  }),
})

export type Net = v.InferOutput<typeof statementNet.answer>
