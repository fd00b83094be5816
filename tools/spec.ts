// `npm run spec`: which rows of docs/requirements.tsv are proven by a test that passed, and which are not.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'
import { readResults } from './results.ts'

interface Row {
  id: string
  area: string
  where: string
  requirement: string
}

/** The rows of the requirements, in the order of the list. */
function readRows(): Row[] {
  const [, ...lines] = readFileSync(join(root, 'docs', 'requirements.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [id = '', , , where = '', requirement = ''] = line.split('\t')
    return { id, area: id.replace(/-.*/, ''), where, requirement }
  })
}

/** Ids in the titles of all tests in the sources, whether they were run or not. */
function idsInSources(): Set<string> {
  const files = globSync('{apps,packages,e2e,tools}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules') || name.includes('dist'),
  })
  return idsIn(files.map((file) => readFileSync(join(root, file), 'utf8')))
}

function idsIn(texts: readonly string[]): Set<string> {
  const ids = new Set<string>()
  for (const text of texts) {
    for (const [bracket] of text.matchAll(/\[[A-Z]{3}-\d{3}(?:[, ]+[A-Z]{3}-\d{3})*\]/g)) {
      for (const [id] of bracket.matchAll(/[A-Z]{3}-\d{3}/g)) ids.add(id)
    }
  }
  return ids
}

const rows = readRows()
const known = new Set(rows.map((row) => row.id))
const results = readResults()
const written = idsInSources()
const proven = results === null ? written : idsIn(results.filter((test) => test.passed).map((test) => test.title))
for (const failed of idsIn((results ?? []).filter((test) => !test.passed).map((test) => test.title))) {
  proven.delete(failed)
}
const unknown = [...written].filter((id) => !known.has(id))
const isListing = !process.argv.includes('--short')

process.stdout.write(
  results === null
    ? 'No test run is on record: the figures are of the titles in the sources. Run npm test first for proofs.\n'
    : `Of the last test run: ${results.length} tests.\n`,
)
for (const area of new Set(rows.map((row) => row.area))) {
  const inArea = rows.filter((row) => row.area === area)
  const open = inArea.filter((row) => !proven.has(row.id))
  process.stdout.write(`\n${area}  ${inArea.length - open.length} of ${inArea.length} proven\n`)
  if (!isListing) continue
  for (const row of open) {
    const note = written.has(row.id) ? ' (its test did not run or failed)' : ''
    process.stdout.write(`  ${row.id}  [${row.where}] ${row.requirement}${note}\n`)
  }
}
const provenCount = rows.filter((row) => proven.has(row.id)).length
process.stdout.write(`\n${provenCount} of ${rows.length} rows proven\n`)
if (unknown.length > 0) {
  process.stderr.write(`Titles name rows that do not exist: ${unknown.join(', ')}\n`)
  process.exitCode = 1
}
if (rows.length === 0 || !existsSync(join(root, 'docs', 'requirements.tsv'))) process.exitCode = 1
