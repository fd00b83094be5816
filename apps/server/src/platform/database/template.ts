import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Sql, SqlMigration } from './types.ts'

/** A dump of a database, as a compressed tar: others start from it in a fraction of the time that making one takes. */

/** Room for a template in one piece: put together from small ones it takes thrice as long to unpack. */
const UNPACKED_BYTES = 64 * 1024 * 1024

const BLOCK = 512
const LENGTH_AT = 124
const TYPE_AT = 156
const FOLDER = '5'

/** What a template is called: another version of the engine, or other migrations, make another one. */
export function templateName(migrations: readonly SqlMigration[]): string {
  const pins = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    dependencies: { '@electric-sql/pglite': string }
  }
  const hash = createHash('sha256')
  for (const { name, sql } of migrations.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    hash.update(JSON.stringify([name, sql]))
  }
  return `${pins.dependencies['@electric-sql/pglite']}-${hash.digest('hex').slice(0, 24)}`
}

/** Drops the two databases that others would be copied from, which nobody does: they are most of the files. */
export async function standAlone(sql: Sql): Promise<void> {
  await sql.query(`update pg_database set datistemplate = false where datname like 'template%'`)
  await sql.query('drop database template0')
  await sql.query('drop database template1')
}

export const packTemplate = (dump: Uint8Array): Buffer => zstdCompressSync(dump)

export function readTemplate(file: string): Buffer {
  return zstdDecompressSync(readFileSync(file), { chunkSize: UNPACKED_BYTES })
}

/** Writes the files of a template into a folder, without an engine. */
export function unpackTemplate(file: string, folder: string): void {
  const tar = readTemplate(file)
  const wordAt = (start: number, end: number): string => /^[^\0]*/.exec(tar.toString('latin1', start, end))?.[0] ?? ''
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const path = join(folder, wordAt(at, at + 100))
    const length = Number.parseInt(wordAt(at + LENGTH_AT, at + LENGTH_AT + 12), 8)
    const start = at + BLOCK
    if (wordAt(at + TYPE_AT, at + TYPE_AT + 1) === FOLDER) {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      at = start
      continue
    }
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, tar.subarray(start, start + length), { mode: 0o600 })
    at = start + Math.ceil(length / BLOCK) * BLOCK
  }
}
