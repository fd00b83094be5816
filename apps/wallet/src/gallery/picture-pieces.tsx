import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTexts } from '../lib/texts/texts.ts'
import { Amount, BigAmount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Carousel, CarouselSkeleton } from '../ui/carousel.tsx'
import { Countdown } from '../ui/countdown.tsx'
import { bank } from '../ui/drawings.tsx'
import { Mark } from '../ui/mark.tsx'
import { Parties } from '../ui/parties.tsx'
import { Pocket } from '../ui/pocket.tsx'
import type { QrDrawing } from '../ui/qr-picture.tsx'
import { QrPicture } from '../ui/qr-picture.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tiles } from '../ui/tiles.tsx'
import { showToast } from '../ui/toast.tsx'
import { Tracker } from '../ui/tracker.tsx'
import styles from './gallery.module.css'
import { Piece } from './piece.tsx'

export function Amounts(): ReactNode {
  const { t } = useTexts()
  const bahtLabel = t('currency.baht')
  return (
    <Piece name="Amount">
      <p className={styles.large}>
        <Amount amountMinor={1_234_567_89} bahtLabel={bahtLabel} />
      </p>
      <div className={styles.row}>
        <Amount amountMinor={5} bahtLabel={bahtLabel} />
        <span className={styles.in}>
          <Amount amountMinor={500_00} bahtLabel={bahtLabel} sign="+" />
        </span>
        <span className={styles.out}>
          <Amount amountMinor={250_50} bahtLabel={bahtLabel} sign="−" />
        </span>
      </div>
    </Piece>
  )
}

export function Pockets(): ReactNode {
  const { t } = useTexts()
  const pocket = { bahtLabel: t('currency.baht'), onAction: () => undefined }
  return (
    <Piece name="Pocket">
      <Pocket {...pocket} label={t('field.mainWallet')} amountMinor={125_50} actionLabel={t('common.confirm')} />
      <Pocket {...pocket} label={t('field.mainWallet')} amountMinor={0} hint={t('home.loadError')} />
    </Piece>
  )
}

export function PartyPieces(): ReactNode {
  const { t } = useTexts()
  const wallet = { picture: <Mark sizePx={48} />, label: t('common.from'), name: t('field.mainWallet') }
  const details = ['SOMCHAI JAIDEE', 'xxx-x-xx789-0']
  const account = { drawing: bank, label: t('common.to'), name: t('register.bank.title'), details }
  return (
    <Piece name="From and to">
      <BigAmount amountMinor={1_500_00} bahtLabel={t('currency.baht')} />
      <Parties parties={[wallet, account]} />
      <Parties parties={[account]} />
    </Piece>
  )
}

const coin = (
  <>
    <circle cx="16" cy="16" r="11" />
    <circle cx="16" cy="16" r="4" fill="var(--c-gold-fill)" stroke="none" />
  </>
)

export function TilePanel(): ReactNode {
  const { t } = useTexts()
  const tile = (key: 'deposit' | 'refresh' | 'withdraw', isBusy = false) => ({
    key,
    label: t(`tile.${key}`),
    drawing: coin,
    isBusy,
    onPress: () => showToast('done', t(`tile.${key}`)),
  })
  return (
    <Piece name="Tiles">
      <Tiles label={t('aria.tiles')} tiles={[tile('deposit'), tile('refresh', true), tile('withdraw')]} />
    </Piece>
  )
}

const WHOLE_MS = 120_000

export function Countdowns(): ReactNode {
  const { t } = useTexts()
  const [startedAtMs, setStartedAtMs] = useState(Date.now)
  const ends = [WHOLE_MS, WHOLE_MS / 4, 0]
  return (
    <Piece name="Countdown">
      {ends.map((leftMs) => (
        <Countdown
          key={`${startedAtMs} ${leftMs}`}
          label={t('qr.timeLeft')}
          endsAtMs={startedAtMs + leftMs}
          wholeMs={WHOLE_MS}
          readNowMs={Date.now}
          onEnd={() => undefined}
        />
      ))}
      <Button kind="tonal" onClick={() => setStartedAtMs(Date.now())}>
        {t('common.retry')}
      </Button>
    </Piece>
  )
}

