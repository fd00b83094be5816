import { type Call, type Code, desk, deskCalls, mayCall, type Role, ROLES } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { appMigrations } from '../../app.ts'
import { migrate } from '../../platform/database/index.ts'
import { startTestApp } from '../../testing/app.ts'
import { guest, say } from '../../testing/worlds/chat-world.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { verifyDeeds } from '../deeds/index.ts'
import { auditOf, openDeskPage, type Staff, staffMember } from '../../testing/worlds/desk-world.ts'
import { until } from '../../testing/until.ts'

const app = await startTestApp({ settings: { registerOTP: false, chatRobot: false } })
const url = await app.listenDesk()
afterAll(() => app.close())

const owner = await staffMember(app, 'Owner', ['OWNER', 'SUPPORT'])
const setRoles = (by: Staff, { agentId }: Staff, roles: readonly Role[]) =>
  app.desk.call(desk.deskSetRoles, { token: by.token, params: { agentId }, body: { roles: [...roles] } })
const disable = (by: Staff, { agentId }: Staff) =>
  app.desk.call(desk.deskDisable, { token: by.token, params: { agentId } })
const rolesOf = async ({ agentId }: Staff) =>
  (await app.desk.ok(desk.deskStaff, { token: owner.token })).staff.find(({ _id }) => _id === agentId)?.roles
const forbidden = { status: 403, body: { message: 'FORBIDDEN' } }
const last = { status: 409, body: { message: 'LAST_OWNER' } }

describe('each call of the desk', async () => {
  const byRole = new Map<Role, Staff>()
  for (const role of ROLES) byRole.set(role, await staffMember(app, role, [role]))
  const both = await staffMember(app, 'Both', ['PAYMENTS', 'SUPPORT'])
  // What ends the session comes last.
  const staffCalls = deskCalls
    .filter(({ caller }) => caller === 'agent')
    .toSorted((one, other) => Number(one.name === 'deskLogout') - Number(other.name === 'deskLogout'))
  const isRefused = async (call: Call, { token }: Staff): Promise<boolean> => {
    const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const params = Object.fromEntries(names.map((name) => [name, 'nobody']))
    const { status, body } = await app.desk.call(call, { token, params, ...(call.body ? { rawBody: {} } : {}) })
    const { message } = body as { message?: Code }
    if (message === 'FORBIDDEN') expect(status).toBe(403)
    // Whoever may make it is told what else is wrong with it, if anything is.
    else expect([200, 400, 404, 422]).toContain(status)
    return message === 'FORBIDDEN'
  }

  it.each(staffCalls.map((call) => [call.name, call] as const))(
    '[OFC-003] [OFC-004] %s is answered to its roles alone',
    async (_name, call) => {
      for (const [role, staff] of byRole) {
        expect([role, await isRefused(call, staff)]).toEqual([role, !mayCall(call, [role])])
      }
      expect(await isRefused(call, both)).toBe(!mayCall(call, ['PAYMENTS', 'SUPPORT']))
    },
  )
})

