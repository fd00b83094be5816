import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFailed, onTestFinished } from 'vitest'
import { createClient, waitUntil } from '../stage/client.ts'
import { startLoad } from '../stage/load.ts'
import { freePort, makeDatabase, type Product, Program, programs, runCommand } from '../stage/product.ts'
import { startProxy } from '../stage/proxy.ts'
import { takeRelease } from './release-before.ts'
import { createSandbox } from '../stage/sandbox.ts'
import { sharedSettings } from '../stage/several.ts'

/** The release before what is under way was moved out of the large tables: three of its tables are walked by the migrations after it. */
const BEFORE = 'e13363c1~1'
/** Rows of old that each of the large tables holds besides. */
const ROWS = 60_000

const clone = (table: string, changed: string): string => `
  insert into ${table}
  select (jsonb_populate_record(null::${table}, to_jsonb(model) || jsonb_build_object('member_id', 'old-member') || ${changed})).*
  from (select * from ${table} limit 1) as model, generate_series(1, ${ROWS}) as place`

/** As a database looks that has served for long: what ended stays. Of a member who is not there, for nobody is to read of it. */
const filling = [
  'begin',
  'set local session_replication_role = replica',
  clone(
    'qr_code',
    `jsonb_build_object('id', 'old-' || place, 'reference', 'OLD' || place, 'state', 'cancelled', 'poll_at', null)`,
  ),
  clone(
    'withdrawal',
    `jsonb_build_object('id', 'old-' || place, 'movement_number', 1000000 + place, 'state', 'failed', 'day', '2020-01-01', 'ask_at', null, 'trans_ref', null)`,
  ),
  clone(
    'game_transfer',
    `jsonb_build_object('id', 'old-' || place, 'operation_id', 'old-' || place, 'movement_number', 2000000 + place, 'status', 'FAILED')`,
  ),
  clone(
    'game_leg',
    `jsonb_build_object('id', 'old-' || place, 'transfer_id', 'old-' || place, 'state', 'void', 'ask_at', null,
      'called_at', '2020-01-01T00:00:00Z', 'closed_at', '2020-01-01T00:00:01Z')`,
  ),
  'commit',
]

describe('a new release on the database of the one before', { retry: 0 }, () => {
  it('brings a filled database up to date while the old one serves: nothing is lost, and nobody gets a 500', async ({
    skip,
  }) => {
    const database = await makeDatabase()
    const redisUrl = process.env['TEST_REDIS_URL'] ?? ''
    if (database === null || redisUrl === '') return skip('needs PostgreSQL and Redis, of which one could not be had')
    onTestFinished(() => database.drop())
    const release = takeRelease(BEFORE)
    if (release === null) return skip('the history of this repository does not reach back to the release before')
    onTestFinished(() => release.remove())
    const dataFolder = mkdtempSync(join(tmpdir(), 'krapao-upgrade-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))

    const [sandboxPort, oldPort, newPort] = [await freePort(), await freePort(), await freePort()]
    const [oldDesk, newDesk] = [await freePort(), await freePort()]
    const serverUrls = [oldPort, newPort].map((port) => `http://127.0.0.1:${port}`)
    const proxy = await startProxy(serverUrls)
    onTestFinished(() => proxy.close())
    const shared: NodeJS.ProcessEnv = {
      ...sharedSettings({ url: proxy.url, databaseUrl: database.url, redisUrl, dataFolder, sandboxPort }),
      KRAPAO_LIMIT_FACTOR: '1000',
    }
    const program = (port: number, deskPort: number, folder?: string) =>
      new Program(
        // The release before was run from its sources.
        folder === undefined ? programs.server : 'apps/server/src/main.ts',
        { ...shared, PORT: String(port), DESK_PORT: String(deskPort) },
        `http://127.0.0.1:${port}/ready`,
        folder,
      )
    const old = program(oldPort, oldDesk, release.folder)
    const next = program(newPort, newDesk)
    const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
    const sandbox = new Program(programs.sandbox, shared, `${sandboxUrl}/health`)
    onTestFinished(async () => void (await Promise.all([old, next, sandbox].map((one) => one.stop()))))
    onTestFailed(() => void process.stdout.write(`${old.log.slice(-3_000)}\n${next.log.slice(-3_000)}\n`))
    await sandbox.start()
    await old.start()

    const product: Product = {
      walletUrl: proxy.url,
      sandboxUrl,
      deskUrl: `http://127.0.0.1:${oldDesk}`,
      dataFolder,
      server: old,
      sandbox,
      // The new one's commands would bring the database up to date themselves.
      operator: (...words) =>
        runCommand(shared, words, { program: 'apps/server/src/operate.ts', folder: release.folder }),
      keyOf: () => '',
      close: () => Promise.resolve(),
    }
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    onTestFinished(() => client.end())
    const load = await startLoad(
      { api: createClient(proxy.url), sandbox: createSandbox(sandboxUrl), product, serverUrls: [proxy.url] },
      6,
      async (memberId) => {
        const { rows } = await client.query<{ text: string }>('select text from member_note where member_id = $1', [
          memberId,
        ])
        return rows.map(({ text }) => text)
      },
    )
    const untilMore = async (what: string): Promise<void> => {
      const before = load.counts.acknowledged
      const isMore = (count: number): boolean => count >= before + 30
      await waitUntil(`what is done ${what}`, () => Promise.resolve(load.counts.acknowledged), isMore, 120_000)
    }
    await untilMore('by the old release')
    for (const statement of filling) await client.query(statement)
    const from = load.counts.acknowledged
    await next.start()
    expect(load.counts.acknowledged).toBeGreaterThan(from)
    await untilMore('by both')
    await old.stop()
    Object.assign(product, { deskUrl: `http://127.0.0.1:${newDesk}` })
    await untilMore('by the new one')
    await load.stop()
    const { lost, doubled } = await load.compare()
    expect({ lost, doubled, faults: load.faults }).toEqual({ lost: [], doubled: [], faults: [] })
    expect(Object.keys(load.counts.repeated).filter((word) => word.startsWith('500'))).toEqual([])
    expect(await runCommand(shared, ['audit'])).toMatchObject({ exitCode: 0 })
    const { rows } = await client.query<{ open: number }>(
      `select (select count(*) from withdrawal_open where id like 'old-%')::integer
        + (select count(*) from qr_code_due where id like 'old-%')::integer as open`,
    )
    expect(rows).toEqual([{ open: 0 }])
  }, 400_000)
})
