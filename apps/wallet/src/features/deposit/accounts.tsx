import { formatAccountNo } from '@krapao/contract'
import { clock, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { bankName } from '../../lib/bank-name.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { slip } from '../../ui/drawings.tsx'
import { Note } from '../../ui/note.tsx'
import { Actions } from './actions.tsx'
import type { DepositBank, DepositWallet } from './deposit.rules.ts'
import styles from './deposit-sheet.module.css'
import { NoticeForm } from './notice-form.tsx'

/** The accounts to transfer to by hand: name, number, and a way to take the number along. */
export function Accounts({
  banks,
  wallets,
  isManual,
  onSlip,
}: {
  banks: readonly DepositBank[]
  wallets: readonly DepositWallet[]
  /** Whether a transfer may also be told without a slip (decisions 2.69). */
  isManual: boolean
  onSlip: () => void
}): ReactNode {
  const { t, language } = useTexts()
  const hasAccounts = banks.length + wallets.length > 0
  return (
    <div className={styles.accounts}>
      {hasAccounts ? <p>{t('deposit.bank.intro')}</p> : null}
      {hasAccounts ? (
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
      ) : null}
      <Note drawing={clock}>
        <ul>
          <li>{t('deposit.slipWithin')}</li>
          <li>{t('deposit.credited')}</li>
          <li>{t('deposit.bank.keepSlip')}</li>
        </ul>
      </Note>
      {isManual ? <NoticeForm /> : null}
      <Actions>
        <Button kind="gold" onClick={onSlip}>
          <Icon drawing={slip} />
          {t('deposit.bank.sendSlip')}
        </Button>
      </Actions>
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
      <div className={styles.bank}>
        <h3>{title}</h3>
        {extra === undefined ? null : <p>{extra}</p>}
      </div>
      <p>{holder}</p>
      {number === undefined ? null : (
        <div className={styles.number}>
          <p className="num">{formatAccountNo(number)}</p>
          <CopyButton
            kind="small"
            text={number}
            word={t('common.copy')}
            label={t('aria.copyAccountNo', { number })}
            doneText={t('copy.success', { text: number })}
            failedText={t('copy.fail')}
          />
        </div>
      )}
    </li>
  )
}
