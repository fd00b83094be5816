import { formatAccountNo } from '@krapao/contract'
import type { ReactNode } from 'react'
import type { BankNames } from '../../lib/bank-name.ts'
import { bankName } from '../../lib/bank-name.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { bank } from '../../ui/drawings.tsx'
import { Icon } from '../../ui/icon.tsx'
import { maskAccountNo } from './withdraw.rules.ts'
import styles from './withdraw-sheet.module.css'

/** The account that withdrawals are paid to. */
export interface PayoutAccountView {
  readonly bankAccountName: string
  readonly bankAccountNo: string
  readonly bank: BankNames
}

/** Bank, holder and the last digits of the account, below what it is for. */
export function PayoutAccount({ account, label }: { account: PayoutAccountView; label: string }): ReactNode {
  const { language } = useTexts()
  return (
    <div className={styles.party}>
      <span className={styles.partySign}>
        <Icon drawing={bank} />
      </span>
      <span className={styles.partyWords}>
        <small>{label}</small>
        <b>{bankName(account.bank, language)}</b>
        <span>{account.bankAccountName}</span>
        <span className="num">{maskAccountNo(formatAccountNo(account.bankAccountNo))}</span>
      </span>
    </div>
  )
}
