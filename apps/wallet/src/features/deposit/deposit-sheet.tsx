import { formatAmount } from '@krapao/money'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { lossState } from '../../lib/api/api-error.ts'
import { useBonusAtHand } from '../../lib/held-bonus.ts'
import type { ModalProps } from '../../lib/modals.ts'
import { openModal } from '../../lib/modals.ts'
import { paths } from '../../lib/paths.ts'
import { goTo, Link } from '../../lib/router.tsx'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { refreshMoney } from '../../lib/wallet.ts'
import { bank as bankDrawing, gift as giftDrawing, qrCode, slip as slipDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Tab } from '../../ui/tabs.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FootContext } from './actions.tsx'
import { Accounts } from './accounts.tsx'
import { creditOf } from './credit.ts'
import { useDepositInfo } from './deposit.api.ts'
import type { DepositInfo, DepositWay, LiveQr } from './deposit.rules.ts'
import { accountsOf, waysOf } from './deposit.rules.ts'
import styles from './deposit-sheet.module.css'
import { GiftDeposit } from './gift-deposit.tsx'
import { QrDeposit, QrSkeleton } from './qr-deposit.tsx'
import { SlipDeposit } from './slip-deposit.tsx'
import { useGift } from './use-gift.ts'
import { useSlipUpload } from './use-slip-upload.ts'
import { watchCredit } from './watch-credit.ts'

/** The ways to deposit that the operator offers (DEP-004). */
export function DepositSheet({ bankCode, way, onClose }: ModalProps<'deposit'>): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useDepositInfo()
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  return (
    <Sheet
      title={t('deposit.title')}
      closeLabel={t('aria.closeDialog')}
      footer={<div ref={setFoot} className={styles.foot} />}
      isTall
      onClose={onClose}
    >
      {data === undefined && error === null ? <WaysSkeleton /> : null}
      {data === undefined && error !== null ? (
        <EmptyState {...lossState(texts, t('deposit.loadError'), error, refetch)} />
      ) : null}
      <FootContext value={foot}>
        {data === undefined ? null : <Ways info={data} bankCode={bankCode} first={way} onClose={onClose} />}
      </FootContext>
    </Sheet>
  )
}

/** Short words beside their drawing; what they are called in full is the tab's name. */
function tabOf({ t }: Texts, way: DepositWay): Tab<DepositWay> {
  const tabs: Readonly<Record<DepositWay, Tab<DepositWay>>> = {
    qr: { value: 'qr', label: t('deposit.tab.qr'), name: t('deposit.method.qr'), drawing: qrCode },
    bank: { value: 'bank', label: t('deposit.tab.bank'), name: t('deposit.method.bank'), drawing: bankDrawing },
    gift: { value: 'gift', label: t('deposit.tab.gift'), name: t('deposit.method.gift'), drawing: giftDrawing },
    slip: { value: 'slip', label: t('deposit.tab.slip'), name: t('deposit.method.slip'), drawing: slipDrawing },
  }
  return tabs[way]
}

function Ways({
  info,
  bankCode,
  first,
  onClose,
}: {
  info: DepositInfo
  bankCode: string | undefined
  first: DepositWay | undefined
  onClose: () => void
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const client = useQueryClient()
  const accounts = accountsOf(info)
  const ways = waysOf(info)
  const [chosen, setChosen] = useState(first)
  const way = ways.find((one) => one === chosen) ?? ways[0] ?? 'slip'
  const onPaid = (amountMinor: number): void => {
    onClose()
    refreshMoney(client)
    void creditOf(amountMinor).then((message) => openModal('message', message))
  }
  const onTransferred = ({ id }: LiveQr): void => {
    onClose()
    openModal('message', {
      kind: 'waiting',
      title: t('qr.doneTitle'),
      text: t('qr.doneMessage'),
      watch: (onNews) =>
        watchCredit(id, (amountMinor) => {
          refreshMoney(client)
          void creditOf(amountMinor).then(onNews)
        }),
    })
  }
  // What is on its way goes on while another tab is looked at.
  const slip = useSlipUpload()
  const gift = useGift(onPaid)
  return (
    <Tabs label={t('deposit.choose')} tabs={ways.map((one) => tabOf(texts, one))} value={way} onChoose={setChosen}>
      <BonusNote way={way} onClose={onClose} />
      {way === 'qr' ? <QrDeposit info={info} first={bankCode} onPaid={onPaid} onTransferred={onTransferred} /> : null}
      {way === 'bank' ? (
        <Accounts
          banks={accounts.banks}
          wallets={accounts.wallets}
          isManual={info.isManual}
          onSlip={() => setChosen('slip')}
        />
      ) : null}
      {way === 'gift' ? <GiftDeposit gift={gift} /> : null}
      {way === 'slip' ? <SlipDeposit upload={slip} isOnlyWay={ways.length === 1} onPaid={onPaid} /> : null}
      <Link
        to={paths.protection}
        className={styles.limits}
        onGo={() => {
          onClose()
          goTo(paths.protection)
        }}
      >
        {t('protection.depositLink')}
      </Link>
    </Tabs>
  )
}

/**
 * What a held bonus has to do with the deposit. While one runs, a QR and a gift link would be refused, and the way out of
 * that is on its page; one that waits for its deposit is granted from a least amount on.
 */
function BonusNote({ way, onClose }: { way: DepositWay; onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const { isInTheWay = false, waitsFor } = useBonusAtHand() ?? {}
  if (waitsFor !== undefined) {
    const amount = formatAmount(waitsFor.minDepositMinor)
    return (
      <Note tone="gold" drawing={giftDrawing}>
        {t('deposit.bonusArmed', { amount, bonus: waitsFor.name })}
      </Note>
    )
  }
  if (!isInTheWay || (way !== 'qr' && way !== 'gift')) return null
  return (
    <Note tone="wait" drawing={giftDrawing}>
      <p>{t('deposit.bonusActive')}</p>
      <Link
        to={paths.bonus}
        onGo={() => {
          onClose()
          goTo(paths.bonus)
        }}
      >
        {t('deposit.bonusLink')}
      </Link>
    </Note>
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
