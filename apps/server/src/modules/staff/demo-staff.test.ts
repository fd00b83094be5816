import { desk } from '@krapao/contract'
import { afterAll, expect, it } from 'vitest'
import { Secret, TOTP } from 'otpauth'
import { createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { startTestApp } from '../../testing/app.ts'
import { createTestLogger } from '../../testing/logger.ts'
import { TEST_SECRET_HEX } from '../../testing/played/sandbox.ts'

const app = await startTestApp()
afterAll(() => app.close())

// What the sandbox shows, which reads it from the same secret: apps/sandbox/src/staff/staff.test.ts expects the same.
const shown = [
  { username: 'mali', password: 'e9772-2c53e-8fc65-d1486', roles: ['OWNER', 'PAYMENTS', 'RISK'] },
  { username: 'noi', password: '02807-3a815-f9fca-17532', roles: ['SUPPORT', 'PAYMENTS', 'MARKETING'] },
]
const secrets = createSecrets([TEST_SECRET_HEX])
const codeAt = (username: string, now: Date): string => {
  const bytes = new Uint8Array(Buffer.from(secrets.derive(`demo-staff:${username}`).slice(24), 'hex'))
  return new TOTP({ secret: new Secret({ buffer: bytes.buffer }) }).generate({ timestamp: now.getTime() })
}
let addresses = 0
/** Logs in with what the sandbox shows, by a code of another half minute each time. */
function logIn(username: string) {
  app.clock.advance(60_000)
  const { password = '' } = shown.find((one) => one.username === username) ?? {}
  const body = { username, password, totp: codeAt(username, app.clock.now()) }
  return app.desk.call(desk.deskLogin, { address: `10.7.0.${(addresses += 1)}`, body })
}
/** The same database at a process that is set otherwise. */
async function startedWith(env: Record<string, string>): Promise<void> {
  const config = readConfig({ KRAPAO_SECRET: TEST_SECRET_HEX, DESK_PORT: '0', ...env })
  const { logger } = createTestLogger()
  const tuning = { webFolder: false as const, deskFolder: false as const }
  const other = await createApp({ config, clock: app.clock, logger, database: app.database, tuning })
  await other.readyDemoStaff()
  await other.close()
}

it('[OFC-019] the demo’s staff log in with what the sandbox shows, and have the roles that it says', async () => {
  expect(codeAt('mali', new Date('2026-11-21T09:30:00Z'))).toBe('640251')
  expect((await logIn('mali')).status).toBe(401)
  await app.app().readyDemoStaff()
  // A second process, or another start, changes nothing.
  await app.app().readyDemoStaff()
  for (const { username, roles } of shown) {
    const { status, body } = await logIn(username)
    expect(status).toBe(200)
    expect(new Set(body.agent.roles)).toEqual(new Set(roles))
  }
  expect((await app.database.query('select id from support_agent')).length).toBe(2)
})

it('[OFC-019] a password that somebody changed is what the sandbox shows again after the next start', async () => {
  await app.database.query(
    `update support_agent set password_hash = (select password_hash from support_agent where username = 'mali')
     where username = 'noi'`,
  )
  expect((await logIn('noi')).status).toBe(401)
  await app.app().readyDemoStaff()
  expect((await logIn('noi')).status).toBe(200)
})

it.each([
  ['the sandbox', { KRAPAO_SANDBOX: '0' }],
  ['the demo', { KRAPAO_DEMO: '0' }],
])('[OFC-019] without %s none of them comes in, nor stays, until both are there again', async (_what, env) => {
  const { token } = (await logIn('mali')).body
  expect((await app.desk.call(desk.deskMe, { token })).status).toBe(200)
  await startedWith(env)
  expect((await app.desk.call(desk.deskMe, { token })).status).toBe(401)
  for (const { username } of shown) expect((await logIn(username)).status).toBe(401)
  await app.app().readyDemoStaff()
  expect((await logIn('noi')).status).toBe(200)
})

it('one of the staff who has such a name in earnest keeps his account', async () => {
  await app.database.query('delete from support_agent_session')
  await app.database.query(`delete from support_agent where username = 'noi'`)
  await app.command('desk', 'add', 'noi', 'Noi', 'Herself')
  await app.app().readyDemoStaff()
  await startedWith({ KRAPAO_SANDBOX: '0' })
  expect(await app.command('desk', 'users')).toMatch(/^noi {2}active .*Noi Herself$/m)
})
