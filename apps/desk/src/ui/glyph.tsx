import type { ReactNode } from 'react'
import styles from './glyph.module.css'

/** How something stands: each has a shape of its own, so that no colour is needed to tell them apart. */
export type GlyphState = 'done' | 'prog' | 'todo' | 'held' | 'unk' | 'late' | 'fail' | 'off'

const cut = { stroke: 'var(--g-cut, var(--c-surface-1))', strokeWidth: 1.7, strokeLinecap: 'round' } as const
const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.6 } as const

const shapes: Readonly<Record<GlyphState, ReactNode>> = {
  done: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="m4.8 8.3 2.2 2.2 4.2-4.6" fill="none" {...cut} strokeLinejoin="round" />
    </>
  ),
  prog: (
    <>
      <circle cx="8" cy="8" r="6.1" {...line} />
      <path d="M8 3.6a4.4 4.4 0 0 1 0 8.8z" fill="currentColor" />
    </>
  ),
  todo: <circle cx="8" cy="8" r="6.1" {...line} strokeWidth="1.8" strokeDasharray="2.6 2.2" />,
  held: (
    <>
      <rect x="1.2" y="1.2" width="13.6" height="13.6" rx="3.6" fill="currentColor" />
      <path d="M6 5.2v5.6M10 5.2v5.6" {...cut} />
    </>
  ),
  unk: (
    <>
      <path d="M8 .9 15.1 8 8 15.1.9 8z" {...line} strokeLinejoin="round" />
      <path
        d="M6.5 6.6c.2-1.7 3-1.7 3 .1 0 1.2-1.5 1.2-1.5 2.3M8 11v.1"
        {...line}
        strokeWidth="1.4"
        strokeLinecap="round"
      />
    </>
  ),
  late: (
    <>
      <path d="M8 1.4 15.3 14H.7z" fill="currentColor" stroke="currentColor" strokeWidth="1.2" strokeLinejoin="round" />
      <path d="M8 5.8v3.6M8 11.7v.1" {...cut} />
    </>
  ),
  fail: (
    <>
      <path d="M5 1.2h6L14.8 5v6L11 14.8H5L1.2 11V5z" fill="currentColor" />
      <path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" {...cut} />
    </>
  ),
  off: (
    <>
      <circle cx="8" cy="8" r="6.1" {...line} />
      <path d="M5 8h6" {...line} strokeWidth="1.7" strokeLinecap="round" />
    </>
  ),
}

/** The shape of a state, in its colour. The word beside it says what it is. */
export function Glyph({ state, size = 14 }: { state: GlyphState; size?: number }): ReactNode {
  return (
    <svg
      className={`${styles.glyph} ${styles[state]}`}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      {shapes[state]}
    </svg>
  )
}

/** A state in a shape and words. */
export function StateSign({ state, children }: { state: GlyphState; children: ReactNode }): ReactNode {
  return (
    <span className={`${styles.sign} ${styles[state]}`}>
      <Glyph state={state} />
      {children}
    </span>
  )
}
