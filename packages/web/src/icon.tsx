import type { ReactNode } from 'react'
import styles from './icon.module.css'

/** Draws an icon of 24 units in the colour of the text. It says nothing by itself: what it means stands beside it. */
export function Icon({
  drawing,
  size = 24,
  className = '',
}: {
  drawing: ReactNode
  /** In px; a class may say another. */
  size?: 14 | 16 | 18 | 20 | 24 | undefined
  className?: string | undefined
}): ReactNode {
  return (
    <svg className={`${styles.icon} ${className}`} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {drawing}
    </svg>
  )
}
