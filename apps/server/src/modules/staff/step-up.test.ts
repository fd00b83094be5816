import { MINUTE_MS } from '../../platform/durations.ts'
import { type Call, desk, deskCalls, ROLES } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { auditOf, codeOf, deskLogin, type Staff, staffMember } from '../../testing/worlds/desk-world.ts'

const app = await startTestApp()
afterAll(() => app.close())

const stale = { status: 403, body: { message: 'STEP_UP' } }
const wrong = { status: 422, body: { message: 'OTP_CODE_INVALID', details: { fields: ['totp'] } } }
const stepUp = ({ token }: Pick<Staff, 'token'>, totp: string) =>
  app.desk.call(desk.deskStepUp, { token, body: { totp } })
/** A call that wants a fresh second factor, about nobody. */
const change = ({ token }: Pick<Staff, 'token'>) =>
  app.desk.call(desk.deskDisable, { token, params: { agentId: 'nobody' } })
const newOwner = () => staffMember(app, 'Owner', ['OWNER'])
const newJack = () => staffMember(app, 'Jack', ROLES)

describe('a second factor of the last ten minutes', () => {
  const owner = newJack()
  const freshCalls = deskCalls.filter(({ fresh }) => fresh !== undefined)

  it('[OFC-007] is the login’s code, until ten minutes have passed', async () => {
    expect((await change(await owner)).status).toBe(404)
    app.clock.advance(10 * MINUTE_MS - 1)
    expect((await change(await owner)).status).toBe(404)
    app.clock.advance(1)
    expect(await change(await owner)).toMatchObject(stale)
  })

  it.each(freshCalls.map((call) => [call.name, call] as const))(
    '[OFC-007] is asked for by %s',
    async (_name, call: Call) => {
      const { token } = await owner
      const params = {
        agentId: 'nobody',
        memberId: 'nobody',
        proposalId: 'none',
        kind: 'withdrawal',
        id: 'none',
        party: 'X',
        day: 'none',
        source: 'bonus',
        code: 'NONE',
        part: 'none',
        name: 'none',
        requestId: 'none',
      }
      const sent = call.body ? { rawBody: {} } : {}
      expect(await app.desk.call(call, { token, params, ...sent })).toMatchObject(stale)
    },
  )

  it('[OFC-007] is asked for by all that moves money or changes staff and rules, and by nothing that reads', () => {
    const money = [
      'deskAdjust',
      'deskConfirmProposal',
      'deskDecide',
      'deskEndBonus',
      'deskRememberPayout',
      'deskRemoveFactors',
    ]
    const rules = ['deskReconClose', 'deskReleasePropose', 'deskPublishBonus', 'deskStopBonus']
    const said = ['deskPublishContent', 'deskSetSetting', 'deskDeliverDataRequest']
    const exported = ['deskReportExport', 'deskAuditExport']
    const named = [...money, ...rules, ...said, ...exported, 'deskDisable', 'deskSetRoles', 'deskEndStaffSessions']
    expect(new Set(freshCalls.map(({ name }) => name))).toEqual(new Set(named))
    expect(freshCalls.filter(({ method }) => method === 'GET')).toEqual([])
  })

  it('[OFC-007] is told to nobody whose roles are wrong', async () => {
    const noi = await staffMember(app)
    app.clock.advance(10 * MINUTE_MS)
    expect(await change(noi)).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
  })
})

describe('a code that is given anew', () => {
  it('[OFC-007] counts for ten minutes of this session, and of no other', async () => {
    const owner = await newOwner()
    app.clock.advance(MINUTE_MS)
    const other = (await deskLogin(app, owner)).body
    app.clock.advance(10 * MINUTE_MS)
    const { status, body } = await stepUp(owner, codeOf(app, owner))
    expect([status, body.freshUntil]).toEqual([200, new Date(app.clock.now().getTime() + 10 * MINUTE_MS).toISOString()])
    expect((await change(owner)).status).toBe(404)
    expect(await change(other)).toMatchObject(stale)
    app.clock.advance(10 * MINUTE_MS)
    expect(await change(owner)).toMatchObject(stale)
    const actions = (await auditOf(app, owner)).filter(({ agent }) => agent?._id === owner.agentId)
    expect(actions.map(({ deed }) => deed)).toEqual(['step-up', 'login', 'login'])
  })

  it('[OFC-007] is good once: not after the login, not twice, not for two at once', async () => {
    const owner = await newOwner()
    expect(await stepUp(owner, codeOf(app, owner))).toMatchObject(wrong)
    app.clock.advance(10 * MINUTE_MS)
    const code = codeOf(app, owner)
    const tokens = [owner.token, (await deskLogin(app, owner, { totp: codeOf(app, owner, -1) })).body.token]
    const tries = await Promise.all([...tokens, ...tokens].map((token) => stepUp({ token }, code)))
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
    expect(await stepUp(owner, code)).toMatchObject(wrong)
    expect((await deskLogin(app, owner, { totp: code })).status).toBe(401)
  })

  it('[OFC-007] is guessed at slower and slower, which shuts nobody out of the login', async () => {
    const owner = await newOwner()
    app.clock.advance(MINUTE_MS)
    for (let tries = 0; tries < 5; tries += 1) expect((await stepUp(owner, '000000')).status).toBe(422)
    const code = codeOf(app, owner)
    expect(await stepUp(owner, code)).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    const { status, body } = await deskLogin(app, owner)
    expect(status).toBe(200)
    expect((await change(body)).status).toBe(404)
    expect((await app.desk.call(desk.deskMe, { token: owner.token })).status).toBe(200)
  })
})
