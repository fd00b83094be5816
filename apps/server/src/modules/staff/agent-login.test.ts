import { HOUR_MS } from '../../platform/durations.ts'
import { calls, desk } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { solveProof, TEST_PASSWORD_COST, testLoginAids } from '../../testing/login-aids.ts'
import {
  addStaff,
  auditOf,
  codeOf,
  deskLogin,
  openDeskPage,
  readAccount,
  type StaffAccount,
  staffMember,
  textMessage,
} from '../../testing/worlds/desk-world.ts'
import { registeredMember } from '../../testing/worlds/stories.ts'
import { until } from '../../testing/until.ts'
import { createSealer } from '../../platform/sealer.ts'
import { loginAgent } from './agent-login.ts'
import { createMemory, type StaffParts } from './staff.parts.ts'

const app = await startTestApp({ settings: { registerOTP: false } })
afterAll(() => app.close())
const url = await app.listenDesk()

const refused = { status: 401, body: { message: 'WRONG_CREDENTIAL' } }
const dead = { status: 401, body: { message: 'invalid-token' } }
let addresses = 0
const newAddress = (): string => `10.2.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`

describe('the login of staff', () => {
  it('takes user name, password and code, and answers a token and who it is', async () => {
    const account = await addStaff(app, 'Noi Chaiyo')
    const { status, body } = await deskLogin(app, account, { username: ` ${account.username.toUpperCase()} ` })
    expect(status).toBe(200)
    expect(body.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(body.agent).toMatchObject({ name: 'Noi Chaiyo', username: account.username })
    expect(await app.desk.ok(desk.deskMe, { token: body.token })).toEqual({ agent: body.agent })
  })

  it('waits for no password of members, however many of them are to be computed', async () => {
    const queue = { inFlightMax: 0, waitingMax: 0 }
    const full = await startTestApp({ tuning: { passwords: { cost: TEST_PASSWORD_COST, queue } } })
    const member = { username: '0812345678', password: 'seven quiet lanterns' }
    expect((await full.call(calls.login, { body: member })).status).toBe(429)
    await full.listenDesk()
    expect((await deskLogin(full, await addStaff(full))).status).toBe(200)
    await full.close()
  })

  it('says the same whatever was wrong', async () => {
    const account = await addStaff(app)
    const other = await addStaff(app)
    const wrong = [
      { username: 'nobody' },
      { password: 'another' },
      { totp: '000000' },
      { totp: codeOf(app, other) },
      { totp: codeOf(app, account, 3) },
      { totp: codeOf(app, account, -3) },
      { totp: '' },
      { password: '' },
    ]
    for (const changed of wrong) {
      const answer = await deskLogin(app, account, { ...changed, address: newAddress() })
      expect(answer).toMatchObject(refused)
      expect(answer.body.details).toBeUndefined()
    }
    expect((await deskLogin(app, account)).status).toBe(200)
  })

  it('takes a code once, also of two logins at once', async () => {
    const account = await addStaff(app)
    const both = await Promise.all([
      deskLogin(app, account, { address: newAddress() }),
      deskLogin(app, account, { address: newAddress() }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await deskLogin(app, account, { address: newAddress() })).toMatchObject(refused)
    app.clock.advance(30_000)
    // An older code is no newer for not having been used.
    expect(await deskLogin(app, account, { totp: codeOf(app, account, -1), address: newAddress() })).toMatchObject(
      refused,
    )
    expect((await deskLogin(app, account, { address: newAddress() })).status).toBe(200)
  })

  it('makes who guesses wait, and nobody at another address', async () => {
    const account = await addStaff(app)
    const address = newAddress()
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await deskLogin(app, account, { totp: '000000', address })).toMatchObject(refused)
    }
    const waiting = await deskLogin(app, account, { address })
    expect(waiting).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    expect(waiting.headers['retry-after']).toBe('2')
    expect((await deskLogin(app, account, { address: newAddress() })).status).toBe(200)
    app.clock.advance(30_000)
    expect((await deskLogin(app, account, { address })).status).toBe(200)
  })

  it('counts guesses that are sent at once, and those from many addresses', async () => {
    const account = await addStaff(app)
    const guess = (address: string) => deskLogin(app, account, { totp: '000000', address })
    const address = newAddress()
    const atOnce = await Promise.all(Array.from({ length: 12 }, () => guess(address)))
    expect(atOnce.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(atOnce.filter(({ status }) => status === 429)).toHaveLength(7)
    await app.database.query('update support_login_name set failures = 100 where username = $1', [account.username])
    const stranger = await deskLogin(app, account, { address: newAddress() })
    expect(stranger).toMatchObject({ status: 428, body: { message: 'PROOF_NEEDED' } })
    app.clock.advance(HOUR_MS)
    expect((await deskLogin(app, account, { address: newAddress() })).status).toBe(200)
  })

  it('costs the same work for a name that nobody has', async () => {
    const account = await addStaff(app)
    const verified: (string | null)[] = []
    const sealer = createSealer(['ab'.repeat(32)])
    const opened: string[] = []
    const parts = {
      database: app.database,
      clock: app.clock,
      ...testLoginAids(app),
      sealer: {
        seal: (text: string) => sealer.seal(text),
        open(sealed: string) {
          opened.push(sealed)
          return 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
        },
      },
      passwords: {
        hash: () => Promise.reject(new Error('nothing is hashed')),
        async verify(_password: string, kept: string | null) {
          verified.push(kept)
          return false
        },
      },
      memory: createMemory(),
    } as unknown as StaffParts
    for (const username of [account.username, 'nobody-at-all']) {
      const request = {
        username,
        password: 'x',
        totp: '000000',
        newPassword: null,
        address: newAddress(),
        device: null,
        cookies: undefined,
        proof: null,
      }
      await expect(loginAgent(parts, request)).rejects.toMatchObject({ code: 'WRONG_CREDENTIAL' })
    }
    expect(verified).toEqual([expect.stringContaining('argon2id'), null])
    expect(opened).toHaveLength(2)
  })

  it('is written down, whatever its end', async () => {
    const staff = await staffMember(app)
    const address = newAddress()
    await deskLogin(app, staff, { password: 'hush-hush', address })
    await deskLogin(app, staff, { username: 'my-own-secret', address })
    const rows = await auditOf(app, staff)
    expect(rows.slice(0, 3)).toMatchObject([
      { deed: 'login-failed', agent: null, address, after: { username: null } },
      { deed: 'login-failed', agent: { _id: staff.agentId }, address, after: { username: staff.username } },
      { deed: 'login', agent: { _id: staff.agentId, name: 'Noi' } },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/hush-hush|my-own-secret/)
  })

  it('is written down in few rows, however often somebody guesses', async () => {
    const staff = await staffMember(app)
    const [address, other] = [newAddress(), newAddress()]
    const failed = async () => {
      const rows = (await auditOf(app, staff)).filter(
        (row) => row.deed === 'login-failed' && [address, other].includes(`${row.address}`),
      )
      return rows.map((row) => [row.agent?._id ?? null, row.address, row.after['count']])
    }
    for (const username of ['one-nobody', 'another', 'a-third']) await deskLogin(app, staff, { username, address })
    for (const totp of ['000000', '000001']) await deskLogin(app, staff, { totp, address })
    await deskLogin(app, staff, { totp: '000000', address: other })
    const first = [
      [staff.agentId, other, 1],
      [staff.agentId, address, 2],
      [null, address, 3],
    ]
    expect(await failed()).toEqual(first)
    app.clock.advance(10 * 60_000)
    await deskLogin(app, staff, { totp: '000000', address })
    expect(await failed()).toEqual([[staff.agentId, address, 1], ...first])
  })
})

it('a login of staff that two doors ask work of goes on with one proof', async () => {
  const crowded = await startTestApp({ env: { KRAPAO_LIMIT_FACTOR: '0.1' } })
  try {
    const account = await addStaff(crowded)
    await crowded.database.query('insert into support_login_name (username, failures, since) values ($1, 1000, $2)', [
      account.username,
      crowded.clock.now(),
    ])
    for (let round = 0; round < 6; round += 1) await deskLogin(crowded, account, { username: null as never })
    const asked = await deskLogin(crowded, account)
    expect(asked).toMatchObject({ status: 428, body: { message: 'PROOF_NEEDED' } })
    const headers = { 'x-proof': solveProof(asked.body) }
    expect((await deskLogin(crowded, account, { headers })).status).toBe(200)
  } finally {
    await crowded.close()
  }
})

describe('a session of staff', () => {
  it('[OFC-008] lasts twelve hours, whatever happens in it', async () => {
    const { token } = await staffMember(app)
    app.clock.advance(12 * HOUR_MS - 1)
    expect((await app.desk.call(desk.deskMe, { token })).status).toBe(200)
    app.clock.advance(1)
    expect(await app.desk.call(desk.deskMe, { token })).toMatchObject({
      status: 401,
      body: { message: 'EXPIRED_AUTH_TOKEN' },
    })
  })

  it('ends by logout, and no other with it', async () => {
    const staff = await staffMember(app)
    app.clock.advance(30_000)
    const { body: other } = await deskLogin(app, staff)
    await app.desk.ok(desk.deskLogout, { token: staff.token })
    expect(await app.desk.call(desk.deskMe, { token: staff.token })).toMatchObject(dead)
    expect((await app.desk.call(desk.deskMe, { token: other.token })).status).toBe(200)
  })

  it('is no member’s, and a member’s is none', async () => {
    const staff = await staffMember(app)
    const member = await registeredMember(app)
    expect(await app.desk.call(desk.deskInbox, { token: member.token })).toMatchObject(dead)
    expect(await app.call(calls.walletAmount, { token: staff.token })).toMatchObject(dead)
    expect(await app.call(calls.chatHistory, { token: staff.token, body: {} })).toMatchObject(dead)
  })

  it('dies at once when its owner is disabled, with the pages that listen, and he is let in no more', async () => {
    const staff = await staffMember(app)
    const page = openDeskPage(url, { token: staff.token })
    await page.connected
    expect(await app.command('desk', 'disable', staff.username)).toContain('locked out')
    expect(await page.closed).toBe('io server disconnect')
    expect(await app.desk.call(desk.deskMe, { token: staff.token })).toMatchObject(dead)
    app.clock.advance(30_000)
    expect(await deskLogin(app, staff)).toMatchObject(refused)
    const late = openDeskPage(url, { token: staff.token })
    await expect(late.connected).rejects.toThrow('invalid-token')
  })

  it('dies when another process disabled its owner, at the next check', async () => {
    const staff = await staffMember(app)
    const page = openDeskPage(url, { token: staff.token })
    await page.connected
    await app.database.query('update support_agent set disabled_at = $2 where id = $1', [
      staff.agentId,
      app.clock.now(),
    ])
    expect(await app.desk.call(desk.deskMe, { token: staff.token })).toMatchObject(dead)
    await app.app().jobs.runAll()
    expect(await page.closed).toBe('io server disconnect')
  })
})

describe('the first login of one of the staff', () => {
  let made = 0
  const added = async () => readAccount(await app.command('desk', 'add', `first${(made += 1)}`, 'Noi'))
  const own = 'river mango lantern'

  it('is good for choosing a password alone, which is the one that lets in then', async () => {
    const account = await added()
    const asked = { status: 403, body: { message: 'NEW_PASSWORD' } }
    expect(await deskLogin(app, account)).toMatchObject(asked)
    // Nothing is told to who lacks the code, and nothing is used up by asking.
    expect(await deskLogin(app, account, { totp: '000000' })).toMatchObject(refused)
    for (const newPassword of [
      account.password,
      'short',
      'Password!12345',
      `${account.username} noi 1234`,
      'krapao 2026 !',
    ]) {
      expect(await deskLogin(app, account, { newPassword })).toMatchObject({
        status: 422,
        body: { message: 'INVALID_USER_INFO', details: { fields: ['newPassword'] } },
      })
    }
    expect((await deskLogin(app, account, { newPassword: own })).status).toBe(200)
    app.clock.advance(30_000)
    expect(await deskLogin(app, account, { newPassword: 'another river lantern' })).toMatchObject(refused)
    expect((await deskLogin(app, { ...account, password: own })).status).toBe(200)
  })

  it('is too late after three days', async () => {
    const account = await added()
    app.clock.advance(72 * 3_600_000)
    expect(await deskLogin(app, account, { newPassword: own })).toMatchObject(refused)
    const again = readAccount(await app.command('desk', 'reset', account.username))
    expect((await deskLogin(app, again, { newPassword: own, address: newAddress() })).status).toBe(200)
  })
})

describe('a session in which nothing is done', () => {
  it('[OFC-008] ends half an hour after the last deed, whatever the page asks by itself, and with it its line', async () => {
    const { token } = (await deskLogin(app, await addStaff(app))).body
    const params = { roomId: 'x' }
    const ask = async () => {
      await app.desk.call(desk.deskHistory, { token, params, body: {} })
      await app.desk.call(desk.deskMarkRead, { token, params, body: { seq: 1 } })
      return app.desk.call(desk.deskInbox, { token })
    }
    const act = () => app.desk.call(desk.deskSend, { token, params, body: { message: textMessage('hello') } })
    for (const minutes of [20, 20]) {
      app.clock.advance(minutes * 60_000)
      expect((await act()).status).toBe(404)
    }
    for (const minutes of [10, 10]) {
      app.clock.advance(minutes * 60_000)
      expect((await ask()).status).toBe(200)
    }
    app.clock.advance(10 * 60_000)
    expect(await ask()).toMatchObject({ status: 401, body: { message: 'EXPIRED_AUTH_TOKEN' } })
    expect((await act()).status).toBe(401)
  })
})

describe('accounts of staff', () => {
  it('are made, listed, reset and disabled at the command line, and each of it is written down', async () => {
    const witness = await staffMember(app)
    const own = 'river mango lantern'
    const shown = await app.command('desk', 'add', 'Somsri', 'Somsri', 'of the night shift')
    const first = readAccount(shown)
    expect(first).toMatchObject({
      username: 'somsri',
      password: expect.stringMatching(/^[a-z0-9]{5}(-[a-z0-9]{5}){3}$/),
    })
    expect(shown).toContain(`otpauth://totp/Krapao:somsri?issuer=Krapao&secret=${first.totpKey}`)
    expect((await deskLogin(app, first, { newPassword: own })).status).toBe(200)
    const second = readAccount(await app.command('desk', 'reset', 'somsri'))
    expect([second.password, second.totpKey]).not.toContain(first.password)
    expect(await deskLogin(app, first, { address: newAddress() })).toMatchObject(refused)
    expect((await deskLogin(app, second, { newPassword: own })).status).toBe(200)
    await app.command('desk', 'disable', 'somsri')
    expect(await app.command('desk', 'users')).toMatch(/^somsri {2}disabled .*Somsri of the night shift$/m)
    const third = readAccount(await app.command('desk', 'reset', 'somsri'))
    app.clock.advance(30_000)
    expect((await deskLogin(app, third, { newPassword: own })).status).toBe(200)
    const rows = await auditOf(app, witness)
    const ofHer = rows.filter(({ after }) => after['username'] === 'somsri').map(({ deed }) => deed)
    expect(ofHer.filter((deed) => deed !== 'login-failed')).toEqual([
      'agent-reset',
      'agent-disabled',
      'agent-reset',
      'agent-added',
    ])
  })

  it.each([
    [['desk', 'add'], 'Name a user'],
    [['desk', 'add', 'x y'], 'Name a user'],
    [['desk', 'add', '../etc', 'Noi'], 'Name a user'],
    [['desk', 'add', 'noi'], 'Say how colleagues call'],
    [['desk', 'reset', 'nobody'], 'There is no user "nobody"'],
    [['desk', 'disable', 'nobody'], 'There is no user "nobody"'],
    ...[[], ['0'], ['-1'], ['1.5'], ['8761'], ['all']].map(
      (given) => [['desk', 'end-guests', ...given], 'Say for how many hours'] as [string[], string],
    ),
  ])('say what is wrong with %j', async (words, sentence) => {
    await expect(app.command(...words)).rejects.toThrow(sentence)
  })

  it('have user names of their own', async () => {
    const { username } = await addStaff(app)
    await expect(app.command('desk', 'add', username, 'Noi')).rejects.toThrow(`There is a user "${username}" already`)
  })

  it('[OFC-011] keep no secret as it is, in the database or the log', async () => {
    const staff: StaffAccount = await staffMember(app)
    const kept = JSON.stringify([
      await app.database.query('select * from support_agent'),
      await app.database.query('select * from support_agent_session'),
      await app.database.query('select * from deed'),
      app.lines,
    ])
    expect(kept).toContain('argon2id')
    for (const secret of [staff.password, staff.totpKey]) expect(kept).not.toContain(secret)
  })
})

it('what is typed as a user name and is nobody’s is counted and not kept: it may be a password', async () => {
  const account = await addStaff(app)
  const typed = 'six loud lanterns'
  const address = newAddress()
  for (let round = 0; round < 5; round += 1) {
    expect(await deskLogin(app, account, { username: typed, address })).toMatchObject({ status: 401 })
  }
  expect(await deskLogin(app, account, { username: typed, address })).toMatchObject({ status: 429 })
  const kept = JSON.stringify([
    await app.database.query('select * from support_login_pair'),
    await app.database.query('select * from support_login_name'),
    await app.database.query('select * from deed'),
  ])
  expect([kept.includes('nobody '), kept.includes(typed)]).toEqual([true, false])
})

it('old failures and sessions are swept', async () => {
  const account = await addStaff(app)
  await deskLogin(app, account, { totp: '000000' })
  await deskLogin(app, account)
  app.clock.advance(43 * 24 * HOUR_MS)
  await app.app().jobs.runAll()
  await until('nothing of it is left', async () => {
    const rows = await app.database.query(
      `select username from support_login_pair union all select username from support_login_name
       union all select token_hash from support_agent_session`,
    )
    return rows.length === 0
  })
})
