// `npm run soak`: the searches by chance and the kills, which are short in `npm test`, twenty times as long and elsewhere: on the
// embedded database and on a PostgreSQL that this script finds or installs; all kills and attacks on the product on the embedded
// database, and journeys that take minutes beside the servers; the ledger under faults; the next eighth of the planted bugs; and,
// as root, two failures of a database cluster. For an hour, or `-- --minutes 600`; each round has a seed, `-- --seed 7` begins
// with that one. `-- --only day` repeats one of the long journeys alone. Ends with the first that finds anything.
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isRoot } from './apt.ts'
import { buildWhenChanged } from './build.ts'
import { findChromium } from './chromium.ts'
import { withEngines } from './engines.ts'
import { root, run } from './processes.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string' }, only: { type: 'string' } },
})
const minutes = Number(values.minutes)
let seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write('--minutes is a number above zero, and --seed an integer.\n')
  process.exit(2)
}

/** What is longer where KRAPAO_TEST_TIMES says so. */
const searches = globSync('{apps,packages}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).filter(
  (file) => /\/testing\/(search|mortal)\.ts'|KRAPAO_TEST_TIMES/.test(readFileSync(join(root, file), 'utf8')),
)
const simulation = resolve(root, 'tools/sim.ts')
const OPERATIONS = 200_000
const mutants = resolve(root, 'tools/mutants.ts')
const PARTS = 8

/** One round of all, beside the engines that an environment names; the exit code of the first that found something. */
async function round(engines: NodeJS.ProcessEnv): Promise<number> {
  process.stdout.write(`\nnpm run soak -- --seed ${seed} begins with this round.\n`)
  const environment = { ...process.env, KRAPAO_TEST_TIMES: '20', KRAPAO_TEST_SEED: `${seed}` }
  const besideServers = { ...engines, ...environment }
  const journey = (...names: string[]) =>
    run('vitest', ['run', '--project=long-journeys', ...names], { env: besideServers })
  if (values.only !== undefined) return journey(values.only)
  const words = ['run', '--project=node', ...searches]
  const onEmbedded = await run('vitest', words, { env: environment })
  if (onEmbedded !== 0) return onEmbedded
  const product = ['run', '--project=journeys', 'e2e/http/attacks.test.ts', 'e2e/http/journey-kills.test.ts']
  const onProduct = await run('vitest', product, { env: environment })
  if (onProduct !== 0) return onProduct
  const onPostgres = await run('vitest', words, { env: besideServers })
  if (onPostgres !== 0) return onPostgres
  const long = await journey()
  if (long !== 0) return long
  const onLedger = await run(process.execPath, [simulation, '--seed', `${seed}`, '--ops', `${OPERATIONS}`])
  if (onLedger !== 0) return onLedger
  const part = `${1 + (seed % PARTS)}/${PARTS}`
  const onPlanted = await run(process.execPath, [mutants, '--part', part], {
    env: engines,
  })
  // Who is not root has no networks to cut.
  if (onPlanted !== 0 || !isRoot) return onPlanted
  return run(process.execPath, [resolve(root, 'tools/cluster.ts'), '--ha', '--short'])
}

const endMs = performance.now() + minutes * 60_000
// Staff work in a browser on some of its days.
const settings = { ...process.env, KRAPAO_TEST_CHROMIUM: await findChromium() }
await buildWhenChanged(settings)
const code = await withEngines(settings, async (engines) => {
  if (engines['TEST_DATABASE_URL'] === undefined) return 1
  let found = await round(engines)
  while (found === 0 && performance.now() < endMs) {
    seed += 1
    found = await round(engines)
  }
  return found
})
process.stdout.write(code === 0 ? '\nNothing was found.\n' : `\nSeed ${seed} found something; see above.\n`)
process.exit(code)
