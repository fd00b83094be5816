import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

/** What a lock file says of one package. */
export interface LockEntry {
  name?: string
  version?: string
  license?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  devOptional?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** What a lock file holds, as far as it is looked at. */
export interface Lock {
  packages: Record<string, LockEntry>
}

/**
 * What is wrong with a lock file: dependencies of an entry that are locked nowhere above it (npm leaves platform
 * bindings out without a word and its own check then misses them), addresses of a registry, and packages whose content
 * is not pinned. `edges` is how many dependencies were looked at.
 */
export function problemsOfLock(lock: Lock): { problems: string[]; edges: number } {
  const problems: string[] = []
  let edges = 0
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (entry.resolved?.includes('://') === true) problems.push(`${path} carries a registry's address`)
    if (/(^|\/)node_modules\//.test(path) && entry.link !== true && entry.integrity === undefined) {
      problems.push(`${path} has no integrity: its content is not pinned`)
    }
    for (const name of neededBy(path, entry)) {
      edges += 1
      if (placeOf(lock.packages, path, name) === null)
        problems.push(`${path || 'the root'} needs ${name}, which is not locked`)
    }
  }
  return { problems, edges }
}

/** The lock file of this checkout. */
export const readLock = (): Lock => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock

/** The names of all packages that an entry cannot do without; those for development count for the rooms alone. */
function neededBy(path: string, entry: LockEntry): string[] {
  const isRoom = !/(^|\/)node_modules\//.test(path)
  const peers = Object.keys(entry.peerDependencies ?? {})
  return Object.keys({
    ...entry.dependencies,
    ...entry.optionalDependencies,
    ...(isRoom ? entry.devDependencies : {}),
    ...Object.fromEntries(
      peers.filter((name) => entry.peerDependenciesMeta?.[name]?.optional !== true).map((name) => [name, '']),
    ),
  })
}

/** Where a package is found from `path` the way Node looks for it: in its own node_modules, then in every higher one. */
export function placeOf(packages: Lock['packages'], path: string, name: string): string | null {
  for (let folder = path; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (folder === '') return null
  }
}
