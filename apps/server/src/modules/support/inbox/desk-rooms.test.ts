import { calls, desk } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { chattingMember, guest, historyOf, say, textsOf, upload } from '../../../testing/worlds/chat-world.ts'
import { answer, auditOf, deskHistoryOf, deskRoomOf, staffMember } from '../../../testing/worlds/desk-world.ts'
import { held, missing, openDeskTalk, picture } from '../desk-talk.fixture.ts'

const { app, noi, bua, inbox, act, talkingGuest } = await openDeskTalk()
afterAll(() => app.close())

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
