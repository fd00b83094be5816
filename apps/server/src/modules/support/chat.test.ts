import { randomUUID } from 'node:crypto'
import { calls } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import {
  answerIn,
  asHim,
  type Chatter,
  chattingMember,
  guest,
  historyOf,
  newGuestId,
  say,
  textsOf,
} from '../../testing/worlds/chat-world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { registerOTP: false, chatRobot: false } })
})
afterAll(() => app.close())

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `message ${from + index}`)

async function sayAll(who: Chatter, texts: readonly string[]): Promise<void> {
  for (const text of texts) expect((await say(app, who, text)).status).toBe(200)
}

const readBy = (who: Chatter, seq?: number) => {
  const { body, ...token } = asHim(who)
  return app.ok(calls.chatReadCustomer, { ...token, body: { ...body, ...(seq === undefined ? {} : { seq }) } })
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
      expect(sent).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
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

  it('begins empty, and asking for it leaves no trace', async () => {
    const who = guest()
    expect(await historyOf(app, who)).toEqual({ messages: [], unread: 0 })
    expect(await readBy(who)).toEqual({ code: 'OK' })
    expect(await app.database.query('select id from support_room where id = $1', [who.roomId])).toEqual([])
  })

  it('[CHT-029] [CHT-030] takes all that a client sends beside, and stores the customer as sender whatever it says', async () => {
    const member = await chattingMember(app)
    const beside = {
      userId: member.roomId,
      guestId: newGuestId(),
      username: '0800000000',
      name: 'Boss',
      deviceToken: 'x',
    }
    for (const sender of ['customer', 'admin', 'robot', 'system', null]) {
      const sent = await say(app, member, 'hello', { body: { ...beside, sender, agent_id: 'x', seq: 99 } })
      expect(sent).toMatchObject({ status: 200, body: { sender: 'customer' } })
    }
    const rows = await app.database.query<{ sender: string; username: string; name: string }>(
      `select distinct m.sender, r.username, r.name from support_message m join support_room r on r.id = m.room_id
       where r.id = $1`,
      [member.roomId],
    )
    expect(rows).toEqual([{ sender: 'customer', username: member.phone, name: 'Somchai Jaidee' }])
    expect(textsOf((await historyOf(app, guest(beside.guestId))).messages)).toEqual([])
  })

  it('[CHT-031] has the time of the server, whatever the client says, and never goes back in time', async () => {
    const who = guest()
    const body = { createdAt: '2001-01-01T00:00:00.000Z', deliver: { id: 'mine' }, _id: 'z'.repeat(26) }
    const first = await say(app, who, 'one', { body })
    expect(first.body.createdAt).toBe(app.clock.now().toISOString())
    expect(first.body._id).not.toBe(body._id)
    app.clock.advance(-3_600_000)
    const second = await say(app, who, 'two')
    app.clock.advance(3_600_000)
    expect(second.body.createdAt).toBe(first.body.createdAt)
  })

  it('[CHT-036] takes a postback with title and message', async () => {
    const message = { message_type: 'postback', payload: { title: 'ฝากเงิน', message: 'deposit' } }
    const sent = await say(app, guest(), message)
    expect(sent).toMatchObject({ status: 200, body: { message } })
  })

  it('[CHT-050] [LIM-013] takes 2000 characters, and refuses 2001 and none', async () => {
    const who = guest()
    expect(await say(app, who, 'ก'.repeat(2000))).toMatchObject({ status: 200 })
    expect(await say(app, who, 'ก'.repeat(2001))).toMatchObject({ status: 422, body: { message: 'CHAT_TOO_LONG' } })
    for (const text of ['', ' ', '\n\t ']) {
      expect(await say(app, who, text)).toMatchObject({ status: 422, body: { message: 'CHAT_EMPTY' } })
    }
    const postback = { message_type: 'postback', payload: { title: 'x', message: 'x'.repeat(2001) } }
    expect(await say(app, who, postback)).toMatchObject({ status: 422, body: { message: 'CHAT_TOO_LONG' } })
    expect((await historyOf(app, who)).messages).toHaveLength(1)
  })

  it('says by a code what is wrong with a message, and stores nothing of it', async () => {
    const who = guest()
    for (const message of ['a\0b', 'half \ud800']) {
      expect(await say(app, who, message)).toMatchObject({ status: 422, body: { message: 'NO_DATA' } })
    }
    for (const message of [
      { message_type: 'buttons', payload: { title: 'x', buttons: [] } },
      { message_type: 'xyz' },
      {},
      [],
    ]) {
      const { status, body } = await say(app, who, message)
      expect([400, 422]).toContain(status)
      expect(body.message).toBe('NO_DATA')
    }
    expect((await historyOf(app, who)).messages).toEqual([])
  })
})

