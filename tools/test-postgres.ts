// `npm run test:postgres`: the database's tests once more, on a real PostgreSQL and with a real Redis, which this script
// finds or installs.
import { run } from './processes.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'

const given = process.env['TEST_DATABASE_URL']
const givenRedis = process.env['TEST_REDIS_URL']
const server = given === undefined ? await startPostgres() : null
const redis = givenRedis === undefined ? await startRedis() : null
process.stdout.write(`The database tests run on ${server?.version ?? given} with ${redis?.version ?? givenRedis}.\n`)
const folders = process.argv.length > 2 ? process.argv.slice(2) : ['packages/ledger', 'apps/server', 'e2e']
try {
  process.exitCode = await run('vitest', ['run', '--project=node', ...folders], {
    env: {
      ...process.env,
      TEST_DATABASE_URL: given ?? server?.url ?? '',
      TEST_REDIS_URL: givenRedis ?? redis?.url ?? '',
    },
  })
} finally {
  await redis?.stop()
  await server?.stop()
}
