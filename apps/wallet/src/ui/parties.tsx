import { down, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import styles from './parties.module.css'

/** A place that money is at: its picture, what it is in this move, its name, and what more tells it from others. */
export interface Party {
  /** An icon, or a picture of 48 px. */
  readonly drawing?: ReactNode
  readonly picture?: ReactNode
  readonly label: string
  readonly name: string
  readonly details?: readonly string[]
}

/** Where money goes: one place, or from the first to the second. */
export function Parties({ parties }: { parties: readonly [Party] | readonly [Party, Party] }): ReactNode {
  return (
    <div className={styles.parties}>
      {parties.map((party, index) => (
        <div key={index} className={styles.party}>
          {index === 0 ? null : (
            <span className={styles.way}>
              <Icon drawing={down} />
            </span>
          )}
          {party.picture ?? (
            <span className={styles.sign}>
              <Icon drawing={party.drawing} />
            </span>
          )}
          <p>
            <small>{party.label}</small>
            <b>{party.name}</b>
            {party.details?.map((detail) => (
              <span key={detail} className="num">
                {detail}
              </span>
            ))}
          </p>
        </div>
      ))}
    </div>
  )
}
