// The files of a checkout: which there are, and what they hold.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

/** The tracked and the new files of a checkout, as they are in its folder: those that were deleted there are left out. */
export function checkoutFiles(checkout = root): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: checkout,
  })
  return listed
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(checkout, file)))
}

/** A key of what the files of these patterns hold, and of what else it depends on. */
export function contentKey(patterns: readonly string[], isLeftOut: RegExp, others: readonly string[] = []): string {
  const hash = createHash('sha256')
  const exclude = (path: string): boolean => /(^|\/)(node_modules|dist)$/.test(path)
  for (const file of globSync(patterns, { cwd: root, exclude }).toSorted()) {
    const path = join(root, file)
    if (isLeftOut.test(file) || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue
    const content = readFileSync(path)
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.update(others.join('\0')).digest('hex')
}
