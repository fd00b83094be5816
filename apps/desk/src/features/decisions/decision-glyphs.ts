import type { DecisionStep } from '@krapao/contract'
import type { GlyphState } from '../../ui/glyph.tsx'

type Glyphs = Readonly<Record<string, GlyphState | undefined>>

/** The steps that say more than that something was done. */
const ofSteps: Glyphs = {
  paid: 'done',
  'withdrawal-paid-by-hand': 'done',
  'withdrawal-paid-late': 'done',
  'slip-credited': 'done',
  'notice-credited': 'done',
  'gift-credited': 'done',
  'case-credited': 'done',
  'collector-qr-credited': 'done',
  'transfer-done': 'done',
  'proposal-confirmed': 'done',
  returned: 'fail',
  'withdrawal-returned': 'fail',
  'case-returned': 'fail',
  'slip-refused': 'fail',
  'gift-refused': 'fail',
  'proposal-refused': 'fail',
  'reading-rejected': 'fail',
  'transfer-void': 'fail',
  waits: 'held',
  'withdrawal-held': 'held',
  'case-opened': 'held',
  'asked-for': 'prog',
  'sent-in': 'prog',
  'share-asked-for': 'prog',
  ordered: 'prog',
  called: 'prog',
  'withdrawal-asked': 'prog',
} satisfies Partial<Record<DecisionStep, GlyphState>>

/** What a party answers, by its first word: what follows the colon are the party's own words. */
const ofAnswers: Glyphs = {
  PAID: 'done',
  SENT: 'prog',
  FAILED: 'fail',
  RETURNED: 'fail',
  refused: 'fail',
  'not-found': 'unk',
  unknown: 'unk',
}

/** How a step of a life is drawn. */
export const glyphOfStep = (what: string): GlyphState => ofSteps[what] ?? 'off'

/** How the answer of a party is drawn. */
export const glyphOfAnswer = (answer: string): GlyphState => ofAnswers[answer.replace(/:.*/s, '')] ?? 'off'
