import { formatAccountNo } from '@krapao/contract'
import type { BankNames } from '../../lib/bank-name.ts'
import { bankName } from '../../lib/bank-name.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { bank } from '../../ui/drawings.tsx'
import type { Party } from '../../ui/parties.tsx'
import { maskAccountNo } from './withdraw.rules.ts'

/** The account that withdrawals are paid to. */
export interface PayoutAccountView {
  readonly bankAccountName: string
  readonly bankAccountNo: string
  readonly bank: BankNames
}

/** Bank, holder and the last digits of the account that a withdrawal goes to. */
export function usePayoutParty(account: PayoutAccountView): Party {
  const { t, language } = useTexts()
  return {
    drawing: bank,
    label: t('withdraw.toAccount'),
    name: bankName(account.bank, language),
    details: [account.bankAccountName, maskAccountNo(formatAccountNo(account.bankAccountNo))],
  }
}
