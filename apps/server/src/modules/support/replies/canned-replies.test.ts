import { desk } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { answer, auditOf, deskRoomOf } from '../../../testing/worlds/desk-world.ts'
import { missing, openDeskTalk } from '../desk-talk.fixture.ts'

const { app, noi, act, talkingGuest } = await openDeskTalk()
afterAll(() => app.close())

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
