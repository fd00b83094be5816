import { randomUUID } from 'node:crypto'
import { calls } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appMigrations } from './app.ts'
import { systemClock } from './platform/clock.ts'
import { type Database, migrate, openDatabase } from './platform/database/index.ts'
import { startTestApp, type TestApp } from './testing/app.ts'
import { testEngines } from './testing/database.ts'
import { createTestLogger } from './testing/logger.ts'
import { openPostgresServers, type OwnPostgres } from './testing/own-postgres.ts'
import { registeredMember, type StoryMember } from './testing/worlds/stories.ts'
import { until } from './testing/until.ts'

// The whole server over a database that is killed, frozen or reads only, while members use it.

describe.each(testEngines.filter((engine) => engine === 'postgres'))('a server over a database on %s', () => {
  let postgres: OwnPostgres
  let own: Database
  let app: TestApp
  let member: StoryMember

  beforeAll(async () => {
    ;[postgres] = (await openPostgresServers(1)) as [OwnPostgres]
    const { logger } = createTestLogger()
    const databaseUrl = `postgres://krapao@${postgres.host}/postgres`
    own = await openDatabase({ databaseUrl, clock: systemClock, logger })
    await migrate(own, appMigrations)
    app = await startTestApp({ sandbox: true, born: () => ({ database: own }) })
    member = await registeredMember(app)
  })
  afterAll(async () => {
    await app.close()
    await own.close()
    await postgres.close()
  })

  const qr = (key: string) =>
    app.app().http.inject({
      method: 'POST',
      url: '/api/qrcode/KBANK',
      headers: { authorization: `Bearer ${member.token}`, 'idempotency-key': key },
      payload: { amount: 100 },
    })
  const get = (url: string) =>
    app.app().http.inject({ method: 'GET', url, headers: { authorization: `Bearer ${member.token}` } })
  const isReady = async () => (await get('/ready')).statusCode === 200
  const works: [what: string, breaks: () => Promise<void>, heals: () => Promise<void>][] = [
    ['was killed', () => postgres.kill(), () => postgres.start()],
    ['reads only', () => postgres.setWritable(false), () => postgres.setWritable(true)],
  ]

  it.each(works)(
    'that %s answers 503 with the time of another try, never 500, and goes on by itself',
    async (_, breaks, heals) => {
      const key = randomUUID()
      await breaks()
      const answers = await Promise.all([qr(key), qr(randomUUID()), qr(randomUUID()), get(calls.walletHome.path)])
      for (const { statusCode, headers, body } of answers.slice(0, 3)) {
        expect([statusCode, headers['retry-after'], body]).toEqual([503, '1', '{"message":"INTERNAL_SERVER_ERROR"}'])
      }
      // What only reads may be served by a database that reads only.
      expect([200, 503]).toContain(answers[3]?.statusCode)
      expect(await isReady()).toBe(false)
      await heals()
      await until('it is ready', isReady)
      // The same call under the same key is done, once, and the lease of the one that failed keeps it waiting for nothing.
      const again = await qr(key)
      expect(again.statusCode).toBe(200)
      const { qrcodeId } = again.json<{ qrcodeId: string }>()
      expect((await app.ok(calls.qrCurrent, { token: member.token, params: { bankCode: 'KBANK' } })).qrcodeId).toBe(
        qrcodeId,
      )
      expect((await app.app().ledger.audit(own)).problems).toEqual([])
    },
  )
})
