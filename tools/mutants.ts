// `npm run mutants`: plants bugs into a copy of the sources, one at a time, beside a PostgreSQL that this script finds or
// installs; the tests must catch every one. With `--sample` every eighth of them, with `--part 2/3` the second of three such
// parts, with `--only WORD` those with that word in their room, file or name.
import { parseArgs } from 'node:util'
import { allPlantings } from './mutants/all.ts'
import { plantAll } from './mutants/plant.ts'
import { startTestPostgres } from './engines.ts'

const SAMPLE = '1/8'

const { values } = parseArgs({
  options: {
    sample: { type: 'boolean', default: false },
    part: { type: 'string', default: '1/1' },
    only: { type: 'string', default: '' },
  },
})

const [part = 1, parts = 1] = (values.sample ? SAMPLE : values.part).split('/').map(Number)
const all = allPlantings()
const chosen = all
  .filter(({ name, file }) => `${file} ${name}`.includes(values.only))
  .filter((_, place) => place % parts === part - 1)

const given = process.env['TEST_DATABASE_URL']
const server = given === undefined ? await startTestPostgres() : null
try {
  process.stdout.write(`Planting ${chosen.length} of ${all.length} bugs into a copy of the sources, one at a time.\n`)
  const isClean = await plantAll(chosen, given ?? server?.url ?? '')
  process.exitCode = isClean && chosen.length > 0 ? 0 : 1
} finally {
  await server?.stop()
}
