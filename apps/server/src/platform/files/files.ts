import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database, Sql, SqlMigration } from '../database/types.ts'
import { newId } from '../ids.ts'
import type { FileStore } from './file-store.ts'
import { shareBytes, type TakenBytes } from './shared-bytes.ts'
import {
  deleteDraft,
  draftsBefore,
  fileById,
  insertDraft,
  keepFile,
  keepFileOf,
  lockKept,
  releaseFiles,
  releaseFilesOf,
} from './stored-file-store.ts'
import { HOUR_MS, MINUTE_MS } from '../durations.ts'

/** How long a signed address of a file is good (rulings 5.6). */
const LINK_MS = 15 * MINUTE_MS
/** A file that nothing took up in this time was given up by whoever wrote it. */
const DRAFT_MS = HOUR_MS
/** How long before that it is taken for gone. */
const TAKEN_UP_BEFORE_MS = 5 * MINUTE_MS
const SWEPT_AT_ONCE = 100

export const filesMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-16-files',
    sql: `
create table stored_file (
  id text primary key,
  owner text not null,
  media_type text not null,
  byte_count integer not null,
  kept boolean not null default false,
  created_at timestamptz not null
);
create index stored_file_draft on stored_file (created_at) where not kept;
create table file_content (
  name text primary key,
  bytes bytea not null
);
`,
  },
]

/** A file on its way to a reader, to be released when it is there. */
export interface OpenFile extends TakenBytes {
  mediaType: string
}

export type Files = ReturnType<typeof createFiles>

/** Private files: each has one owner, and is read by nobody else. The first of `linkKeysHex` signs addresses, all of them know them. */
export function createFiles(deps: {
  database: Database
  clock: Clock
  store: FileStore
  linkKeysHex: readonly string[]
}) {
  const { database, clock, store } = deps
  const keys = deps.linkKeysHex.map((hex) => Buffer.from(hex, 'hex'))
  const shared = shareBytes(store)

  function sign(id: string, owner: string, expiresAtS: number, key = keys[0] ?? ''): string {
    return createHmac('sha256', key)
      .update(JSON.stringify([id, owner, expiresAtS]))
      .digest('base64url')
  }

  return {
    /**
     * Writes a file of a reader's, under a name of ours. It is a draft, gone after an hour, until `keep` is called with its
     * id in the transaction that makes whatever the file belongs to. `note` writes in the transaction of the draft.
     */
    async write(
      { owner, mediaType, bytes }: { owner: string; mediaType: string; bytes: Uint8Array },
      note?: (tx: Sql, id: string) => Promise<void>,
    ): Promise<string> {
      const id = newId(clock.now())
      const row = { id, owner, mediaType, byteCount: bytes.length, createdAt: clock.now() }
      // The row comes first: bytes whose writer is killed are then found and swept.
      if (note === undefined) await insertDraft(database, row)
      else
        await database.transaction(async (tx) => {
          await insertDraft(tx, row)
          await note(tx, id)
        })
      await store.write(id, bytes)
      return id
    },
    async keep(tx: Sql, id: string): Promise<void> {
      if (!(await keepFile(tx, id))) throw new Error(`the file ${id} is gone`)
    },
    /**
     * Keeps a file if it is this owner's. @returns its media type, and whether it was kept before, for whatever; null when he
     * has none of this id, or no more.
     */
    keepOwn(
      tx: Sql,
      { id, owner }: { id: string; owner: string },
    ): Promise<{ mediaType: string; wasKept: boolean } | null> {
      // A draft that is about to be swept may have lost its bytes already.
      const freshSince = new Date(clock.now().getTime() - DRAFT_MS + TAKEN_UP_BEFORE_MS)
      return keepFileOf(tx, { id, owner, freshSince })
    },
    /** Makes drafts again of all that these owners have: it is swept then. */
    release: releaseFilesOf,
    /**
     * Makes drafts again of these files, without those that `stillUsed` answers. It is asked once nobody else can keep any
     * of them before the transaction ends.
     */
    async releaseUnused(
      tx: Sql,
      ids: readonly string[],
      stillUsed: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
    ): Promise<void> {
      const kept = await lockKept(tx, ids)
      if (kept.length === 0) return
      const used = await stillUsed(kept)
      await releaseFiles(
        tx,
        kept.filter((id) => !used.has(id)),
      )
    },
    /** The address of a file for its owner, good for 15 minutes: `/api/files/ID?e=…&s=…`. */
    link({ id, owner }: { id: string; owner: string }): string {
      const expiresAtS = Math.floor((clock.now().getTime() + LINK_MS) / 1000)
      return `/api/files/${id}?e=${expiresAtS}&s=${sign(id, owner, expiresAtS)}`
    },
    /**
     * The file behind a signed address, kept or a draft; null when the signature is not its owner's, or too old, or when
     * the file or its bytes are not there. Refuses with REQUEST_LIMIT (503) while too much is under way.
     */
    async open({ id, e, s }: { id: string; e: string; s: string }): Promise<OpenFile | null> {
      const expiresAtS = /^\d{1,12}$/.test(e) ? Number(e) : 0
      if (expiresAtS * 1000 <= clock.now().getTime()) return null
      const row = await fileById(database, id)
      if (!row || !keys.some((key) => isEqual(s, sign(id, row.owner, expiresAtS, key)))) return null
      const taken = await shared.take({ id, owner: row.owner, byteCount: row.byteCount })
      return taken && { ...taken, mediaType: row.mediaType }
    },
    job: {
      name: 'files-sweep',
      everyMs: 10 * MINUTE_MS,
      async run() {
        const before = new Date(clock.now().getTime() - DRAFT_MS)
        const old = await draftsBefore(database, before, SWEPT_AT_ONCE)
        for (const id of old) {
          await store.remove(id)
          await deleteDraft(database, id)
        }
        return old.length
      },
    },
  }
}

function isEqual(one: string, other: string): boolean {
  const given = Buffer.from(one)
  const wanted = Buffer.from(other)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
