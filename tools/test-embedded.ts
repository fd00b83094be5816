// `npm run test:embedded`: what may differ where the database is the embedded one, as `npm start` uses it: one way through
// each module, what thieves and attackers did, the searches by chance and the kills, twice as long as in `npm test`, and a
// product that is killed. Words after it name the files instead.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './processes.ts'

const ways = [
  'packages/ledger/src/**/*.test.ts',
  'apps/server/src/app.test.ts',
  'apps/server/src/modules/cashier/{withdraw,slip-races,slip-owners,payments,unheard-payouts,restored}.test.ts',
  'apps/server/src/modules/games/{transfers,unheard}.test.ts',
  'apps/server/src/modules/members/registration.test.ts',
  'apps/server/src/modules/rewards/refund.test.ts',
  'apps/server/src/modules/statements/statement.test.ts',
  'apps/server/src/modules/support/chat.test.ts',
  'e2e/{attacks,journey-kills}.test.ts',
]
const all = globSync('{apps,packages}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
const searches = all.filter((file) => /\/testing\/(search|mortal)\.ts'/.test(readFileSync(join(root, file), 'utf8')))
const wanted =
  process.argv.length > 2 ? process.argv.slice(2) : [...new Set([...globSync(ways, { cwd: root }), ...searches])]

const { TEST_DATABASE_URL: _, ...environment } = process.env
process.exitCode = await run('vitest', ['run', '--project=node', '--project=journeys', ...wanted], {
  env: { KRAPAO_TEST_TIMES: '2', ...environment },
})
