import type { Texts } from './texts/texts.ts'

/** A page of a list of so many rows, as a pager takes it, with what its links are called. */
export function pagerOf({ t }: Texts, page: number, total: number | undefined, pageSize: number) {
  const labels = {
    pager: t('aria.pagination'),
    first: t('pager.first'),
    previous: t('pager.previous'),
    next: t('pager.next'),
    last: t('pager.last'),
    page: (target: number) => t('aria.pageNumber', { page: target }),
  }
  return { page, pages: Math.max(1, Math.ceil((total ?? 0) / pageSize)), labels }
}

/** "11–20 of 34": which rows a page has. */
export function rangeText({ t }: Texts, page: number, total: number, pageSize: number): string {
  return t('pager.range', { from: (page - 1) * pageSize + 1, to: Math.min(total, page * pageSize), total })
}
