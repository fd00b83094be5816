import type { ReactNode } from 'react'
import { useId } from 'react'
import { EmptyArt } from './empty-state.tsx'
import styles from './history-table.module.css'
import { Note } from './note.tsx'
import { Phrases } from './phrases.tsx'
import { Skeleton } from './skeleton.tsx'
import { SmallButton } from './small-button.tsx'

/** A row: what it is, how much, and below it what more there is to say. */
export interface HistoryRow {
  readonly key: string
  readonly name: ReactNode
  readonly amount: ReactNode
  readonly note?: ReactNode
}

/** What the columns are called; read aloud, as the rows speak for themselves. */
export interface HistoryHeads {
  readonly name: string
  readonly amount: string
  readonly note?: string
}

/**
 * A small table in a sheet, under its title. `rows` undefined: on their way, or failed when there is a way to try again.
 * Rows are laid out as lines that wrap, so that they fit a narrow screen and large text.
 */
export function HistoryTable({
  title,
  heads,
  rows,
  isWaiting,
  emptyText,
  failed,
}: {
  title: string
  heads: HistoryHeads
  rows: readonly HistoryRow[] | undefined
  /** The rows are those of the page before. */
  isWaiting: boolean
  emptyText: string
  failed?: { readonly text: string; readonly retryLabel: string; readonly onRetry: () => void } | undefined
}): ReactNode {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.title}>
        {title}
      </h3>
      {rows === undefined ? (
        failed === undefined ? (
          <RowSkeletons hasNote={heads.note !== undefined} />
        ) : (
          <Note action={<SmallButton onClick={failed.onRetry}>{failed.retryLabel}</SmallButton>}>{failed.text}</Note>
        )
      ) : rows.length === 0 ? (
        <div className={styles.none}>
          <EmptyArt widthPx={77} />
          <p>
            <Phrases text={emptyText} />
          </p>
        </div>
      ) : (
        <Rows titleId={titleId} heads={heads} rows={rows} isWaiting={isWaiting} />
      )}
    </section>
  )
}

function Rows({
  titleId,
  heads,
  rows,
  isWaiting,
}: {
  titleId: string
  heads: HistoryHeads
  rows: readonly HistoryRow[]
  isWaiting: boolean
}): ReactNode {
  return (
    <table
      className={`${styles.table} ${isWaiting ? styles.waiting : ''}`}
      aria-labelledby={titleId}
      aria-busy={isWaiting}
    >
      <thead className="vh">
        <tr>
          {[heads.name, heads.amount, ...(heads.note === undefined ? [] : [heads.note])].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={styles.row}>
            <td className={styles.name}>{row.name}</td>
            <td className={styles.amount}>{row.amount}</td>
            {heads.note === undefined ? null : <td className={styles.note}>{row.note}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RowSkeletons({ hasNote }: { hasNote: boolean }): ReactNode {
  return (
    <div className={styles.table} aria-busy="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className={styles.row}>
          <span className={styles.name}>
            <Skeleton widthPx={hasNote ? 96 : 160} heightPx={18} />
          </span>
          <span className={styles.amount}>
            <Skeleton widthPx={72} heightPx={18} />
          </span>
          {hasNote ? (
            <span className={styles.note}>
              <Skeleton widthPx={160} heightPx={16} />
            </span>
          ) : null}
        </div>
      ))}
    </div>
  )
}