describe('roles', () => {
  it('[OFC-003] are told at the login and by the session, and those of an account are support’s unless it is told others', async () => {
    const [plain, two] = [await staffMember(app), await staffMember(app, 'Two', ['RISK', 'PAYMENTS'])]
    const told = async ({ token }: Staff) => (await app.desk.ok(desk.deskMe, { token })).agent.roles
    expect([await told(plain), await told(two)]).toEqual([['SUPPORT'], ['PAYMENTS', 'RISK']])
    expect(await app.command('desk', 'users')).toContain(`${two.username}  active  payments,risk`)
  })

  it('hold from the next call on, and who gave them is written down', async () => {
    const noi = await staffMember(app)
    const read = () => app.desk.call(desk.deskInbox, { token: noi.token })
    expect((await read()).status).toBe(200)
    expect(await setRoles(owner, noi, ['OWNER', 'SUPPORT'])).toMatchObject({
      status: 200,
      body: { agent: { roles: ['OWNER', 'SUPPORT'] } },
    })
    await app.command('desk', 'roles', noi.username, 'risk')
    expect(await read()).toMatchObject(forbidden)
    // The same ones again are no change.
    await app.command('desk', 'roles', noi.username, 'RISK')
    const rows = (await auditOf(app, owner)).filter(({ after }) => after['username'] === noi.username)
    expect(rows.filter(({ deed }) => deed === 'agent-roles')).toMatchObject([
      { agent: null, before: { roles: 'OWNER, SUPPORT' }, after: { roles: 'RISK' } },
      { agent: { _id: owner.agentId }, before: { roles: 'SUPPORT' }, after: { roles: 'OWNER, SUPPORT' } },
    ])
  })

  it('decide what open pages hear, and change that at once', async () => {
    const [reader, other] = [await staffMember(app), await staffMember(app, 'Other', ['RISK'])]
    const pages = [reader, other].map(({ token }) => openDeskPage(url, { token }))
    await Promise.all(pages.map(({ connected }) => connected))
    await say(app, guest(), 'hello')
    await until('the hint is there', async () => pages[0]?.hints.length !== 0)
    expect(pages[1]?.hints).toEqual([])
    await app.command('desk', 'roles', reader.username, 'risk')
    expect(await pages[0]?.closed).toBe('io server disconnect')
    const again = openDeskPage(url, { token: reader.token })
    await again.connected
    // One who still reads hears it last, so that the others would have by then.
    const witness = openDeskPage(url, { token: owner.token })
    await witness.connected
    await say(app, guest(), 'hello')
    await until('the hint is there', async () => witness.hints.length !== 0)
    expect([again.hints, pages[1]?.hints]).toEqual([[], []])
    for (const page of [...pages, again, witness]) page.close()
  })

  it('[OFC-005] are given by nobody who lacks them, but taken; the command line may', async () => {
    const noi = await staffMember(app)
    expect(await setRoles(owner, noi, ['SUPPORT', 'PAYMENTS', 'RISK'])).toMatchObject({
      ...forbidden,
      body: { ...forbidden.body, details: { roles: ['PAYMENTS', 'RISK'] } },
    })
    expect(await setRoles(owner, owner, ['OWNER', 'AUDITOR'])).toMatchObject(forbidden)
    expect(await rolesOf(noi)).toEqual(['SUPPORT'])
    await app.command('desk', 'roles', noi.username, 'support,payments')
    expect((await setRoles(owner, noi, ['PAYMENTS'])).status).toBe(200)
    expect(await rolesOf(noi)).toEqual(['PAYMENTS'])
    expect(await setRoles(noi, noi, ['PAYMENTS'])).toMatchObject(forbidden)
    expect((await setRoles(owner, { ...noi, agentId: 'nobody' }, ['SUPPORT'])).status).toBe(404)
    expect((await setRoles(owner, noi, [])).status).toBe(422)
    await expect(app.command('desk', 'roles', noi.username, 'boss')).rejects.toThrow('Name roles')
    await expect(app.command('desk', 'add', 'newcomer', 'New', '--roles')).rejects.toThrow('Name roles')
    await expect(app.command('desk', 'roles', 'nobody', 'risk')).rejects.toThrow('There is no user "nobody"')
  })
})

