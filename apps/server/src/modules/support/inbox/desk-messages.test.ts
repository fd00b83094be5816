import { randomUUID } from 'node:crypto'
import { desk } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { historyOf, say, textsOf, upload } from '../../../testing/worlds/chat-world.ts'
import { answer, auditOf, deskHistoryOf, deskRoomOf, uploadAtDesk } from '../../../testing/worlds/desk-world.ts'
import { sendAsAgent } from './desk-messages.ts'
import { missing, openDeskTalk, picture } from '../desk-talk.fixture.ts'
import { createMemory, type SupportParts } from '../support.parts.ts'

const { app, noi, bua, act, talkingGuest } = await openDeskTalk()
afterAll(() => app.close())

const readFile = (path: string, of = app.app().deskHttp) => of?.inject({ method: 'GET', url: path })

describe('a message of staff', () => {
  const button = { title: 'Open', type: 'web', payload: 'https://krapao.example/' } as const

  it('[CHT-012] [CHT-015] [CHT-017] reaches the customer as it was composed, and staff know who wrote it', async () => {
    const who = await talkingGuest()
    const composed = [
      { message_type: 'text', payload: { message: 'สวัสดี' } },
      { message_type: 'buttons', payload: { title: 'Choose', buttons: [button] } },
      {
        message_type: 'quick_replies',
        payload: { title: 'Which?', buttons: [{ title: 'Deposit', type: 'text', payload: '' }] },
      },
    ] as const
    for (const message of composed) {
      const sent = await app.desk.ok(desk.deskSend, {
        token: noi.token,
        params: { roomId: who.roomId },
        body: { message: { ...message, payload: { ...message.payload } } as never },
      })
      expect(sent).toMatchObject({ sender: 'admin', from: 'agent', agent: { _id: noi.agentId, name: 'Noi' }, message })
    }
    const { messages, unread } = await historyOf(app, who)
    expect(messages.slice(1).map(({ message }) => message)).toEqual(composed)
    expect(unread).toBe(3)
    expect(JSON.stringify(messages)).not.toContain(noi.agentId)
    expect(JSON.stringify(messages)).not.toContain('Noi')
  })

  it('[CHT-018] may be cards, with pictures of staff, and none of another host, which would learn who looks at it', async () => {
    const who = await talkingGuest()
    const { body: file } = await uploadAtDesk(app, noi, picture)
    const card = { title: 'One', subtitle: 'A card', buttons: [button] }
    const payloads = [
      { ...card, image_url: file.filePath },
      { title: 'Bare', buttons: [] },
    ]
    expect((await answer(app, noi, who.roomId, { message_type: 'generic', payloads })).status).toBe(200)
    const cards = (await historyOf(app, who)).messages.at(-1)?.message.payloads ?? []
    expect(cards).toMatchObject([card, { title: 'Bare', image_url: null }])
    expect((await readFile(cards[0]?.image_url ?? '', app.app().http))?.statusCode).toBe(200)
  })

  it('has no picture of another host, and no button to a host that the operator has not named', async () => {
    const who = await talkingGuest()
    const card = { title: 'One', subtitle: '', buttons: [] }
    const foreign = { ...card, image_url: 'https://elsewhere.example/a.png' }
    expect((await answer(app, noi, who.roomId, { message_type: 'generic', payloads: [foreign] })).status).toBe(422)
    const led = (payload: string) => {
      const buttons = [{ title: 'Open', type: 'web' as const, payload }]
      return answer(app, noi, who.roomId, { message_type: 'buttons', payload: { title: 'Look', buttons } })
    }
    for (const payload of [
      'https://elsewhere.example/',
      'https://krapao.example.elsewhere.example/',
      'https://krapao.example@elsewhere.example/',
      'https://krapao.example:444/',
      'mailto:noi@elsewhere.example',
    ]) {
      expect(await led(payload)).toMatchObject({ status: 422, body: { message: 'LINK_NOT_ALLOWED' } })
    }
    expect((await led('https://krapao.example/bonus')).status).toBe(200)
    await app.command('settings', 'set', 'chatLinkHosts', '["elsewhere.example"]')
    expect((await led('https://elsewhere.example/')).status).toBe(200)
    await app.command('settings', 'set', 'chatLinkHosts', '[]')
  })

  it('[CHT-016] may be a picture, which the customer and staff see, each at his own address', async () => {
    const who = await talkingGuest()
    const { status, body: file } = await uploadAtDesk(app, noi, picture)
    expect([status, file.fileType]).toEqual([200, 'image'])
    expect(file.filePath).toMatch(/^\/api\/desk\/files\/[0-9a-z]{26}\?/)
    const message = {
      message_type: 'media',
      payload: { message: 'How to', fileType: 'image', filePath: file.filePath },
    } as const
    const sent = await answer(app, noi, who.roomId, message)
    expect(sent.body.message.payload?.filePath).toMatch(/^\/api\/desk\/files\//)
    const path = (await historyOf(app, who)).messages.at(-1)?.message.payload?.filePath ?? ''
    expect(path).toMatch(/^\/api\/files\//)
    expect((await readFile(path, app.app().http))?.headers['content-type']).toBe('image/png')
    const [mine] = (await deskHistoryOf(app, bua, who.roomId)).slice(-1)
    expect((await readFile(mine?.message.payload?.filePath ?? ''))?.statusCode).toBe(200)
    app.clock.advance(15 * 60_000)
    expect((await readFile(mine?.message.payload?.filePath ?? ''))?.statusCode).toBe(404)
  })

  it('shows pictures of customers to staff', async () => {
    const who = await talkingGuest()
    const { body: file } = await upload(app, who, picture)
    const payload = { message: 'slip', url: true, fileType: 'image', filePath: file.filePath }
    await say(app, who, { message_type: 'media', payload })
    const [seen] = (await deskHistoryOf(app, noi, who.roomId)).slice(-1)
    expect((await readFile(seen?.message.payload?.filePath ?? ''))?.statusCode).toBe(200)
  })

  it('keeps the files of cards in the order in which all others lock them, whatever the order of the cards', async () => {
    const who = await talkingGuest()
    const kept: string[] = []
    const parts = {
      operator: { settings: async () => ({ chatLinkHosts: [], website: null, lineLink: null }) },
      website: 'https://krapao.example',
      database: app.database,
      clock: app.clock,
      signals: { publish: () => undefined },
      jobs: { wake: () => undefined },
      memory: createMemory(),
      files: {
        link: ({ id }: { id: string }) => id,
        keepOwn(_: unknown, { id }: { id: string }) {
          kept.push(id)
          return Promise.resolve({ mediaType: 'image/png', wasKept: false })
        },
      },
    } as unknown as SupportParts
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(20))
    const addresses = [
      `/api/files/${c}`,
      `/api/desk/files/${b}`,
      `/api/files/${d}`,
      `/api/desk/files/${a}`,
      `/api/files/${c}`,
    ]
    const payloads = addresses.map((image_url) => ({ title: image_url, image_url, buttons: [] }))
    const message = { message_type: 'generic', payloads } as const
    const writer = { ...noi, name: 'Noi', sessionId: '', roles: [], freshUntil: app.clock.now(), address: '' }
    const sent = await sendAsAgent(parts, writer, who.roomId, { message, clientId: undefined })
    expect(kept).toEqual([a, b, c, d])
    expect(sent.message).toMatchObject({
      payloads: [c, b, d, a, c].map((id, at) => ({ title: addresses[at], image_url: id })),
    })
  })

  it('holds no file that its writer did not send himself, and none that is something else', async () => {
    const who = await talkingGuest()
    const { body: others } = await uploadAtDesk(app, bua, picture)
    const { body: customers } = await upload(app, who, picture)
    for (const filePath of [
      others.filePath,
      customers.filePath,
      '/api/files/x',
      '/etc/passwd',
      'https://evil.example/a.png',
    ]) {
      const message = { message_type: 'media', payload: { message: 'x', fileType: 'image', filePath } } as const
      expect(await answer(app, noi, who.roomId, message)).toMatchObject(missing)
      const payloads = [{ title: 'x', image_url: filePath, buttons: [] }]
      const cards = await answer(app, noi, who.roomId, { message_type: 'generic', payloads })
      if (!filePath.startsWith('https:')) expect(cards.status).toBeGreaterThanOrEqual(400)
    }
    const program = await uploadAtDesk(app, noi, Buffer.from('#!/bin/sh\necho hello\n'.repeat(10)))
    expect(program).toMatchObject({ status: 415, body: { message: 'FILE_NOT_SUPPORTED' } })
  })

  it('is stored once however often it is sent, also when the room is another’s by then', async () => {
    const who = await talkingGuest()
    const key = randomUUID()
    const many = await Promise.all(Array.from({ length: 8 }, () => answer(app, noi, who.roomId, 'once', key)))
    expect(new Set(many.map(({ status, body }) => `${status} ${body._id}`)).size).toBe(1)
    await act(desk.deskTakeOver, bua, who.roomId)
    expect((await answer(app, noi, who.roomId, 'once', key)).body._id).toBe(many[0]?.body._id)
    expect(await answer(app, noi, who.roomId, 'other', key)).toMatchObject({
      status: 422,
      body: { message: 'IDEMPOTENCY_MISMATCH' },
    })
    expect((await deskRoomOf(app, noi, who.roomId)).agent?.name).toBe('Bua')
    expect(textsOf((await historyOf(app, who)).messages)).toEqual(['hello', 'once'])
  })

  it.each([
    ['an empty text', { message_type: 'text', payload: { message: ' ' } }, 422, 'CHAT_EMPTY'],
    ['a long text', { message_type: 'text', payload: { message: 'x'.repeat(2001) } }, 422, 'CHAT_TOO_LONG'],
    ['no buttons', { message_type: 'buttons', payload: { title: 'x', buttons: [] } }, 422, 'NO_DATA'],
    [
      'a script behind a button',
      { message_type: 'buttons', payload: { title: 'x', buttons: [{ ...button, payload: 'javascript:alert(1)' }] } },
      422,
      'NO_DATA',
    ],
    ['a postback', { message_type: 'postback', payload: { title: 'x', message: 'y' } }, 400, 'NO_DATA'],
    ['words alone', 'hello', 400, 'NO_DATA'],
  ])('may not be %s', async (_what, message, status, code) => {
    const { roomId } = await talkingGuest()
    const sent = { token: noi.token, params: { roomId }, rawBody: { message } }
    expect(await app.desk.call(desk.deskSend, sent)).toMatchObject({ status, body: { message: code } })
    expect((await deskRoomOf(app, noi, roomId)).state).toBe('waiting')
  })
})

describe('the history', () => {
  it('goes back before a number and on after one, oldest first', async () => {
    const who = await talkingGuest(...Array.from({ length: 25 }, (_, index) => `m${index + 1}`))
    const texts = async (page: object) => textsOf(await deskHistoryOf(app, noi, who.roomId, page))
    expect(await texts({})).toEqual(Array.from({ length: 10 }, (_, index) => `m${index + 16}`))
    expect(await texts({ before: 16, limit: 3 })).toEqual(['m13', 'm14', 'm15'])
    expect(await texts({ before: 1 })).toEqual([])
    expect(await texts({ after: 23 })).toEqual(['m24', 'm25'])
    expect(await texts({ after: 25 })).toEqual([])
  })

  it('is looked into by name: once in ten minutes that is written down', async () => {
    const { roomId } = await talkingGuest()
    const looks = async () => (await auditOf(app, noi, roomId)).filter(({ deed }) => deed === 'room-read').length
    for (let times = 0; times < 3; times += 1) {
      await deskHistoryOf(app, noi, roomId)
      await deskRoomOf(app, noi, roomId)
    }
    expect(await looks()).toBe(1)
    await deskHistoryOf(app, bua, roomId)
    expect(await looks()).toBe(2)
    app.clock.advance(10 * 60_000)
    await deskHistoryOf(app, noi, roomId)
    expect(await looks()).toBe(3)
  })
})
