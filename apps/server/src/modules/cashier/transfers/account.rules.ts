import type { SlipReviewReason } from '@krapao/contract'
import type { BankNames } from '../../operator/index.ts'
import { type BankParty, namesOf } from '../providers/bank-words.ts'
import { compareNames, type Likeness } from './account-name.rules.ts'

/** An account of ours or of a member's, as it is known here. */
export interface OwnAccount {
  /** Null where the bank cannot be compared: a payment gateway's accounts lie at other banks. */
  bankCode: string | null
  accountNo: string
}

/** A number that shows less of itself than this could be anybody's. */
const SHOWN_DIGITS_MIN = 3

/**
 * Whether an account that a bank shows, mostly masked, is one that we know: three-valued, for a mask that hides too much
 * is neither a yes nor a no (rulings 3.3).
 */
export function compareAccount(shown: BankParty, own: OwnAccount, banks: BankNames): Likeness {
  const bank = own.bankCode === null ? 'match' : compareBank(shown.bankCode, own.bankCode, banks)
  if (bank === 'no') return 'no'
  const mask = shown.accountNo.replace(/[^0-9A-Za-z*•]/g, '')
  const digits = own.accountNo.replace(/\D/g, '')
  const visible = mask.replace(/\D/g, '').length
  if (visible === 0 || digits === '') return 'indeterminate'
  if (mask.length !== digits.length) return isPartOf(mask, digits) ? 'indeterminate' : 'no'
  const isAlike = [...mask].every((sign, index) => !/\d/.test(sign) || sign === digits[index])
  if (!isAlike) return 'no'
  return visible >= Math.min(SHOWN_DIGITS_MIN, digits.length) ? bank : 'indeterminate'
}

/** Banks are told by letters or by digits; not every bank has both here, and one that is not told could be any. */
function compareBank(shown: string, own: string, { oneName }: BankNames): Likeness {
  if (shown.trim() === '') return 'indeterminate'
  const [one, other] = [oneName(shown), oneName(own)]
  if (one === other) return 'match'
  const isLikeWithLike = isDigits(one) === isDigits(other) || isDigits(shown) === isDigits(own)
  return isLikeWithLike ? 'no' : 'indeterminate'
}

function isDigits(bank: string): boolean {
  return /^\s*\d+\s*$/.test(bank)
}

/** Whether every run of digits shown stands somewhere in the number: of another length, their places are not known. */
function isPartOf(mask: string, digits: string): boolean {
  return (mask.match(/\d+/g) ?? []).every((run) => digits.includes(run))
}

/** A member's account with the name that he has there. */
export type HeldAccount = OwnAccount & { name: string }

/**
 * Whether who sent a transfer is a member, by the digits of his account and by his name: a certain no by the digits, or
 * what is in doubt; with nothing in doubt it is he. Digits alone make nobody: of most of them every slip shows four.
 */
export function compareSender(
  transfer: { sendingBank: string; sender: BankParty },
  own: HeldAccount,
  banks: BankNames,
): { isOther: boolean; doubts: SlipReviewReason[] } {
  const { sender } = transfer
  // The bank that a slip or callback names is the sender's, whether or not it is told once more.
  const shown = { ...sender, bankCode: sender.bankCode.trim() === '' ? transfer.sendingBank : sender.bankCode }
  const account = compareAccount(shown, own, banks)
  const name = compareNames(namesOf(sender), own.name)
  const found: SlipReviewReason[] = account === 'indeterminate' ? ['SENDER_UNCOMPARED'] : []
  if (name !== 'match') found.push(name === 'no' ? 'SENDER_OTHER_NAME' : 'SENDER_UNNAMED')
  return { isOther: account === 'no', doubts: found }
}
