import type { ReactNode } from 'react'
import styles from './table-page.module.css'

/** A page about one table: its title, what it tells, and below that what there is of it. */
export function TablePage({
  title,
  intro,
  className = '',
  children,
}: {
  title: string
  intro: string
  className?: string | undefined
  children: ReactNode
}): ReactNode {
  return (
    <div className={`${styles.page} ${className}`}>
      <h1>{title}</h1>
      <p className={styles.intro}>{intro}</p>
      {children}
    </div>
  )
}

/** Rows under heads that stay while they scroll; the last column may be of buttons, whose head is for who hears it. */
export function Table({
  heads,
  lastHead = null,
  isTall = false,
  isStacked = false,
  className = '',
  children,
}: {
  heads: readonly ReactNode[]
  lastHead?: string | null
  /** Its frame is as high as the page leaves room. */
  isTall?: boolean
  /** On a phone the cells of a row stand where its own grid has them, and no heads. */
  isStacked?: boolean
  className?: string | undefined
  children: ReactNode
}): ReactNode {
  return (
    <div
      className={`${styles.frame} ${isTall ? styles.tall : ''}`}
      // What scrolls must be within reach of the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={`${styles.table} ${isStacked ? styles.stacked : ''} ${className}`}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={index} scope="col">
                {head}
              </th>
            ))}
            {lastHead === null ? null : (
              <th scope="col">
                <span className="vh">{lastHead}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
