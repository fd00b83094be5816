import { left, right } from '@krapao/web'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import styles from './pager.module.css'

/** Steps through pages of a list; nothing where there is one page only. */
export function Pager({
  page,
  pages,
  labels,
  onPage,
}: {
  page: number
  pages: number
  labels: { region: string; previous: string; next: string; place: string }
  onPage: (page: number) => void
}): ReactNode {
  if (pages <= 1) return null
  return (
    <nav className={styles.pager} aria-label={labels.region}>
      <IconButton label={labels.previous} drawing={left} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <span className="num">{labels.place}</span>
      <IconButton label={labels.next} drawing={right} disabled={page >= pages} onClick={() => onPage(page + 1)} />
    </nav>
  )
}
