// The rule of tables: each has one owner, the module whose migrations create it, and nobody else names it in SQL. Others
// ask by its owner's door. A foreign key may name any table: it is a promise of the database, and reads nothing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutFiles } from './checkout-files.ts'
import { root } from './processes.ts'

/** Tables that another module keeps than the one whose migration made them. */
const handedOver: Record<string, string> = {
  // From where a member logged in: written by a trigger on his sessions, so it is kept where they are.
  member_trace: 'members',
  // The chat was there first, and its first migration made what the staff keep too.
  support_agent: 'staff',
  support_agent_session: 'staff',
  support_audit: 'staff',
}

/** Released migrations stay as they are: what these name of others, each with why nothing of it is left to mend. */
const releasedExceptions: Record<string, string> = {
  '2026-11-21-71-refunds': 'its trigger on transfers was dropped by 2026-11-23-42, its traces were handed over',
  '2026-11-21-80-support': 'made what was handed over to the staff',
  '2026-11-21-92-few-traces': 'the traces were handed over',
  '2026-11-22-20-traces-by-address': 'the traces were handed over',
  '2026-11-22-91-transfers-by-reference': 'put claims of the cashier in order, once',
  '2026-11-23-31-transfers-by-one-name': 'read the digits of banks to rewrite names of the cashier, once',
  '2026-11-23-71-deeds-of-the-desk': 'read whose a room was, once',
  '2026-11-26-20-limits-of-time-are-limits': 'told the members of limits of time that were set before, once',
}

const isSource = /^(apps\/server|packages\/ledger)\/src\/.*\.(ts|sql)$/
const isOfTests = /\.(test|fixture)\.ts$|\/(testing|simulation)\//

/** Whose a file is: a module, the ledger, the platform, or what wires them all. */
function ownerOf(file: string): string {
  if (file.startsWith('packages/ledger/')) return 'ledger'
  return /\/modules\/([^/]+)\//.exec(file)?.[1] ?? (file.includes('/platform/') ? 'platform' : 'app')
}

/** The text without what is said in comments, line by line the same. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)(\/\/|--)(\s.*)?$/gm, '$1')
}

const DROPS = /\bdrop\s+table\s+(\w+)/gi
const CREATES = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if not exists\s+)?(?!if\b)(\w+)/gi
/** A table is named after one of these words, further on in a list of `from`, or as the table of a row that is written. */
const NAMES = [
  /(?<!\bdrop\s+trigger\s+\w+\s+)\b(?:from|join|into|update|using|table|truncate|on)\s+(?:only\s+)?(\w+)\b(?!\.)/gi,
  /\bfrom\s+(?:\w+(?:\s+as)?(?:\s+\w+)?\s*,\s*)+(\w+)/gi,
  /\btable: '(\w+)'/g,
  /\b(?:addRow|putRow)\(\w+,\s*'(\w+)'/g,
]

interface Source {
  file: string
  text: string
}

/** Which module owns each table that the sources create. */
export function tableOwners(sources: readonly Source[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { file, text } of sources) {
    for (const [, table = ''] of withoutComments(text).matchAll(CREATES)) {
      owners.set(table.toLowerCase(), handedOver[table] ?? ownerOf(file))
    }
  }
  return owners
}

/** The migration that a place in a file of migrations stands in. */
function migrationAt(text: string, at: number): string {
  return [...text.slice(0, at).matchAll(/\bname: '([^']+)'/g)].at(-1)?.[1] ?? ''
}

/** Where a module names a table of another, a sentence each. */
export function tableProblems(sources: readonly Source[]): string[] {
  const owners = tableOwners(sources)
  const problems = new Set<string>()
  for (const { file, text } of sources) {
    const asked = ownerOf(file)
    const code = withoutComments(text)
    for (const match of NAMES.flatMap((pattern) => [...code.matchAll(pattern)])) {
      const table = (match[1] ?? '').toLowerCase()
      const owner = owners.get(table)
      if (owner === undefined || owner === asked) continue
      if (file.endsWith('.migrations.ts') && migrationAt(code, match.index) in releasedExceptions) continue
      const line = code.slice(0, match.index + match[0].length).split('\n').length
      problems.add(`${file}:${line}: ${table} is a table of ${owner}: ${asked} asks by its door`)
    }
  }
  return [...problems].toSorted()
}

/** Tables that a later migration took away: nobody has them any more. */
function droppedTables(sources: readonly Source[]): Set<string> {
  return new Set(
    sources.flatMap(({ text }) =>
      [...withoutComments(text).matchAll(DROPS)].map(([, table = '']) => table.toLowerCase()),
    ),
  )
}

/** Says in `docs/house.md` who owns what; the same lines are expected there. */
function ownersTable(owners: ReadonlyMap<string, string>): string {
  const names = [...new Set(owners.values())].toSorted()
  const lines = names.map((owner) => {
    const tables = [...owners.keys()].filter((table) => owners.get(table) === owner).toSorted()
    return `| ${owner} | ${tables.map((table) => `\`${table}\``).join(' ')} |`
  })
  return ['| owner | tables |', '| --- | --- |', ...lines].join('\n')
}

/** The sources of server and ledger, tests left out. */
function sqlSources(checkout = root): Source[] {
  return checkoutFiles(checkout)
    .filter((file) => isSource.test(file) && !isOfTests.test(file))
    .map((file) => ({ file, text: readFileSync(join(checkout, file), 'utf8') }))
}

/** What the rule of tables finds in a checkout, and how many tables there are. */
export function findTableProblems(checkout = root): { problems: string[]; tables: number } {
  const sources = sqlSources(checkout)
  const owners = tableOwners(sources)
  const problems = tableProblems(sources)
  for (const table of droppedTables(sources)) owners.delete(table)
  const expected = ownersTable(owners)
  if (!readFileSync(join(checkout, 'docs/house.md'), 'utf8').includes(expected)) {
    problems.push(`docs/house.md does not say who owns which table:\n${expected}`)
  }
  return { problems, tables: owners.size }
}
