import { expect, it } from 'vitest'
import { type BankHistory, countEarly, judge } from './bank.ts'

// What the judge of `npm run cluster -- --ha` must see: a history that is right, and one for each way in which none can be.

const move = (from: string, to: string, amountMinor: number, began: number, ended: number | null) => ({
  from,
  to,
  amountMinor,
  began,
  ended,
})
const reading = (began: number, ended: number, anna: number, boun: number, one: number, two: number) => ({
  began,
  ended,
  minor: { anna, boun, 'count:one': one, 'count:two': two },
})
const historyOf = (...readings: BankHistory['readings']): BankHistory => ({
  accounts: ['anna', 'boun'],
  eachMinor: 100,
  moves: new Map([
    ['one', [move('anna', 'boun', 10, 1, 2), move('anna', 'boun', 20, 5, 8)]],
    ['two', [move('boun', 'anna', 5, 5, 9), move('boun', 'anna', 7, 20, null)]],
  ]),
  readings,
})

it('finds nothing in what one bank may have shown', () => {
  const right = [
    reading(0, 1, 100, 100, 0, 0),
    reading(3, 4, 90, 110, 1, 0),
    reading(6, 7, 95, 105, 1, 1),
    reading(10, 11, 75, 125, 2, 1),
  ]
  expect(judge(historyOf(...right, reading(30, 31, 82, 118, 2, 2)))).toEqual([])
})

it.each([
  ['a lost move', [reading(10, 11, 95, 105, 1, 1)], /^a stale reading: move 2 of one was acknowledged 2 ms/],
  ['money that is gone', [reading(3, 4, 90, 100, 1, 0)], /^a reading has 190 in all accounts together/],
  ['a move of which one half is seen', [reading(3, 4, 100, 100, 1, 0)], /^a reading has 100 in anna, 90 after/],
  ['a move that was done twice', [reading(10, 11, 65, 135, 2, 1)], /^a reading has 65 in anna, 75 after/],
  ['what was not begun', [reading(12, 13, 82, 118, 2, 2)], /has seen a move of two before it began/],
] as const)('finds %s', (_, readings, words) => {
  expect(judge(historyOf(...readings))).toContainEqual(expect.stringMatching(words))
})

it('counts what has seen a move that nobody was told of and that a later one has not', () => {
  const before = reading(6, 7, 95, 105, 1, 1)
  expect(countEarly(historyOf(before, reading(7.2, 7.5, 90, 110, 1, 0), reading(10, 11, 75, 125, 2, 1)))).toBe(1)
  expect(countEarly(historyOf(before, reading(6, 7.5, 90, 110, 1, 0), reading(10, 11, 75, 125, 2, 1)))).toBe(0)
})
