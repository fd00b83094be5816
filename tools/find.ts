// `npm run find -- WORDS`: where a behaviour is. WORDS are what a screen says in any of the three languages, the id of a
// text, an error code, a path of the API, or the id of a requirement; the answer leads from the screen over the call and
// its route to the tests. Other words are a question to what the code says of itself.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { findBehaviour } from './behaviour.ts'
import { root } from './processes.ts'

const LINES_MAX = 20
const TEXTS_MAX = 4
const words = process.argv.slice(2).join(' ').trim()
const sources = ['apps', 'packages', 'e2e', ':!*.tsv', ':!*.json']
const isOfApp = (line: string): boolean => /^apps\/(wallet|desk)\//.test(line)
const isTest = (line: string): boolean => /\.(test|spec)\.tsx?:/.test(line)

/** Lines of the checkout that hold this text, as `file:line:text`. */
function grep(text: string, folders: readonly string[] = sources): string[] {
  try {
    const found = execFileSync('git', ['grep', '-nF', '--untracked', '-e', text, '--', ...folders], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    return found.trimEnd().split('\n')
  } catch {
    // Git answers 1 when nothing is found.
    return []
  }
}

function show(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  process.stdout.write(`\n${title}\n`)
  for (const line of lines.slice(0, LINES_MAX)) {
    const [, place = '', text = ''] = /^([^:]+:\d+):(.*)$/s.exec(line) ?? [null, line, '']
    process.stdout.write(`  ${place}  ${text.trim().slice(0, 100)}\n`)
  }
  if (lines.length > LINES_MAX) process.stdout.write(`  (${lines.length - LINES_MAX} more)\n`)
}

const fileOf = (line: string): string => line.replace(/:.*/s, '')

/** How many folders one goes through from one file to another. */
function wayBetween(one: string, other: string): number {
  const way = relative(dirname(one), dirname(other))
  return way === '' ? 0 : way.split('/').length
}

/** The first line of each file of tests, those first that stand nearest to what they prove. */
function testsOf(lines: readonly string[], proven: readonly string[]): string[] {
  const byFile = new Map<string, string>()
  for (const line of lines.filter(isTest)) {
    const file = fileOf(line)
    if (!byFile.has(file)) byFile.set(file, line)
  }
  const files = [...new Set(proven.map(fileOf))]
  const far = (file: string): number => Math.min(...files.map((one) => wayBetween(one, file)), 99)
  return [...byFile].toSorted(([one], [other]) => far(one) - far(other)).map(([, line]) => line)
}

/** Lines of tests that import one of the files in which these lines stand. */
function importsOf(lines: readonly string[]): string[] {
  return [...new Set(lines.map(fileOf))].flatMap((file) =>
    grep(`/${file.split('/').at(-1)}'`).filter((line) => {
      const path = / from '(\.[^']+)'/.exec(line)?.[1]
      return path !== undefined && join(dirname(fileOf(line)), path) === file
    }),
  )
}

/** Lines that hold a text whole, as what a screen says and not a word among others. */
function quoted(text: string): string[] {
  const isWhole = (line: string): boolean => ["'", '"', '`', '>'].some((mark) => line.includes(`${mark}${text}${mark}`))
  return grep(text).filter(isWhole)
}

/** A path whose parameters have no names, be they the contract's `:code` or the `${code}` of who sends it. */
const shapeOf = (path: string): string => path.replaceAll(/:\w+\??|\$\{[^}]*\}/g, ':')

/** A call of the contract by a line that names its path: who sends it, who answers it, and what proves it. */
function showCall(path: string): number {
  const isMeant = (line: string): boolean => shapeOf(/'[A-Z]+ (\/api\/[^']+)'/.exec(line)?.[1] ?? '') === shapeOf(path)
  const places = grep(' /api/', ['packages/contract/src']).filter(isMeant)
  for (const place of places) showOneCall(path, place)
  return places.length
}

function showOneCall(path: string, place: string): void {
  const name = /'(\w+)', '[A-Z]+ \/api\//.exec(place)?.[1] ?? ''
  const uses = grep(`.${name}`).filter((use) => new RegExp(`\\b(?:calls|desk)\\.${name}\\b`).test(use))
  show(`The call ${name}, ${path}`, [place])
  show(
    '  is sent by',
    uses.filter((use) => isOfApp(use) && !isTest(use)),
  )
  const answered = uses.filter((use) => use.startsWith('apps/server/src/modules') && !isTest(use))
  show('  is answered by', answered)
  // Many tests write the path itself, up to its first parameter.
  const fixed = shapeOf(path).replace(/:.*/s, '')
  const byPath = grep(fixed).filter((line) => line.includes(fixed === path ? `${fixed}'` : fixed))
  show('  is proven by', testsOf([...uses, ...byPath], answered))
}

