// `npm run bench`: measures what money moves by, in one table. `npm run bench NAME [options]`: runs bench/NAME.ts, or the
// server's own bench of that name, beside a PostgreSQL that this script finds or installs. `npm run bench web [pages] [--rounds
// N]` measures the built web app with Lighthouse.
import { existsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { buildWhenChanged } from './build.ts'
import { findChromium } from './chromium.ts'
import { findLighthouse } from './lighthouse.ts'
import { startPostgres } from './postgres.ts'
import { keptSmall, root, run } from './processes.ts'

const wholeTable = ['api', '--parts', 'instant,cashier,embedded,memory,start']
const [name = '', ...options] = process.argv.length > 2 ? process.argv.slice(2) : wholeTable
/** What measures the server from within is its own code, which nothing else may import. */
const within: Readonly<Record<string, string>> = {
  desk: 'backoffice/desk-bench.fixture.ts',
  refunds: 'rewards/refund-bench.fixture.ts',
  reports: 'reports/reports-bench.fixture.ts',
}
const script = join(root, name in within ? `apps/server/src/modules/${within[name]}` : `bench/${name}.ts`)
if (name === 'web') {
  await buildWhenChanged(process.env)
  const env = { ...process.env, KRAPAO_TEST_CHROMIUM: await findChromium(), KRAPAO_LIGHTHOUSE: await findLighthouse() }
  process.exitCode = await run(process.execPath, [join(root, 'e2e/speed/lighthouse.ts'), ...options], { env })
} else if (!/^[a-z-]+$/.test(name) || !existsSync(script)) {
  process.stdout.write(
    'Say what to measure: npm run bench ledger, audit, api, statement, refunds, desk, reports, chat or web\n',
  )
  process.exitCode = 2
} else {
  // A quarter of the memory, as docs/operations.md has it: for the yardsticks too.
  const quarter = `shared_buffers=${Math.floor(totalmem() / 4 / 2 ** 20)}MB`
  // What fills a desk for minutes is kept, and may be filled anew: it waits for no disk.
  const [settings, folder] =
    name === 'desk' || name === 'reports'
      ? [[quarter, 'fsync=off', 'max_wal_size=8GB'], { kept: join(root, '.cache', 'desk-bench') }]
      : [name === 'ledger' || name === 'audit' ? [quarter] : [], {}]
  const server = await startPostgres(settings, folder)
  process.stdout.write(`Measuring on ${[server.version, ...settings].join(', ')}.\n`)
  try {
    process.exitCode = await run(process.execPath, [script, ...options], {
      env: {
        ...process.env,
        ...keptSmall(),
        POSTGRES_BINARIES: server.binaries,
        [name in within ? 'DATABASE_URL' : 'BENCH_DATABASE_URL']: server.url,
      },
    })
  } finally {
    await server.stop()
  }
}
