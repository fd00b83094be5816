import { randomUUID } from 'node:crypto'
import { calls } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { asHim, chattingMember, guest, historyOf, newGuestId, say, textsOf } from '../../testing/chat-world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { registerOTP: false, chatRobot: false } })
})
afterAll(() => app.close())

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `message ${index + 1}`)

async function sayAll(who: Parameters<typeof say>[1], texts: readonly string[]): Promise<void> {
  for (const text of texts) expect((await say(app, who, text)).status).toBe(200)
}

describe('the chat of a member and of a guest', () => {
  it('[CHT-038] [CHT-057] is configured by the prefix of its rooms', async () => {
    const { token } = await chattingMember(app)
    for (const sent of [{ token }, {}]) expect(await app.ok(calls.chatConfig, sent)).toEqual({ PREFIX: 'chat:' })
  })

  it('[CHT-026] [CHT-032] [CHT-058] stores a text and answers it with the time of the server, as in the history', async () => {
    for (const who of [await chattingMember(app), guest()]) {
      const key = randomUUID()
      const sent = await say(app, who, 'สวัสดี', { key })
      expect(sent.status).toBe(200)
      expect(sent.body).toEqual({
        _id: expect.stringMatching(/^[0-9a-z]{26}$/),
        seq: 1,
        sender: 'customer',
        createdAt: app.clock.now().toISOString(),
        session_id: expect.stringMatching(/^[0-9a-z]{26}$/),
        message: { message_type: 'text', payload: { message: 'สวัสดี' } },
        deliver: { id: key, status: 'succeed' },
      })
      expect(await historyOf(app, who)).toEqual({ messages: [sent.body], unread: 0 })
    }
  })
})
