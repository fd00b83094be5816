import type { ReactNode } from 'react'
import { safeAddress } from '../../ui/safe-address.ts'
import type { Card } from './chat.types.ts'
import type { OnAnswer } from './message-buttons.tsx'
import { MessageButtons } from './message-buttons.tsx'
import styles from './message-cards.module.css'

/** Cards side by side that are scrolled by touch, wheel and keyboard (CHT-018). */
export function MessageCards({ cards, onAnswer }: { cards: readonly Card[]; onAnswer: OnAnswer }): ReactNode {
  return (
    // What scrolls can be scrolled by the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={styles.cards} tabIndex={cards.length > 1 ? 0 : undefined}>
      {cards.map((card, index) => {
        const image = safeAddress(card.image_url ?? null, ['http:', 'https:'])
        return (
          <li key={index} className={styles.card}>
            {image === undefined ? null : <img src={image} alt="" loading="lazy" />}
            {(card.title ?? '') === '' && (card.subtitle ?? '') === '' ? null : (
              <p>
                {(card.title ?? '') === '' ? null : <strong>{card.title}</strong>}
                {(card.subtitle ?? '') === '' ? null : <span>{card.subtitle}</span>}
              </p>
            )}
            <MessageButtons buttons={card.buttons ?? []} shape="list" onAnswer={onAnswer} />
          </li>
        )
      })}
    </ul>
  )
}
