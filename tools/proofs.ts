// Which rows of docs/requirements.tsv are proven, and by what: titles of tests, or a person's eyes for the few that no
// machine can prove.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

export interface Row {
  id: string
  area: string
  where: string
  requirement: string
}

/** A row that no machine can prove: the picture or page to look at, and the reason. */
export interface ByEye {
  id: string
  see: string
  reason: string
}

function linesOf(file: string): string[][] {
  const [, ...lines] = readFileSync(join(root, 'docs', file), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => line.split('\t'))
}

/** The rows of the requirements, in the order of the list. */
export function readRows(): Row[] {
  return linesOf('requirements.tsv').map(([id = '', , , where = '', requirement = '']) => ({
    id,
    area: id.replace(/-.*/, ''),
    where,
    requirement,
  }))
}

/** The rows that are shown with a picture or a reason in place of a test. */
export function readByEye(): ByEye[] {
  return linesOf('requirements-by-eye.tsv').map(([id = '', see = '', reason = '']) => ({ id, see, reason }))
}

/** Ids in the titles of all tests in the sources, whether they were run or not. */
export function idsInSources(): Set<string> {
  const files = globSync('{apps,packages,e2e,tools}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules') || name.includes('dist'),
  })
  return idsIn(files.map((file) => readFileSync(join(root, file), 'utf8')))
}

/** The ids that stand in brackets, such as `[DEP-012]` or `[DEP-012, DEP-013]`. */
export function idsIn(texts: readonly string[]): Set<string> {
  const ids = new Set<string>()
  for (const text of texts) {
    for (const [bracket] of text.matchAll(/\[[A-Z]{3}-\d{3}(?:[, ]+[A-Z]{3}-\d{3})*\]/g)) {
      for (const [id] of bracket.matchAll(/[A-Z]{3}-\d{3}/g)) ids.add(id)
    }
  }
  return ids
}
