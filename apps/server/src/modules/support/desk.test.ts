import { randomUUID } from 'node:crypto'
import { calls, desk, type DeskBox } from '@krapao/contract'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import {
  type Chatter,
  chattingMember,
  guest,
  historyOf,
  say,
  textsOf,
  upload,
} from '../../testing/worlds/chat-world.ts'
import {
  answer,
  auditOf,
  deskHistoryOf,
  deskRoomOf,
  openDeskPage,
  type Staff,
  staffMember,
  uploadAtDesk,
} from '../../testing/worlds/desk-world.ts'
import { until } from '../../testing/until.ts'
import { sendAsAgent } from './desk-messages.ts'
import { createMemory, type SupportParts } from './support.parts.ts'

const app = await startTestApp({ settings: { registerOTP: false, chatRobot: false } })
const url = await app.listenDesk()
afterAll(() => app.close())

const [noi, bua] = [await staffMember(app, 'Noi'), await staffMember(app, 'Bua')]
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a0' } })
  .png()
  .toBuffer()

const inbox = (staff: Staff, box: DeskBox, more: { after?: string; find?: string } = {}) =>
  app.desk.ok(desk.deskInbox, { token: staff.token, query: { box, ...more } })
const roomsOf = async (staff: Staff, box: DeskBox) => (await inbox(staff, box)).rooms.map(({ roomId }) => roomId)

type RoomCall = typeof desk.deskClaim | typeof desk.deskTakeOver | typeof desk.deskRelease | typeof desk.deskEnd
const act = (call: RoomCall, { token }: Staff, roomId: string) => app.desk.call(call, { token, params: { roomId } })

const held = (by: Staff, name: string) => ({
  status: 409,
  body: { message: 'ROOM_HELD', details: { agent: { _id: by.agentId, name } } },
})
const missing = { status: 404, body: { message: 'NO_DATA' } }

/** A guest who has said something. */
async function talkingGuest(...words: string[]): Promise<Chatter> {
  const who = guest()
  for (const word of words.length > 0 ? words : ['hello']) expect((await say(app, who, word)).status).toBe(200)
  return who
}

const readFile = (path: string, of = app.app().deskHttp) => of?.inject({ method: 'GET', url: path })

