import type { Currency } from '@krapao/money'
import { badRequest } from '../http/refusal.ts'
import { type Bank, operator } from '../operator.ts'

/** The bank of a code, in either case, or of other letters that it is named by; 400 when the sandbox does not know it. */
export function readBank(code: string): Bank {
  const wanted = code.toUpperCase()
  const { banks } = operator()
  const found = banks.find((bank) => bank.code === wanted || bank.alsoNamed.includes(wanted))
  if (found === undefined) throw badRequest(`bankCode must be one of ${banks.map((bank) => bank.code).join(', ')}`)
  return found
}

/** The three digits of a bank somebody is paid at; 999 for one the sandbox does not know. */
export function bankDigits(code: string): string {
  return operator().banks.find((bank) => bank.code === code)?.digits ?? '999'
}

/** The name people read for a bank's code. */
export function bankName(code: string): string {
  return operator().banks.find((bank) => bank.code === code)?.name ?? code
}

/** The operator's account of a number, or with another number the bank of its first account in the currency. */
export function operatorAccount(
  currency: Currency,
  accountNo: string,
): { bankCode: string; accountNo: string; name: string } {
  const { accounts, banks, name } = operator()
  const alike = accounts.filter((account) => account.currency === currency)
  const digits = (text: string) => text.replaceAll(/\D/g, '')
  const { bankCode } = alike.find((account) => digits(account.accountNo) === digits(accountNo)) ??
    alike[0] ?? { bankCode: banks.find((bank) => bank.currency === currency)?.code ?? 'NONE' }
  return { bankCode, accountNo, name }
}
