import { calls } from '@krapao/contract'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guestRoomId } from '../../platform/ids.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { GUEST_KEPT_DAYS, MEMBER_KEPT_DAYS } from './retention.ts'

const DAY_MS = 24 * 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { chatRobot: false } })
})
afterAll(() => app.close())

const newGuest = () => `guest-${randomBytes(16).toString('base64url')}`
const say = (guestId: string, message: string) =>
  app.ok(calls.chatSendMessage, { body: { guestId, message: { message_type: 'text', payload: { message } } } })
const said = async (guestId: string) => (await app.ok(calls.chatHistory, { body: { guestId } })).messages.length
const endAll = () => app.database.query(`update support_room set session_state = 'ended', waiting_since = null`)
const rooms = async () => (await app.database.query('select id from support_room')).length
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

it('a chat that waits for a person is kept until somebody has ended it', async () => {
  const guest = newGuest()
  await say(guest, 'is anybody there?')
  await pass(GUEST_KEPT_DAYS + 1)
  expect(await said(guest)).toBe(1)
  await endAll()
  await pass(1)
  expect(await rooms()).toBe(0)
})

it('messages of a room that is in use are kept two years', async () => {
  const guest = newGuest()
  await say(guest, 'old')
  await pass(MEMBER_KEPT_DAYS - 1)
  await say(guest, 'new')
  await pass(2)
  expect(await said(guest)).toBe(1)
})
