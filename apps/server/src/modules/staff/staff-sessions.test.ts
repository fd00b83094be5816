import { MINUTE_MS } from '../../platform/durations.ts'
import { desk } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { addStaff, auditOf, codeOf, deskLogin, type Staff, staffMember } from '../../testing/worlds/desk-world.ts'

const app = await startTestApp({ settings: { registerOTP: false } })
afterAll(() => app.close())

const owner = await staffMember(app, 'Owner', ['OWNER'])
const staffOf = async (by: Staff, { agentId }: Staff) =>
  (await app.desk.ok(desk.deskStaff, { token: by.token })).staff.find(({ _id }) => _id === agentId)
const meStatus = async (token: string) => (await app.desk.call(desk.deskMe, { token })).status
const end = (by: Staff, { agentId }: Staff, sessionId?: string) =>
  app.desk.call(desk.deskEndStaffSessions, { token: by.token, params: { agentId }, body: { sessionId } })

/** Logs in once more, elsewhere. */
async function loginAt(staff: Staff, address: string, agent?: string): Promise<string> {
  app.clock.advance(30_000)
  const headers = agent === undefined ? {} : { 'user-agent': agent }
  const { status, body } = await deskLogin(app, staff, { address, headers })
  expect(status).toBe(200)
  return body.token
}

describe('sessions of the staff', () => {
  it('[OFC-005] tell where and since when, and an owner ends one of them or all', async () => {
    const noi = await staffMember(app)
    const at = app.clock.now()
    const phone = await loginAt(noi, '10.2.2.2', 'Mozilla/5.0 (iPhone) Safari/604.1')
    const shown = await staffOf(owner, noi)
    const ofPhone = shown?.sessions.find(({ address }) => address === '10.2.2.2')
    expect(shown?.sessions).toHaveLength(2)
    expect(ofPhone).toMatchObject({
      device: 'Mozilla/5.0 (iPhone) Safari/604.1',
      since: new Date(at.getTime() + 30_000).toISOString(),
      isThis: false,
    })
    expect((await staffOf(owner, owner))?.sessions.map(({ isThis }) => isThis)).toEqual([true])
    expect(shown?.factor).toEqual({
      madeAt: expect.any(String) as string,
      usedAt: expect.any(String) as string,
      passwordUntil: null,
    })

    expect((await end(owner, noi, ofPhone?.sessionId)).status).toBe(200)
    expect([await meStatus(phone), await meStatus(noi.token)]).toEqual([401, 200])
    // It is over, and nobody's of another.
    expect((await end(owner, noi, ofPhone?.sessionId)).status).toBe(404)
    expect((await end(owner, owner, (await staffOf(owner, noi))?.sessions[0]?.sessionId)).status).toBe(404)
    await loginAt(noi, '10.2.2.2')
    const ended = await end(owner, noi)
    expect(ended).toMatchObject({ status: 200, body: { agent: { sessions: [], state: 'active' } } })
    expect(await meStatus(noi.token)).toBe(401)
    const deeds = (await auditOf(app, owner)).filter(({ deed }) => deed === 'agent-sessions-ended')
    expect(deeds.map(({ after }) => after)).toEqual([
      { username: noi.username, sessions: 2 },
      { username: noi.username, sessions: 1 },
    ])
  })

  it('[OFC-005] are ended by owners alone, by a fresh factor, and the one that asks stays', async () => {
    const [auditor, first] = [
      await staffMember(app, 'Auditor', ['AUDITOR']),
      await staffMember(app, 'First', ['OWNER']),
    ]
    const other = await loginAt(first, '10.3.3.3')
    expect((await staffOf(auditor, first))?.sessions).toHaveLength(2)
    expect(await end(auditor, first)).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
    const ends = await Promise.all(Array.from({ length: 20 }, () => end(first, first)))
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([200]))
    expect([await meStatus(first.token), await meStatus(other)]).toEqual([200, 401])
    app.clock.advance(10 * MINUTE_MS)
    expect(await end(first, auditor)).toMatchObject({ status: 403, body: { message: 'STEP_UP' } })
    expect(await meStatus(auditor.token)).toBe(200)
  })

  it('[OFC-005] show a password that waits for whom it was made for, and none of a session that is over', async () => {
    await app.command('desk', 'add', 'newcomer', 'New')
    const { staff } = await app.desk.ok(desk.deskStaff, { token: owner.token })
    expect(staff.find(({ username }) => username === 'newcomer')).toMatchObject({
      factor: { usedAt: null, passwordUntil: new Date(app.clock.now().getTime() + 72 * 60 * MINUTE_MS).toISOString() },
      sessions: [],
    })
    const account = await addStaff(app)
    const { body } = await deskLogin(app, account)
    app.clock.advance(30 * MINUTE_MS)
    expect((await staffOf(owner, { ...account, token: '', agentId: body.agent._id }))?.sessions).toEqual([])
  })
})

