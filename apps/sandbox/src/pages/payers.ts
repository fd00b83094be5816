import type { Currency } from '@krapao/money'
import type { Account } from '../bank/transfers.ts'
import { operator } from '../operator.ts'

/** People to pay as until somebody was chosen: the first at the operator's second bank, and so on, by currency. */
const people: Readonly<Record<Currency, readonly Omit<Account, 'bankCode'>[]>> = {
  BAHT: [
    { accountNo: '1234567890', name: 'สมชาย ใจดี' },
    { accountNo: '2223334445', name: 'มาลี ศรีสุข' },
    { accountNo: '6667778889', name: 'ประเสริฐ ทองคำ' },
  ],
  LAK: [
    { accountNo: '0101234567890', name: 'ສົມພອນ ແກ້ວມະນີ' },
    { accountNo: '0302000123456', name: 'ຄຳຫຼ້າ ພົມມະຈັນ' },
  ],
}

function samplesOf(currency: Currency): Account[] {
  const codes = operator()
    .banks.filter((bank) => bank.currency === currency)
    .map(({ code }) => code)
  return people[currency].flatMap((person, index) => {
    const bankCode = codes[currency === 'BAHT' ? index + 1 : index] ?? codes[0]
    return bankCode === undefined ? [] : [{ bankCode, ...person }]
  })
}

/** Where the operator has no bank. */
const nobody: Account = { bankCode: '', accountNo: '', name: '' }

const samples = (): Account[] => [...samplesOf('BAHT'), ...samplesOf('LAK')]

/** Whom this browser pays as: the one chosen last, and one for each currency. */
export type Payers = Readonly<Record<Currency | 'current', Account>>

const cookieName = 'payers'
const accountNoShape = /^[\d -]{5,25}$/

/** Reads the payers a browser remembers; a sample stands where it remembers none. */
export function readPayers(cookies: string | undefined): Payers {
  const remembered = readCookie(cookies)
  const ofCurrency = (currency: Currency): Account =>
    [...remembered, ...samples()].find((account) => currencyOf(account) === currency) ?? nobody
  return { current: remembered[0] ?? samples()[0] ?? nobody, BAHT: ofCurrency('BAHT'), LAK: ofCurrency('LAK') }
}

/** The cookie by which a browser remembers this payer as the current one, and the one of the other currency. */
export function rememberPayer(payers: Payers, account: Account): string {
  const kept = [account, currencyOf(account) === 'BAHT' ? payers.LAK : payers.BAHT]
  const value = encodeURIComponent(
    JSON.stringify(kept.map(({ bankCode, accountNo, name }) => [bankCode, accountNo, name])),
  )
  return `${cookieName}=${value}; Path=/bank; Max-Age=31536000; HttpOnly; SameSite=Strict`
}

/** Everybody one can choose to pay as: those the bank knows, then the samples. */
export function knownPayers(ofBank: readonly Account[]): Account[] {
  const known = new Map(
    [...ofBank, ...samples()].map((account) => [`${account.bankCode} ${account.accountNo}`, account]),
  )
  return Array.from(known.values())
}

/** The currency of an account's bank. */
function currencyOf(account: Account): Currency {
  return operator().banks.find((bank) => bank.code === account.bankCode)?.currency ?? 'BAHT'
}

function readCookie(cookies: string | undefined): Account[] {
  const [, value = ''] = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(cookies ?? '') ?? []
  try {
    const read: unknown = JSON.parse(decodeURIComponent(value))
    return Array.isArray(read) ? read.flatMap(readAccount) : []
  } catch {
    return []
  }
}

function readAccount(value: unknown): Account[] {
  if (!Array.isArray(value) || !value.every((part): part is string => typeof part === 'string')) return []
  const [bankCode = '', accountNo = '', name = ''] = value
  const isAccount =
    operator().banks.some((bank) => bank.code === bankCode) &&
    accountNoShape.test(accountNo) &&
    name !== '' &&
    name.length <= 200
  return isAccount ? [{ bankCode, accountNo, name }] : []
}
