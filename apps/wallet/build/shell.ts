import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Manifest } from './manifest.ts'
import { entry, filesOf } from './manifest.ts'

/** What the build tells the worker of itself; paths begin with a slash. */
export interface Shell {
  /** A hash of everything below: another build has another one. */
  readonly version: string
  /** The page of each language, and the usual one. */
  readonly pages: readonly string[]
  /** Files without a hash in their name that the app is drawn with, such as its mark. */
  readonly marks: readonly string[]
  /** What every start of home needs, whatever the language; fetched when the worker is installed. */
  readonly core: readonly string[]
  /** Every file of the build whose name has the hash of its content. */
  readonly assets: readonly string[]
}

/**
 * What a start of home is made of besides the first load, with the drawing of what could not be fetched. Texts and fonts are kept
 * as the reader's language needs them.
 */
const startOfHome = ['src/app/member-area.tsx', 'src/app/member-home.tsx', 'src/ui/art/empty.svg']

/** What the worker is told of a build that lies in a folder. */
export function shellOf(dist: string, manifest: Manifest): Shell {
  const core = [entry, ...startOfHome].flatMap((source) => [...filesOf(manifest, source)])
  const pages = readdirSync(dist).filter((file) => /^index(\.[a-z]{2})?\.html$/.test(file))
  const assets = readdirSync(join(dist, 'assets'), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  )
  const lists = {
    pages: pages.toSorted().map((file) => `/${file}`),
    marks: ['/mark.svg'],
    core: [...new Set(core)].toSorted().map((file) => `/${file}`),
    assets: assets
      .map(({ parentPath, name }) => join(parentPath, name).slice(dist.length).replaceAll(sep, '/'))
      .toSorted(),
  }
  const hash = createHash('sha256').update(JSON.stringify(lists))
  for (const file of [...lists.pages, ...lists.marks]) hash.update(readFileSync(join(dist, file)))
  return { version: hash.digest('base64url').slice(0, 12), ...lists }
}
