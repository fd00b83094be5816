import { calls } from '@krapao/contract'
import { afterAll, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { runCommand } from './platform/commands/index.ts'
import { startTestApp } from './testing/app.ts'
import { createClient } from './testing/client.ts'
import { addStaff, deskLogin, readAccount } from './testing/worlds/desk-world.ts'
import { createTestLogger } from './testing/logger.ts'
import { TEST_PASSWORD_COST } from './testing/login-aids.ts'
import { registeredMember } from './testing/worlds/stories.ts'
import { TEST_SECRET_HEX } from './testing/played/sandbox.ts'

const app = await startTestApp({ sandbox: true })
afterAll(() => app.close())
const fresh = 'd4'.repeat(32)

/** Another process on the same database, to which the secrets stand in this order. */
async function processWith(...secrets: string[]) {
  const env = { KRAPAO_SECRET: secrets.join(','), KRAPAO_LIMIT_FACTOR: '1000', SANDBOX_URL: app.sandbox().url }
  const { logger } = createTestLogger()
  const tuning = { passwords: { cost: TEST_PASSWORD_COST }, webFolder: false, deskFolder: false } as const
  const made = await createApp({ config: readConfig(env), clock: app.clock, logger, database: app.database, tuning })
  const desk = createClient(
    () => made.deskHttp ?? made.http,
    () => '',
  )
  return {
    made,
    ...createClient(
      () => made.http,
      () => '',
    ),
    desk,
  }
}

it('a secret is replaced while the product runs, and nobody notices', async () => {
  const member = await registeredMember(app)
  const slot = { token: member.token, params: { slotCode: 'IMI' } }
  await app.ok(calls.walletActivate, slot)
  const before = await app.ok(calls.walletAccount, slot)
  const staff = await addStaff(app)

  const both = await processWith(fresh, TEST_SECRET_HEX)
  // Sessions have no key, and what the old one sealed is opened.
  expect(await both.ok(calls.walletAccount, slot)).toEqual(before)
  expect((await deskLogin({ ...app, desk: both.desk }, staff)).status).toBe(200)
  // What is sealed by the new one is opened by whoever knows both, in whatever order.
  const second = readAccount((await runCommand(both.made.commands, ['desk', 'add', 'second', 'Second'])).text)
  await app.database.query('update support_agent set password_until = null')
  const late = await processWith(TEST_SECRET_HEX, fresh)
  expect((await deskLogin({ ...app, desk: late.desk }, second)).status).toBe(200)
  const other = await registeredMember(app)
  await app.ok(calls.walletActivate, { token: other.token, params: { slotCode: 'IMI' } })

  const { text } = await runCommand(both.made.commands, ['secrets', 'reseal'])
  expect(text).toContain('passwords of game accounts: 2 sealed anew')
  expect(text).toContain("staff's keys of one-time codes: 1 sealed anew")
  const alone = await processWith(fresh)
  expect(await alone.ok(calls.walletAccount, slot)).toEqual(before)
  await alone.ok(calls.walletAccount, { token: other.token, params: { slotCode: 'IMI' } })
  app.clock.advance(30_000)
  expect((await deskLogin({ ...app, desk: alone.desk }, staff)).status).toBe(200)
  for (const { made } of [both, late, alone]) await made.close()
})