describe('the history', () => {
  it('[CHT-059] [CHT-064] [LIM-012] goes back by pages of ten, each oldest first, skipping what is loaded', async () => {
    const who = await chattingMember(app)
    await sayAll(who, numbered(1, 25))
    const page = async (skip?: number, limit?: number) =>
      textsOf((await historyOf(app, who, { ...(skip !== undefined && { skip }), ...(limit && { limit }) })).messages)
    expect(await page()).toEqual(numbered(16, 25))
    expect(await page(0, 10)).toEqual(numbered(16, 25))
    expect(await page(10, 10)).toEqual(numbered(6, 15))
    expect(await page(20, 10)).toEqual(numbered(1, 5))
    for (const skip of [25, 26, 1_000_000]) expect(await page(skip, 10)).toEqual([])
    expect(await page(0, 100)).toEqual(numbered(1, 25))
  })

  it('tells what came after a number, the first of it first', async () => {
    const who = guest()
    await sayAll(who, numbered(1, 12))
    const seqsAfter = async (after: number, limit?: number) =>
      (await historyOf(app, who, { after, ...(limit && { limit }) })).messages.map(({ seq }) => seq)
    expect(await seqsAfter(0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await seqsAfter(10)).toEqual([11, 12])
    expect(await seqsAfter(3, 2)).toEqual([4, 5])
    expect(await seqsAfter(12)).toEqual([])
    expect(await seqsAfter(Number.MAX_SAFE_INTEGER)).toEqual([])
  })

  it('takes no page that cannot be', async () => {
    const { body, ...auth } = asHim(guest())
    for (const page of [{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { skip: -1 }, { skip: 0.5 }, { after: -1 }]) {
      const answer = await app.call(calls.chatHistory, { ...auth, rawBody: { ...body, ...page } })
      expect(answer).toMatchObject({ status: 422, body: { message: 'NO_DATA' } })
    }
    const answer = await app.call(calls.chatHistory, { ...auth, rawBody: { ...body, limit: '10' } })
    expect(answer).toMatchObject({ status: 400, body: { message: 'NO_DATA' } })
  })

  it('is kept: no job takes anything of it away in 90 days', async () => {
    const who = guest()
    await sayAll(who, ['remember this'])
    for (let day = 0; day < 95; day += 5) {
      app.clock.advance(5 * 24 * 3_600_000)
      for (const job of ['files-sweep', 'support-telling', 'support-robot']) app.app().jobs.wake(job)
      await app.settle()
    }
    expect(textsOf((await historyOf(app, who)).messages)).toEqual(['remember this'])
  })
})

describe('a message of the other side', () => {
  it('[CHT-063] is unread until it was read, with and without the slash at the end, however often', async () => {
    for (const who of [await chattingMember(app), guest()]) {
      await sayAll(who, ['hello'])
      await answerIn(app, who.roomId, 'hello yourself')
      await answerIn(app, who.roomId, 'what can I do?')
      const { messages, unread } = await historyOf(app, who)
      expect(messages.map(({ sender, seq }) => [sender, seq])).toEqual([
        ['customer', 1],
        ['admin', 2],
        ['admin', 3],
      ])
      expect(unread).toBe(2)
      for (const url of ['/api/chat/read-customer/', '/api/chat/read-customer', '/api/chat/read-customer/']) {
        const response = await app.app().http.inject({
          method: 'PUT',
          url,
          headers: {
            'content-type': 'application/json',
            ...(who.token === undefined ? {} : { authorization: `Bearer ${who.token}` }),
          },
          payload: JSON.stringify({ userId: null, guestId: who.guestId }),
        })
        expect([response.statusCode, response.json()]).toEqual([200, { code: 'OK' }])
        expect((await historyOf(app, who)).unread).toBe(0)
      }
      await answerIn(app, who.roomId, 'seen')
      const { seq } = await answerIn(app, who.roomId, 'seen too')
      await answerIn(app, who.roomId, 'came while the mark was on its way')
      await readBy(who, seq)
      expect((await historyOf(app, who)).unread).toBe(1)
      // A mark that comes late takes nothing back, and none goes beyond what there is.
      await readBy(who, seq - 1)
      expect((await historyOf(app, who)).unread).toBe(1)
      await readBy(who, seq + 1_000)
      await sayAll(who, ['my own words are never unread'])
      await answerIn(app, who.roomId, 'one more')
      expect((await historyOf(app, who)).unread).toBe(1)
    }
  })
})

describe('a room', () => {
  const refused = (status: number, message: string) => ({ status, body: { message } })

  it('is read and written by nobody else: a member by his token, whatever ids he names', async () => {
    const [owner, thief, visitor] = [await chattingMember(app), await chattingMember(app), guest()]
    await sayAll(owner, ['my secret'])
    await sayAll(visitor, ['a secret of mine'])
    const { token } = thief
    for (const userId of [owner.roomId, visitor.roomId, 'x']) {
      const message = { message_type: 'text', payload: { message: 'I was here' } } as const
      const body = { userId, guestId: visitor.guestId }
      expect(await app.call(calls.chatSendMessage, { token, body: { ...body, message } })).toMatchObject(
        refused(404, 'NO_DATA'),
      )
      expect(await app.call(calls.chatHistory, { token, body })).toMatchObject(refused(404, 'NO_DATA'))
      expect(await app.call(calls.chatReadCustomer, { token, body })).toMatchObject(refused(404, 'NO_DATA'))
    }
    // His token goes before the id of a guest: it is his own room that he gets.
    expect(await app.ok(calls.chatHistory, { token, body: { guestId: visitor.guestId } })).toEqual({
      messages: [],
      unread: 0,
    })
    expect(textsOf((await historyOf(app, owner)).messages)).toEqual(['my secret'])
    expect(textsOf((await historyOf(app, visitor)).messages)).toEqual(['a secret of mine'])
  })

  it('of a member is nobody’s without a token, and a dead token is no guest', async () => {
    const owner = await chattingMember(app)
    await sayAll(owner, ['my secret'])
    const ways = [
      { userId: owner.roomId },
      { guestId: owner.roomId },
      { userId: owner.roomId, guestId: newGuestId() },
      { userId: guest().roomId },
      { guestId: guest().roomId },
      {},
    ]
    for (const body of ways) {
      expect(await app.call(calls.chatHistory, { body })).toMatchObject(refused(401, 'UNAUTHORIZED'))
    }
    await app.ok(calls.logout, { token: owner.token })
    for (const body of [{}, { guestId: newGuestId() }]) {
      expect(await app.call(calls.chatHistory, { token: owner.token, body })).toMatchObject(
        refused(401, 'invalid-token'),
      )
    }
  })

  it('of a guest needs an id that cannot be guessed', async () => {
    const weak = ['guest-', 'guest-1', `guest-${'x'.repeat(21)}`, `guest-${'x'.repeat(65)}`, `guest-${'ก'.repeat(22)}`]
    for (const guestId of [...weak, `Guest-${'x'.repeat(22)}`, ` ${newGuestId()}`, `${newGuestId()}'--`]) {
      const { status, body } = await app.call(calls.chatHistory, { body: { guestId } })
      expect([guestId, status, body.message]).toEqual([guestId, guestId.length > 80 ? 422 : 401, expect.any(String)])
    }
    expect((await app.call(calls.chatHistory, { body: { guestId: `guest-${'x'.repeat(64)}` } })).status).toBe(200)
  })

  it('of a guest is closed while the operator shows no chat; a member’s stays his', async () => {
    const [member, visitor] = [await chattingMember(app), guest()]
    await sayAll(visitor, ['before'])
    await app.app().operator.setSetting('enableChatWidget', false)
    expect(await say(app, visitor, 'now')).toMatchObject(refused(404, 'NO_DATA'))
    expect(await say(app, member, 'now')).toMatchObject({ status: 200 })
    await app.app().operator.setSetting('enableChatWidget', true)
    expect(textsOf((await historyOf(app, visitor)).messages)).toEqual(['before'])
  })
})

describe('a message sent again', () => {
  it('under its key is the same message, for ever; other words under it are refused', async () => {
    for (const who of [await chattingMember(app), guest()]) {
      const key = randomUUID()
      const first = await say(app, who, 'once', { key })
      app.clock.advance(48 * 3_600_000)
      const again = await say(app, who, 'once', { key: key.toUpperCase() })
      expect(again).toMatchObject({ status: 200, body: first.body })
      expect(await say(app, who, 'twice', { key })).toMatchObject({
        status: 422,
        body: { message: 'IDEMPOTENCY_MISMATCH' },
      })
      expect(textsOf((await historyOf(app, who)).messages)).toEqual(['once'])
    }
  })

  it('under the key of another room’s message is his own message', async () => {
    const [one, other, key] = [guest(), guest(), randomUUID()]
    const first = await say(app, one, 'mine', { key })
    const second = await say(app, other, 'his', { key })
    expect(second).toMatchObject({ status: 200, body: { message: { payload: { message: 'his' } }, seq: 1 } })
    expect(second.body._id).not.toBe(first.body._id)
  })

  it('under no key is another one, and a key that is none is refused', async () => {
    const who = guest()
    const { body } = asHim(who)
    const message = { message_type: 'text', payload: { message: 'hi' } } as const
    const [first, second] = [
      await app.ok(calls.chatSendMessage, { body: { ...body, message } }),
      await app.ok(calls.chatSendMessage, { body: { ...body, message } }),
    ]
    expect([first.seq, second.seq]).toEqual([1, 2])
    expect(await say(app, who, 'hi', { key: 'no uuid' })).toMatchObject({ status: 400, body: { message: 'NO_DATA' } })
  })
})
