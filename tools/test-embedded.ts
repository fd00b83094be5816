// `npm run test:embedded`: what may differ where the database is the embedded one, as `npm start` uses it: one way through
// each module, what thieves did with money, the searches by chance, as long as in `npm test`, and a product whose server is
// killed. `npm run soak` does all of it, and long. Words after it name the files instead.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './processes.ts'

const ways = [
  'packages/ledger/src/**/*.test.ts',
  'apps/server/src/app.test.ts',
  'apps/server/src/modules/backoffice/**/{decision-races,member-deeds}.test.ts',
  'apps/server/src/modules/cashier/**/{adjust,withdraw,slip-races,slip-owners,payments,gift,unheard-payouts,restored}.test.ts',
  'apps/server/src/modules/games/**/{transfers,unknown-outcomes,activation}.test.ts',
  'apps/server/src/modules/members/**/{registration,security}.test.ts',
  'apps/server/src/modules/privacy/privacy.test.ts',
  'apps/server/src/modules/proposals/proposals.test.ts',
  'apps/server/src/modules/protection/{homecoming,limits,ways-in}.test.ts',
  'apps/server/src/modules/reconciliation/reconciliation.test.ts',
  'apps/server/src/modules/rewards/**/{offers,refund}.test.ts',
  'apps/server/src/modules/statements/statement.test.ts',
  'apps/server/src/modules/support/chat.test.ts',
  'e2e/http/journey-kills.test.ts',
]
const all = globSync('{apps,packages}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
/**
 * Searches that would find the same again: one has the embedded database in `npm test` too, others ask for no more of it
 * than statements that it shares with PostgreSQL, and played kills, that what was not committed is gone: that is held by
 * the first and by the product that is killed.
 */
const doneElsewhere =
  /\/(durability|(desk-)?bad-input\.property|bonus-end|([a-z]+-)?killed|play-time|net-position|kept-counts|reports)\.test\.ts$/
const searches = all.filter(
  (file) => !doneElsewhere.test(file) && /\/testing\/(search|mortal)\.ts'/.test(readFileSync(join(root, file), 'utf8')),
)
const wanted =
  process.argv.length > 2 ? process.argv.slice(2) : [...new Set([...globSync(ways, { cwd: root }), ...searches])]

const { TEST_DATABASE_URL: _, ...environment } = process.env
process.exitCode = await run('vitest', ['run', '--project=node', '--project=journeys', ...wanted], {
  env: { KRAPAO_TEST_ROUNDS: 'server', ...environment },
})
