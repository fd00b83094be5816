import { desk } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { type Chatter, chattingMember, guest, say } from '../../../testing/worlds/chat-world.ts'
import { auditOf, staffMember } from '../../../testing/worlds/desk-world.ts'
import { openDeskTalk } from '../desk-talk.fixture.ts'

const { app, noi, bua, inbox, roomsOf, act, talkingGuest } = await openDeskTalk()
afterAll(() => app.close())

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
