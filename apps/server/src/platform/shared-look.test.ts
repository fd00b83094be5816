import { expect, it } from 'vitest'
import { until } from '../testing/until.ts'
import { createSharedLook } from './shared-look.ts'

let nowMs = 0
const clock = { now: () => new Date(nowMs) }

it('serves all who ask within its time, and looks anew after it, when it is told to, or when the clock was set back', async () => {
  let looks = 0
  const read = createSharedLook(clock, 1_000, () => Promise.resolve((looks += 1)))
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  nowMs += 999
  expect(await read()).toBe(1)
  nowMs += 1
  expect(await read()).toBe(2)
  read.forget()
  expect(await read()).toBe(3)
  nowMs -= 1_000
  expect(await read()).toBe(4)
})

it('that failed serves nobody who asks later', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve('here')]
  const read = createSharedLook(clock, 1_000, () => answers.shift() ?? Promise.resolve('again'))
  await expect(read()).rejects.toThrow('away')
  expect(await read()).toBe('here')
})

it('begins when the one before is over, where it goes on from there', async () => {
  const ends: (() => void)[] = []
  const look = () => new Promise<void>((resolve) => ends.push(resolve))
  const read = createSharedLook(clock, 1_000, look, { inTurn: true })
  const first = read()
  nowMs += 1_000
  const second = read()
  await Promise.resolve()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await first
  await until('the second has begun', () => Promise.resolve(ends.length === 2))
  ends[1]?.()
  await second
})
