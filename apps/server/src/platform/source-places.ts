import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

type Places = ConstructorParameters<typeof SourceMap>[0]

/** By the file of a bundle; null of one without a map. Read at the first error: a start would wait for it. */
const maps = new Map<string, SourceMap | null>()

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)
  if (known !== undefined) return known
  const map = existsSync(`${file}.map`)
    ? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as Places)
    : null
  maps.set(file, map)
  return map
}

/** A stack that names the places in our sources in place of those in what was built of them. */
export function inSources(stack: string): string {
  return stack.replaceAll(
    /file:\/\/(\S+\/dist\/[\w-]+\.js):(\d+):(\d+)/g,
    (place, _path, line: string, column: string) => {
      const file = fileURLToPath(place.slice(0, place.indexOf('.js:') + 3))
      const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
      if (entry === undefined || !('originalSource' in entry)) return place
      const source = fileURLToPath(new URL(entry.originalSource, pathToFileURL(file)))
      return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
    },
  )
}
