import type { ReactNode } from 'react'
import styles from './tiles.module.css'

export interface Tile {
  readonly key: string
  readonly label: string
  /** A drawing of 32 units. */
  readonly drawing: ReactNode
  /** What it started is under way: it turns and takes no presses. */
  readonly isBusy?: boolean
  /** Not to be had now; why is said elsewhere. */
  readonly isClosed?: boolean
  readonly onPress: () => void
}

/** One panel of what can be done, three a row. */
export function Tiles({ label, tiles }: { label: string; tiles: readonly Tile[] }): ReactNode {
  return (
    <ul className={styles.tiles} aria-label={label}>
      {tiles.map(({ key, label: name, drawing, isBusy = false, isClosed = false, onPress }) => (
        <li key={key} className={styles.place}>
          <button
            type="button"
            className={`${styles.tile} ${isClosed ? styles.closed : ''}`}
            disabled={isBusy || isClosed}
            aria-busy={isBusy}
            onClick={onPress}
          >
            <svg viewBox="0 0 32 32" aria-hidden="true">
              {drawing}
            </svg>
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
