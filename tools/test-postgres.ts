// `npm run test:postgres`: the database's tests once more, on a real PostgreSQL that this script finds or installs.
import { run } from './processes.ts'
import { startPostgres } from './postgres.ts'

const given = process.env['TEST_DATABASE_URL']
const server = given === undefined ? await startPostgres() : null
process.stdout.write(`The database tests run on ${server?.version ?? given}.\n`)
const folders = process.argv.length > 2 ? process.argv.slice(2) : ['packages/ledger', 'apps/server', 'e2e']
try {
  process.exitCode = await run('vitest', ['run', '--project=node', ...folders], {
    env: { ...process.env, TEST_DATABASE_URL: given ?? server?.url ?? '' },
  })
} finally {
  await server?.stop()
}
