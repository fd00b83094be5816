// `npm run bench NAME [options]`: runs bench/NAME.ts beside a PostgreSQL of its own that this script finds or installs.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from './postgres.ts'
import { root, run } from './processes.ts'

const [name = '', ...options] = process.argv.slice(2)
const script = join(root, 'bench', `${name}.ts`)
if (!/^[a-z-]+$/.test(name) || !existsSync(script)) {
  process.stdout.write('Say what to measure: npm run bench ledger, or api\n')
  process.exitCode = 2
} else {
  const server = await startPostgres()
  process.stdout.write(`Measuring on ${server.version}.\n`)
  try {
    process.exitCode = await run(process.execPath, [script, ...options], {
      env: { ...process.env, BENCH_DATABASE_URL: server.url },
    })
  } finally {
    await server.stop()
  }
}
