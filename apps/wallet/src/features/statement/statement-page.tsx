import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { formatDate } from '../../lib/formats.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useNow } from '../../lib/use-now.ts'
import { IconButton } from '../../ui/button.tsx'
import { refresh } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/pager.tsx'
import panels from '../../ui/panel.module.css'
import { PAGE_SIZE, useStatement } from './statement.api.ts'
import { byDay } from './statement.rules.ts'
import { StatementRow, StatementRowSkeleton } from './statement-row.tsx'
import styles from './statement-page.module.css'

/** /user/statement: the member's history, ten rows a page (STM-001, STM-002). `gameNames` are names by slot code. */
export function StatementPage({ gameNames }: { gameNames: ReadonlyMap<string, string> }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useNow(60_000)
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useStatement(page)
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE))
  const go = (target: number): void => {
    setPage(target)
    window.scrollTo(0, 0)
  }
  return (
    <>
      <div className={styles.controls}>
        <p className="num">{data === undefined || data.total === 0 ? null : rangeText(texts, page, data.total)}</p>
        <IconButton label={t('common.refresh')} isFilled disabled={isFetching} onClick={() => void refetch()}>
          <Icon drawing={refresh} />
        </IconButton>
      </div>
      {data === undefined && error === null ? (
        <ul className={`${panels.panel} ${styles.list}`} aria-busy="true" aria-label={t('aria.loading')}>
          {Array.from({ length: 6 }, (_, index) => (
            <StatementRowSkeleton key={index} />
          ))}
        </ul>
      ) : null}
      {data === undefined && error !== null ? (
        <EmptyState
          text={t('statement.loadError')}
          detail={errorText(texts, error)}
          actionLabel={t('common.retry')}
          onAction={() => void refetch()}
        />
      ) : null}
      {data?.total === 0 ? <EmptyState text={t('statement.empty')} /> : null}
      {byDay(data?.statements ?? [], nowMs).map((day) => (
        <section key={day.daysAgo}>
          <h2 className={styles.day}>{dayText(texts, day.daysAgo, day.rows[0]?.createdAt ?? nowMs)}</h2>
          <ul className={`${panels.panel} ${styles.list}`}>
            {day.rows.map((row) => (
              <StatementRow key={row._id} row={row} gameNames={gameNames} />
            ))}
          </ul>
        </section>
      ))}
      <Pager
        page={page}
        pages={pages}
        labels={{
          pager: t('aria.pagination'),
          first: t('pager.first'),
          previous: t('pager.previous'),
          next: t('pager.next'),
          last: t('pager.last'),
          page: (one) => t('aria.pageNumber', { page: one }),
        }}
        onGo={go}
      />
    </>
  )
}

function rangeText({ t }: Texts, page: number, total: number): string {
  return t('pager.range', { from: (page - 1) * PAGE_SIZE + 1, to: Math.min(total, page * PAGE_SIZE), total })
}

function dayText({ t }: Texts, daysAgo: number, time: string | number): string {
  if (daysAgo === 0) return t('time.today')
  return daysAgo === 1 ? t('time.yesterday') : formatDate(time)
}
