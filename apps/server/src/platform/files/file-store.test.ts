import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/clock.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { newId } from '../ids.ts'
import {
  createDatabaseStore,
  createFiles,
  createFolderStore,
  type Files,
  filesMigrations,
  type FileStore,
} from './index.ts'

const database = await openTestDatabase({ migrations: filesMigrations })
const folder = mkdtempSync(join(tmpdir(), 'krapao-files-'))
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const stores: [string, FileStore][] = [
  ['a folder', createFolderStore(join(folder, 'files'))],
  ['the database', createDatabaseStore(database)],
]

function openOwn(files: Files, id: string) {
  const { searchParams } = new URL(files.link({ id, owner: 'm' }), 'http://krapao.example')
  return files.open({ id, e: searchParams.get('e') ?? '', s: searchParams.get('s') ?? '' })
}

describe.each(stores)('files in %s', (_where, store) => {
  it('are what was written last, and nothing once they are removed', async () => {
    const name = newId(new Date(0))
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256))
    expect(await store.read(name)).toBeNull()
    await store.write(name, Buffer.from('first'))
    await store.write(name, bytes)
    expect((await store.read(name))?.equals(bytes)).toBe(true)
    await store.remove(name)
    await store.remove(name)
    expect(await store.read(name)).toBeNull()
  })

  it('are swept when nothing took them up for an hour', async () => {
    const clock = createFakeClock('2026-11-21T05:00:00Z')
    const files = createFiles({ database, clock, store, linkKeysHex: ['ab'.repeat(32)] })
    const file = { owner: 'm', mediaType: 'image/webp', bytes: Buffer.from('picture') }
    const [draft, kept] = [await files.write(file), await files.write(file)]
    await database.transaction((tx) => files.keep(tx, kept))
    clock.advance(3_599_000)
    expect(await files.job.run()).toBe(0)
    clock.advance(2_000)
    expect(await files.job.run()).toBe(1)
    expect(await store.read(draft)).toBeNull()
    expect(await openOwn(files, draft)).toBeNull()
    expect((await openOwn(files, kept))?.bytes.toString()).toBe('picture')
    await expect(database.transaction((tx) => files.keep(tx, draft))).rejects.toThrow('is gone')
  })
})

describe('the folder', () => {
  it('is open to its owner alone, and takes no name but ours', async () => {
    const store = createFolderStore(join(folder, 'private'))
    const name = newId(new Date(0))
    await store.write(name, Buffer.from('x'))
    const inner = join(folder, 'private', name.slice(-2))
    expect(statSync(join(folder, 'private')).mode & 0o777).toBe(0o700)
    expect(statSync(join(inner, name)).mode & 0o777).toBe(0o600)
    expect(readdirSync(inner)).toEqual([name])
    for (const wrong of ['../secret', 'a/b', '', 'A'.repeat(26), `${name}/..`]) {
      await expect(store.read(wrong)).rejects.toThrow(RangeError)
      await expect(store.write(wrong, Buffer.from('x'))).rejects.toThrow(RangeError)
    }
  })
})
