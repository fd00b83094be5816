import type { Currency } from '@krapao/money'
import { badRequest } from '../http/refusal.ts'
import type { Bank, Operator } from '../operator.ts'

/** The operator's banks, whose customers pay and are paid here. */
export type Banks = ReturnType<typeof createBanks>

/** Makes them of what the operator's file says. */
export function createBanks({ banks, accounts, name }: Operator) {
  const find = (code: string): Bank | undefined => banks.find((bank) => bank.code === code)
  return {
    all: banks,
    find,
    /** The bank of a code, in either case, or of other letters that it is named by; 400 when the sandbox does not know it. */
    read(code: string): Bank {
      const wanted = code.toUpperCase()
      const found = find(wanted) ?? banks.find(({ alsoNamed }) => alsoNamed.includes(wanted))
      if (found === undefined) throw badRequest(`bankCode must be one of ${banks.map((bank) => bank.code).join(', ')}`)
      return found
    },
    /** The three digits of a bank somebody is paid at; 999 for one the sandbox does not know. */
    digitsOf: (code: string): string => find(code)?.digits ?? '999',
    /** The name people read for a bank's code. */
    nameOf: (code: string): string => find(code)?.name ?? code,
    operatorName: name,
    /** The operator's account of a number, or with another number the bank of its first account in the currency. */
    operatorAccount(currency: Currency, accountNo: string) {
      const alike = accounts.filter((account) => account.currency === currency)
      const digits = (text: string) => text.replaceAll(/\D/g, '')
      const { bankCode } = alike.find((account) => digits(account.accountNo) === digits(accountNo)) ??
        alike[0] ?? { bankCode: banks.find((bank) => bank.currency === currency)?.code ?? 'NONE' }
      return { bankCode, accountNo, name }
    },
  }
}
