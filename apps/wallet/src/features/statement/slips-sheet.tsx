import type { calls, Slip } from '@krapao/contract'
import { fromWireAmount } from '@krapao/money'
import { check, clock, close, Icon, refresh } from '@krapao/web'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { lossState } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/call-api.ts'
import { formatDateTime } from '../../lib/formats.ts'
import type { ModalProps } from '../../lib/modals.ts'
import { openModal } from '../../lib/modals.ts'
import { pagerOf, rangeText } from '../../lib/pager-labels.ts'
import { isInReview, SLIP_PAGE_SIZE, slipAdvice, slipReason, slipStatusOf, useSlips } from '../../lib/slips.ts'
import { readTexts, useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dropToasts, showToast } from '../../ui/toast.tsx'
import { settledSlips, settledText } from './slips.rules.ts'
import styles from './slips-sheet.module.css'
import { useReload } from './use-reload.ts'
import { useSpokenSettling } from './use-spoken-settling.ts'

const drawings = { SUCCESS: check, FAILED: close, IN_PROGRESS: clock } as const

/** The slips that the member sent, ten a page, and what became of each (STM-003, SLP-001 to SLP-006). */
export function SlipsSheet({ onClose }: ModalProps<'slips'>): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [page, setPage] = useState(1)
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useSlips(page)
  const { isRefreshing, reload } = useReload(refetch)
  const top = useRef<HTMLDivElement>(null)
  useSpokenSettling(data?.slips, settledSlips, settledText)
  const go = (target: number): void => {
    setPage(target)
    top.current?.scrollIntoView({ block: 'end' })
  }
  const onSend = (): void => {
    onClose()
    openModal('deposit', { way: 'slip' })
  }
  return (
    <Sheet title={t('slip.title')} closeLabel={t('aria.closeDialog')} onClose={onClose}>
      <div className={styles.controls} ref={top}>
        <p className="num">
          {data === undefined || data.total === 0 ? null : rangeText(texts, page, data.total, SLIP_PAGE_SIZE)}
        </p>
        <span className={isRefreshing ? styles.turning : undefined}>
          <IconButton label={t('common.refresh')} isFilled aria-busy={isRefreshing} onClick={() => void reload()}>
            <Icon drawing={refresh} />
          </IconButton>
        </span>
      </div>
      {data !== undefined && error !== null ? (
        <Note role="alert">{t('statement.stale', { time: formatDateTime(dataUpdatedAt) })}</Note>
      ) : null}
      {data === undefined && error === null ? <ListSkeleton /> : null}
      {data === undefined && error !== null ? (
        <EmptyState {...lossState(texts, t('slip.loadError'), error, reload)} />
      ) : null}
      {data?.total === 0 ? (
        <EmptyState
          text={t('slip.empty')}
          detail={t('slip.emptyText')}
          actionKind="gold"
          actionLabel={t('slip.upload.title')}
          onAction={onSend}
        />
      ) : null}
      {data === undefined || data.total === 0 ? null : (
        <ul className={`${styles.list} ${isPlaceholderData ? styles.waiting : ''}`} aria-busy={isPlaceholderData}>
          {data.slips.map((slip) => (
            <SlipRow key={slip.reference} slip={slip} />
          ))}
        </ul>
      )}
      <Pager {...pagerOf(texts, page, data?.total, SLIP_PAGE_SIZE)} onGo={go} />
    </Sheet>
  )
}

/** One slip: its date, its amount once it was read, how it stands and why, and a way to its picture. */
function SlipRow({ slip }: { slip: Slip }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const status = slipStatusOf(slip)
  const isFailed = status === 'FAILED'
  return (
    <li className={styles.row}>
      <span className={`${styles.sign} ${styles[status]}`}>
        <Icon drawing={drawings[status]} />
      </span>
      <span className={styles.top}>
        <b className={styles.status}>
          {isFailed
            ? t('slip.failedWith', { reason: slipReason(texts, slip.note) })
            : isInReview(slip)
              ? t('slip.review')
              : t(`slip.status.${status}`)}
        </b>
        <span className={`${styles.amount} ${status === 'SUCCESS' ? styles.gained : styles.unread}`}>
          {slip.amount === null ? (
            <>
              <span aria-hidden="true">–</span>
              <span className="vh">{t('common.unknownAmount')}</span>
            </>
          ) : (
            <Amount
              amountMinor={fromWireAmount(slip.amount)}
              bahtLabel={t('currency.baht')}
              sign={status === 'SUCCESS' ? '+' : ''}
            />
          )}
        </span>
      </span>
      {isFailed ? <span className={styles.advice}>{slipAdvice(texts, slip.note)}</span> : null}
      <span className={styles.foot}>
        <time dateTime={slip.createdAt}>{formatDateTime(slip.createdAt)}</time>
        <PictureLink slip={slip} />
      </span>
    </li>
  )
}

/** Opens the picture in a tab of its own: by the address that came with the row, else by one that is asked for. */
function PictureLink({ slip }: { slip: Slip }): ReactNode {
  const { t } = useTexts()
  const words = (
    <>
      {t('slip.viewImage')}
      <span className="vh"> {formatDateTime(slip.createdAt)}</span>
    </>
  )
  if (slip.link !== null) {
    return (
      <a href={slip.link} target="_blank" rel="noopener noreferrer" className={styles.view}>
        {words}
      </a>
    )
  }
  return (
    <button type="button" className={styles.view} onClick={() => void openPicture(slip.reference)}>
      {words}
    </button>
  )
}

async function openPicture(reference: string): Promise<void> {
  // A browser lets a tab be opened by the press alone, so before the address is known.
  const tab = window.open('', '_blank')
  try {
    const path = `/api/statement/slip/reference/${reference}` as const
    const { url } = await callApi<typeof calls.slipImage>('GET', path)
    const address = new URL(url, location.origin)
    if (!/^https?:$/.test(address.protocol)) throw new Error('no address of a picture')
    dropToasts('slip-image')
    if (tab === null) location.assign(address)
    else {
      tab.opener = null
      tab.location.replace(address)
    }
  } catch {
    tab?.close()
    showToast('failed', readTexts().t('slip.imageError'), 'slip-image')
  }
}

function ListSkeleton(): ReactNode {
  const { t } = useTexts()
  return (
    <ul className={styles.list} aria-busy="true" aria-label={t('aria.loading')}>
      {Array.from({ length: 4 }, (_, index) => (
        <li key={index} className={styles.row}>
          <span className={styles.sign} />
          <span className={styles.top}>
            <Skeleton widthPx={110} heightPx={22} />
            <Skeleton widthPx={80} heightPx={22} />
          </span>
          <span className={styles.foot}>
            <Skeleton widthPx={160} heightPx={20} />
          </span>
        </li>
      ))}
    </ul>
  )
}
