// `npm run bench desk`: what staff read, of 100,000 members with ten million movements and 10,000 decisions that wait. What
// is filled in for minutes is kept in .cache/desk-bench, and the next run finds it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { databaseAddress } from './bench-database.ts'

// The server's own code measures itself: nothing else may import it.
const script = join(import.meta.dirname, '../apps/server/src/modules/backoffice/desk-bench.fixture.ts')
const child = spawn(process.execPath, [script, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: databaseAddress('desk') },
})
const [exitCode] = (await once(child, 'exit')) as [number | null]
process.exitCode = exitCode ?? 1
