import { Icon, stepTabs } from '@krapao/web'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly drawing?: ReactNode
  readonly count?: number | undefined
}

/** What makes an element the panel of a row of tabs. */
export const tabPanel = (panelId: string, active: string) =>
  ({ id: panelId, role: 'tabpanel', 'aria-labelledby': `${panelId}-${active}` }) as const

/** A row of tabs: arrows, Home and End move among them, Tab leaves them. What they show is labelled by `${panelId}-${id}`. */
export function Tabs<Id extends string>({
  tabs,
  active,
  label,
  panelId,
  isPlain = false,
  isTight = false,
  onChoose,
}: {
  tabs: readonly Tab<Id>[]
  active: Id
  label: string
  panelId: string
  /** Without a ground: for tabs within a part. */
  isPlain?: boolean
  /** Closer together: for a narrow column. */
  isTight?: boolean
  onChoose: (id: Id) => void
}): ReactNode {
  const ids = tabs.map(({ id }) => id)
  return (
    <div
      className={isPlain ? styles.plain : isTight ? `${styles.tabs} ${styles.tight}` : styles.tabs}
      role="tablist"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => stepTabs(event, ids, active, onChoose)}
    >
      {tabs.map(({ id, label: name, drawing, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${panelId}-${id}`}
          className={styles.tab}
          aria-selected={id === active}
          aria-label={drawing === undefined ? undefined : name}
          aria-controls={panelId}
          tabIndex={id === active ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {drawing === undefined ? null : <Icon drawing={drawing} size={18} />}
          <span className={styles.name}>{name}</span>
          {count === undefined ? null : <span className={`${styles.count} num`}>{count}</span>}
        </button>
      ))}
    </div>
  )
}
