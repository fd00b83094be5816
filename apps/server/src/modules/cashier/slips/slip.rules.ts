import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts'
import type { SlipReason, SlipReviewReason } from '@krapao/contract'
import { readSlipCode } from '@krapao/payment-codes'
import type { PictureReading } from '../../../platform/pictures/index.ts'
import type { BankNames, DepositBank } from '../../operator/index.ts'
import { type BankParty, type BankTransfer, namesOf } from '../providers/bank-words.ts'
import { compareAccount, compareSender, type HeldAccount } from '../transfers/account.rules.ts'
import { type Likeness, namesAgree } from '../transfers/account-name.rules.ts'

/** A bank that has not decided by then leaves the slip to the operator (rulings 3.3). */
const UNDECIDED_MS = DAY_MS
/** A bank is late with its own transfers: "not found" is its word only when it says so again and again, this long. */
const NOT_FOUND_MS = MINUTE_MS
const NOT_FOUND_TIMES = 3
/** A transfer may be told this much later than our clock has it. */
const CLOCKS_APART_MS = 10 * MINUTE_MS
/** A picture smaller than this shows nothing that could be read. */
const READABLE_PX = 160

/** The transfer that a slip's picture names, or why it names none. */
export type SlipSubject =
  | { kind: 'transfer'; sendingBank: string; transRef: string }
  /** A slip of the TrueMoney wallet, which no bank can be asked about. */
  | { kind: 'wallet-transfer'; transRef: string }
  | { kind: 'none'; note: SlipReason }

/** What a picture says, by the codes in it and nothing else: texts on it are anybody's (domain facts, section 2). */
export function subjectOf(reading: PictureReading): SlipSubject {
  if (!reading.ok) return { kind: 'none', note: 'IMG_SIZE_UNABLE_TO_PROCESS' }
  const found = new Map<string, SlipSubject>()
  for (const text of reading.codes) {
    const read = readSlipCode(text)
    if (!read.ok) continue
    const { slip } = read
    const subject: SlipSubject =
      slip.kind === 'bank-slip'
        ? { kind: 'transfer', sendingBank: slip.sendingBank, transRef: slip.transRef }
        : { kind: 'wallet-transfer', transRef: slip.transactionId }
    found.set(JSON.stringify(subject), subject)
  }
  const [first] = found.values()
  // Two slips in one picture: nobody can tell which of them is meant.
  if (found.size > 1) return { kind: 'none', note: 'UNSTABLE_REFNO_ON_SLIP' }
  return first ?? { kind: 'none', note: noteWithoutCode(reading) }
}

function noteWithoutCode(reading: Extract<PictureReading, { ok: true }>): SlipReason {
  if (reading.codes.length > 0) return 'INVALID_SLIP'
  if (reading.isCutOff) return 'CANNOT_READ_CROPPED_IMAGE'
  if (reading.unread.some(({ isWhole }) => isWhole)) return 'UNSTABLE_REFNO_ON_SLIP'
  if (reading.unread.length > 0) return 'CANNOT_READ_CROPPED_IMAGE'
  return Math.min(reading.widthPx, reading.heightPx) < READABLE_PX ? 'IMG_SIZE_UNABLE_TO_PROCESS' : 'INVALID_SLIP'
}

/** A number of the operator's own must show more of itself than that of a sender. */
const RECEIVER_DIGITS_MIN = 4

export interface SlipFacts {
  transfer: BankTransfer
  uploadedAt: Date
  /** Where the operator takes money. */
  deposits: readonly DepositBank[]
  banks: BankNames
  /** The member's own account; null when there is none to compare with. */
  member: HeldAccount | null
  /** What the transfer is worth in the wallet, in satang. */
  amountMinor: number
  /** The oldest a transfer may be when its slip comes. */
  slipMinutes: number
  /** Whether collectors take money beside the accounts of ours: what shows too little of its receiver may be theirs. */
  hasCollectors: boolean
}

/** Whether what waits may be credited besides by a collector's word, who tells of the same transfer by a name of his own. */
export const isMaybeCollected = ({ reviewReasons }: { reviewReasons: readonly SlipReviewReason[] }): boolean =>
  reviewReasons.includes('MAYBE_COLLECTED')

const isOld = (ageMs: number, slipMinutes: number): boolean => ageMs > slipMinutes * MINUTE_MS
const isLater = (ageMs: number): boolean => ageMs < -CLOCKS_APART_MS
const ageOf = (occurredAt: Date, uploadedAt: Date): number => uploadedAt.getTime() - occurredAt.getTime()

/** Whether a transfer was made before its slip came, as far as clocks agree, and no longer before than a slip may be old. */
export function isTimely(occurredAt: Date, uploadedAt: Date, slipMinutes: number): boolean {
  const ageMs = ageOf(occurredAt, uploadedAt)
  return !isOld(ageMs, slipMinutes) && !isLater(ageMs)
}

