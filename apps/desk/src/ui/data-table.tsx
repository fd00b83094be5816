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
  empty,
  isStacked = false,
}: {
  caption: string
  heads: readonly Column[]
  /** One of them may be in hand. */
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[]; readonly isChosen?: boolean }[]
  /** What all rows add up to, below them. */
  total?: readonly ReactNode[]
  /** What stands where there are none. */
  empty: string
  /** Four columns of words, which a phone has no room for side by side. */
  isStacked?: boolean
}): ReactNode {
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  const side = (index: number): string => (heads[index]?.isNumber === true ? `num ${styles.number}` : '')
  return (
    <Wide label={caption}>
      <table className={`${styles.table} ${isStacked ? styles.stacked : ''}`}>
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
          {rows.map(({ key, cells, isChosen = false }) => (
            <tr key={key} className={isChosen ? styles.chosen : undefined}>
              {cells.map((cell, index) => (
                <td key={index} className={side(index)}>
                  {cell}
                </td>
              ))}
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
