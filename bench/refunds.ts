// `npm run bench refunds`: the daily job of refunds and invites for 100,000 members on PostgreSQL, at the end of a month
// in which everybody played every day, and what keeping the day totals costs the ledger as it books results.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { databaseAddress } from './bench-database.ts'

// The server's own code measures itself: nothing else may import it.
const script = join(import.meta.dirname, '../apps/server/src/modules/rewards/refund-bench.fixture.ts')
const child = spawn(process.execPath, [script, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: databaseAddress('refunds') },
})
const [exitCode] = (await once(child, 'exit')) as [number | null]
process.exitCode = exitCode ?? 1
