import { expect, it } from 'vitest'
import { glyphOfAnswer, glyphOfStep } from './decision-glyphs.ts'

it.each([
  ['PAID', 'done'],
  ['SENT', 'prog'],
  ['refused: VOUCHER_EXPIRED', 'fail'],
  ['unknown: connection refused', 'unk'],
  ['unknown: the order was paid, said its page', 'unk'],
  ['not-found', 'unk'],
  ['found: 100.00 BAHT', 'off'],
])('what a party answers is drawn by its first word alone: %s', (answer, glyph) => {
  expect(glyphOfAnswer(answer)).toBe(glyph)
})

it.each([
  ['paid', 'done'],
  ['withdrawal-returned', 'fail'],
  ['waits', 'held'],
  ['ordered', 'prog'],
  ['case-closed', 'off'],
  ['a step of tomorrow', 'off'],
])('the step %s of a life is drawn as %s', (what, glyph) => {
  expect(glyphOfStep(what)).toBe(glyph)
})
