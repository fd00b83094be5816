import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../platform/durations.ts'
import { nextTryAt } from './homecoming.rules.ts'

it('[PPR-013] games that do not give back what they hold are asked for ever, more seldom the longer they are silent', () => {
  const createdAt = new Date('2026-11-01T00:00:00Z')
  const waitsOf = (asked: readonly (readonly [rounds: number, ageMinutes: number])[]) =>
    asked.map(([rounds, ageMinutes]) => {
      const now = new Date(createdAt.getTime() + ageMinutes * MINUTE_MS)
      return (nextTryAt({ rounds, createdAt }, now).getTime() - now.getTime()) / MINUTE_MS
    })
  expect(
    waitsOf([
      [0, 0],
      [1, 1],
      [8, 9],
    ]),
  ).toEqual([1 / 12, 1 / 6, 1])
  expect(waitsOf([10, 60, 200, 600, 1_200, 100_000].map((age) => [20, age] as const))).toEqual([10, 10, 10, 30, 60, 60])
})
