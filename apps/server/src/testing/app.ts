import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, appMigrations, type AppTerms, createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Settings } from '../modules/operator/index.ts'
import { runCommand } from '../platform/commands/index.ts'
import type { Database } from '../platform/database/types.ts'
import type { Http } from '../platform/http/index.ts'
import { type Client, createClient } from './client.ts'
import { createFakeClock, type FakeClock } from './clock.ts'
import { openTestDatabase } from './database.ts'
import { createTestLogger } from './logger.ts'
import { TEST_PASSWORD_COST } from './login-aids.ts'
import { startTestSandbox, TEST_SECRET_HEX, type TestSandbox } from './played/sandbox.ts'

export interface TestAppTerms {
  /** A standing clock; without one it stands at the machine's time, by which the sandbox signs. */
  clock?: FakeClock
  /** Operator settings that differ from the demo's. */
  settings?: Partial<Settings>
  /** True starts the real sandbox and ends it with the app; one that a test file shares is given as it is. */
  sandbox?: boolean | TestSandbox
  /** Settings of the process, as environment variables. Limits are a thousandfold unless told. */
  env?: Record<string, string>
  /** Which engine; without it the one of the test run. */
  engine?: Database['engine'] | undefined
  /** A migrated one that ends with the app, in place of one of its own. */
  database?: Database | undefined
  tuning?: AppTerms['tuning']
  /** What each process of this app is born with: for tests that kill it. */
  born?: (database: Database) => Pick<AppTerms, 'database' | 'tuning'>
}

/** The whole server in this process, on a database of its own, with a clock in hand. Jobs run when a test says so. */
export interface TestApp extends Client {
  /** What is wired now: another one after a restart. */
  app(): App
  /** The support desk, whose calls are answered on a listener of its own. */
  desk: Client
  clock: FakeClock
  database: Database
  /** The lines of the log. */
  lines: Record<string, unknown>[]
  hasSandbox: boolean
  /** Throws when the test has no sandbox. */
  sandbox(): TestSandbox
  /** Moves the clock and runs the jobs. */
  advance(ms: number): Promise<void>
  /** Runs all jobs until they are quiet; while time passes by `stepMs` up to `totalMs`, those whose time has come; and all. */
  settle(totalMs?: number, stepMs?: number): Promise<void>
  /** Listens on a free port and answers the address. */
  listen(): Promise<string>
  /** The same for the desk. */
  listenDesk(): Promise<string>
  /** Gives a command as an operator types it; throws when it fails. */
  command(...words: string[]): Promise<string>
  /** A new server on the same database, as after a stop and a start. */
  restart(): Promise<void>
  /** One more process on the same database; it ends with this one. */
  beside(): Promise<App>
  close(): Promise<void>
}

/** Starts the whole app for a test; `close` it in `afterAll`. */
export async function startTestApp(terms: TestAppTerms = {}): Promise<TestApp> {
  const { clock = createFakeClock(), engine } = terms
  const { logger, lines } = createTestLogger()
  const sandbox = terms.sandbox === true ? await startTestSandbox() : terms.sandbox || undefined
  const database = terms.database ?? (await openTestDatabase({ migrations: appMigrations, engine }))
  // What is kept beside a database, such as how far its ledger was proven, is no other test's.
  const dataFolder = join(tmpdir(), `krapao-data-${randomBytes(8).toString('hex')}`)
  const config = readConfig({
    KRAPAO_DATA: dataFolder,
    KRAPAO_SECRET: TEST_SECRET_HEX,
    KRAPAO_LIMIT_FACTOR: '1000',
    // Nobody answers at port 9: parties that a test has none of are down.
    SANDBOX_URL: sandbox?.url ?? 'http://127.0.0.1:9',
    ...terms.env,
  })
  const tuning: AppTerms['tuning'] = {
    checksAnswers: true,
    // Days pass in tests, and each would be audited: they say when.
    auditsByHand: true,
    passwords: { cost: TEST_PASSWORD_COST },
    webFolder: false,
    deskFolder: false,
    ...terms.tuning,
  }
  const others: App[] = []
  const make = (): Promise<App> => {
    const born = terms.born?.(database)
    return createApp({ config, clock, logger, database, ...born, tuning: { ...tuning, ...born?.tuning } })
  }
  let app = await make()
  sandbox?.handCallbacksTo(app.http)
  for (const [name, value] of Object.entries(terms.settings ?? {})) {
    await app.operator.setSetting(name as keyof Settings, value as Settings[keyof Settings])
  }

  async function settle(totalMs = 0, stepMs = 1_000): Promise<void> {
    await app.jobs.runAll()
    for (let passedMs = 0; passedMs < totalMs; passedMs += stepMs) {
      clock.advance(stepMs)
      await app.jobs.runDue()
    }
    if (totalMs > 0) await app.jobs.runAll()
  }

  const explain = (requestId: unknown): string => {
    const said = lines.filter((line) => line['requestId'] === requestId && line['err'] !== undefined)
    return said.map((line) => JSON.stringify(line['err'])).join(' ')
  }
  const deskHttp = (): Http => {
    if (app.deskHttp === null) throw new Error('this test app was started without a desk')
    return app.deskHttp
  }
  return {
    ...createClient(() => app.http, explain),
    desk: createClient(deskHttp, explain),
    app: () => app,
    clock,
    database,
    lines,
    hasSandbox: sandbox !== undefined,
    sandbox() {
      if (!sandbox) throw new Error('this test app was started without a sandbox')
      return sandbox
    },
    async advance(ms) {
      clock.advance(ms)
      await app.jobs.runAll()
    },
    settle,
    async listen() {
      const { port } = await app.http.listen(0)
      return `http://127.0.0.1:${port}`
    },
    async listenDesk() {
      const { port } = await deskHttp().listen(0)
      return `http://127.0.0.1:${port}`
    },
    async command(...words) {
      const { text, exitCode } = await runCommand(app.commands, words, { actor: 'cli:tester', logger })
      if (exitCode !== 0) throw new Error(text)
      return text
    },
    async restart() {
      sandbox?.handCallbacksTo(null)
      await app.close()
      app = await make()
      sandbox?.handCallbacksTo(app.http)
    },
    async beside() {
      const other = await make()
      others.push(other)
      return other
    },
    async close() {
      sandbox?.handCallbacksTo(null)
      for (const one of [app, ...others]) await one.close()
      if (terms.sandbox === true) await sandbox?.close()
      await database.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
