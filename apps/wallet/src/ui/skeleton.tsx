import type { ReactNode } from 'react'
import styles from './skeleton.module.css'

/** A block in the shape of what comes. Sizes are those of what it stands for. */
export function Skeleton({
  widthPx,
  heightPx,
  isOnPurse = false,
}: {
  widthPx: number
  heightPx: number
  isOnPurse?: boolean
}): ReactNode {
  return (
    <span
      className={`${styles.skeleton} ${isOnPurse ? styles.purse : ''}`}
      style={{ width: widthPx, height: heightPx }}
      aria-hidden="true"
    />
  )
}
