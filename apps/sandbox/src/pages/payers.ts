import type { Currency } from '@krapao/money'
import type { Account } from '../bank/transfers.ts'
import type { Bank } from '../operator.ts'

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

/** Where the operator has no bank. */
const nobody: Account = { bankCode: '', accountNo: '', name: '' }

/** Whom this browser pays as: the one chosen last, and one for each currency. */
export type PayersNow = Readonly<Record<Currency | 'current', Account>>

/** Who may pay at the bank's pages, remembered by each browser itself. */
export type Payers = ReturnType<typeof createPayers>

const cookieName = 'payers'
const accountNoShape = /^[\d -]{5,25}$/

/** Makes them of the operator's banks. */
export function createPayers(banks: readonly Bank[]) {
  const samples = (['BAHT', 'LAK'] as const).flatMap((currency) => {
    const codes = banks.filter((bank) => bank.currency === currency).map(({ code }) => code)
    return people[currency].flatMap((person, index) => {
      const bankCode = codes[currency === 'BAHT' ? index + 1 : index] ?? codes[0]
      return bankCode === undefined ? [] : [{ bankCode, ...person }]
    })
  })

  /** The currency of an account's bank. */
  const currencyOf = ({ bankCode }: Account): Currency =>
    banks.find(({ code }) => code === bankCode)?.currency ?? 'BAHT'

  function readAccount(value: unknown): Account[] {
    if (!Array.isArray(value) || !value.every((part): part is string => typeof part === 'string')) return []
    const [bankCode = '', accountNo = '', name = ''] = value
    const isOurs = banks.some(({ code }) => code === bankCode)
    const isAccount = isOurs && accountNoShape.test(accountNo) && name !== '' && name.length <= 200
    return isAccount ? [{ bankCode, accountNo, name }] : []
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

  return {
    /** The payers a browser remembers; a sample stands where it remembers none. */
    read(cookies: string | undefined): PayersNow {
      const remembered = readCookie(cookies)
      const ofCurrency = (currency: Currency): Account =>
        [...remembered, ...samples].find((account) => currencyOf(account) === currency) ?? nobody
      return { current: remembered[0] ?? samples[0] ?? nobody, BAHT: ofCurrency('BAHT'), LAK: ofCurrency('LAK') }
    },
    /** The cookie by which a browser remembers this payer as the current one, and the one of the other currency. */
    remember(payers: PayersNow, account: Account): string {
      const kept = [account, currencyOf(account) === 'BAHT' ? payers.LAK : payers.BAHT]
      const value = JSON.stringify(kept.map(({ bankCode, accountNo, name }) => [bankCode, accountNo, name]))
      return `${cookieName}=${encodeURIComponent(value)}; Path=/bank; Max-Age=31536000; HttpOnly; SameSite=Strict`
    },
    /** Everybody one can choose to pay as: those the bank knows, then the samples. */
    known(ofBank: readonly Account[]): Account[] {
      const byNumber = [...ofBank, ...samples].map((one) => [`${one.bankCode} ${one.accountNo}`, one] as const)
      return [...new Map(byNumber).values()]
    },
  }
}
