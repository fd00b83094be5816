import { readWireAmount } from '@krapao/money'
import { slipCode } from '@krapao/payment-codes'
import * as v from 'valibot'
import type { BankParty, BankTransfer } from './bank-words.ts'
import type { SlipAnswer } from './slip-verifier.ts'

export const words = v.nullish(v.pipe(v.string(), v.maxLength(256)), '')

/** One side of a transfer as SCB tells it, and SlipOK after it. */
export const slipSide = v.object({
  displayName: words,
  name: words,
  account: v.nullish(v.object({ type: words, value: words })),
})

/** What a service that verifies slips tells of a transfer, whichever it is, before anybody compares it. */
interface ToldSlip {
  sendingBank: string
  transRef: string
  amount: number
  /** ISO 8601, with its zone. */
  time: string
  reference: string | null
  sender: BankParty
  receiver: BankParty
}

const EARLIEST_MS = Date.UTC(2000, 0, 1)
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})$/

/** The text of a slip's code, as the services want it; null for a transfer whose slip has none. */
export function slipTextOf(sendingBank: string, transRef: string): string | null {
  try {
    return slipCode({ sendingBank, transRef })
  } catch {
    return null
  }
}

/**
 * The transfer that was asked about, in baht; what is told of another one, of no amount that there is, or at no time, is
 * no answer.
 */
export function answerAbout(asked: { sendingBank: string; transRef: string }, told: ToldSlip): SlipAnswer {
  const isAsked = told.sendingBank === asked.sendingBank && told.transRef.toUpperCase() === asked.transRef.toUpperCase()
  if (!isAsked) return { kind: 'unknown', why: 'answered about another transfer' }
  const amount = readWireAmount(told.amount)
  const occurredAt = new Date(ZONED.test(told.time) ? told.time : Number.NaN)
  if (!amount.ok || amount.amountMinor <= 0) return { kind: 'unknown', why: 'told no amount' }
  if (!(occurredAt.getTime() >= EARLIEST_MS)) return { kind: 'unknown', why: 'told no time' }
  const transfer: BankTransfer = {
    sendingBank: told.sendingBank,
    transRef: told.transRef,
    // A payer's own words may stand there too: what is no token is no reference of ours.
    reference: told.reference !== null && /^[\x21-\x7e]{1,64}$/.test(told.reference) ? told.reference : null,
    amountMinor: amount.amountMinor,
    currency: 'BAHT',
    occurredAt,
    sender: told.sender,
    receiver: told.receiver,
  }
  return { kind: 'found', transfer }
}

/** One side of a transfer with every spelling of its name that is told. */
export function partyOf(bankCode: string, accountNo: string, names: readonly string[]): BankParty {
  const [name = '', ...otherNames] = [...new Set(names.map((one) => one.trim()))].filter((one) => one !== '')
  return otherNames.length === 0 ? { bankCode, accountNo, name } : { bankCode, accountNo, name, otherNames }
}

/** A side as SCB and SlipOK tell it. A number of a kind that is no bank account would be compared with one: it tells nothing. */
export function readSlipSide(bank: string, { displayName, name, account }: v.InferOutput<typeof slipSide>): BankParty {
  const isAccount = ['BANKAC', ''].includes(account?.type ?? '')
  return partyOf(bank, isAccount ? (account?.value ?? '') : '', [displayName ?? '', name ?? ''])
}