/** What comes of a transfer; `into` is the account of ours that certainly got the money, if that is sure. */
export type Verdict =
  | { kind: 'credit'; into: DepositBank }
  | { kind: 'refuse'; note: SlipReason; into: DepositBank | null }
  | { kind: 'review'; reviewReasons: SlipReviewReason[]; into: DepositBank | null }

/** Decides about a transfer that the bank knows: receiver, sender, amount, age; a definite no stands above a doubt. */
export function judge(facts: SlipFacts): Verdict {
  const { transfer, deposits, banks } = facts
  const receiver = receiverOf(transfer, deposits, banks)
  const into = receiver.likeness === 'match' ? receiver.account : null
  const refuse = (note: SlipReason): Verdict => ({ kind: 'refuse', note, into })
  if (receiver.likeness === 'no') return refuse('DEST_ACC_INVALID')
  const sender = facts.member === null ? nobody : compareSender(transfer, facts.member, banks)
  if (sender.isOther) return refuse('NOT_MATCH')
  if (facts.amountMinor <= 0) return refuse('UNKNOW_ERROR')
  const ageMs = ageOf(transfer.occurredAt, facts.uploadedAt)
  if (isOld(ageMs, facts.slipMinutes)) return refuse('EXPIRED_SLIP')
  const reviewReasons = [...sender.doubts]
  if (into === null) reviewReasons.unshift('RECEIVER_UNSURE')
  if (isLater(ageMs)) reviewReasons.unshift('LATER_THAN_SLIP')
  if (into === null && facts.hasCollectors) reviewReasons.push('MAYBE_COLLECTED')
  return into === null || reviewReasons.length > 0 ? { kind: 'review', reviewReasons, into } : { kind: 'credit', into }
}

const nobody = { isOther: false, doubts: ['SENDER_UNCOMPARED' as const] }

type Receiver = { likeness: 'no' | 'indeterminate' } | { likeness: 'match'; account: DepositBank }

/** Which account of ours a transfer came to, as far as the bank shows it. */
export function receiverOf(transfer: BankTransfer, deposits: readonly DepositBank[], banks: BankNames): Receiver {
  const alike = deposits
    .filter(({ currency }) => currency === transfer.currency)
    .map((account) => ({ account, likeness: compareReceiver(transfer.receiver, account, banks) }))
  const sure = alike.find(({ likeness }) => likeness === 'match')
  if (sure) return { likeness: 'match', account: sure.account }
  return { likeness: alike.some(({ likeness }) => likeness === 'indeterminate') ? 'indeterminate' : 'no' }
}

/** Stricter than for the sender: whose account shows little of itself could be anybody's, and money is given for it. */
function compareReceiver(shown: BankParty, account: DepositBank, banks: BankNames): Likeness {
  const isGateway = account.bankType === 'PAYMENT'
  const own = { bankCode: isGateway ? null : account.bankCode, accountNo: account.bankAccountNo }
  const likeness = compareAccount(shown, own, banks)
  if (likeness !== 'match') return likeness
  const [visible, digits] = [digitsOf(shown.accountNo), digitsOf(account.bankAccountNo)]
  if (visible.length < Math.min(RECEIVER_DIGITS_MIN, digits.length)) return 'indeterminate'
  if (!isGateway && shown.bankCode.trim() === '') return 'indeterminate'
  const names = namesOf(shown)
  if (names.length > 0)
    return names.some((name) => namesAgree(name, account.bankAccountName)) ? 'match' : 'indeterminate'
  return isGateway ? 'indeterminate' : 'match'
}

function digitsOf(accountNo: string): string {
  return accountNo.replace(/\D/g, '')
}

const PACE_MS = [1, 2, 4, 8, 15, 30, 60, 120].map((seconds) => seconds * SECOND_MS)
const PACE_MAX_MS = 5 * MINUTE_MS

/** When a bank that did not decide is asked again, after so many askings: soon at first, then ever more seldom. */
export function nextAskAt(askings: number, now: Date): Date {
  return new Date(now.getTime() + (PACE_MS[askings - 1] ?? PACE_MAX_MS))
}

/** Whether a bank has been silent or undecided for so long that a person must decide. */
export function isUndecidedTooLong(uploadedAt: Date, now: Date): boolean {
  return now.getTime() - uploadedAt.getTime() >= UNDECIDED_MS
}

/** Whether "not found" has been said often and long enough to be the bank's word: there is no such transfer, or no more. */
export function isNotFoundForGood(uploadedAt: Date, now: Date, timesInARow: number): boolean {
  return timesInARow >= NOT_FOUND_TIMES && now.getTime() - uploadedAt.getTime() >= NOT_FOUND_MS
}
