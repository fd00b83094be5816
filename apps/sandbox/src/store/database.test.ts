import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore, type Store } from './database.ts'

let dataFolder: string
let store: Store
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'krapao-sandbox-store-'))
  store = openStore(dataFolder)
})
afterEach(() => {
  store.close()
  rmSync(dataFolder, { recursive: true, force: true })
})

const add = (kind: string) =>
  store.run('INSERT INTO pending_event (kind, body, due_at) VALUES (?, ?, ?)', kind, '{}', 0)
const kinds = () => store.all('SELECT kind FROM pending_event ORDER BY id').map((row) => row['kind'])

describe('the store', () => {
  it('syncs every commit to the disk', () => {
    // 2 is FULL: with a write-ahead log each commit waits for the disk.
    expect(store.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
    expect(store.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
  })

  it('takes a transaction back as a whole when it throws', () => {
    add('before')
    expect(() =>
      store.transaction(() => {
        add('outer')
        store.transaction(() => add('inner'))
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(kinds()).toEqual(['before'])
    store.transaction(() => add('after'))
    expect(kinds()).toEqual(['before', 'after'])
  })

  it('is opened by one at a time and keeps what was written', () => {
    add('kept')
    expect(() => openStore(dataFolder)).toThrow('in use by another sandbox')
    store.close()
    store = openStore(dataFolder)
    expect(kinds()).toEqual(['kept'])
  })
})
