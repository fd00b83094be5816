import { DatabaseSync } from 'node:sqlite'

/** What SQLite calls a file that another connection has locked. */
const SQLITE_BUSY = 5

/** The exclusive right to a file, until `release` or the end of the process, however it ends. */
export interface FileLock {
  release: () => void
}

/**
 * Takes the operating system's lock on a file, which is made when it is absent; null when another process has it.
 * Throws when the file cannot be opened.
 */
export function takeFileLock(path: string): FileLock | null {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE')
    return { release: () => file.close() }
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
    throw error
  }
}
