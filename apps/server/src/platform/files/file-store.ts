import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Sql } from '../database/types.ts'

/**
 * Where the bytes of private files lie, by names of ours alone. A store of another kind, such as a bucket, needs these
 * three and nothing else. `write` resolves when the bytes survive a loss of power; writing a name again replaces it.
 */
export interface FileStore {
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Null when there is none of this name. */
  read(name: string): Promise<Buffer | null>
  /** No error when there is none. */
  remove(name: string): Promise<void>
}

const NAME = /^[0-9a-z]{20,32}$/

/** Files in a folder that its owner alone can read, spread over folders by the last letters of their names. */
export function createFolderStore(folder: string): FileStore {
  function pathOf(name: string): string {
    if (!NAME.test(name)) throw new RangeError('not a name of a file')
    return join(folder, name.slice(-2), name)
  }

  return {
    async write(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      const draft = `${path}.${randomBytes(6).toString('hex')}`
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
      await syncFolder(dirname(path))
    },
    async read(name) {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
  }
}

/** A renamed file is only safe once its folder is. Windows has no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** Files in the database, for servers that share nothing else: with DATABASE_URL every process must find every file. */
export function createDatabaseStore(database: Sql): FileStore {
  return {
    async write(name, bytes) {
      await database.query(
        `insert into file_content (name, bytes) values ($1, $2)
         on conflict (name) do update set bytes = excluded.bytes`,
        [name, bytes],
      )
    },
    async read(name) {
      const [row] = await database.query<{ bytes: Buffer }>('select bytes from file_content where name = $1', [name])
      return row?.bytes ?? null
    },
    async remove(name) {
      await database.query('delete from file_content where name = $1', [name])
    },
  }
}
