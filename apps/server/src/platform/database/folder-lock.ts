import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process works on the data folder. The message is one sentence for the person who started this one. */
export class DataFolderBusyError extends Error {
  readonly dataFolder: string

  constructor(dataFolder: string) {
    super(
      `The data folder ${dataFolder} is in use by another running Krapao server; stop that one or choose another folder.`,
    )
    this.name = 'DataFolderBusyError'
    this.dataFolder = dataFolder
  }
}

/** What SQLite calls a file that another connection has locked. */
const SQLITE_BUSY = 5

/** The exclusive right to a data folder, until `release` or the end of the process, however it ends. */
export interface FolderLock {
  release(): void
}

/**
 * Takes the operating system's lock on a data folder (ruling 6.3), creating the folder when it is absent.
 *
 * SQLite is only the portable way to a file lock that dies with its process: no pid file that outlives a kill.
 * @throws {DataFolderBusyError} at once when another process holds it, and an Error in words when it cannot be used.
 */
export function lockDataFolder(dataFolder: string): FolderLock {
  const folder = resolve(dataFolder)
  let file: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    file = new DatabaseSync(join(folder, 'database.lock'), { timeout: 0 })
    file.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    file?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new DataFolderBusyError(folder)
    }
    const reason = error instanceof Error ? error.message : 'without a reason'
    throw new Error(`The data folder ${folder} cannot be used: ${reason}`, { cause: error })
  }
  const held = file
  return { release: () => held.close() }
}