describe('the inbox', () => {
  it('lists who waits with what they said last and how much is unread', async () => {
    const first = await talkingGuest('one', 'two')
    app.clock.advance(60_000)
    const member = await chattingMember(app)
    await say(app, member, 'x'.repeat(300), { headers: { 'accept-language': 'lo' } })
    const { rooms, counts } = await inbox(noi, 'waiting')
    expect(rooms.map(({ roomId }) => roomId)).toEqual([member.roomId, first.roomId])
    expect(rooms[0]).toMatchObject({
      kind: 'member',
      name: 'Somchai Jaidee',
      phone: `•••${member.phone.slice(-4)}`,
      language: 'lo',
    })
    expect(rooms[0]?.last?.text).toBe(`${'x'.repeat(139)}…`)
    expect(rooms[0]?.waitingSince).toBe(app.clock.now().toISOString())
    expect(rooms[1]).toMatchObject({ kind: 'guest', name: null, phone: null, agent: null, state: 'waiting', unread: 2 })
    expect(rooms[1]?.last).toMatchObject({ sender: 'customer', text: 'two' })
    expect(counts).toEqual({ waiting: 2, mine: 0, open: 2 })
    for (const { roomId } of rooms) await act(desk.deskEnd, noi, roomId)
  })

  it('lists members who wait before guests, each the longest first', async () => {
    const waiting: Chatter[] = []
    for (const who of [guest(), await chattingMember(app), guest(), await chattingMember(app)]) {
      app.clock.advance(1_000)
      await say(app, who, 'hello')
      waiting.push(who)
    }
    const [guest1, member1, guest2, member2] = waiting.map(({ roomId }) => roomId)
    expect(await roomsOf(noi, 'waiting')).toEqual([member1, member2, guest1, guest2])
    for (const { roomId } of waiting) await act(desk.deskEnd, noi, roomId)
  })

  it('has a box of one’s own, one of all that goes on, and one of what has ended', async () => {
    const [mine, others, waiting] = [await talkingGuest(), await talkingGuest(), await talkingGuest()]
    await act(desk.deskClaim, noi, mine.roomId)
    await act(desk.deskClaim, bua, others.roomId)
    expect(await roomsOf(noi, 'mine')).toEqual([mine.roomId])
    expect(await roomsOf(bua, 'mine')).toEqual([others.roomId])
    expect(await roomsOf(noi, 'waiting')).toEqual([waiting.roomId])
    expect((await roomsOf(noi, 'open')).sort()).toEqual([mine, others, waiting].map(({ roomId }) => roomId).sort())
    await act(desk.deskEnd, noi, mine.roomId)
    expect(await roomsOf(noi, 'ended')).toContain(mine.roomId)
    await act(desk.deskEnd, bua, others.roomId)
    await act(desk.deskEnd, bua, waiting.roomId)
    expect((await inbox(noi, 'waiting')).counts).toEqual({ waiting: 0, mine: 0, open: 0 })
  })

  it('finds by a name, a phone number or its last four digits, or the room itself, and takes no word for a pattern', async () => {
    const member = await chattingMember(app)
    await say(app, member, 'hello')
    const nameless = await talkingGuest()
    const found = async (find: string) => (await inbox(noi, 'open', { find })).rooms.map(({ roomId }) => roomId)
    expect(await found('chai JAI')).toEqual([member.roomId])
    expect(await found(member.phone)).toEqual([member.roomId])
    expect(await found(member.phone.slice(-4))).toEqual([member.roomId])
    // Digit by digit nobody finds out the rest.
    expect(await found(member.phone.slice(0, 9))).toEqual([])
    expect(await found(nameless.roomId)).toEqual([nameless.roomId])
    for (const none of ['%', '_', '\\', "'", 'nobody']) expect(await found(none)).toEqual([])
    expect((await inbox(noi, 'open', { find: 'somchai' })).rooms).toHaveLength(1)
    for (const { roomId } of [member, nameless]) await act(desk.deskEnd, noi, roomId)
  })

  it('is written down page by page, and can be leafed through by nobody who copies it', async () => {
    const curious = await staffMember(app, 'Curious')
    const placeOf = (page: number) => `moved.2026-11-21T00:00:${String(page % 60).padStart(2, '0')}.${100 + page}Z_x`
    const look = (page: number) =>
      app.desk.call(desk.deskInbox, {
        token: curious.token,
        query: { box: 'ended', ...(page === 1 ? {} : { after: placeOf(page) }) },
      })
    for (let page = 1; page <= 61; page += 1) expect((await look(page)).status).toBe(200)
    expect(await look(62)).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    expect((await look(1)).status).toBe(200)
    expect((await look(61)).status).toBe(200)
    const rows = await auditOf(app, curious)
    expect(rows[0]).toMatchObject({
      deed: 'inbox-read',
      agent: { name: 'Curious' },
      after: { box: 'ended', behind: placeOf(61) },
    })
    app.clock.advance(3_600_000)
    const { token } = curious
    const again = await app.desk.call(desk.deskInbox, { token, query: { after: placeOf(62), find: '0812345678' } })
    expect(again.status).toBe(200)
    expect((await auditOf(app, curious))[0]?.after).toMatchObject({ find: '••••••5678' })
    await app.desk.call(desk.deskInbox, { token, query: { box: 'ended', find: 'Somchai ใจดี' } })
    expect((await auditOf(app, curious))[0]?.after).toMatchObject({ find: 'S•••••• ใ•••' })
    // Numbers that end alike look alike where they are written down; each is a search of its own all the same.
    const search = (index: number) =>
      app.desk.call(desk.deskInbox, { token, query: { box: 'ended', find: `0812${10 + index}5678` } })
    const searched = [await search(0), await search(0)]
    for (let index = 1; index < 59; index += 1) searched.push(await search(index))
    expect(searched.map(({ status }) => status)).toEqual([...Array.from({ length: 59 }, () => 200), 429])
    const noted = (await auditOf(app, curious)).slice(0, 2).map(({ after }) => JSON.stringify(after))
    expect(new Set(noted).size).toBe(2)
    expect(noted.join()).not.toMatch(/0812\d/)
  })

  it('comes in pages', async () => {
    const many: Chatter[] = []
    for (let index = 0; index < 31; index += 1) many.push(await talkingGuest())
    const first = await inbox(noi, 'waiting')
    expect(first.next).not.toBeNull()
    const pages = [first, await inbox(noi, 'waiting', { after: first.next ?? '' })]
    expect(pages.map(({ rooms, next }) => [rooms.length, next === null])).toEqual([
      [30, false],
      [1, true],
    ])
    for (const after of ['x', 'moved.x', 'moved.2026-13-21T00:00:00.000Z_x'])
      expect((await app.desk.call(desk.deskInbox, { token: noi.token, query: { after } })).status).toBe(422)
    const ids = pages.flatMap(({ rooms }) => rooms.map(({ roomId }) => roomId))
    expect(ids.sort()).toEqual(many.map(({ roomId }) => roomId).sort())
    for (const { roomId } of many) await act(desk.deskEnd, noi, roomId)
  })
})

