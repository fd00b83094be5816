// `npm run mutants`: plants bugs into a copy of the sources, one at a time, beside a PostgreSQL that this script finds or
// installs; the tests must catch every one. With `--sample` every third of them, with `--part 2/3` the second of three such
// parts, with `--only WORD` those with that word in their room, file or name.
import { parseArgs } from 'node:util'
import { cashierMutants } from './mutants/cashier.ts'
import { gamesMutants } from './mutants/games.ts'
import { codeMutants } from './mutants/ledger-code.ts'
import { groupMutants } from './mutants/ledger-group.ts'
import { ruleMutants } from './mutants/ledger-rule.ts'
import { schemaMutants } from './mutants/ledger-schema.ts'
import { membersMutants } from './mutants/members.ts'
import type { Mutant } from './mutants/mutant.ts'
import { type Planting, plantAll } from './mutants/plant.ts'
import { rewardsMutants } from './mutants/rewards.ts'
import { startPostgres } from './postgres.ts'

const SAMPLE = '1/3'

const { values } = parseArgs({
  options: {
    sample: { type: 'boolean', default: false },
    part: { type: 'string', default: '1/1' },
    only: { type: 'string', default: '' },
  },
})

function inRoom(room: string, mutants: readonly Mutant[]): Planting[] {
  const prefix = `${room}/src/`
  return mutants.map((mutant) => ({
    name: mutant.name,
    file: `${prefix}${mutant.file}`,
    find: mutant.find,
    replace: mutant.replace,
    tests: mutant.tests.map((test) => `${prefix}${test}.test.ts`),
  }))
}

const all = [
  ...inRoom('packages/ledger', [...schemaMutants, ...ruleMutants, ...groupMutants, ...codeMutants]),
  ...inRoom('apps/server', [...cashierMutants, ...gamesMutants, ...rewardsMutants, ...membersMutants]),
]
const [part = 1, parts = 1] = (values.sample ? SAMPLE : values.part).split('/').map(Number)
const chosen = all
  .filter(({ name, file }) => `${file} ${name}`.includes(values.only))
  .filter((_, place) => place % parts === part - 1)

const given = process.env['TEST_DATABASE_URL']
const server = given === undefined ? await startPostgres() : null
try {
  process.stdout.write(`Planting ${chosen.length} of ${all.length} bugs into a copy of the sources, one at a time.\n`)
  const isClean = await plantAll(chosen, given ?? server?.url ?? '')
  process.exitCode = isClean && chosen.length > 0 ? 0 : 1
} finally {
  await server?.stop()
}
