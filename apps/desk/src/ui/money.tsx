import type { ReactNode } from 'react'
import styles from './money.module.css'

/** "1,234.50" with the satang quieter than the baht; `isBig` is the amount in hand, "+฿1,234.50" with the sign of baht in gold. */
export function Money({
  words,
  isBig = false,
  hasTone = false,
}: {
  words: string
  isBig?: boolean
  /** In the colour of what comes or goes, by its sign. */
  hasTone?: boolean
}): ReactNode {
  const point = words.lastIndexOf('.')
  const [baht, satang] = point < 0 ? [words, ''] : [words.slice(0, point), words.slice(point)]
  const direction = isBig ? (/^[+-]/.exec(baht)?.[0] ?? '') : ''
  const tone = !hasTone ? '' : words.startsWith('-') ? styles.out : words.startsWith('+') ? styles.in : ''
  return (
    <span className={`num ${styles.money} ${isBig ? styles.big : ''} ${tone}`}>
      {direction}
      {isBig ? <span className={styles.sign}>฿</span> : null}
      {baht.slice(direction.length)}
      <span className={styles.satang}>{satang}</span>
    </span>
  )
}
