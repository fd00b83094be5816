import type { ChatMessage } from '@krapao/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { appMigrations } from '../../../app.ts'
import type { Database } from '../../../platform/database/types.ts'
import { createSignals } from '../../../platform/signals.ts'
import { createFakeClock } from '../../../testing/clock.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { guest } from '../../../testing/worlds/chat-world.ts'
import { postMessage } from './post-message.ts'
import { createMemory, type SupportParts } from '../support.parts.ts'
import { markTold } from './messages.store.ts'
import { openRooms } from '../rooms/rooms.store.ts'
import type { StoredMessage } from '../support.types.ts'
import { tell, TELLING_JOB, tellUntold } from './telling.ts'

let real: Database
const clock = createFakeClock()
const woken: string[] = []
const heard: ChatMessage[] = []
const signals = createSignals()
signals.subscribe((signal) => {
  if (signal.kind === 'chat') heard.push(signal.message)
})
beforeAll(async () => {
  real = await openTestDatabase({ migrations: appMigrations })
})
beforeEach(() => {
  heard.splice(0)
  woken.splice(0)
})
afterAll(() => real.close())

const born = (database: Database = real) => {
  const parts = {
    database,
    clock,
    signals,
    files: { link: ({ id }: { id: string }) => `/api/files/${id}` },
    jobs: { wake: (name: string) => woken.push(name) },
    memory: createMemory(),
  } as unknown as SupportParts
  return { tell: (messages: StoredMessage[]) => tell(parts, messages), run: () => tellUntold(parts) }
}

/** A room with so many messages that nobody was told of. */
async function stored(count: number): Promise<StoredMessage[]> {
  const { roomId } = guest()
  return real.transaction(async (tx) => {
    const owner = { id: roomId, kind: 'guest', language: 'th', name: null, username: null } as const
    await openRooms(tx, [owner], { sessionId: 'session', now: clock.now() })
    const messages: StoredMessage[] = []
    for (let index = 1; index <= count; index += 1) {
      const content = { message_type: 'text', payload: { message: `${index}` } } as const
      const given = { roomId, sender: 'customer', clientId: `${index}`, content } as const
      messages.push((await postMessage(tx, given, clock.now())).message)
    }
    return messages
  })
}

const untold = async () => (await real.query('select id from support_message where not told')).length
const seqs = () => heard.map(({ seq }) => seq)

it('a message is told at once, and noted by the job that it wakes, which does not tell it again', async () => {
  const telling = born()
  telling.tell(await stored(3))
  expect([seqs(), woken, await untold()]).toEqual([[1, 2, 3], [TELLING_JOB], 3])
  expect(await telling.run()).toBe(0)
  clock.advance(60_000)
  expect(await telling.run()).toBe(0)
  expect([seqs(), await untold()]).toEqual([[1, 2, 3], 0])
})

it('what another process stored is left to it for two seconds, and told in order then', async () => {
  const telling = born()
  await stored(5)
  clock.advance(1_999)
  expect([await telling.run(), seqs()]).toEqual([0, []])
  clock.advance(2)
  expect([await telling.run(), seqs(), await untold()]).toEqual([5, [1, 2, 3, 4, 5], 0])
})

it('more than one hand holds is told hand by hand', async () => {
  const telling = born()
  await stored(450)
  clock.advance(3_000)
  const hands: number[] = []
  for (let hand = await telling.run(); hand > 0; hand = await telling.run()) hands.push(hand)
  expect(hands).toEqual([200, 200, 50])
  expect(seqs().toSorted((one, other) => one - other)).toEqual(Array.from({ length: 450 }, (_, index) => index + 1))
})

it('a note that could not be written is written by the next run', async () => {
  let isAway = true
  const database: Database = {
    ...real,
    query: (text, values) => (isAway ? Promise.reject(new Error('away')) : real.query(text, values)),
  }
  const telling = born(database)
  telling.tell(await stored(2))
  await expect(telling.run()).rejects.toThrow('away')
  isAway = false
  expect([await telling.run(), await untold(), seqs()]).toEqual([0, 0, [1, 2]])
})

it('processes that note the same messages at once, each in its own order, do not stop each other', async () => {
  const messages = [...(await stored(100)), ...(await stored(100))]
  const ids = messages.map(({ id }) => id)
  await Promise.all(Array.from({ length: 8 }, (_, index) => markTold(real, index % 2 === 0 ? ids : ids.toReversed())))
  expect(await untold()).toBe(0)
})

it('nothing to tell wakes nobody', () => {
  born().tell([])
  expect([woken, heard]).toEqual([[], []])
})
