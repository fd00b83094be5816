import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  reasonsOfStanding,
  releaseReasons,
  type ReleaseFacts,
  type Standing,
  type WaitReason,
} from './release.rules.ts'

const now = new Date('2026-11-21T05:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const rules = { autoMaxMinor: 20_000_00, autoDayMaxMinor: 60_000_00, payeeUnchangedHours: 24 }
const clear: Standing = {
  isLocked: false,
  hasOpenCase: false,
  isRestored: false,
  hasHighFlag: false,
  hasLateWin: false,
  hasNewKeys: false,
  isUnproven: false,
}
const usual: ReleaseFacts = {
  amountMinor: 20_000_00,
  dayMinor: 60_000_00,
  payeeChangedAt: null,
  standing: [],
  at: now,
}

describe('which withdrawals wait for a person', () => {
  it.each([
    ['up to the amount and the day: none', {}, []],
    ['a satang above the amount', { amountMinor: 20_000_01 }, ['AMOUNT']],
    ['a satang above the day', { dayMinor: 60_000_01 }, ['DAY_AMOUNT']],
    ['a bank account changed a moment ago', { payeeChangedAt: now }, ['PAYEE_CHANGED']],
    ['changed nearly a day ago', { payeeChangedAt: later(-86_399_999) }, ['PAYEE_CHANGED']],
    ['changed a day ago: none', { payeeChangedAt: later(-86_400_000) }, []],
  ] as [string, Partial<ReleaseFacts>, WaitReason[]][])('%s', (_, changes, expected) => {
    expect(releaseReasons(rules, { ...usual, ...changes })).toEqual(expected)
  })

  it.each([
    ['isLocked', 'LOCKED'],
    ['hasOpenCase', 'OPEN_CASE'],
    ['isRestored', 'RESTORED'],
    ['hasHighFlag', 'HIGH_FLAG'],
    ['hasLateWin', 'LATE_WIN'],
    ['hasNewKeys', 'KEYS_CHANGED'],
    ['isUnproven', 'PAYEE_UNPROVEN'],
  ] as [keyof Standing, WaitReason][])('whatever the rules, for how he stands: %s', (name, reason) => {
    expect(reasonsOfStanding(clear)).toEqual([])
    const standing = reasonsOfStanding({ ...clear, [name]: true })
    const none = {
      autoMaxMinor: Number.MAX_SAFE_INTEGER,
      autoDayMaxMinor: Number.MAX_SAFE_INTEGER,
      payeeUnchangedHours: 0,
    }
    expect(releaseReasons(none, { ...usual, standing })).toEqual([reason])
  })

  it('[OFC-038] for every reason there is, each told once and the gravest first', () => {
    const standing = reasonsOfStanding({
      isLocked: true,
      hasOpenCase: true,
      isRestored: true,
      hasHighFlag: true,
      hasLateWin: true,
      hasNewKeys: true,
      isUnproven: true,
    })
    const facts = { ...usual, amountMinor: 30_000_00, dayMinor: 90_000_00, payeeChangedAt: now, standing }
    expect(releaseReasons(rules, facts)).toEqual([
      ...['LOCKED', 'OPEN_CASE', 'RESTORED', 'HIGH_FLAG', 'LATE_WIN', 'KEYS_CHANGED'],
      ...['AMOUNT', 'DAY_AMOUNT', 'PAYEE_CHANGED', 'PAYEE_UNPROVEN'],
    ])
  })

  it('no looser rules make one wait that was released', () => {
    const minor = fc.integer({ min: 0, max: 100_000_00 })
    const hours = fc.integer({ min: 0, max: 48 })
    fc.assert(
      fc.property(
        minor,
        minor,
        hours,
        minor,
        minor,
        hours,
        minor,
        minor,
        hours,
        (each, day, h, more, moreDay, less, amount, sum, ago) => {
          const strict = { autoMaxMinor: each, autoDayMaxMinor: day, payeeUnchangedHours: h + less }
          const loose = { autoMaxMinor: each + more, autoDayMaxMinor: day + moreDay, payeeUnchangedHours: h }
          const facts = {
            ...usual,
            amountMinor: amount,
            dayMinor: amount + sum,
            payeeChangedAt: later(-ago * 3_600_000),
          }
          const before = new Set(releaseReasons(strict, facts))
          expect(releaseReasons(loose, facts).filter((reason) => !before.has(reason))).toEqual([])
        },
      ),
    )
  })
})
