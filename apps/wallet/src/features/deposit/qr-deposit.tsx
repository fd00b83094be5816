import type { ReactNode } from 'react'
import { useState } from 'react'
import { lossState } from '../../lib/api/api-error.ts'
import { bankName } from '../../lib/bank-name.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { DepositInfo, LiveQr } from './deposit.rules.ts'
import { qrBanksOf } from './deposit.rules.ts'
import styles from './deposit-sheet.module.css'
import { QrAmount } from './qr-amount.tsx'
import { QrLive } from './qr-live.tsx'
import { useCreateQr } from './use-create-qr.ts'
import { useQrWatch } from './use-qr-watch.ts'

/** Deposits by QR: an amount becomes a QR of the chosen provider, which is watched until its money comes (DEP-009). */
export function QrDeposit({
  info,
  first,
  onPaid,
  onTransferred,
}: {
  info: DepositInfo
  /** The provider to begin with; else the one whose QR is live. */
  first: string | undefined
  onPaid: (amountMinor: number) => void
  onTransferred: (qr: LiveQr) => void
}): ReactNode {
  const texts = useTexts()
  const { t, language } = texts
  const banks = qrBanksOf(info)
  const offered = banks.map(({ bankCode }) => bankCode)
  const watch = useQrWatch(offered, onPaid)
  const creation = useCreateQr()
  const [chosen, setChosen] = useState(first)
  const [typed, setTyped] = useState('')
  const bank =
    banks.find((one) => one.bankCode === chosen) ??
    banks.find((one) => watch.live[one.bankCode] !== undefined) ??
    banks[0]
  const bankCode = bank?.bankCode ?? ''
  const isKnown = offered.every((code) => watch.asked(code).isKnown)
  const failure = offered.map((code) => watch.asked(code).error).find((error) => error !== null)
  const qr = watch.live[bankCode] ?? (watch.asking?.bankCode === bankCode ? watch.asking : undefined)

  if (!isKnown && failure === undefined) return <QrSkeleton />
  if (!isKnown) {
    return <EmptyState {...lossState(texts, t('deposit.loadError'), failure, watch.refetch)} />
  }
  return (
    <>
      {offered.length > 1 ? (
        <div className={styles.banks}>
          <Segments
            label={t('qr.choose')}
            isLabelHidden
            choices={banks.map(({ bankCode: value, isGateway, names }) => ({
              value,
              label: isGateway ? t('qr.title.payment') : bankName(names, language),
            }))}
            value={bankCode}
            onChoose={(code) => {
              setChosen(code)
              creation.forget()
            }}
          />
        </div>
      ) : null}
      {bank === undefined ? null : qr === undefined ? (
        <QrAmount
          key={bankCode}
          terms={bank}
          typed={typed}
          end={watch.ends[bankCode]}
          creation={creation}
          onType={(text) => {
            setTyped(text)
            creation.forget()
          }}
          onCreate={(amountMinor) => {
            setChosen(bankCode)
            watch.forget(bankCode)
            void creation.create(bankCode, amountMinor)
          }}
        />
      ) : (
        <QrLive
          key={qr.id}
          qr={qr}
          isAsking={watch.live[bankCode] === undefined}
          failure={watch.asked(bankCode).error}
          onEnd={(end) => watch.end(qr, end)}
          onTransferred={() => onTransferred(qr)}
        />
      )}
    </>
  )
}

/** The form of an amount before it is known whether there is a QR already. */
export function QrSkeleton(): ReactNode {
  const { t } = useTexts()
  return (
    <div className={styles.waiting} aria-busy="true" aria-label={t('aria.loading')}>
      <Skeleton widthPx={96} heightPx={24} />
      <Skeleton widthPx={480} heightPx={72} />
      <Skeleton widthPx={480} heightPx={104} />
      <Skeleton widthPx={480} heightPx={56} />
    </div>
  )
}
