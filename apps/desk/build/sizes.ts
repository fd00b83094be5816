// Weighs the last build of the desk: scripts and styles as brotli sends them. 1 KB is 1000 bytes.
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What comes before the chats stand on the screen: the page's own files, and those of that place. */
const FIRST_BYTES_MAX = 120_000
/** Places come when they are opened: all of them together are never fetched at once. */
const ALL_BYTES_MAX = 330_000

const folder = join(import.meta.dirname, '..', 'dist')
const files = globSync('assets/*.{js,css}', { cwd: folder })
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
const weightOf = (some: Iterable<string>): number =>
  [...some].reduce((sum, file) => sum + statSync(join(folder, `${file}.br`)).size, 0)

/** The files that are fetched together with some: what a script imports before it runs, and the styles of its name. */
function withImports(begin: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (file: string): void => {
    if (found.has(file) || !files.includes(file)) return
    found.add(file)
    if (!file.endsWith('.js')) return
    for (const [, name = ''] of read(file).matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) add(`assets/${name}`)
    const stem = file.replace(/-[^-]+\.js$/, '-')
    for (const style of files) if (style.endsWith('.css') && style.startsWith(stem)) add(style)
  }
  for (const file of begin) add(file)
  return found
}

const named = [...read('index.html').matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
  ([, file = '']) => file,
)
const chats = files.filter((file) => /^assets\/inbox-page-[^/]+\.js$/.test(file))
const first = withImports([...named, ...chats])

let isGood = named.length > 1 && chats.length === 1
for (const [what, some, most] of [
  ['first load', first, FIRST_BYTES_MAX],
  ['all', files, ALL_BYTES_MAX],
] as const) {
  const bytes = weightOf(some)
  isGood &&= bytes <= most
  const kilobytes = (count: number): string => `${(count / 1000).toFixed(1)} KB`
  process.stdout.write(
    `${bytes <= most ? 'ok  ' : 'OVER'} the desk, ${what}: ${kilobytes(bytes)} of ${kilobytes(most)}\n`,
  )
}
process.exitCode = isGood ? 0 : 1
