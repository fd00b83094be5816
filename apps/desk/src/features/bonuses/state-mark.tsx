import type { OfferState } from '@krapao/contract'
import type { ReactNode } from 'react'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Glyph } from '../../ui/glyph.tsx'
import table from './bonuses-texts.json' with { type: 'json' }
import styles from './bonuses-page.module.css'

/** How each state is drawn. */
const glyphs = {
  draft: 'prog',
  scheduled: 'todo',
  live: 'done',
  replaced: 'off',
  ended: 'off',
} as const satisfies Record<OfferState, string>

export function StateMark({ state }: { state: OfferState }): ReactNode {
  const { words } = usePlaceTexts(table)
  return (
    <span className={styles.state}>
      <Glyph state={glyphs[state]} />
      {words(`state.${state}`)}
    </span>
  )
}
