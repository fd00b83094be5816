// `npm run test:postgres`: the database's tests once more, on a real PostgreSQL and with a real Redis, which this script
// finds or installs.
import { globSync } from 'node:fs'
import { root, run } from './processes.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'

const given = process.env['TEST_DATABASE_URL']
const givenRedis = process.env['TEST_REDIS_URL']
const server = given === undefined ? await startPostgres() : null
const redis = givenRedis === undefined ? await startRedis() : null
process.stdout.write(`The database tests run on ${server?.version ?? given} with ${redis?.version ?? givenRedis}.\n`)
/** What meets no database, or the embedded one alone; and journeys whose subject are the parties outside. */
const elsewhere = [
  '**/*.rules.test.ts',
  '**/platform/{commands,pictures}/**',
  '**/platform/{logger,secrets,files/foreign-content,files/video}.test.ts',
  '**/platform/database/{durability,embedded}.test.ts',
  '**/cashier/slip-pictures.test.ts',
  '**/games/providers/**',
  '**/{readme,submission-text,batcher,qr-svg,bank-words}.test.ts',
  'e2e/journey-faults*.test.ts',
]
const files = globSync('{packages/ledger,apps/server,e2e}/**/*.test.ts', {
  cwd: root,
  exclude: ['**/node_modules/**', ...elsewhere],
})
/** Searches with chance inputs are twice as long as in `npm test`. */
const searches = { KRAPAO_TEST_TIMES: '2' }
const wanted = process.argv.length > 2 ? process.argv.slice(2) : files
try {
  process.exitCode = await run('vitest', ['run', '--project=node', '--project=journeys', ...wanted], {
    env: {
      ...searches,
      ...process.env,
      TEST_DATABASE_URL: given ?? server?.url ?? '',
      TEST_REDIS_URL: givenRedis ?? redis?.url ?? '',
    },
  })
} finally {
  await redis?.stop()
  await server?.stop()
}
