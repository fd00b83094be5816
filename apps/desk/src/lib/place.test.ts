import {
  CONTENT_PARTS,
  DECISION_KINDS,
  DECISION_PARTS,
  DESK_BOXES,
  OFFER_SOURCES,
  RECON_KINDS,
  REPORT_FIGURES,
  TODAY_FIGURES,
} from '@krapao/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageName, PlaceOf } from './place.ts'
import { hashOf, readPlace } from './place.ts'

const orNull = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: null })
const oneOf = <Word>(words: readonly Word[]) => fc.constantFrom(...words)
const id = fc.stringMatching(/^[\w-]{1,80}$/)
const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
const dayText = day.map((at) => at.toISOString().slice(0, 10))

/** What each page may show. */
const shown: { readonly [Name in PageName]: fc.Arbitrary<Omit<PlaceOf<Name>, 'page'>> } = {
  today: fc.record({ figure: orNull(oneOf(TODAY_FIGURES)) }),
  decisions: fc.record({
    narrowed: fc.record({ kind: orNull(oneOf(DECISION_KINDS)), part: orNull(oneOf(DECISION_PARTS)) }),
    chosen: orNull(fc.record({ kind: oneOf(DECISION_KINDS), id: fc.stringMatching(/^[\w:.-]{1,80}$/) })),
  }),
  inbox: fc.record({ box: oneOf(DESK_BOXES), roomId: orNull(id) }),
  members: fc.oneof(
    fc.record({ memberId: id, isAdjusting: fc.boolean() }),
    fc.constant({ memberId: null, isAdjusting: false }),
  ),
  proposals: fc.record({ proposalId: orNull(id) }),
  bonuses: fc.record({ offer: orNull(fc.record({ source: oneOf(OFFER_SOURCES), code: id })) }),
  content: fc.record({ part: orNull(oneOf(CONTENT_PARTS)) }),
  replies: fc.constant({}),
  reports: fc.oneof(
    fc.record({
      span: fc.record({ from: dayText, to: dayText }),
      open: orNull(fc.record({ day: dayText, figure: oneOf(REPORT_FIGURES) })),
    }),
    fc.constant({ span: null, open: null }),
  ),
  recon: fc.record({ of: orNull(fc.record({ kind: oneOf(RECON_KINDS), code: id, day: dayText })) }),
  requests: fc.constant({}),
  staff: fc.constant({}),
  release: fc.constant({}),
  settings: fc.record({ name: orNull(id) }),
  audit: fc.constant({}),
}

describe('the address of a place', () => {
  it.each(Object.keys(shown) as PageName[])('leads back to the same place of %s', (page) => {
    fc.assert(
      fc.property(shown[page], (some) => {
        const place = { page, ...some } as PlaceOf<PageName>
        expect(readPlace(hashOf(place))).toEqual(place)
      }),
    )
  })

  it('stays as staff have kept it', () => {
    for (const hash of [
      '#/today/ggr',
      '#/decisions/all',
      '#/decisions/all.mine/withdrawal/w1',
      '#/decisions/slip.late',
      '#/inbox/open/room',
      '#/members/m1/adjust',
      '#/bonuses/promotion/FIRST20',
      '#/bonuses/bonus/new',
      '#/reports/2026-09-01/2026-11-22/2026-11-21/ggr',
      '#/recon/provider/SLOT/2026-11-21',
      '#/settings/withdrawMin',
      '#/audit',
    ]) {
      expect(hashOf(readPlace(hash)!)).toBe(hash)
    }
  })

  it('leads to a page whatever stands behind its name, and to none where there is no such page', () => {
    const words = fc.oneof(
      id,
      dayText,
      fc.string(),
      oneOf([...DECISION_KINDS, ...REPORT_FIGURES, 'adjust', 'all.mine']),
    )
    const pages = Object.keys(shown) as PageName[]
    fc.assert(
      fc.property(oneOf(pages), fc.array(words, { maxLength: 6 }), (page, parts) => {
        const place = readPlace(['#', page, ...parts].join('/'))
        expect(place?.page).toBe(page)
        expect(readPlace(hashOf(place!))).toEqual(place)
      }),
    )
    for (const hash of ['', '#', '#/', '#/nowhere', '#/constructor', '#/today2']) expect(readPlace(hash)).toBeNull()
  })
})
