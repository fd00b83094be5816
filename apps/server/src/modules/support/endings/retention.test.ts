import { randomBytes } from 'node:crypto'
import { calls, type ComposedMessage } from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/durations.ts'
import { guestRoomId } from '../../../platform/ids.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { drawSlip, whitePng } from '../../../testing/pictures/slip-drawing.ts'
import { chattingMember, say as sayAs, upload } from '../../../testing/worlds/chat-world.ts'
import {
  addStaff,
  answer,
  deskLogin,
  type Staff,
  staffMember,
  uploadAtDesk,
} from '../../../testing/worlds/desk-world.ts'
import { GUEST_QUIET_DAYS } from './quiet-guests.ts'
import { GUEST_KEPT_DAYS, MEMBER_KEPT_DAYS } from './retention.ts'
import { openRooms } from '../rooms/rooms.store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { registerOTP: false, chatRobot: false } })
})
afterAll(() => app.close())

const newGuest = () => `guest-${randomBytes(16).toString('base64url')}`
const say = (guestId: string, message: string) =>
  app.ok(calls.chatSendMessage, { body: { guestId, message: { message_type: 'text', payload: { message } } } })
const said = async (guestId: string) => (await app.ok(calls.chatHistory, { body: { guestId } })).messages.length
const endAll = () =>
  app.database.query(
    `update support_room set session_state = 'ended', waiting_since = null, agent_id = null, claimed_at = null`,
  )
const pass = (days: number) => app.advance(days * DAY_MS)

it('a chat of a guest is kept half a year after his last message, with its files, and no longer', async () => {
  const [quiet, lively] = [newGuest(), newGuest()]
  await say(quiet, 'one')
  await say(lively, 'two')
  await endAll()
  const fileRow = ['file', guestRoomId(quiet), app.clock.now()]
  await app.database.query(
    `insert into stored_file (id, owner, media_type, byte_count, kept, created_at) values ($1, $2, 'image/webp', 1, true, $3)`,
    fileRow,
  )
  await pass(GUEST_KEPT_DAYS - 1)
  expect([await said(quiet), await said(lively)]).toEqual([1, 1])
  await say(lively, 'three')
  await endAll()
  await pass(2)
  expect([await said(quiet), await said(lively)]).toEqual([0, 2])
  expect(await app.database.query("select from stored_file where id = 'file'")).toEqual([])
})

it('a guest who has waited in silence for a week is waited for no longer, and may begin anew', async () => {
  const [silent, lively, held] = [newGuest(), newGuest(), newGuest()]
  const first = await say(silent, 'is anybody there?')
  await say(lively, 'hello')
  await say(held, 'hello')
  const member = await chattingMember(app)
  await sayAs(app, member, 'I wait for ever')
  const noi = await staffMember(app)
  expect((await answer(app, noi, guestRoomId(held), 'good-bye')).status).toBe(200)
  const states = async () =>
    Object.fromEntries(
      (
        await app.database.query<{ id: string; state: string }>('select id, session_state as state from support_room')
      ).map(({ id, state }) => [id, state]),
    )
  await pass(GUEST_QUIET_DAYS - 1)
  await say(lively, 'still here')
  expect(await states()).toMatchObject({ [guestRoomId(silent)]: 'waiting', [guestRoomId(held)]: 'held' })
  await pass(1)
  await app.advance(600_000)
  expect(await states()).toMatchObject({
    [guestRoomId(silent)]: 'ended',
    [guestRoomId(held)]: 'ended',
    [guestRoomId(lively)]: 'waiting',
    [member.roomId]: 'waiting',
  })
  const deeds = await app.database.query(
    `select actor, subject, before, after from deed where what = 'end' order by number`,
  )
  expect(deeds).toEqual([
    {
      actor: 'system',
      subject: `room:${guestRoomId(held)}`,
      before: { state: 'held' },
      after: { from: noi.agentId },
    },
    { actor: 'system', subject: null, before: null, after: { guests: 1, hours: 24 * GUEST_QUIET_DAYS } },
  ])
  expect(await said(silent)).toBe(1)
  expect((await say(silent, 'me again')).session_id).not.toBe(first.session_id)
  expect(await states()).toMatchObject({ [guestRoomId(silent)]: 'waiting' })
})

