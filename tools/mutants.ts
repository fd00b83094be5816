// `npm run mutants`: plants bugs into a copy of the ledger, one at a time, beside a PostgreSQL that this script finds or
// installs; the ledger's tests must catch every one. With `--sample`, every third of them.
import { resolve } from 'node:path'
import { startPostgres } from './postgres.ts'
import { root, run } from './processes.ts'

const given = process.env['TEST_DATABASE_URL']
const server = given === undefined ? await startPostgres() : null
const script = resolve(root, 'packages/ledger/src/mutants/run.ts')
try {
  process.exitCode = await run(process.execPath, [script, ...process.argv.slice(2)], {
    env: { ...process.env, TEST_DATABASE_URL: given ?? server?.url ?? '' },
  })
} finally {
  await server?.stop()
}
