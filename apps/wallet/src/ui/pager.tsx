import { Icon, left, right } from '@krapao/web'
import type { ReactNode } from 'react'
import { first, last } from './drawings.tsx'
import { IconButton } from './button.tsx'
import styles from './pager.module.css'

/** How many page links stand before and after the present page (section 9). */
const PAGES_BEFORE = 3
const PAGES_AFTER = 1

/** The words of a pager. */
export interface PagerLabels {
  readonly pager: string
  readonly first: string
  readonly previous: string
  readonly next: string
  readonly last: string
  readonly page: (page: number) => string
}

/** The pages that a pager links to: three before the present one, it, and one after, as far as they exist. */
export function pagesAround(page: number, pages: number): number[] {
  const from = Math.max(1, page - PAGES_BEFORE)
  const to = Math.min(pages, page + PAGES_AFTER)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

/** Links to the pages of a list, with arrows so that every page can be reached. Nothing for a single page. */
export function Pager({
  page,
  pages,
  labels,
  onGo,
}: {
  page: number
  pages: number
  labels: PagerLabels
  onGo: (page: number) => void
}): ReactNode {
  if (pages <= 1) return null
  const arrow = (label: string, drawing: ReactNode, target: number, isOff: boolean): ReactNode => (
    <IconButton label={label} disabled={isOff} onClick={() => onGo(target)}>
      <Icon drawing={drawing} />
    </IconButton>
  )
  return (
    <nav className={styles.pager} aria-label={labels.pager}>
      {arrow(labels.first, first, 1, page === 1)}
      {arrow(labels.previous, left, page - 1, page === 1)}
      {pagesAround(page, pages).map((one) => (
        <button
          key={one}
          type="button"
          aria-label={labels.page(one)}
          aria-current={one === page ? 'page' : undefined}
          onClick={() => onGo(one)}
        >
          {one}
        </button>
      ))}
      {arrow(labels.next, right, page + 1, page === pages)}
      {arrow(labels.last, last, pages, page === pages)}
    </nav>
  )
}
