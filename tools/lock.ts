import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

interface Entry {
  resolved?: string
  integrity?: string
  link?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** What a lock file holds, as far as it is looked at. */
export interface Lock {
  packages: Record<string, Entry>
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
      if (!isLocked(lock.packages, path, name))
        problems.push(`${path || 'the root'} needs ${name}, which is not locked`)
    }
  }
  return { problems, edges }
}

/** What is wrong with the lock file of this checkout. */
export function lockProblems(): { problems: string[]; edges: number } {
  return problemsOfLock(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock)
}

/** The names of all packages that an entry cannot do without; those for development count for the rooms alone. */
function neededBy(path: string, entry: Entry): string[] {
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

/** True when `name` is found from `path` the way Node looks for it: in its own node_modules, then in every higher one. */
function isLocked(packages: Record<string, Entry>, path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const prefix = folder === '' ? '' : `${folder}/`
    if (packages[`${prefix}node_modules/${name}`] !== undefined) return true
    if (folder === '') return false
  }
}
