import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './panel.module.css'

/** A part of a page with its title, a quiet word beside it, and what can be done with the whole of it. */
export function Panel({
  title,
  aside,
  action,
  foot,
  isFlush = false,
  children,
}: {
  title: ReactNode
  aside?: ReactNode
  action?: ReactNode
  foot?: ReactNode
  /** Its content reaches the edges, as a table does. */
  isFlush?: boolean
  children: ReactNode
}): ReactNode {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id}>{title}</h3>
        {aside === undefined ? null : <span className={styles.aside}>{aside}</span>}
        {action === undefined ? null : <span className={`${styles.action} finger`}>{action}</span>}
      </header>
      <div className={isFlush ? styles.flush : styles.body}>{children}</div>
      {foot === undefined ? null : <footer className={styles.foot}>{foot}</footer>}
    </section>
  )
}

/** What is known of something: names at the left, values at the right. */
export function FactList({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value], place) => (
        // Two may have one name: a reason why, and one why not.
        <div key={`${place} ${name}`}>
          <dt>{name}</dt>
          <dd className="finger">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
