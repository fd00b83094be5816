import {
  type Code,
  type Country,
  isAccountNameFor,
  isPhoneNumber,
  normaliseAccountNo,
  normalisePhoneNumber,
  passwordProblem,
} from '@krapao/contract'
import { isCommonPassword, isOfContext } from '../../../platform/login/common-passwords.ts'
import type { Bank } from '../../operator/index.ts'
import type { AccountFields } from '../members.types.ts'

const ACCOUNT_NAME_MAX = 100

/** A broken rule: the code to refuse with and the fields that break it. */
export interface BrokenRule {
  code: Extract<Code, 'PHONE_NUMBER_REQUIRE_10_DIGIT' | 'INVALID_USER_INFO' | 'INVALID_BANK' | 'BANK_ACCOUNT_NAME_ENG'>
  fields: string[]
}

export type Reading<Value> = { ok: true; value: Value } | ({ ok: false } & BrokenRule)

function broken(code: BrokenRule['code'], ...fields: string[]): { ok: false } & BrokenRule {
  return { ok: false, code, fields }
}

/** The phone in the one form that accounts are kept under (REG-026, REG-028). `field` is what the caller named it. */
export function readPhone(phone: string, country: Country, field: string): Reading<string> {
  if (!isPhoneNumber(phone, country)) return broken('PHONE_NUMBER_REQUIRE_10_DIGIT', field)
  return { ok: true, value: normalisePhoneNumber(phone, country) }
}

// Control characters, and marks that turn the direction of what follows: nobody's name has them.
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
// What keyboards and copied texts leave between Thai letters, and nobody sees: it would make two names of one.
const INVISIBLE = /\p{Cf}/gu

/** A name with its spaces in order and without what cannot be seen; null when nothing is left of it to read. */
export function readName(name: string): string | null {
  if (UNPRINTABLE.test(name)) return null
  const plain = name.replaceAll(INVISIBLE, '').trim().replaceAll(/\s+/gu, ' ')
  return /[\p{L}\p{N}]/u.test(plain) ? plain : null
}

/**
 * Whether a new password is good enough for the member with this phone (decisions 2.49); `words` are what else whoever
 * guesses knows, such as the operator's name.
 */
export function isGoodPassword(password: string, phone: string, words: readonly string[] = []): boolean {
  // Passwords are kept in this form: wide letters make no other password of a common one.
  const plain = password.normalize('NFKC')
  if (passwordProblem(password, phone) !== null || passwordProblem(plain, phone) === 'phone') return false
  return !isCommonPassword(password) && !isOfContext(password, [phone, ...words])
}

/** Name and password of a registration; both fields are named when both are wrong. */
export function readPerson(
  person: { name: string; password: string },
  phone: string,
  words: readonly string[] = [],
): Reading<{ name: string; password: string }> {
  const name = readName(person.name)
  const isGood = isGoodPassword(person.password, phone, words)
  const fields = [...(name === null ? ['name'] : []), ...(isGood ? [] : ['password'])]
  if (name === null || fields.length > 0) return broken('INVALID_USER_INFO', ...fields)
  return { ok: true, value: { name, password: person.password } }
}

/** A bank that the member can choose, as far as it decides about his account. */
export type ChosenBank = Pick<Bank, 'latinNamesOnly'>

/** The holder's name of an account as it is kept; INVALID_BANK when it is none, else BANK_ACCOUNT_NAME_ENG. */
function readAccountName({ bankAccountName }: AccountFields, bank: ChosenBank | null): Reading<string> {
  const name = readName(bankAccountName)
  if (name === null || name.length > ACCOUNT_NAME_MAX) return broken('INVALID_BANK', 'bankAccountName')
  if (bank !== null && !isAccountNameFor(bank, name)) return broken('BANK_ACCOUNT_NAME_ENG', 'bankAccountName')
  return { ok: true, value: name }
}

/**
 * A bank account as it is kept: the number in digits alone, the name with its spaces in order. INVALID_BANK for a bank
 * that is not on the list or a number that is none, BANK_ACCOUNT_NAME_ENG where the bank wants English (REG-035).
 */
export function readBankAccount(fields: AccountFields, bank: ChosenBank | null): Reading<AccountFields> {
  if (bank === null) return broken('INVALID_BANK', 'bankCode')
  const bankAccountNo = normaliseAccountNo(fields.bankAccountNo)
  if (bankAccountNo === null) return broken('INVALID_BANK', 'bankAccountNo')
  const name = readAccountName(fields, bank)
  if (!name.ok) return name
  const bankAccountName = name.value
  return { ok: true, value: { bankCode: fields.bankCode, bankAccountName, bankAccountNo } }
}

/** The bank fields that are there so far: the third step of the wizard has none of them yet (decisions 2.44). */
export function readPartialBankAccount(
  fields: AccountFields,
  bank: ChosenBank | null,
): Reading<Partial<AccountFields>> {
  const value: Partial<AccountFields> = {}
  if (fields.bankCode !== '') {
    if (bank === null) return broken('INVALID_BANK', 'bankCode')
    value.bankCode = fields.bankCode
  }
  if (fields.bankAccountNo.trim() !== '') {
    const bankAccountNo = normaliseAccountNo(fields.bankAccountNo)
    if (bankAccountNo === null) return broken('INVALID_BANK', 'bankAccountNo')
    value.bankAccountNo = bankAccountNo
  }
  if (fields.bankAccountName.trim() !== '') {
    const name = readAccountName(fields, bank)
    if (!name.ok) return name
    value.bankAccountName = name.value
  }
  return { ok: true, value }
}

/** The first empty field of a bank account, which is a missing one (REG-033). */
export function missingBankField({ bankCode, bankAccountName, bankAccountNo }: AccountFields): BrokenRule | null {
  const missing = Object.entries({ bankCode, bankAccountName, bankAccountNo })
    .filter(([, text]: [string, string]) => text.trim() === '')
    .map(([field]) => field)
  return missing.length > 0 ? { code: 'INVALID_USER_INFO', fields: missing } : null
}
