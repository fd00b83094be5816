import type { ReactNode } from 'react'
import styles from './mark.module.css'

/** Built pages have it within them, so that it is no file more; pages of the development build have its file alone. */
const isInPage = document.querySelector('#mark') !== null

/** The purse with the moon in it: the picture that every page has had since its first paint. */
export function Mark({ sizePx }: { sizePx: number }): ReactNode {
  return isInPage ? (
    <svg className={styles.mark} width={sizePx} height={sizePx} aria-hidden="true">
      <use href="#mark" />
    </svg>
  ) : (
    <img className={styles.mark} src="/mark.svg" alt="" width={sizePx} height={sizePx} />
  )
}