describe('a second factor', () => {
  const offer = (by: Staff, totp: string, password = by.password) =>
    app.desk.call(desk.deskNewFactor, { token: by.token, body: { password, totp } })
  const take = (token: string, body: { offer: string; totp: string }) =>
    app.desk.call(desk.deskTakeFactor, { token, body })
  const next = (by: Staff): string => {
    app.clock.advance(30_000)
    return codeOf(app, by)
  }

  it('[OFC-007] is renewed by its holder: the old one holds until a code of the new one came, and then never again', async () => {
    const noi = await staffMember(app)
    const other = await loginAt(noi, '10.4.4.4')
    expect(await offer(noi, next(noi), 'wrong')).toMatchObject({ status: 422, body: { message: 'WRONG_PASSWORD' } })
    const { status, body } = await offer(noi, next(noi))
    expect([status, body.totpAddress]).toEqual([200, expect.stringContaining(`secret=${body.totpKey}`)])
    const renewed = { ...noi, totpKey: body.totpKey }
    // Until then nothing is changed.
    expect([await meStatus(noi.token), await meStatus(other)]).toEqual([200, 200])
    expect(await take(noi.token, { offer: body.offer, totp: '000000' })).toMatchObject({
      status: 422,
      body: { message: 'OTP_CODE_INVALID' },
    })
    const stranger = await staffMember(app, 'Stranger', ['OWNER'])
    const moved = { status: 409, body: { message: 'MOVED_ON' } }
    expect(await take(stranger.token, { offer: body.offer, totp: codeOf(app, renewed) })).toMatchObject(moved)
    expect(await take(noi.token, { offer: 'x', totp: codeOf(app, renewed) })).toMatchObject(moved)
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => take(noi.token, { offer: body.offer, totp: codeOf(app, renewed) })),
    )
    const taken = tries.filter((one) => one.status === 200)
    expect(taken).toHaveLength(1)
    expect([await meStatus(noi.token), await meStatus(other)]).toEqual([401, 401])
    expect(await meStatus(taken[0]?.body.token ?? '')).toBe(200)
    expect((await deskLogin(app, noi, { totp: next(noi) })).status).toBe(401)
    expect((await deskLogin(app, renewed)).status).toBe(200)
    const deeds = (await auditOf(app, owner)).filter(({ actor }) => actor === `agent:${noi.agentId}`)
    expect(deeds.map(({ deed }) => deed)).toEqual(expect.arrayContaining(['factor-offered', 'factor-renewed']))
    expect(JSON.stringify(deeds)).not.toContain(body.totpKey)
  })

  it('[OFC-007] waits ten minutes for a code of it, and is void once another was taken', async () => {
    const noi = await staffMember(app)
    const late = (await offer(noi, next(noi))).body
    const first = (await offer(noi, next(noi))).body
    const second = (await offer(noi, next(noi))).body
    const { body } = await take(noi.token, {
      offer: first.offer,
      totp: codeOf(app, { ...noi, totpKey: first.totpKey }),
    })
    const again = await take(body.token, {
      offer: second.offer,
      totp: codeOf(app, { ...noi, totpKey: second.totpKey }),
    })
    expect(again.status).toBe(409)
    const waiting = await staffMember(app)
    const slow = (await offer(waiting, next(waiting))).body
    app.clock.advance(10 * MINUTE_MS)
    const totp = codeOf(app, { ...waiting, totpKey: slow.totpKey })
    expect((await take(waiting.token, { offer: slow.offer, totp })).status).toBe(409)
    expect(late.offer).not.toBe(first.offer)
  })
})
