import { describe, expect, it } from 'vitest'
import type { Bonus } from './bonus.api.ts'
import { cardState, fillNotice, receivedCount, progressOf } from './bonus.rules.ts'

/** A Wednesday at noon in Bangkok. */
const nowMs = Date.parse('2026-11-18T05:00:00.000Z')

function bonusOf(type: Bonus['type'], times: readonly string[], maxReceived = 1, isActive = false): Bonus {
  const received = times.map((updatedAt) => ({ updatedAt }))
  const userBonus = { _id: 'a'.repeat(24), isActive, received }
  return { code: 'X', name: 'X', type, maxReceived, percentFail: 5, banners: [], userBonus }
}

describe('how often a bonus was received', () => {
  it('[BON-016] counts all receipts of type limit', () => {
    const times = ['2020-01-01T00:00:00.000Z', '2026-11-17T00:00:00.000Z', '2026-11-18T04:00:00.000Z']
    expect(receivedCount(bonusOf('limit', times), nowMs)).toBe(3)
  })

  it.each([
    ['the first moment of today', '2026-11-17T17:00:00.000Z', 1],
    ['the last moment of yesterday', '2026-11-17T16:59:59.999Z', 0],
    ['this hour', '2026-11-18T04:30:00.000Z', 1],
  ])('[BON-017] counts by the day of Bangkok: %s', (_, time, count) => {
    expect(receivedCount(bonusOf('day', [time]), nowMs)).toBe(count)
  })

  it.each([
    ['the first moment of Monday', '2026-11-15T17:00:00.000Z', 1],
    ['the last moment of Sunday', '2026-11-15T16:59:59.999Z', 0],
    ['the same weekday a week ago', '2026-11-11T05:00:00.000Z', 0],
    ['yesterday', '2026-11-17T05:00:00.000Z', 1],
  ])('[BON-018] counts by the week of Bangkok, which begins on Monday: %s', (_, time, count) => {
    expect(receivedCount(bonusOf('week', [time]), nowMs)).toBe(count)
  })

  it('is nothing for a bonus that was never received', () => {
    expect(receivedCount({ ...bonusOf('limit', []), userBonus: null }, nowMs)).toBe(0)
  })
})

describe('a card', () => {
  it('[BON-015] is open, current, or received as often as allowed; a bonus that is held is current', () => {
    const today = '2026-11-18T04:00:00.000Z'
    expect(cardState(bonusOf('day', [today], 2), nowMs)).toBe('open')
    expect(cardState(bonusOf('day', [today], 1), nowMs)).toBe('received')
    expect(cardState(bonusOf('day', [today], 1, true), nowMs)).toBe('current')
  })
})

describe('where a granted bonus stands', () => {
  const at = (current: number) => progressOf({ state: 'granted', base: 1500, current, failBelow: 75, passFrom: 4500 })

  it('is failed below its limit, passed from its goal, and open between and at its limit', () => {
    expect([74.99, 75, 4499.99, 4500].map((current) => at(current)?.verdict)).toEqual([
      'failed',
      'open',
      'open',
      'passed',
    ])
  })

  it('is drawn as a part of the way to the goal, never beyond its ends', () => {
    expect([at(-20)?.part, at(1500)?.part, at(9000)?.part]).toEqual([0, 1 / 3, 1])
    expect(at(1500)?.failPart).toBe(75 / 4500)
  })

  it('is not known while nothing is granted', () => {
    expect(progressOf(null)).toBeUndefined()
    expect(progressOf({ state: 'armed', base: null, current: null, failBelow: null, passFrom: null })).toBeUndefined()
  })
})

it('fills the percentage into a notice wherever it stands', () => {
  expect(fillNotice('x %percentFail%', 20)).toBe('x 20')
  expect(fillNotice('%percentFail% and %percentFail%', 5)).toBe('5 and 5')
})
