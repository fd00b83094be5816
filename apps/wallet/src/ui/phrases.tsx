import type { ReactNode } from 'react'
import styles from './phrases.module.css'

const thaiOrLao = /[\u0E00-\u0EFF]/

/**
 * A short sentence in the middle of a screen. Thai and Lao have spaces between phrases alone, so that a line is to end
 * at one: a phrase is broken only where it is longer than a line. A number stays with what it counts.
 */
export function Phrases({ text }: { text: string }): ReactNode {
  if (!thaiOrLao.test(text)) return text
  return text.split(/((?<![\d%]) |\n)/).map((part, index) =>
    part === ' ' || part === '\n' ? (
      part
    ) : (
      <span key={index} className={styles.phrase}>
        {part}
      </span>
    ),
  )
}