describe('the last owner', async () => {
  const world = await startTestApp()
  afterAll(() => world.close())
  const both: Role[] = ['OWNER', 'SUPPORT']
  const [first, second] = [await staffMember(world, 'First', both), await staffMember(world, 'Second', both)]
  const strip = (by: Staff, { agentId }: Staff) =>
    world.desk.call(desk.deskSetRoles, { token: by.token, params: { agentId }, body: { roles: ['SUPPORT'] } })
  const owners = async () =>
    (await world.database.query(`select id from support_agent where 'OWNER' = any (roles) and disabled_at is null`))
      .length

  it('[OFC-005] stays when two owners take the role from each other, and lock each other out, at once', async () => {
    const strips = await Promise.all([strip(first, second), strip(second, first)])
    expect(strips.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect(await owners()).toBe(1)
    for (const { username } of [first, second]) await world.command('desk', 'roles', username, 'owner,support')
    const ends = await Promise.all(
      [
        [first, second],
        [second, first],
      ].map(([by, whom]) =>
        world.desk.call(desk.deskDisable, { token: by?.token ?? '', params: { agentId: whom?.agentId ?? '' } }),
      ),
    )
    // The one who lost is no owner any more, or logged out already.
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(ends.every(({ status }) => [200, 401, 403].includes(status))).toBe(true)
    expect(await owners()).toBe(1)
  })

  it('[OFC-005] cannot be stripped or disabled, by himself or by command', async () => {
    const [row] = await world.database.query<{ username: string }>(
      `select username from support_agent where 'OWNER' = any (roles) and disabled_at is null`,
    )
    const one = [first, second].find(({ username }) => username === row?.username) ?? first
    expect(await strip(one, one)).toMatchObject(last)
    const params = { agentId: one.agentId }
    expect(await world.desk.call(desk.deskDisable, { token: one.token, params })).toMatchObject(last)
    const sentence = 'This is the last owner'
    await expect(world.command('desk', 'roles', one.username, 'support')).rejects.toThrow(sentence)
    await expect(world.command('desk', 'disable', one.username)).rejects.toThrow(sentence)
    expect(await owners()).toBe(1)
  })
})

it('one of the staff is locked out by an owner at once, and his list says so', async () => {
  const noi = await staffMember(app)
  expect(await disable(owner, noi)).toMatchObject({ status: 200, body: { agent: { state: 'disabled' } } })
  expect((await app.desk.call(desk.deskMe, { token: noi.token })).status).toBe(401)
  expect((await disable(owner, noi)).status).toBe(200)
  const rows = (await auditOf(app, owner)).filter(({ after }) => after['username'] === noi.username)
  expect(rows.filter(({ deed }) => deed === 'agent-disabled')).toMatchObject([{ agent: { _id: owner.agentId } }])
})

it('[OFC-006] who was there before there were roles has SUPPORT alone', async () => {
  const before = appMigrations.filter(({ name }) => name < '2026-11-23-50-roles-of-staff')
  const database = await openTestDatabase({ migrations: before })
  try {
    await database.query(
      `insert into support_agent (id, username, name, password_hash, totp_key, created_at)
       values ('a', 'old', 'Old', 'x', 'x', now())`,
    )
    await database.query(
      `insert into support_audit (id, at, agent_id, action, room_id, details) values
         ('1', now(), 'a', 'claim', 'room', '{"before": "waiting"}'), ('2', now(), null, 'agent-added', null, null),
         ('3', now(), null, 'login-failed', null, '{"address": "10.0.0.1"}')`,
    )
    await database.query(
      `insert into operator_command (id, at, actor, command, words, exit_code)
       values ('4', now(), 'cli:noi', 'withdrawals pay', 'w1', 0), ('5', now(), 'cli:noi', 'audit', '', null)`,
    )
    await migrate(database, appMigrations)
    expect(await database.query('select roles from support_agent')).toEqual([{ roles: ['SUPPORT'] }])
    // What was written down then is a deed among the others.
    expect(await database.query('select id, actor, address, what, subject, after from deed order by number')).toEqual([
      { id: '1', actor: 'agent:a', address: null, what: 'claim', subject: 'room:room', after: { before: 'waiting' } },
      { id: '2', actor: 'cli:unknown', address: null, what: 'agent-added', subject: null, after: null },
      {
        id: '3',
        actor: 'nobody',
        address: '10.0.0.1',
        what: 'login-failed',
        subject: null,
        after: { address: '10.0.0.1' },
      },
      {
        ...{ id: '4', actor: 'cli:noi', address: null, what: 'command-given', subject: null },
        after: { command: 'withdrawals pay', words: 'w1', exitCode: 0 },
      },
      {
        ...{ id: '5', actor: 'cli:noi', address: null, what: 'command-given', subject: null },
        after: { command: 'audit', words: '', exitCode: null },
      },
    ])
    expect(await verifyDeeds(database)).toEqual({ deeds: 5, problems: [] })
  } finally {
    await database.close()
  }
})
