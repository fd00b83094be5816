import { randomUUID } from 'node:crypto'
import type { ChatMessage } from '@krapao/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { answerIn, type Chatter, guest, historyOf, say, textsOf } from '../../testing/worlds/chat-world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { registerOTP: false, chatRobot: false } })
})
afterAll(() => app.close())

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))

async function wholeRoom(who: Chatter): Promise<ChatMessage[]> {
  const all: ChatMessage[] = []
  for (;;) {
    const { messages } = await historyOf(app, who, { after: all.at(-1)?.seq ?? 0, limit: 7 })
    if (messages.length === 0) return all
    all.push(...messages)
  }
}

const seqs = (messages: readonly ChatMessage[]): number[] => messages.map(({ seq }) => seq)

describe('messages sent at once', () => {
  it('are numbered without holes, in each room by itself, whoever sends them', async () => {
    const rooms = [guest(), guest(), guest()]
    await Promise.all(rooms.map((who) => say(app, who, 'first')))
    const sending = rooms.flatMap((who) => [
      ...times(15, (index) => say(app, who, `customer ${index}`)),
      ...times(5, (index) => answerIn(app, who.roomId, `staff ${index}`)),
    ])
    await Promise.all(sending)
    for (const who of rooms) {
      const messages = await wholeRoom(who)
      expect(seqs(messages)).toEqual(times(21, (index) => index + 1))
      expect(new Set(textsOf(messages)).size).toBe(21)
      const at = messages.map(({ createdAt }) => createdAt)
      expect(at).toEqual(at.toSorted())
    }
  })

  it('make one room and one conversation, even the very first ones', async () => {
    const who = guest()
    const sent = await Promise.all(times(12, (index) => say(app, who, `hello ${index}`)))
    expect(sent.map(({ status }) => status)).toEqual(times(12, () => 200))
    expect(new Set(sent.map(({ body }) => body.session_id)).size).toBe(1)
    expect(seqs(sent.map(({ body }) => body)).toSorted((one, other) => one - other)).toEqual(
      times(12, (index) => index + 1),
    )
  })

  it('under one key are stored once, and all are answered alike', async () => {
    const who = guest()
    const key = randomUUID()
    const sent = await Promise.all(times(20, () => say(app, who, 'only once', { key })))
    expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(seqs(await wholeRoom(who))).toEqual([1])
  })

  it('under one key with other words are stored once, and the others refused', async () => {
    const who = guest()
    const key = randomUUID()
    const sent = await Promise.all(times(20, (index) => say(app, who, `words ${index % 4}`, { key })))
    const [stored, ...more] = await wholeRoom(who)
    expect(more).toEqual([])
    for (const { status, body } of sent) {
      if (status === 200) expect(body).toEqual(stored)
      else expect([status, body.message]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
    }
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(5)
  })
})

describe('a client that loses what it is told', () => {
  /** A client as it should be: it shows what it is told in order, and asks for what is missing. */
  function createReader(who: Chatter) {
    const shown: ChatMessage[] = []
    const last = () => shown.at(-1)?.seq ?? 0
    async function fetchMissing(): Promise<void> {
      for (;;) {
        const { messages } = await historyOf(app, who, { after: last(), limit: 3 })
        if (messages.length === 0) return
        shown.push(...messages)
      }
    }
    return {
      shown,
      fetchMissing,
      async hear(message: ChatMessage): Promise<void> {
        if (message.seq === last() + 1) shown.push(message)
        else if (message.seq > last()) await fetchMissing()
      },
    }
  }

  it('has every message once and in order after all, whatever is lost, doubled or late', async () => {
    const step = fc.record({
      /** How many say something at the same time, and how often each tries. */
      senders: fc.integer({ min: 1, max: 4 }),
      tries: fc.integer({ min: 1, max: 3 }),
      isAnswered: fc.boolean(),
      /** What becomes of what is told: kept, lost or told again, in this order of places. */
      fate: fc.array(fc.constantFrom('told', 'lost', 'twice', 'late'), { minLength: 1, maxLength: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const who = guest()
        const told: ChatMessage[] = []
        const stop = app.app().signals.subscribe((signal) => {
          if (signal.kind === 'chat' && signal.roomId === who.roomId) told.push(signal.message)
        })
        const reader = createReader(who)
        const late: ChatMessage[] = []
        let count = 0
        for (const { senders, tries, isAnswered, fate } of steps) {
          const keys = times(senders, () => randomUUID())
          const sent = await Promise.all(keys.flatMap((key) => times(tries, () => say(app, who, `by ${key}`, { key }))))
          expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
          count += senders
          if (isAnswered) {
            await answerIn(app, who.roomId, `answer ${count}`)
            count += 1
          }
          for (const [index, message] of told.splice(0).entries()) {
            const end = fate[index % fate.length]
            if (end === 'late') late.push(message)
            else if (end !== 'lost')
              for (const again of times(end === 'twice' ? 2 : 1, () => message)) await reader.hear(again)
          }
        }
        for (const message of late) await reader.hear(message)
        await reader.fetchMissing()
        stop()
        expect(seqs(reader.shown)).toEqual(times(count, (index) => index + 1))
        expect(reader.shown).toEqual(await wholeRoom(who))
      }),
      { numRuns: 25 },
    )
  })
})
