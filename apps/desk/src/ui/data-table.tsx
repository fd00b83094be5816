import type { ReactNode } from 'react'
import styles from './data-table.module.css'
import { Wide } from './wide.tsx'

/** A column: its head, and whether figures stand in it, which stand at the right. */
export interface Column {
  readonly text: ReactNode
  readonly isNumber?: boolean
}

/** Facts in rows and columns within a panel: words at the left, figures at the right, a hairline under each row. */
export function DataTable({
  caption,
  heads,
  rows,
  total,
  empty = '',
  isStacked = false,
  hasNames = false,
  className = '',
}: {
  caption: string
  heads: readonly Column[]
  /** One of them may be in hand, and some stand out. */
  rows: readonly {
    readonly key: string
    readonly cells: readonly ReactNode[]
    readonly isChosen?: boolean
    readonly tone?: 'wait' | 'out' | undefined
  }[]
  /** What all rows add up to, below them. */
  total?: readonly ReactNode[]
  /** What stands where there are none. */
  empty?: string
  /** Four columns of words, which a phone has no room for side by side. */
  isStacked?: boolean
  /** The first cell of a row is what it is called. */
  hasNames?: boolean
  className?: string | undefined
}): ReactNode {
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  const side = (index: number): string => (heads[index]?.isNumber === true ? `num ${styles.number}` : '')
  return (
    <Wide label={caption}>
      <table className={`${styles.table} ${isStacked ? styles.stacked : ''} ${className}`}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {heads.map(({ text }, index) => (
              <th key={index} scope="col" className={side(index)}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, isChosen = false, tone }) => (
            <tr key={key} className={isChosen ? styles.chosen : tone && styles[tone]}>
              {cells.map((cell, index) =>
                hasNames && index === 0 ? (
                  <th key={index} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={index} className={side(index)}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {total === undefined ? null : (
          <tfoot>
            <tr>
              {total.map((cell, index) => (
                <td key={index} className={side(index)}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </Wide>
  )
}
