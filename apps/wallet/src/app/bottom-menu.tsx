import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import type { Path } from '../lib/paths.ts'
import { Link } from '../lib/router.tsx'
import styles from './bottom-menu.module.css'

export interface MenuEntry {
  readonly to: Path
  readonly label: string
  readonly drawing: ReactNode
  /** Goes there in its own way. */
  readonly onGo?: () => void
  /** Fetches the page when a finger comes near. */
  readonly preload?: () => void
}

/** The menu within thumb's reach, for guests: entries of one size. */
export function BottomMenu({
  label,
  entries,
  currentPath,
}: {
  label: string
  entries: readonly MenuEntry[]
  currentPath: string
}): ReactNode {
  return (
    <nav className={`${styles.menu} ${styles.even}`} aria-label={label}>
      <div className={styles.inner}>
        {entries.map((entry) => (
          <MenuLink key={entry.to} entry={entry} isCurrent={entry.to === currentPath} />
        ))}
      </div>
    </nav>
  )
}

/** One entry of a menu: an icon over a word. */
export function MenuLink({ entry, isCurrent }: { entry: MenuEntry; isCurrent: boolean }): ReactNode {
  return (
    <Link
      to={entry.to}
      onGo={entry.onGo}
      onPointerEnter={entry.preload}
      onFocus={entry.preload}
      className={styles.entry}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon drawing={entry.drawing} />
      {entry.label}
    </Link>
  )
}
