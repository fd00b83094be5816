import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

interface Entry {
  resolved?: string
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/**
 * What is wrong with the lock file: dependencies of an entry that are locked nowhere above it (npm leaves platform
 * bindings out without a word and its own check then misses them), and addresses of a registry.
 */
export function lockProblems(): { problems: string[]; edges: number } {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> }
  const problems: string[] = []
  let edges = 0
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (entry.resolved?.startsWith('http') === true) problems.push(`${path} carries a registry's address`)
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      edges += 1
      if (!isLocked(lock.packages, path, name))
        problems.push(`${path || 'the root'} needs ${name}, which is not locked`)
    }
  }
  return { problems, edges }
}

/** True when `name` is found from `path` the way Node looks for it: in its own node_modules, then in every higher one. */
function isLocked(packages: Record<string, Entry>, path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const prefix = folder === '' ? '' : `${folder}/`
    if (packages[`${prefix}node_modules/${name}`] !== undefined) return true
    if (folder === '') return false
  }
}
