import { HOUR_MS } from '../../platform/durations.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coolOffUntil, type Exclusion, exclusionUntil, inForce, returnTerms } from './exclusion.rules.ts'

const at = (time: string) => new Date(`${time}:00.000Z`)
const now = at('2026-11-24T12:00')
const taken = (kind: Exclusion['kind'], takenAt: Date, until: Date | null, returnAskedAt: Date | null = null) => ({
  kind,
  takenAt,
  until,
  returnAskedAt,
})

describe('terms', () => {
  it('are hours of a break, months of an exclusion, or for good', () => {
    expect(coolOffUntil(now, 1008)).toEqual(new Date(now.getTime() + 42 * 24 * HOUR_MS))
    expect(exclusionUntil(now, 6)).toEqual(at('2027-05-24T12:00'))
    expect(exclusionUntil(now, null)).toBeNull()
  })
})

describe('what holds', () => {
  it('is nothing of nothing, and of a break that is over', () => {
    expect(inForce([], now)).toBeNull()
    expect(inForce([taken('cool-off', at('2026-11-23T12:00'), now)], now)).toBeNull()
  })

  it('goes on after the term of an exclusion of one’s own', () => {
    const over = taken('self-exclusion', at('2026-01-24T12:00'), at('2026-07-24T12:00'))
    expect(inForce([over], now)).toMatchObject({ kind: 'self-exclusion', until: over.until })
  })

  const terms = fc.array(
    fc.record({
      kind: fc.constantFrom('cool-off' as const, 'self-exclusion' as const),
      takenHoursAgo: fc.integer({ min: 0, max: 20_000 }),
      hours: fc.option(fc.integer({ min: 1, max: 40_000 })),
    }),
    { maxLength: 6 },
  )
  const made = (rows: readonly { kind: Exclusion['kind']; takenHoursAgo: number; hours: number | null }[]) =>
    rows.map(({ kind, takenHoursAgo, hours }) => {
      const takenAt = new Date(now.getTime() - takenHoursAgo * HOUR_MS)
      const isForGood = kind === 'self-exclusion' && hours === null
      return taken(kind, takenAt, isForGood ? null : coolOffUntil(takenAt, hours ?? 1))
    })

  it('[PPR-015] is never shorter for anything that is taken beside it', () => {
    fc.assert(
      fc.property(terms, terms, (first, more) => {
        const before = inForce(made(first), now)
        const after = inForce(made([...first, ...more]), now)
        if (before === null) return
        expect(after).not.toBeNull()
        if (before.kind === 'self-exclusion') expect(after?.kind).toBe('self-exclusion')
        const end = (until: Date | null | undefined) => until?.getTime() ?? Number.POSITIVE_INFINITY
        expect(end(after?.until)).toBeGreaterThanOrEqual(end(before.until))
      }),
    )
  })
})

describe('coming back', () => {
  const since = at('2025-01-24T12:00')
  const until = at('2025-07-24T12:00')
  const own = (askedAt: Date | null, end: Date | null) => {
    const held = inForce([taken('self-exclusion', since, end, askedAt)], now)
    return held && returnTerms(held, now)
  }

  it('is nothing that a break needs', () => {
    const held = inForce([taken('cool-off', now, coolOffUntil(now, 24))], now)
    expect(held && returnTerms(held, now)).toBeNull()
  })

  it('[PPR-015] is asked for after the term and confirmed 24 hours later, whenever', () => {
    expect(own(null, until)).toEqual({ askFrom: until, askedAt: null, confirmFrom: null, confirmUntil: null })
    const askedAt = at('2025-08-01T00:00')
    expect(own(askedAt, until)).toMatchObject({ askedAt, confirmFrom: at('2025-08-02T00:00'), confirmUntil: null })
  })

  it('[PPR-015] from one for good is asked for after twelve months and confirmed from day 7 to day 30', () => {
    expect(own(null, null)).toMatchObject({ askFrom: at('2026-01-24T12:00'), confirmFrom: null })
    const askedAt = at('2026-11-01T00:00')
    expect(own(askedAt, null)).toEqual({
      askFrom: at('2026-01-24T12:00'),
      askedAt,
      confirmFrom: at('2026-11-08T00:00'),
      confirmUntil: at('2026-12-01T00:00'),
    })
    // What was let pass is asked for anew.
    expect(own(at('2026-10-25T12:00'), null)).toMatchObject({ askedAt: null, confirmFrom: null })
  })
})
