import { allCalls, type Call, calls, desk, deskCalls } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from './testing/app.ts'
import { chattingMember, guest, say } from './testing/worlds/chat-world.ts'
import type { Sent } from './testing/client.ts'
import { answer, auditOf, codeOf, deskLogin, staffMember } from './testing/worlds/desk-world.ts'
import type { Shape } from './testing/hostile/hostile-json.ts'
import { fieldsOf, valueOf, withField } from './testing/hostile/shape-values.ts'

const app = await startTestApp({ settings: { registerOTP: false, chatRobot: false } })
afterAll(() => app.close())

const who = guest()
await say(app, who, 'hello')
const staff = await staffMember(app)
const member = await chattingMember(app)
const named = (made: readonly Call[]) => made.map((call) => [`${call.method} ${call.path}`, call] as const)
const staffCalls = deskCalls.filter(({ caller }) => caller === 'agent')

/** A request with a value of its own shape in every place, about the room that there is. */
function proper(call: Call): Sent<Call> {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name) => [name, name === 'roomId' ? who.roomId : 'x']))
  if (!call.body) return { params }
  let rawBody = valueOf(call.body as unknown as Shape)
  for (const { path } of fieldsOf(call.body as unknown as Shape)) {
    if (path.at(-1) === 'message' && path.length === 3) rawBody = withField(rawBody, path, 'hello')
  }
  return { params, rawBody }
}

/** Everything that a desk's call could change or tell. */
async function state(): Promise<string> {
  const tables = ['support_room', 'support_message', 'support_canned_reply', 'deed', 'support_agent_session']
  const rows = await Promise.all(
    tables.map((table) => app.database.query(`select to_jsonb(kept)::text as row from ${table} kept order by 1`)),
  )
  return JSON.stringify(rows)
}

describe('a call of the desk', () => {
  it.each(named(staffCalls))('is answered to nobody without a token of staff: %s', async (_name, call) => {
    const before = await state()
    const refused = { status: 401, body: { message: 'UNAUTHORIZED' }, headers: { 'www-authenticate': 'Bearer' } }
    expect(await app.desk.call(call, proper(call))).toMatchObject(refused)
    const posing = { 'x-agent-id': staff.agentId, cookie: `token=${staff.token}`, authorization: ' ' }
    expect(await app.desk.call(call, { ...proper(call), headers: posing })).toMatchObject(refused)
    for (const token of ['nonsense', 'x'.repeat(43), member.token, staff.agentId, staff.password]) {
      expect(await app.desk.call(call, { ...proper(call), token })).toMatchObject({
        status: 401,
        body: { message: 'invalid-token' },
      })
    }
    expect(await state()).toBe(before)
  })

  it.each(named(deskCalls))('is no call of the wallet’s listener, whoever asks: %s', async (_name, call) => {
    for (const token of [undefined, staff.token, member.token]) {
      const sent = token === undefined ? proper(call) : { ...proper(call), token }
      expect(await app.call(call, sent)).toMatchObject({ status: 404, body: { message: 'NOT_FOUND' } })
    }
  })
})

describe('a call of the wallet', () => {
  it.each(named(allCalls))('is no call of the desk’s listener, whoever asks: %s', async (_name, call) => {
    for (const token of [undefined, staff.token, member.token]) {
      const sent = token === undefined ? proper(call) : { ...proper(call), token }
      expect(await app.desk.call(call, sent)).toMatchObject({ status: 404, body: { message: 'NOT_FOUND' } })
    }
  })

  it.each(named(allCalls.filter(({ caller }) => caller === 'member')))(
    'is answered to no token of staff: %s',
    async (_name, call) => {
      expect(await app.call(call, { ...proper(call), token: staff.token })).toMatchObject({
        status: 401,
        body: { message: 'invalid-token' },
      })
    },
  )
})

describe('the desk’s listener', () => {
  const get = (url: string) => app.app().deskHttp?.inject({ method: 'GET', url })

  it('says whether it is up and ready, describes nothing, and shows no page of the wallet', async () => {
    expect((await get('/health'))?.statusCode).toBe(200)
    expect((await get('/ready'))?.statusCode).not.toBe(404)
    for (const path of ['/api/openapi.json', '/api/docs', '/login', '/index.html', '/api/desk', '/api/desk/nothing']) {
      expect([path, (await get(path))?.statusCode]).toEqual([path, 404])
    }
  })

  it('lets no frame and no other origin in', async () => {
    const headers = (await get('/health'))?.headers ?? {}
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).toContain("connect-src 'self';")
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it('goes on when the service has ended, so that staff can look things up', async () => {
    await app.app().operator.setSetting('terminated', true)
    expect((await app.desk.call(desk.deskInbox, { token: staff.token })).status).toBe(200)
    expect((await app.call(calls.chatConfig)).status).toBe(410)
    await app.app().operator.setSetting('terminated', false)
  })

  it('is not there where it is not wanted', async () => {
    const without = await startTestApp({ env: { DESK_PORT: '0' } })
    expect(without.app().deskHttp).toBeNull()
    expect(without.app().commands.some(({ name }) => name === 'desk add')).toBe(true)
    await without.close()
  })
})

it('what staff type and what they are given is in no line of the log, and in no answer but that to the login', async () => {
  const somebody = await staffMember(app, 'Secretive')
  const wrong = { password: 'hush-hush-password', totp: '918273' }
  await deskLogin(app, somebody, wrong)
  app.clock.advance(30_000)
  const code = codeOf(app, somebody)
  const login = await deskLogin(app, somebody)
  const answers = [
    await app.desk.call(desk.deskMe, { token: login.body.token }),
    await answer(app, { ...somebody, token: login.body.token }, who.roomId, 'a private word'),
    await app.desk.call(desk.deskRoomRead, { token: login.body.token, params: { roomId: who.roomId } }),
    await auditOf(app, somebody),
    await app.command('desk', 'users'),
  ]
  const secrets = [somebody.password, somebody.totpKey, code, login.body.token, somebody.token, ...Object.values(wrong)]
  const log = JSON.stringify(app.lines)
  expect(app.lines.length).toBeGreaterThan(20)
  for (const secret of secrets) {
    expect(log).not.toContain(secret)
    expect(JSON.stringify(answers)).not.toContain(secret)
  }
  expect(log).not.toContain('a private word')
})
