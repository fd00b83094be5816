import type { Texts } from './texts/texts.ts'

/** What the links of a pager are called. */
export function pagerLabels({ t }: Texts) {
  return {
    pager: t('aria.pagination'),
    first: t('pager.first'),
    previous: t('pager.previous'),
    next: t('pager.next'),
    last: t('pager.last'),
    page: (page: number) => t('aria.pageNumber', { page }),
  }
}
