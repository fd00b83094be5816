// `npm run spec`: which rows of docs/requirements.tsv are proven by a test that passed, which are shown to the eye alone,
// and which are open.
import { idsIn, idsInSources, readByEye, readRows, type Row } from './proofs.ts'
import { readResults } from './results.ts'

const rows = readRows()
const byEye = new Map(readByEye().map((shown) => [shown.id, shown]))
const results = readResults()
const written = idsInSources()
const proven = results === null ? written : idsIn(results.filter((test) => test.passed).map((test) => test.title))
for (const failed of idsIn((results ?? []).filter((test) => !test.passed).map((test) => test.title))) {
  proven.delete(failed)
}
const isListing = !process.argv.includes('--short')

process.stdout.write(
  results === null
    ? 'No test run is on record: the figures are of the titles in the sources. Run npm test first for proofs.\n'
    : `Of the last test run: ${results.length} tests.\n`,
)
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

function describe(row: Row): string {
  const shown = byEye.get(row.id)
  const head = `  ${row.id}  [${row.where}] ${row.requirement}`
  if (shown) return `${head}\n    no machine can prove it: ${shown.reason} See ${shown.see}\n`
  return `${head}${written.has(row.id) ? ' (its test did not run or failed)' : ''}\n`
}
