import type { Texts } from './texts/texts.ts'

/** A page of so many, as a pager takes it, with what its parts are called. */
export function pagerOf({ t }: Texts, page: number, pages: number) {
  const place = t('pager.place', { page, pages })
  return {
    page,
    pages,
    labels: { region: t('pager.label'), previous: t('pager.previous'), next: t('pager.next'), place },
  }
}
