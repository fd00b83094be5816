import type { ReactNode } from 'react'
import styles from './mark.module.css'

/** The purse with the moon in it: the picture that every page has had since its first paint. */
export function Mark({ sizePx }: { sizePx: number }): ReactNode {
  return <img className={styles.mark} src="/mark.svg" alt="" width={sizePx} height={sizePx} />
}
