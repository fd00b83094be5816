import type { ReactNode } from 'react'
import styles from './icon.module.css'

/** Draws an icon of 24 units in the colour of the text. It says nothing by itself: what it means stands beside it. */
export function Icon({ drawing, className = '' }: { drawing: ReactNode; className?: string }): ReactNode {
  return (
    <svg className={`${styles.icon} ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      {drawing}
    </svg>
  )
}
