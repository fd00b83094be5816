import type { QrBankCode } from '@krapao/contract'
import { formatAmount } from '@krapao/money'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import type { ModalProps } from '../../lib/modals.ts'
import { openModal } from '../../lib/modals.ts'
import { readTexts, useTexts } from '../../lib/texts/texts.ts'
import { refreshMoney } from '../../lib/wallet.ts'
import { bank as bankDrawing, qrCode } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Tab } from '../../ui/tabs.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Accounts } from './accounts.tsx'
import { useDepositInfo } from './deposit.api.ts'
import type { DepositInfo } from './deposit.rules.ts'
import { accountsOf, qrBanksOf } from './deposit.rules.ts'
import styles from './deposit-sheet.module.css'
import { QrDeposit, QrSkeleton } from './qr-deposit.tsx'

/** The ways to deposit that the operator offers (DEP-004). */
export function DepositSheet({ bankCode, onClose }: ModalProps<'deposit'>): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useDepositInfo()
  return (
    <Sheet title={t('deposit.title')} closeLabel={t('aria.closeDialog')} onClose={onClose}>
      {data === undefined && error === null ? <WaysSkeleton /> : null}
      {data === undefined && error !== null ? (
        <EmptyState
          text={t('deposit.loadError')}
          detail={errorText(texts, error)}
          actionLabel={t('common.retry')}
          onAction={() => void refetch()}
        />
      ) : null}
      {data === undefined ? null : <Ways info={data} bankCode={bankCode} onClose={onClose} />}
    </Sheet>
  )
}

type Way = 'qr' | 'bank'

function Ways({
  info,
  bankCode,
  onClose,
}: {
  info: DepositInfo
  bankCode: QrBankCode | undefined
  onClose: () => void
}): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const qrBanks = qrBanksOf(info)
  const accounts = accountsOf(info)
  const [chosen, setChosen] = useState<Way>('qr')
  const tabs: Tab<Way>[] = []
  if (qrBanks.length > 0) tabs.push({ value: 'qr', label: t('deposit.method.qr'), drawing: qrCode })
  if (accounts.banks.length + accounts.wallets.length > 0) {
    tabs.push({ value: 'bank', label: t('deposit.method.bank'), drawing: bankDrawing })
  }
  const way = tabs.find((tab) => tab.value === chosen)?.value ?? tabs[0]?.value
  if (way === undefined) return <EmptyState text={t('deposit.empty')} />
  const onPaid = (amountMinor: number): void => {
    onClose()
    refreshMoney(client)
    const { t: say } = readTexts()
    const text = say('qr.paid', { amount: formatAmount(amountMinor) })
    openModal('message', { kind: 'done', title: say('dialog.successTitle'), text })
  }
  const onTransferred = (): void => {
    onClose()
    openModal('message', { kind: 'waiting', title: t('qr.doneTitle'), text: t('qr.doneMessage') })
  }
  return (
    <Tabs label={t('deposit.choose')} tabs={tabs} value={way} onChoose={setChosen}>
      {way === 'qr' ? (
        <QrDeposit info={info} first={bankCode} onPaid={onPaid} onTransferred={onTransferred} />
      ) : (
        <Accounts banks={accounts.banks} wallets={accounts.wallets} />
      )}
    </Tabs>
  )
}

/** The sheet before the ways are known, in the shape of the amount. */
function WaysSkeleton(): ReactNode {
  const { t } = useTexts()
  return (
    <div className={styles.waiting} aria-busy="true" aria-label={t('aria.loading')}>
      <Skeleton widthPx={480} heightPx={52} />
      <QrSkeleton />
    </div>
  )
}
