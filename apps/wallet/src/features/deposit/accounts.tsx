import { formatAccountNo } from '@krapao/contract'
import type { ReactNode } from 'react'
import { bankName } from '../../lib/bank-name.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { clock } from '../../ui/drawings.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { DepositBank, DepositWallet } from './deposit.rules.ts'
import styles from './deposit-sheet.module.css'

/** The accounts to transfer to by hand: name, number, and a way to take the number along. */
export function Accounts({
  banks,
  wallets,
}: {
  banks: readonly DepositBank[]
  wallets: readonly DepositWallet[]
}): ReactNode {
  const { t, language } = useTexts()
  return (
    <div className={styles.accounts}>
      <p>{t('deposit.bank.intro')}</p>
      <ul>
        {banks.map((bank) => (
          <Account
            key={`${bank.bankCode} ${bank.bankAccountNo}`}
            title={bankName(bank.bank, language)}
            holder={bank.bankAccountName}
            number={bank.bankAccountNo}
            extra={bank.currency === 'BAHT' ? undefined : t('deposit.bank.currency', { currency: bank.currency })}
          />
        ))}
        {wallets.map((wallet) => (
          <Account
            key={wallet.walletAccountName}
            title={t('deposit.method.wallet')}
            holder={wallet.walletAccountName}
            number={wallet.walletAccountNo}
          />
        ))}
      </ul>
      <p className={styles.note}>
        <Icon drawing={clock} />
        {t('deposit.bank.keepSlip')}
      </p>
    </div>
  )
}

function Account({
  title,
  holder,
  number,
  extra,
}: {
  title: string
  holder: string
  number: string | undefined
  extra?: string | undefined
}): ReactNode {
  const { t } = useTexts()
  return (
    <li>
      <h3>{title}</h3>
      <p>{holder}</p>
      {number === undefined ? null : (
        <div className={styles.number}>
          <p className="num">{formatAccountNo(number)}</p>
          <CopyButton
            kind="tonal"
            text={number}
            word={t('common.copy')}
            label={t('aria.copyAccountNo', { number })}
            doneText={t('copy.success', { text: number })}
            failedText={t('copy.fail')}
          />
        </div>
      )}
      {extra === undefined ? null : <p>{extra}</p>}
    </li>
  )
}
