import type { DECISION_STEPS } from '@krapao/contract'
import type { GlyphState } from '../../ui/glyph.tsx'

type Step = (typeof DECISION_STEPS)[number]

/** The steps that say more than that something was done, by how they are drawn. */
const steps: readonly (readonly [GlyphState, readonly Step[]])[] = [
  [
    'done',
    [
      ...(['paid', 'withdrawal-paid-by-hand', 'withdrawal-paid-late', 'slip-credited', 'notice-credited'] as const),
      ...(['gift-credited', 'case-credited', 'collector-qr-credited', 'transfer-done', 'proposal-confirmed'] as const),
    ],
  ],
  [
    'fail',
    [
      ...(['returned', 'withdrawal-returned', 'case-returned', 'slip-refused', 'gift-refused'] as const),
      ...(['proposal-refused', 'reading-rejected', 'transfer-void'] as const),
    ],
  ],
  ['held', ['waits', 'withdrawal-held', 'case-opened']],
  ['prog', ['asked-for', 'sent-in', 'share-asked-for', 'ordered', 'called', 'withdrawal-asked']],
]

/** How a step of a life is drawn. */
export function glyphOfStep(what: string): GlyphState {
  const [glyph] = steps.find(([, some]) => some.some((step) => step === what)) ?? ['off']
  return glyph
}

/** How the answer of a party is drawn, by its first word: what follows the colon are the party's own words. */
const answers: Readonly<Record<string, GlyphState>> = {
  PAID: 'done',
  SENT: 'prog',
  FAILED: 'fail',
  RETURNED: 'fail',
  refused: 'fail',
  'not-found': 'unk',
  unknown: 'unk',
}

/** How the answer of a party is drawn. */
export function glyphOfAnswer(answer: string): GlyphState {
  return answers[answer.replace(/:.*/s, '')] ?? 'off'
}
