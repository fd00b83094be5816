// Weighs the last build against its budgets. 1 KB is 1000 bytes; scripts and styles count as brotli sends them.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from './manifest.ts'
import { builtFile, entry, filesOf, fontSource, readManifest } from './manifest.ts'
import { openedByAddress, openedFiles, textsOf } from './opened.ts'
import { pageName } from './pages.ts'
import type { Language } from './texts.ts'
import { languages } from './texts.ts'

const dist = join(import.meta.dirname, '..', 'dist')

const FIRST_LOAD_BYTES_MAX = 70_000
const LATER_ROUTE_BYTES_MAX = 40_000
const FONTS_BYTES_MAX = 28_000
const PAGE_BYTES_MAX = 2_000

/** What /login draws with: the scripts, the baht sign that later pages add, and the other languages' names. */
const fontsOf: Record<Language, readonly string[]> = {
  th: ['krapao-latin', 'krapao-thai', 'krapao-baht', 'krapao-name-lo'],
  lo: ['krapao-latin', 'krapao-lao', 'krapao-baht', 'krapao-name-th'],
  en: ['krapao-latin', 'krapao-baht', 'krapao-name-th', 'krapao-name-lo'],
}

function sentBytes(file: string): number {
  const compressed = /\.(js|css|html|svg|json)$/.test(file) ? `${file}.br` : file
  return statSync(join(dist, compressed)).size
}

function sum(files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) bytes += sentBytes(file)
  return bytes
}

/** The routes that are fetched when they are needed, by their source. */
function laterRoutes(manifest: Manifest): string[] {
  return Object.keys(manifest).filter(
    (source) => manifest[source]?.isDynamicEntry === true && /^src\/(app|features)\//.test(source),
  )
}

/** What is there already when a part is opened: sheets and forms stand on members' pages, the chat on that of contacts. */
function standsOn(route: string): string | undefined {
  if (/-(form|sheet|dialog)\.tsx$/.test(route)) return 'src/app/member-area.tsx'
  return route.endsWith('/chat-widget.tsx') ? 'src/app/guest-contact.tsx' : undefined
}

/** Compares the last build with the budgets: first load of /login, each later route, fonts and page of each language. */
export async function checkSizes(): Promise<{ ok: boolean; lines: string[] }> {
  const manifest = readManifest()
  const first = filesOf(manifest, entry)
  const lines: string[] = []
  let ok = true
  const weigh = (name: string, bytes: number, mostBytes: number): void => {
    if (bytes > mostBytes) ok = false
    lines.push(`${bytes > mostBytes ? 'OVER' : 'ok  '} ${name}: ${kilobytes(bytes)} of ${kilobytes(mostBytes)}`)
  }
  for (const language of languages) {
    const texts = filesOf(manifest, textsOf('shell', language))
    weigh(`/login first load, ${language}`, sum(new Set([...first, ...texts])), FIRST_LOAD_BYTES_MAX)
    const fonts = fontsOf[language].map((font) => builtFile(manifest, fontSource(font)).file)
    weigh(`fonts, ${language}`, sum(fonts), FONTS_BYTES_MAX)
    weigh(`page, ${language}`, sentBytes(pageName(language)), PAGE_BYTES_MAX)
  }
  for (const path of Object.keys(openedByAddress)) {
    for (const language of languages) {
      weigh(
        `${path} opened by its address, ${language}`,
        sum(openedFiles(manifest, path, language)),
        LATER_ROUTE_BYTES_MAX,
      )
    }
  }
  for (const route of laterRoutes(manifest)) {
    const below = standsOn(route)
    const there = new Set([...first, ...(below === undefined ? [] : filesOf(manifest, below))])
    const added = [...filesOf(manifest, route)].filter((file) => !there.has(file))
    weigh(`later: ${route}`, sum(added), LATER_ROUTE_BYTES_MAX)
  }
  return { ok, lines }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}

if (process.argv[1] === import.meta.filename) {
  const { ok, lines } = await checkSizes()
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = ok ? 0 : 1
}
