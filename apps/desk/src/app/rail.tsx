import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import type { PageName, Place } from '../lib/place.ts'
import { hashOf, placeOf } from '../lib/place.ts'
import { type TextId, useTexts } from '../lib/texts/texts.ts'
import type { MenuRow } from './places.tsx'
import styles from './rail.module.css'

/** The menu of the places, with what waits in each: names where there is room, icons where there is little. */
export function Rail({
  menu,
  place,
  waiting,
  onShortcuts,
}: {
  menu: readonly MenuRow[]
  place: Place
  /** How many wait in a place, in which words, and whether they go before all else; nothing is drawn for none. */
  waiting: Partial<Record<PageName, { readonly count: number; readonly words: TextId; readonly isFirst?: boolean }>>
  onShortcuts: () => void
}): ReactNode {
  const { t } = useTexts()
  return (
    <nav className={styles.rail} aria-label={t('desk.pages')}>
      {menu.map(({ page, drawing, letter, isApart }, index) => {
        const { count = 0, words, isFirst = false } = waiting[page] ?? {}
        const name = t(`nav.${page}`)
        return (
          <a
            key={page}
            href={hashOf(placeOf(page))}
            className={isApart === true && index > 0 ? styles.apart : undefined}
            aria-current={place.page === page ? 'page' : undefined}
            title={name}
          >
            <Icon drawing={drawing} size={20} />
            <span className={styles.name}>{name}</span>
            {count > 0 ? (
              <>
                <b className={`num ${isFirst ? styles.first : ''}`} aria-hidden="true">
                  {count > 99 ? '99+' : count}
                </b>
                <span className="vh">{words && t(words, { n: count })}</span>
              </>
            ) : (
              <kbd className="letter" aria-hidden="true">
                G {letter}
              </kbd>
            )}
          </a>
        )
      })}
      <button type="button" className={styles.keys} onClick={onShortcuts}>
        <span>{t('rail.keys')}</span>
        <kbd className="letter" aria-hidden="true">
          ?
        </kbd>
      </button>
    </nav>
  )
}
