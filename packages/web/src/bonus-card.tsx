import type { ReactNode } from 'react'
import styles from './bonus-card.module.css'
import { check } from './drawings-first.tsx'
import { Icon } from './icon.tsx'

/** Of a card: with the look of the panels around it. */
export const bonusCardClass = styles.card ?? ''

/** What stands on the card of an offer: its picture, what is told of its state, its name, how it counts, and a line more. */
export function BonusCardFace({
  picture,
  sign,
  marker,
  name,
  kind,
  line,
}: {
  picture?: string | undefined
  /** In place of a picture. */
  sign?: ReactNode
  marker?: string | undefined
  name: ReactNode
  kind: ReactNode
  line: ReactNode
}): ReactNode {
  return (
    <>
      <span className={styles.picture}>
        {picture === undefined ? sign : <img src={picture} alt="" width="300" height="211" />}
      </span>
      {marker === undefined ? null : (
        <span className={styles.marker}>
          <Icon drawing={check} />
          {marker}
        </span>
      )}
      <span className={styles.words}>
        <b>{name}</b>
        <span>{kind}</span>
        <span className="num">{line}</span>
      </span>
    </>
  )
}
