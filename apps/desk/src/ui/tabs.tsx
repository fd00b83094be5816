import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useRef } from 'react'
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
  const list = useRef<HTMLDivElement>(null)
  const step = (event: React.KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === active)
    const index = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const to = index === undefined ? undefined : tabs.at(index)
    if (to === undefined || event.altKey) return
    event.preventDefault()
    onChoose(to.id)
    list.current?.querySelector<HTMLElement>(`[data-tab='${to.id}']`)?.focus()
  }
  return (
    <div
      ref={list}
      className={isPlain ? styles.plain : isTight ? `${styles.tabs} ${styles.tight}` : styles.tabs}
      role="tablist"
      aria-label={label}
    >
      {tabs.map(({ id, label: name, drawing, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          data-tab={id}
          id={`${panelId}-${id}`}
          className={styles.tab}
          aria-selected={id === active}
          aria-label={drawing === undefined ? undefined : name}
          aria-controls={panelId}
          tabIndex={id === active ? 0 : -1}
          onClick={() => onChoose(id)}
          onKeyDown={step}
        >
          {drawing === undefined ? null : <Icon drawing={drawing} size={18} />}
          <span className={styles.name}>{name}</span>
          {count === undefined ? null : <span className={`${styles.count} num`}>{count}</span>}
        </button>
      ))}
    </div>
  )
}
