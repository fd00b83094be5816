import { RECON_KINDS, RECON_WORDS, type ReconDay } from '@krapao/contract'
import { CallError } from '@krapao/web'
import { describe, expect, it } from 'vitest'
import deskTexts from '../../lib/texts/desk-texts.json' with { type: 'json' }
import { fill } from '../../lib/texts/fill.ts'
import table from './recon-texts.json' with { type: 'json' }
import { dateText, figuresOf, type ReconTexts, refusalText, wantsOf } from './recon-words.ts'

const texts: ReconTexts = {
  language: 'en',
  t: (id, values) => fill(deskTexts[id].en, values ?? {}, 'en'),
  words: (id, values) => fill(table[id].en, values ?? {}, 'en'),
  has: (id): id is keyof typeof table => Object.hasOwn(table, id),
  errorText: () => 'what everybody says',
}
const refused = (details: Record<string, unknown>): string =>
  refusalText(texts, new CallError({ kind: 'refused', code: 'NO_DATA', status: 422, details }))

const day: ReconDay = {
  ...{ asOf: '2026-11-22T02:00:00.000Z', closing: null, isOver: true, opening: 1000.1, unexplained: 0 },
  statement: {
    ...{ lines: 2, sum: -0.2, opening: 1000.1, closing: 999.9 },
    ...{ importedAt: '2026-11-22T01:00:00.000Z', importedBy: 'Noi' },
  },
  ours: { count: 3, sum: 0.2 },
  matched: { reference: 2, amount: 0, hand: 0 },
  ...{ theirs: [], own: [], differences: [], byHand: [], counts: { theirs: 0, own: 0, differences: 0 } },
}

describe('the words of a reconciliation', () => {
  it('name the kinds of parties and what a movement is said to be', () => {
    const ids = [
      ...RECON_KINDS.flatMap((kind) => [`kind.${kind}`, `party.${kind}`]),
      ...RECON_WORDS.map((word) => `says.${word}`),
    ]
    expect(ids.filter((id) => !texts.has(id))).toEqual([])
  })

  it('write a day as people do', () => {
    expect(dateText('2026-11-21')).toBe('21/11/2026')
  })

  it.each<[string, Record<string, unknown>]>([
    [
      'Line 3: this is not a date “31/13”. Nothing was imported.',
      { problem: { field: 'date', line: 3, text: '31/13' } },
    ],
    [
      'Line 2: this day is still to come, check the order of day and month: “11/12/2026”. Nothing was imported.',
      { problem: { field: 'coming', line: 2, text: '2026-12-11' } },
    ],
    ['Column headings not found Datum', { problem: { field: 'head', line: null, text: 'Datum' } }],
    [
      '20/11/2026, 21/11/2026 already has a file. Remove that one first.',
      { problem: 'has-lines', days: ['2026-11-20', '2026-11-21'] },
    ],
    ['Not explained yet: 4', { fields: ['unexplained'], unexplained: 4 }],
    ['20/11/2026 must be closed first.', { fields: ['day'], next: '2026-11-20' }],
    ['The closing should be 1,000.10, not -0.20.', { fields: ['closing'], expected: 1000.1, told: -0.2 }],
    [
      'The opening should be 1,000.10 and the file says 0.00. A file before it may be missing.',
      { fields: ['opening'], expected: 1000.1, told: 0 },
    ],
    ['Set the columns of the file first.', { fields: ['mapping'] }],
    ['what everybody says', { fields: ['novelty'] }],
  ])('say "%s" of %j', (words, details) => {
    expect(refused(details)).toBe(words)
  })
})

describe('the sums of a reconciliation', () => {
  it.each<[string, Parameters<typeof figuresOf>, ReturnType<typeof figuresOf>]>([
    ['balances of a bank that tells them', ['bank', day], { theirs: 999.9, ours: 1000.3 }],
    ['what moved at a provider', ['provider', day], { theirs: -0.2, ours: 0.2 }],
    ['what moved where no balance is known', ['bank', { ...day, opening: null }], { theirs: 999.9, ours: 0.2 }],
    ['nothing of theirs before a file', ['bank', { ...day, statement: null }], { theirs: null, ours: 0.2 }],
  ])('are %s', (_what, [kind, of], figures) => {
    expect(figuresOf(kind, of)).toEqual(figures)
  })

  it.each<[string, Partial<ReconDay>, string[]]>([
    ['nothing where all is there', {}, []],
    ['its end', { isOver: false }, ['The day is over']],
    ['a file where something moved', { statement: null }, ['File imported']],
    ['no file where nothing did', { statement: null, ours: { count: 0, sum: 0 } }, []],
    ['lines that make the closing', { opening: 1000.11 }, ['Opening plus all lines equals closing']],
    ['an explanation', { unexplained: 2 }, ['Not explained yet: 2']],
  ])('want %s before the day is closed', (_what, part, wanted) => {
    const wants = wantsOf(texts, 'bank', { ...day, ...part })
    expect(wants.filter(({ isDone }) => !isDone).map(({ text }) => text)).toEqual(wanted)
  })

  it('hold no balance against a provider, which tells none', () => {
    expect(wantsOf(texts, 'provider', { ...day, opening: 7 }).every(({ isDone }) => isDone)).toBe(true)
  })
})