it('guests who wait in silence are sent away at the command line, however many, and nobody else', async () => {
  await endAll()
  const guests = Array.from({ length: 3 }, newGuest)
  for (const guest of guests) await say(guest, 'hello')
  // As many as a flood would bring.
  await app.database.query(
    `insert into support_room (id, owner_kind, last_seq, session_id, session_state, waiting_since, created_at, updated_at)
     select 'flood-' || place, 'guest', 1, 'session', 'waiting', $1::timestamptz, $1::timestamptz, $1::timestamptz
     from generate_series(1, 1200) place`,
    [app.clock.now()],
  )
  const member = await chattingMember(app)
  await sayAs(app, member, 'hello')
  const held = newGuest()
  await say(held, 'hello')
  const noi = await staffMember(app)
  await answer(app, noi, guestRoomId(held), 'one moment')
  app.clock.advance(2 * 3_600_000 + 1)
  const fresh = newGuest()
  await say(fresh, 'hello')
  expect(await app.command('desk', 'end-guests', '3')).toContain('ended: 0.')
  expect(await app.command('desk', 'end-guests', '2')).toContain('ended: 1203.')
  const left = await app.database.query<{ id: string }>(`select id from support_room where session_state <> 'ended'`)
  expect(left.map(({ id }) => id).toSorted()).toEqual([member.roomId, guestRoomId(held), guestRoomId(fresh)].toSorted())
  await app.database.query(`delete from support_room where id like 'flood-%'`)
})

it('a guest who writes at the very moment at which his room is forgotten is answered', async () => {
  const owner = { id: guestRoomId(newGuest()), kind: 'guest', language: 'th', name: null, username: null } as const
  const given = { sessionId: 'session', now: app.clock.now() }
  await app.database.transaction((tx) => openRooms(tx, [owner], given))
  const made = await app.database.transaction(async (tx) => {
    let forgotten = 0
    /** Has the room disappear while its lock is waited for: what was there, and what was just made. */
    const query: typeof tx.query = async (text, values) => {
      if (forgotten < 2 && text.includes('for update')) {
        forgotten += 1
        await tx.query('delete from support_room where id = $1', [owner.id])
      }
      return tx.query(text, values)
    }
    return openRooms({ ...tx, query }, [owner], { ...given, sessionId: 'another' })
  })
  expect(made).toEqual([expect.objectContaining({ id: owner.id, sessionId: 'another', lastSeq: 0 })])

  const guests = Array.from({ length: 20 }, newGuest)
  for (const guest of guests) await say(guest, 'old')
  await endAll()
  app.clock.advance((GUEST_KEPT_DAYS + 1) * DAY_MS)
  await Promise.all([...guests.map((guest) => say(guest, 'new')), pass(0)])
  for (const guest of guests) expect([1, 2]).toContain(await said(guest))
})

it('messages of a room that is in use are kept two years', async () => {
  const guest = newGuest()
  await say(guest, 'old')
  await pass(MEMBER_KEPT_DAYS - 1)
  await say(guest, 'new')
  await pass(2)
  expect(await said(guest)).toBe(1)
})

it('files go with the messages in which they stood, and those of staff with the last of them', async () => {
  const account = await addStaff(app)
  const loggedIn = async (): Promise<Staff> => {
    app.clock.advance(30_000)
    const { body } = await deskLogin(app, account)
    return { ...account, token: body.token, agentId: body.agent._id }
  }
  const noi = await loggedIn()
  const member = await chattingMember(app)
  const { filePath } = (await upload(app, member, whitePng(8, 8, true))).body
  const picture = { message_type: 'media', payload: { message: '', fileType: 'image', filePath } }
  expect((await sayAs(app, member, picture)).status).toBe(200)
  const { filePath: replyPath } = (await uploadAtDesk(app, noi, whitePng(8, 8, true))).body
  const card = {
    title: 'card',
    subtitle: '',
    image_url: replyPath,
    buttons: [{ title: 'x', type: 'text', payload: 'x' } as const],
  }
  const cards: ComposedMessage = { message_type: 'generic', payloads: [card] }
  expect((await answer(app, noi, member.roomId, cards)).status).toBe(200)
  const owners = async () =>
    (await app.database.query<{ owner: string }>("select owner from stored_file where owner <> 'robot'"))
      .map(({ owner }) => owner)
      .toSorted()
  const staffFile = `agent/${noi.agentId}`
  expect(await owners()).toEqual([staffFile, member.roomId].toSorted())

  await pass(MEMBER_KEPT_DAYS / 2)
  expect((await answer(app, await loggedIn(), member.roomId, cards)).status).toBe(200)
  await pass(MEMBER_KEPT_DAYS / 2 + 1)
  expect(await owners()).toEqual([staffFile])
  await pass(MEMBER_KEPT_DAYS / 2)
  expect(await owners()).toEqual([])
})

it('the picture of a slip is no file of the chat: it stays with the slip, whatever messages are forgotten', async () => {
  const member = await chattingMember(app)
  const form = { bytes: await drawSlip(null).png().toBuffer() }
  const { link: filePath } = (await app.ok(calls.walletSlip, { token: member.token, form })).slip
  const picture = { message_type: 'media', payload: { message: '', fileType: 'image', filePath } }
  expect(await sayAs(app, member, picture)).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
  await pass(MEMBER_KEPT_DAYS + 1)
  const kept = await app.database.query('select kept from stored_file where owner = $1', [member.roomId])
  expect(kept).toEqual([{ kept: true }])
})
