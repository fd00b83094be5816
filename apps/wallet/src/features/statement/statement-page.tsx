import { PAGE_SIZE, type StatementRow as Row } from '@krapao/contract'
import { formatAmount, fromWireAmount } from '@krapao/money'
import { download, Icon, refresh, serverNowMs, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { lossState } from '../../lib/api/api-error.ts'
import { formatDate, formatDateTime } from '../../lib/formats.ts'
import { openModal } from '../../lib/modals.ts'
import { pagerOf, rangeText } from '../../lib/pager-labels.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Pager } from '../../ui/pager.tsx'
import panels from '../../ui/panel.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SmallButton } from '../../ui/small-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { HistoryFilter } from './history-filter.rules.ts'
import { everything, requestOf } from './history-filter.rules.ts'
import { chosenKindName, HistoryFilterRow, timeName } from './history-filter.tsx'
import { kindName } from './statement-words.ts'
import { useGameNames, useStatement } from './statement.api.ts'
import { byDay, settledSince, statusOf } from './statement.rules.ts'
import { SlipsButton } from './slips-button.tsx'
import { StatementRow, StatementRowSkeleton } from './statement-row.tsx'
import styles from './statement-page.module.css'
import { useReload } from './use-reload.ts'
import { useSpokenSettling } from './use-spoken-settling.ts'

/** /user/statement: the member's history, ten rows a page (STM-001, STM-002). */
export function StatementPage(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [page, setPage] = useState(1)
  const [filter, setFilter] = useState(everything)
  const isNarrowed = filter.kinds.length > 0 || filter.period !== 'all'
  const request = requestOf(filter, serverNowMs())
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useStatement(page, request)
  const { isRefreshing, reload } = useReload(refetch)
  const total = useLast(data?.total) ?? 0
  useSpokenSettling(data?.statements, settledSince, settledText)
  useSpokenCount(isNarrowed && !isPlaceholderData ? data?.total : undefined)
  const narrow = (next: HistoryFilter): void => {
    setFilter(next)
    setPage(1)
  }
  const go = (target: number): void => {
    setPage(target)
    window.scrollTo(0, 0)
  }
  return (
    <>
      <HistoryFilterRow filter={filter} onChange={narrow} />
      <div className={styles.controls}>
        <SlipsButton />
        <p className="num">
          {data === undefined || data.total === 0 ? null : rangeText(texts, page, data.total, PAGE_SIZE)}
        </p>
        <span className={isRefreshing ? styles.turning : undefined}>
          <IconButton label={t('common.refresh')} isFilled aria-busy={isRefreshing} onClick={() => void reload()}>
            <Icon drawing={refresh} />
          </IconButton>
        </span>
      </div>
      {data !== undefined && error !== null ? (
        <StaleNote time={formatDateTime(dataUpdatedAt)} onRetry={() => void reload()} />
      ) : null}
      {data === undefined && error === null ? <ListSkeleton /> : null}
      {data === undefined && error !== null ? (
        <EmptyState {...lossState(texts, t('statement.loadError'), error, reload)} />
      ) : null}
      {data?.total === 0 ? <NoRows isNarrowed={isNarrowed} onClear={() => narrow(everything)} /> : null}
      <Days rows={data?.statements ?? []} isWaiting={isPlaceholderData} />
      <Pager {...pagerOf(texts, page, total, PAGE_SIZE)} onGo={go} />
      {total === 0 ? null : <ExportButton filter={filter} total={total} />}
    </>
  )
}

/** A history without rows, or without rows of the kinds and the time that were chosen. */
function NoRows({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }): ReactNode {
  const { t } = useTexts()
  return isNarrowed ? (
    <EmptyState
      text={t('statement.filter.empty')}
      detail={t('statement.filter.emptyText')}
      actionLabel={t('statement.filter.clear')}
      onAction={onClear}
    />
  ) : (
    <EmptyState
      text={t('statement.empty')}
      detail={t('statement.emptyText')}
      actionKind="gold"
      actionLabel={t('statement.type.deposit')}
      onAction={() => openModal('deposit')}
    />
  )
}

function ExportButton({ filter, total }: { filter: HistoryFilter; total: number }): ReactNode {
  const texts = useTexts()
  const open = (): void =>
    openModal('history-export', {
      request: requestOf(filter, serverNowMs()),
      timeName: timeName(texts, filter),
      kindNames: filter.kinds.map((kind) => chosenKindName(texts, kind)),
      total,
    })
  return (
    <div className={styles.export}>
      <Button kind="quiet" aria-haspopup="dialog" onClick={open}>
        <Icon drawing={download} />
        {texts.t('statement.openExport')}
      </Button>
    </div>
  )
}

/** Rows by their day; those of the page before are dimmed until the asked one came. */
function Days({ rows, isWaiting }: { rows: readonly Row[]; isWaiting: boolean }): ReactNode {
  const texts = useTexts()
  const nowMs = useNow(60_000)
  const gameNames = useGameNames()
  return (
    <div className={isWaiting ? styles.waiting : undefined} aria-busy={isWaiting}>
      {byDay(rows, nowMs).map((day) => (
        <section key={day.daysAgo}>
          <h2 className={styles.day}>
            <DayName texts={texts} daysAgo={day.daysAgo} time={day.rows[0]?.createdAt ?? nowMs} />
          </h2>
          <ul className={`${panels.panel} ${styles.list}`}>
            {day.rows.map((row) => (
              <StatementRow key={row._id} row={row} gameNames={gameNames} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function DayName({ texts, daysAgo, time }: { texts: Texts; daysAgo: number; time: string | number }): ReactNode {
  const date = formatDate(time)
  if (daysAgo > 1) return date
  return (
    <>
      {texts.t(daysAgo === 0 ? 'time.today' : 'time.yesterday')} <span>{date}</span>
    </>
  )
}

function ListSkeleton(): ReactNode {
  const { t } = useTexts()
  return (
    <div aria-busy="true" role="status" aria-label={t('aria.loading')}>
      <section>
        <p className={styles.day}>
          <Skeleton widthPx={124} heightPx={18} />
        </p>
        <ul className={`${panels.panel} ${styles.list}`}>
          {Array.from({ length: 6 }, (_, index) => (
            <StatementRowSkeleton key={index} />
          ))}
        </ul>
      </section>
    </div>
  )
}

/** Above rows that could not be asked again: they are the last known ones. */
function StaleNote({ time, onRetry }: { time: string; onRetry: () => void }): ReactNode {
  const { t } = useTexts()
  return (
    <Note role="alert" action={<SmallButton onClick={onRetry}>{t('common.retry')}</SmallButton>}>
      <p className="num">{t('statement.stale', { time })}</p>
    </Note>
  )
}

/** The last value that was there, also while a new one is on its way. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** What became of a row, in a sentence to be read aloud. */
function settledText(texts: Texts, row: Row): string {
  const status = texts.t(`statement.status.${statusOf(row.status)}`)
  const amount = formatAmount(fromWireAmount(row.amount))
  return texts.t('statement.settled', { type: kindName(texts, row.statementType), amount, status })
}

/** Reads aloud how many rows a narrowed history has; those who see notice it by the rows. */
function useSpokenCount(total: number | undefined): void {
  const texts = useTexts()
  useEffect(() => {
    if (total !== undefined) showToast('spoken', texts.t('statement.filter.found', { total }))
  }, [total, texts])
}