/** Looks like a QR code and says nothing: its three corners, and modules of no meaning. */
function sampleQr(): QrDrawing {
  const size = 29
  const corners = [
    [2, 2],
    [20, 2],
    [2, 20],
  ] as const
  const isDark = (x: number, y: number): boolean => {
    const corner = corners.find(([left, top]) => x >= left - 1 && x <= left + 7 && y >= top - 1 && y <= top + 7)
    if (corner === undefined) return (x * 7 + y * 13 + x * y * 5) % 11 < 5
    const away = Math.max(Math.abs(x - corner[0] - 3), Math.abs(y - corner[1] - 3))
    return away === 3 || away <= 1
  }
  let path = ''
  for (let y = 2; y < size - 2; y += 1) {
    for (let x = 2; x < size - 2; x += 1) if (isDark(x, y)) path += `M${x} ${y}h1v1h-1z`
  }
  return { size, path }
}

export function QrPictures(): ReactNode {
  const { t } = useTexts()
  const drawing = sampleQr()
  return (
    <Piece name="QR picture">
      <div className={styles.qrs}>
        <QrPicture drawing={drawing} label={t('aria.qrImage', { amount: '500.00' })} />
        <QrPicture drawing={drawing} label={t('qr.expired')} isFaded />
      </div>
    </Piece>
  )
}

export function Trackers(): ReactNode {
  const { t } = useTexts()
  const stateTexts = {
    done: t('tracker.done'),
    current: t('statement.status.IN_PROGRESS'),
    ahead: t('tracker.notYet'),
    failed: t('statement.status.FAILED'),
  }
  const asked = { text: t('tracker.asked'), detail: '21/11/2026 12:00:00', state: 'done' } as const
  return (
    <Piece name="Tracker">
      <Tracker
        label={t('tracker.label')}
        steps={[
          asked,
          { text: t('tracker.checking'), detail: t('tracker.checkingHint'), state: 'current' },
          { text: t('tracker.willPay'), state: 'ahead' },
        ]}
        stateText={(state) => stateTexts[state]}
      />
      <Tracker
        label={t('tracker.label')}
        steps={[asked, { text: t('tracker.returned'), state: 'failed' }]}
        stateText={(state) => stateTexts[state]}
      />
    </Piece>
  )
}

export function Skeletons(): ReactNode {
  return (
    <Piece name="Skeleton">
      <div className={styles.row}>
        <Skeleton widthPx={48} heightPx={48} />
        <Skeleton widthPx={180} heightPx={20} />
      </div>
      <div className={styles.purse}>
        <Skeleton widthPx={200} heightPx={42} isOnPurse />
      </div>
    </Piece>
  )
}

const arts = ['lantern', 'lotus', 'longboat', 'rocket', 'elephant', 'naka'] as const

export function Carousels(): ReactNode {
  const { t } = useTexts()
  return (
    <Piece name="Carousel">
      <Carousel
        title={t('games.slot.title')}
        note={t('games.count', { n: arts.length })}
        labels={{
          previous: t('aria.carouselPrevious'),
          next: t('aria.carouselNext'),
          position: (n, total) => t('aria.carouselPosition', { n, total }),
        }}
        items={arts.map((art, index) => ({
          key: art,
          picture: <img className={styles.card} src={`/art/game-${art}.svg`} alt="" />,
          words: <span className={styles.words}>{t('games.account.title', { name: `${index + 1}` })}</span>,
        }))}
        onOpen={(art) => showToast('done', art)}
      />
      <CarouselSkeleton
        title={t('games.sport.title')}
        words={
          <span className={styles.words}>
            <Skeleton widthPx={136} heightPx={24} />
          </span>
        }
      />
    </Piece>
  )
}
