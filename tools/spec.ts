// `npm run spec`: which rows of docs/requirements.tsv are proven by a test that passed, which are shown to the eye alone,
// and which are open. What was run on other sources than the present ones proves nothing.
import { idsIn, idsInSources, readByEye, readRows, type Row } from './proofs.ts'
import { type LaneRun, lanes, readLanes } from './results.ts'

const rows = readRows()
const byEye = new Map(readByEye().map((shown) => [shown.id, shown]))
const runs = readLanes()
const current = runs.filter((run) => run.isOfTheseSources)
const results = current.length === 0 ? null : current.flatMap((run) => run.results)
const written = idsInSources()
const proven = results === null ? written : idsIn(results.filter((test) => test.passed).map((test) => test.title))
for (const failed of idsIn((results ?? []).filter((test) => !test.passed).map((test) => test.title))) {
  proven.delete(failed)
}
const isListing = !process.argv.includes('--short')

if (results === null) process.stdout.write('The figures are of the titles in the sources, as no run counts.\n')
for (const [lane, command] of Object.entries(lanes)) {
  process.stdout.write(`${command}: ${describeRun(runs.find((run) => run.lane === lane))}\n`)
}
for (const area of new Set(rows.map((row) => row.area))) {
  const inArea = rows.filter((row) => row.area === area)
  const unproven = inArea.filter((row) => !proven.has(row.id))
  process.stdout.write(`\n${area}  ${inArea.length - unproven.length} of ${inArea.length} proven\n`)
  if (isListing) for (const row of unproven) process.stdout.write(describe(row))
}
const provenCount = rows.filter((row) => proven.has(row.id)).length
const shownCount = rows.filter((row) => !proven.has(row.id) && byEye.has(row.id)).length
process.stdout.write(
  `\n${provenCount} of ${rows.length} rows proven, ${shownCount} shown with a picture or a reason, ${rows.length - provenCount - shownCount} open\n`,
)
const known = new Set(rows.map((row) => row.id))
const unknown = [...proven].filter((id) => !known.has(id) && results !== null)
if (unknown.length > 0) {
  process.stderr.write(`Titles name rows that do not exist: ${unknown.join(', ')}\n`)
  process.exitCode = 1
}

function describeRun(run: LaneRun | undefined): string {
  if (run === undefined) return 'no run is on record'
  if (!run.isOfTheseSources) return 'its last run was of other sources and does not count'
  const chosen = run.words.length === 0 ? '' : `, chosen by ${run.words.join(' ')}`
  return `${run.results.length} tests in its last run${chosen}`
}

function describe(row: Row): string {
  const shown = byEye.get(row.id)
  const head = `  ${row.id}  [${row.where}] ${row.requirement}`
  if (shown) return `${head}\n    no machine can prove it: ${shown.reason} See ${shown.see}\n`
  return `${head}${written.has(row.id) ? ' (its test did not run or failed)' : ''}\n`
}