describe('a room', () => {
  it('of a member is shown with what staff may know of him, and no more', async () => {
    const member = await chattingMember(app)
    await say(app, member, 'where is my money?')
    const answered = await app.desk.ok(desk.deskRoomRead, { token: noi.token, params: { roomId: member.roomId } })
    const profile = (await app.ok(calls.accountProfile, { token: member.token })).profile
    expect(answered.facts).toEqual({
      memberId: profile.memberId,
      username: `•••${member.phone.slice(-4)}`,
      name: 'Somchai Jaidee',
      registeredAt: profile.createdAt,
      bank: { code: 'SCB', accountName: 'SOMCHAI JAIDEE', lastDigits: member.phone.slice(-4) },
      bonusState: null,
      walletAmount: 0,
      sessions: 1,
    })
    const { facts } = await app.desk.ok(desk.deskRoomRead, {
      token: noi.token,
      params: { roomId: (await talkingGuest()).roomId },
    })
    expect(facts).toBeNull()
  })

  it('of a guest tells nobody the id by which one is that guest, nor is it kept', async () => {
    const who = await talkingGuest('hello')
    const guestId = who.guestId ?? ''
    expect((await upload(app, who, picture)).status).toBe(200)
    await answer(app, noi, who.roomId, 'hi')
    const told = [
      await inbox(noi, 'open'),
      await deskHistoryOf(app, noi, who.roomId),
      await auditOf(app, noi, who.roomId),
    ]
    expect(JSON.stringify(told)).toContain(who.roomId)
    expect(JSON.stringify(told)).not.toContain(guestId)
    const tables = await app.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = current_schema()`,
    )
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables) {
      const rows = await app.database.query(`select from "${name}" kept where position($1 in kept::text) > 0`, [
        guestId,
      ])
      expect([name, rows.length]).toEqual([name, 0])
    }
    expect(await act(desk.deskClaim, noi, guestId)).toMatchObject(missing)
    const asGuest = await app.call(calls.chatHistory, { body: { guestId: who.roomId } })
    expect(asGuest).toMatchObject({ status: 401, body: { message: 'UNAUTHORIZED' } })
  })

  it('that nobody wrote in is none', async () => {
    const ghost = guest().roomId
    for (const call of [desk.deskClaim, desk.deskTakeOver, desk.deskRelease, desk.deskEnd]) {
      expect(await act(call, noi, ghost)).toMatchObject(missing)
    }
    for (const roomId of [ghost, 'x', '../x', "' or 1=1"]) {
      const sent = { token: noi.token, params: { roomId } }
      expect(await app.desk.call(desk.deskRoomRead, sent)).toMatchObject(missing)
      expect(await app.desk.call(desk.deskHistory, { ...sent, body: {} })).toMatchObject(missing)
      expect(await app.desk.call(desk.deskMarkRead, { ...sent, body: { seq: 1 } })).toMatchObject(missing)
      expect(await answer(app, noi, roomId, '')).toMatchObject(missing)
      expect(await answer(app, noi, roomId, 'hello')).toMatchObject(missing)
    }
    expect(await answer(app, noi, '\0', 'hello')).toMatchObject(missing)
  })

  it('is claimed, released, taken over and ended, and only who has it may leave it', async () => {
    const who = await talkingGuest('first')
    const { roomId } = who
    expect((await act(desk.deskClaim, noi, roomId)).body.room).toMatchObject({
      state: 'held',
      agent: { _id: noi.agentId, name: 'Noi' },
    })
    expect((await act(desk.deskClaim, noi, roomId)).status).toBe(200)
    for (const call of [desk.deskClaim, desk.deskRelease, desk.deskEnd]) {
      expect(await act(call, bua, roomId)).toMatchObject(held(noi, 'Noi'))
    }
    expect(await answer(app, bua, roomId, 'me too')).toMatchObject(held(noi, 'Noi'))
    expect((await act(desk.deskTakeOver, bua, roomId)).body.room.agent?.name).toBe('Bua')
    expect(await answer(app, noi, roomId, 'still me')).toMatchObject(held(bua, 'Bua'))
    expect((await act(desk.deskRelease, bua, roomId)).body.room).toMatchObject({ state: 'waiting', agent: null })
    expect((await act(desk.deskRelease, bua, roomId)).status).toBe(200)
    expect((await act(desk.deskEnd, noi, roomId)).body.room).toMatchObject({ state: 'ended', waitingSince: null })
    expect((await historyOf(app, who)).messages).toHaveLength(1)
    const deeds = (await auditOf(app, noi, roomId)).map(({ deed, agent }) => [deed, agent?.name])
    expect(deeds).toEqual([
      ['end', 'Noi'],
      ['release', 'Bua'],
      ['take-over', 'Bua'],
      ['claim', 'Noi'],
    ])
  })

  it('[CHT-008] begins another conversation when the customer writes after its end, or staff do', async () => {
    const who = await talkingGuest('first')
    await answer(app, noi, who.roomId, 'solved')
    await act(desk.deskEnd, noi, who.roomId)
    await say(app, who, 'again')
    const { state, agent } = await deskRoomOf(app, noi, who.roomId)
    expect([state, agent]).toEqual(['waiting', null])
    await act(desk.deskEnd, noi, who.roomId)
    expect((await answer(app, bua, who.roomId, 'one more thing')).status).toBe(200)
    const sessions = (await historyOf(app, who)).messages.map(({ session_id: session }) => session)
    expect(sessions.map((session) => [...new Set(sessions)].indexOf(session))).toEqual([0, 0, 1, 2])
  })

  it('waits until it is answered, from the first word that was not', async () => {
    const who = await talkingGuest('first')
    const since = app.clock.now().toISOString()
    app.clock.advance(60_000)
    await say(app, who, 'anybody?')
    await act(desk.deskClaim, noi, who.roomId)
    expect(await deskRoomOf(app, noi, who.roomId)).toMatchObject({ waitingSince: since, state: 'held' })
    await answer(app, noi, who.roomId, 'yes')
    expect((await deskRoomOf(app, noi, who.roomId)).waitingSince).toBeNull()
    await say(app, who, 'good')
    expect((await deskRoomOf(app, noi, who.roomId)).waitingSince).toBe(app.clock.now().toISOString())
  })

  it('is given back when its customer has waited ten minutes for the one who has it', async () => {
    const [waiting, answered] = [await talkingGuest('first'), await talkingGuest('first')]
    for (const { roomId } of [waiting, answered]) await act(desk.deskClaim, noi, roomId)
    await answer(app, noi, answered.roomId, 'yes')
    await app.advance(10 * 60_000)
    expect((await deskRoomOf(app, bua, waiting.roomId)).agent?.name).toBe('Noi')
    app.app().jobs.wake('desk-neglected')
    await app.advance(1)
    expect(await deskRoomOf(app, bua, waiting.roomId)).toMatchObject({ state: 'waiting', agent: null })
    expect((await deskRoomOf(app, bua, answered.roomId)).agent?.name).toBe('Noi')
    const deeds = (await auditOf(app, bua, waiting.roomId)).filter(({ deed }) => deed === 'release')
    expect(deeds[0]).toMatchObject({ agent: null, actor: 'system', after: { from: 'Noi' } })
    expect((await answer(app, bua, waiting.roomId, 'here I am')).status).toBe(200)
  })

  it('stays with who took it late: he has ten minutes too, however long its customer had waited for anybody', async () => {
    const { roomId } = await talkingGuest('first')
    await app.advance(20 * 60_000)
    await act(desk.deskClaim, noi, roomId)
    await app.advance(60_000)
    expect((await deskRoomOf(app, bua, roomId)).agent?.name).toBe('Noi')
    await app.advance(9 * 60_000 + 1)
    expect(await deskRoomOf(app, bua, roomId)).toMatchObject({ state: 'waiting', agent: null })
    await act(desk.deskEnd, noi, roomId)
  })

  it('is given back when the one who has it is locked out', async () => {
    const who = await talkingGuest('first')
    const leaver = await staffMember(app, 'Leaver')
    await answer(app, leaver, who.roomId, 'one moment')
    await app.command('desk', 'disable', leaver.username)
    expect(await deskRoomOf(app, noi, who.roomId)).toMatchObject({ state: 'waiting', agent: null })
    expect((await auditOf(app, noi, who.roomId)).filter(({ deed }) => deed === 'release')).toMatchObject([
      { agent: null, actor: expect.stringMatching(/^cli:/), after: { from: 'Leaver' } },
    ])
  })

  it('is read up to where staff read it, and never back', async () => {
    const { roomId } = await talkingGuest('one', 'two', 'three')
    const read = (seq: number) =>
      app.desk.ok(desk.deskMarkRead, { token: noi.token, params: { roomId }, body: { seq } })
    const unread = async () => (await deskRoomOf(app, noi, roomId)).unread
    const seen: number[] = [await unread()]
    for (const seq of [2, 1, 0, 1_000_000]) {
      await read(seq)
      seen.push(await unread())
    }
    expect(seen).toEqual([3, 1, 1, 1, 0])
  })
})

describe('many at once', () => {
  it('claim a room: one has it, and the others are told who', async () => {
    const { roomId } = await talkingGuest()
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => staffMember(app, `Racer ${index}`)))
    const answers = await Promise.all(all.map((staff) => act(desk.deskClaim, staff, roomId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = all[answers.findIndex(({ status }) => status === 200)] ?? noi
    const { agent } = await deskRoomOf(app, winner, roomId)
    expect(agent?._id).toBe(winner.agentId)
    const others = answers.filter(({ status }) => status !== 200)
    for (const other of others)
      expect(other).toMatchObject({ status: 409, body: { message: 'ROOM_HELD', details: { agent } } })
    const claims = (await auditOf(app, winner, roomId)).filter(({ deed }) => deed === 'claim')
    expect(claims).toMatchObject([{ agent: { _id: winner.agentId } }])
  })

  it('answer in a room: the customer hears one of them', async () => {
    const who = await talkingGuest('help')
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => staffMember(app, `Racer ${index}`)))
    const answers = await Promise.all(all.map((staff, index) => answer(app, staff, who.roomId, `answer ${index}`)))
    const won = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status, body }) => status === 409 && body.message === 'ROOM_HELD')).toHaveLength(19)
    expect(textsOf((await historyOf(app, who)).messages)).toEqual(['help', `answer ${won[0]}`])
  })

  it('take over and answer: whoever has the room then is the one who wrote', async () => {
    const who = await talkingGuest('help')
    const all = await Promise.all(Array.from({ length: 6 }, (_, index) => staffMember(app, `Racer ${index}`)))
    await Promise.all(
      all.flatMap((staff, index) => [
        act(desk.deskTakeOver, staff, who.roomId),
        answer(app, staff, who.roomId, `answer ${index}`),
      ]),
    )
    const rows = (await auditOf(app, noi, who.roomId)).toReversed()
    let holder: string | undefined
    for (const { deed, agent } of rows) {
      if (deed === 'message') expect(agent?._id).toBe(holder)
      else holder = agent?._id
    }
    const written = rows.filter(({ deed }) => deed === 'message').length
    expect((await historyOf(app, who)).messages).toHaveLength(1 + written)
  })
})

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

describe('pages of the desk', () => {
  it('hear of every message and of who has which room, and the customer hears what staff say', async () => {
    const page = openDeskPage(url, { token: noi.token })
    await page.connected
    const who = await talkingGuest('hello')
    await until('the page heard of the message', async () =>
      page.hints.some(({ roomId, seq }) => roomId === who.roomId && seq === 1),
    )
    await act(desk.deskClaim, bua, who.roomId)
    await until(
      'the page heard of the claim',
      async () => page.hints.filter(({ roomId }) => roomId === who.roomId).length === 2,
    )
    await answer(app, bua, who.roomId, 'hi')
    await until('the page heard of the answer', async () =>
      page.hints.some(({ roomId, seq }) => roomId === who.roomId && seq === 2),
    )
    expect(Object.keys(page.hints[0] ?? {}).sort()).toEqual(['roomId', 'seq'])
    page.close()
  })

  it.each([
    ['no token', {}, {}, 'UNAUTHORIZED'],
    ['a guest’s id', { guestId: guest().guestId }, {}, 'UNAUTHORIZED'],
    ['a token of nobody', { token: 'x'.repeat(43) }, {}, 'invalid-token'],
  ])('are refused with %s', async (_what, auth, headers, code) => {
    const page = openDeskPage(url, auth, headers)
    await expect(page.connected).rejects.toThrow(code)
    page.close()
  })

  it('are refused with the token of a member, and from another origin', async () => {
    const member = await chattingMember(app)
    const asMember = openDeskPage(url, { token: member.token })
    await expect(asMember.connected).rejects.toThrow('invalid-token')
    const foreign = openDeskPage(url, { token: noi.token }, { origin: 'http://127.0.0.1:3000' })
    await expect(foreign.connected).rejects.toThrow()
    for (const page of [asMember, foreign]) page.close()
  })
})

describe('replies that are kept ready', () => {
  it('are those of the demo operator, in three languages', async () => {
    const { replies } = await app.desk.ok(desk.deskReplies, { token: noi.token })
    expect(replies.length).toBeGreaterThan(5)
    for (const { th, lo, en } of replies) {
      expect(th).toMatch(/\p{Script=Thai}/u)
      expect(lo).toMatch(/\p{Script=Lao}/u)
      expect(en).toMatch(/[a-z]/)
    }
  })

  it('are added, changed and removed, and it is written down how they were', async () => {
    const { token } = noi
    const texts = { title: 'Closed', th: 'ปิด', lo: 'ປິດ', en: 'Closed' }
    const { reply } = await app.desk.ok(desk.deskAddReply, { token, body: texts })
    expect(reply).toEqual({ _id: reply._id, ...texts })
    const params = { replyId: reply._id }
    const changed = { ...texts, en: 'We are closed' }
    expect((await app.desk.ok(desk.deskChangeReply, { token, params, body: changed })).reply.en).toBe('We are closed')
    const { replies } = await app.desk.ok(desk.deskReplies, { token })
    expect(replies.at(-1)).toEqual({ _id: reply._id, ...changed })
    await app.desk.ok(desk.deskRemoveReply, { token, params })
    expect(await app.desk.call(desk.deskRemoveReply, { token, params })).toMatchObject(missing)
    expect(await app.desk.call(desk.deskChangeReply, { token, params, body: texts })).toMatchObject(missing)
    expect((await auditOf(app, noi)).slice(0, 3)).toMatchObject([
      { deed: 'reply-removed', before: { title: 'Closed', en: 'We are closed' } },
      { deed: 'reply-changed', before: { en: 'Closed' } },
      { deed: 'reply-added', agent: { name: 'Noi' } },
    ])
  })

  it('are whole', async () => {
    const body = { title: 'x', th: 'x', lo: 'x', en: 'x' }
    const add = (changed: object) =>
      app.desk.call(desk.deskAddReply, { token: noi.token, rawBody: { ...body, ...changed } })
    expect(await add({ lo: ' ' })).toMatchObject({ status: 422, body: { message: 'CHAT_EMPTY' } })
    expect(await add({ en: 'x'.repeat(2001) })).toMatchObject({ status: 422, body: { message: 'CHAT_TOO_LONG' } })
    expect(await add({ title: '' })).toMatchObject({ status: 422, body: { message: 'NO_DATA' } })
    expect(await add({ th: undefined })).toMatchObject({ status: 400, body: { message: 'NO_DATA' } })
  })
})

it('what staff do is undone together with the note of it', async () => {
  const { roomId } = await talkingGuest()
  await app.database.query(`alter table deed add constraint stop check (what <> 'claim') not valid`)
  expect((await act(desk.deskClaim, noi, roomId)).status).toBe(500)
  expect((await answer(app, noi, roomId, 'hello')).status).toBe(500)
  await app.database.query('alter table deed drop constraint stop')
  expect(await deskRoomOf(app, noi, roomId)).toMatchObject({ state: 'waiting', agent: null, lastSeq: 1 })
})
