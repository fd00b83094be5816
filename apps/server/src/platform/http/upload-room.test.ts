import { expect, it } from 'vitest'
import { createUploadRoom, uploadMeans } from './upload-room.ts'

const means = { formsMax: 10, bytesMax: 100, guestBytesMax: 40 }

function openRoom() {
  const room = createUploadRoom(means)
  return (caller: string, bytes: number, isGuest = false) => {
    const place = room.enter({ caller, bytes, isGuest })
    const seen = { ...place, state: 'waits' }
    place.admitted.then(
      () => (seen.state = 'in'),
      (error: unknown) => (seen.state = error instanceof Error ? error.message : 'gone'),
    )
    return seen
  }
}
const flush = () => new Promise((done) => setImmediate(done))

it('lets in what fits, by bytes, and the rest when there is room again', async () => {
  const enter = openRoom()
  const [first, second, large, small] = [enter('a', 50), enter('b', 40), enter('c', 60), enter('d', 10)]
  await flush()
  expect([first, second, large, small].map(({ state }) => state)).toEqual(['in', 'in', 'waits', 'in'])
  first.leave()
  first.leave()
  await flush()
  expect(large.state).toBe('waits')
  second.leave()
  await flush()
  expect(large.state).toBe('in')
})

it('gives guests together no more than their part, so that members find room', async () => {
  const enter = openRoom()
  const guests = ['a', 'b', 'c', 'd'].map((one) => enter(one, 20, true))
  const member = enter('m', 60)
  await flush()
  expect(guests.map(({ state }) => state)).toEqual(['in', 'in', 'waits', 'waits'])
  expect(member.state).toBe('in')
  expect(member.isWanted()).toBe(false)
  expect(guests[0]?.isWanted()).toBe(true)
})

it('lets four forms of a caller in, and first who has none', async () => {
  const enter = openRoom()
  const own = [1, 2, 3, 4, 5].map(() => enter('a', 25))
  const other = enter('b', 25)
  await flush()
  expect(own.map(({ state }) => state)).toEqual(['in', 'in', 'in', 'in', 'waits'])
  expect(own.map((one) => one.isOneTooMany())).toEqual([false, true, true, true, false])
  own[3]?.leave()
  await flush()
  expect(other.state).toBe('in')
  expect(own[4]?.state).toBe('waits')
  expect(own.map((one) => one.isOneTooMany())).toEqual([false, false, false, false, false])
})

it('keeps eight places of a caller in the line, and takes one of many from whoever has most', async () => {
  const enter = openRoom()
  enter('full', 100)
  const crowd = Array.from({ length: 50 }, (_, one) => Array.from({ length: 8 }, () => enter(`crowd-${one}`, 20)))
  expect(() => enter('crowd-0', 20)).toThrow('REQUEST_LIMIT')
  const honest = enter('honest', 20)
  await flush()
  expect(honest.state).toBe('waits')
  expect(crowd.flat().filter(({ state }) => state === 'REQUEST_LIMIT')).toHaveLength(1)
  honest.leave()
  await flush()
  expect(honest.state).toBe('REQUEST_LIMIT')
})

it('has room for the largest form of a guest also where two listen', () => {
  const { bytesMax, guestBytesMax } = uploadMeans(0.5)
  expect(bytesMax * 2).toBe(uploadMeans().bytesMax)
  expect(guestBytesMax).toBeGreaterThan(20 * 1024 * 1024 + 64 * 1024)
})
