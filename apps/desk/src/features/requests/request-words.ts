import { DAY_MS } from '@krapao/web'
import type { DeskDataRequest } from '@krapao/contract'
import deedTexts from '../../lib/texts/deed-texts.json' with { type: 'json' }
import type { PlaceTexts } from '../../lib/texts/texts.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import type { GlyphState } from '../../ui/glyph.tsx'
import requestTexts from './requests-texts.json' with { type: 'json' }

const table = { ...deedTexts, ...requestTexts }

type RequestTexts = PlaceTexts<keyof typeof table>

/** The texts of the place. */
export function useRequestTexts(): RequestTexts {
  return usePlaceTexts(table)
}

/** How far one is; a copy that is just being made says so. */
export function stateText({ words }: RequestTexts, { state, isMaking }: DeskDataRequest): string {
  return words(isMaking ? 'state.making' : `state.${state}`)
}

/** Whole days that are left; below zero when it is overdue. */
export function daysLeft({ dueAt }: DeskDataRequest, nowMs: number): number {
  return Math.floor((Date.parse(dueAt) - nowMs) / DAY_MS)
}

export const glyphs = {
  received: 'todo',
  verified: 'held',
  delivered: 'done',
  refused: 'fail',
} as const satisfies Record<DeskDataRequest['state'], GlyphState>
