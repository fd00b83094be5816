import {
  DECISION_ACTIONS,
  DECISION_CHOICES,
  DECISION_ENDS,
  DECISION_FACTS,
  DECISION_HAPPENINGS,
  DECISION_KINDS,
  DECISION_REASONS,
  DECISION_VALUES,
  DEED_NAMES,
  termsOfDeed,
} from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import deedTexts from '../../lib/texts/deed-texts.json' with { type: 'json' }
import decisionTexts from './decision-texts.json' with { type: 'json' }
import { shortName } from './decision-words.ts'

const has = (id: string): boolean => Object.hasOwn(decisionTexts, id) || Object.hasOwn(deedTexts, id)
/** Every id that a code's word may stand under; one of them is enough. */
const wanted: readonly (readonly string[])[] = [
  ...DECISION_KINDS.map((kind) => [`kind.${kind}`]),
  ...DECISION_KINDS.flatMap((kind) => DECISION_REASONS[kind].map((code) => [`why.${kind}.${code}`, `why.${code}`])),
  ...DECISION_KINDS.flatMap((kind) =>
    DECISION_ACTIONS[kind].flatMap((action) => [[`verb.${kind}.${action}`], [`next.${kind}.${action}`]]),
  ),
  ...Object.entries(DECISION_CHOICES).flatMap(([field, codes]) =>
    codes.map((code) => [`choice.${field}.${code}`, `choice.reason.${code}`]),
  ),
  ...DECISION_FACTS.map((name) => [`fact.${name}`]),
  ...Object.entries(DECISION_VALUES).flatMap(([name, codes]) => codes.map((code) => [`value.${name}.${code}`])),
  ...DECISION_HAPPENINGS.map((step) => [`step.${step}`]),
  ...DEED_NAMES.filter((deed) => termsOfDeed(deed).isStep).map((deed) => [`step.${deed}`, `deed.${deed}`]),
  ...DECISION_ENDS.map((end) => [`end.${end}`]),
]

describe('the words of the queue', () => {
  it('[OFC-063] are there for every code by which it speaks', () => {
    expect(wanted.filter((ids) => !ids.some(has)).map(([id]) => id)).toEqual([])
  })

  it('are no more than those codes', () => {
    const known = new Set(wanted.flat())
    const groups = /^(?:kind|why|verb|next|choice|fact|step|end)\./
    expect(Object.keys(decisionTexts).filter((id) => groups.test(id) && !known.has(id))).toEqual([])
  })

  it.each([
    ['นภัสสร วงศ์คำ', 'นภัสสร ว.'],
    ['สมชาย เจริญสุข', 'สมชาย จ.'],
    ['Mali Anna Sukjai', 'Mali S.'],
    ['Somchai', 'Somchai'],
  ])('shorten the name of %s in a list', (name, short) => {
    expect(shortName(name)).toBe(short)
  })
})
