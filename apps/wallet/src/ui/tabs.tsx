import { Icon, stepTabs } from '@krapao/web'
import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './tabs.module.css'

/** One of the ways of a sheet, with what stands below the row when it is chosen. */
export interface Tab<Value extends string> {
  readonly value: Value
  readonly label: string
  /** What it is called where the label is only a part of that. */
  readonly name?: string
  readonly drawing: ReactNode
}

/**
 * A row of tabs over the panel of the chosen one. Only the chosen tab is in the order of the Tab key; the arrows, Home
 * and End choose another.
 */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChoose,
  children,
}: {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChoose: (value: Value) => void
  /** The panel of the chosen tab. */
  children: ReactNode
}): ReactNode {
  const id = useId()
  const ids = tabs.map((tab) => tab.value)
  return (
    <>
      <div
        className={styles.tabs}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={(event) => stepTabs(event, ids, value, onChoose)}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChoose(tab.value)}
          >
            <Icon drawing={tab.drawing} />
            {tab.name === undefined ? (
              tab.label
            ) : (
              <>
                <span aria-hidden="true">{tab.label}</span>
                <span className="vh">{tab.name}</span>
              </>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}