/** The calls of the folders of the wallet's features in which these lines stand. */
function callsNear(lines: readonly string[]): string[] {
  const folders = new Set(lines.flatMap((line) => /^apps\/wallet\/src\/features\/\w[\w-]*/.exec(line)?.[0] ?? []))
  const found = [...folders].flatMap((folder) => grep('/api/', [folder, ':!*.test.tsx', ':!*.fixture.ts']))
  return [...new Set(found.flatMap((line) => /['`](\/api\/[^'`]+)['`]/.exec(line)?.[1] ?? []).map(shapeOf))]
}

function showText(id: string, row: readonly string[]): void {
  process.stdout.write(`\nThe text ${id}: ${row.slice(1, 4).join(' · ')}\n`)
  const uses = [...grep(`'${id}'`), ...(id.startsWith('error.') ? [] : grep(`\`${id.replace(/\.[^.]+$/, '')}.\${`))]
  const shown = uses.filter((use) => !isTest(use))
  show('  is shown by', shown)
  const said = row.slice(1, 4).flatMap((text) => (text === '' ? [] : quoted(text)))
  const screens = shown.filter((use) => use.startsWith('apps/'))
  show('  is proven by', testsOf([...uses, ...said, ...importsOf(screens)], screens))
  for (const path of callsNear(uses).slice(0, LINES_MAX)) process.stdout.write(`  near it: npm run find -- ${path}\n`)
}

function showCode(code: string): number {
  const uses = grep(code).filter((line) => new RegExp(`\\b${code}\\b`).test(line))
  show(
    `The code ${code} has its texts and its status in`,
    uses.filter((use) => use.startsWith('packages/contract')),
  )
  const refused = uses.filter((use) => use.startsWith('apps/server') && !isTest(use))
  show('  is refused with by', refused)
  show(
    '  is known to the app in',
    uses.filter((use) => isOfApp(use) && !isTest(use)),
  )
  show('  is proven by', testsOf(uses, refused))
  return uses.length
}

/** The exit code; says so when there was nothing. */
function told(count: number): number {
  if (count > 0) return 0
  process.stderr.write(`Nothing here has or does “${words}”: try fewer words, or those that a screen says.\n`)
  return 1
}

function main(): number {
  if (words === '') {
    process.stderr.write(
      'npm run find -- WORDS OF A SCREEN | TEXT ID | ERROR_CODE | /api/path | DEP-012 | A QUESTION\n',
    )
    return 1
  }
  if (/^[A-Z]{3}-\d{3}$/.test(words)) {
    const rows = grep(words, ['docs/requirements.tsv', 'docs/requirements-by-eye.tsv'])
    show('The requirement', rows)
    show('  is named by', grep(words))
    return told(rows.length)
  }
  if (words.startsWith('/api/')) return told(showCall(words))
  if (/^[A-Z][A-Z0-9_]+$/.test(words)) return told(showCode(words))
  const rows = readFileSync(join(root, 'apps/wallet/texts.tsv'), 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
  const asked = words.toLowerCase()
  const exact = rows.filter((row) => row.slice(0, 4).some((cell) => cell.toLowerCase() === asked))
  const near = rows.filter((row) => row.slice(0, 4).some((cell) => cell.toLowerCase().includes(asked)))
  const found = exact.length > 0 ? exact : near
  for (const row of found.slice(0, TEXTS_MAX)) showText(row[0] ?? '', row)
  if (found.length > TEXTS_MAX) {
    const others = found.slice(TEXTS_MAX).map(([id]) => id)
    process.stdout.write(`\nAlso: ${others.slice(0, LINES_MAX).join(', ')}\n`)
  }
  const elsewhere = grep(words, ['packages/contract/src/error-texts.json', 'apps/desk/src/**texts.json'])
  show('Said of an error, or at the desk', elsewhere)
  const spoken = exact.length > 0 ? [] : findBehaviour(words)
  if (spoken.length > 0) process.stdout.write(`\nThe code speaks of it in\n  ${spoken.join('\n  ')}\n`)
  return told(found.length + elsewhere.length + spoken.length)
}

process.exitCode = main()
