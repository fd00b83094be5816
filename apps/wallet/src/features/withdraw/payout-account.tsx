import { formatAccountNo } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { bank } from '../../ui/drawings.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLaoBankName } from './withdraw.api.ts'
import { maskAccountNo } from './withdraw.rules.ts'
import styles from './withdraw-sheet.module.css'

/** The account that withdrawals are paid to. */
export interface PayoutAccountView {
  readonly bankCode: string
  readonly bankAccountName: string
  readonly bankAccountNo: string
  readonly bank: { readonly nameTH: string; readonly nameEN: string }
}

/** Bank, holder and the last digits of the account, below what it is for. */
export function PayoutAccount({ account, label }: { account: PayoutAccountView; label: string }): ReactNode {
  const { language } = useTexts()
  const laoName = useLaoBankName(account.bankCode)
  const name = language === 'th' ? account.bank.nameTH : language === 'lo' ? laoName : undefined
  return (
    <div className={styles.party}>
      <span className={styles.partySign}>
        <Icon drawing={bank} />
      </span>
      <span className={styles.partyWords}>
        <small>{label}</small>
        <b>{name ?? account.bank.nameEN}</b>
        <span>{account.bankAccountName}</span>
        <span className="num">{maskAccountNo(formatAccountNo(account.bankAccountNo))}</span>
      </span>
    </div>
  )
}
