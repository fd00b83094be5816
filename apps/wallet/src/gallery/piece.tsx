import type { ReactNode } from 'react'
import styles from './gallery.module.css'

/** One shared piece under its name in the code, with all its states. */
export function Piece({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <section className={styles.piece} aria-label={name}>
      <h2 lang="en">{name}</h2>
      {children}
    </section>
  )
}
