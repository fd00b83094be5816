import { existsSync, fsyncSync, closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { RawError, RawResult, WorkerAnswer, WorkerRequest, WorkerSettings } from './embedded-protocol.ts'
import { readTemplate, unpackTemplate } from './template.ts'

/** The thread of the embedded database. PGlite resolves in microtasks only and would starve the timers of the server. */

const settings = workerData as WorkerSettings
const syncCount = new BigInt64Array(settings.syncCount)
const port = parentPort
if (port === null) throw new Error('the embedded database runs in a worker thread')

/** Set when the engine died inside a call: PGlite itself swallows that and would go on. */
let death: string | undefined

/** PostgreSQL's last complaint: why it did not start, of which PGlite itself says nothing. */
let lastComplaint: string | undefined

interface EmscriptenStream {
  nfd?: number
  node: unknown
}

interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: EmscriptenStream) => number }; realPath(node: unknown): string }
  FS: { ErrnoError: new (errno: number) => Error }
  onAbort?: (what: unknown) => void
}

type FsInit = Parameters<NodeFS['init']>

const inputOutputError = 29

function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
    Atomics.add(syncCount, 0, 1n)
  } finally {
    closeSync(file)
  }
}

/**
 * PGlite's files have no fsync at all (the call returns and does nothing), so this one brings it. It is in place before
 * PostgreSQL starts, so the recovery after a crash syncs too.
 */
class SyncedNodeFs extends NodeFS {
  override async init(pglite: FsInit[0], options: FsInit[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const install = (module: unknown): void => {
      const { NODEFS, FS } = module as EmscriptenModule
      NODEFS.stream_ops.fsync = (stream) => {
        try {
          if (stream.nfd === undefined) {
            syncPath(NODEFS.realPath(stream.node))
          } else {
            fsyncSync(stream.nfd)
            Atomics.add(syncCount, 0, 1n)
          }
        } catch {
          throw new FS.ErrnoError(inputOutputError)
        }
        return 0
      }
    }
    const onAbort = (what: unknown): void => {
      death ??= `aborted: ${String(what)}`
    }
    const preRun = [...((emscriptenOpts.preRun as unknown[] | undefined) ?? []), install]
    return { emscriptenOpts: { ...emscriptenOpts, onAbort, preRun } as typeof emscriptenOpts }
  }
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else syncPath(path)
  }
  syncPath(folder)
}

/** Pages that the engine keeps in its own memory, a quarter of its usual ones: the system keeps the files as well. */
const KEPT_PAGES = 'shared_buffers=32MB'

/** PGlite's own parameters, but with fsync: "-F" is what turns it off. */
function startParams(): string[] {
  const defaults = PGlite.defaultStartParams
  if (!defaults.includes('-F')) {
    throw new Error('PGlite no longer starts with -F: look again at how this version writes to the disk')
  }
  return [
    ...defaults.filter((param) => param !== '-F'),
    '-c',
    'fsync=on',
    '-c',
    'wal_sync_method=fsync',
    '-c',
    KEPT_PAGES,
  ]
}

function watchedOptions(): PGliteOptions {
  return {
    onStderr: (text: string) => {
      if (/\b(?:FATAL|PANIC):/.test(text)) lastComplaint = text
      if (/\bPANIC:/.test(text)) death ??= text
      return false
    },
  }
}

/** A new database in memory. In it, and in the dumps made from there, most would be the empty rest of a log of 16 MB. */
function inMemory(): PGliteOptions {
  if (settings.template === null) return { initDbStartParams: ['--wal-segsize=1'] }
  return { loadDataDir: new Blob([Uint8Array.from(readTemplate(settings.template))]) }
}

/** Fills an empty folder with a new database, from the template or from nothing. */
async function makeFiles(folder: string): Promise<void> {
  if (settings.template !== null) return unpackTemplate(settings.template, folder)
  const made = await PGlite.create({
    fs: new SyncedNodeFs(folder),
    startParams: startParams(),
    ...watchedOptions(),
  })
  await made.close()
}

/** Opens the files in `folder`. A new database is made beside it and moved there whole: a kill leaves all or nothing. */
async function openFiles(folder: string): Promise<PGlite> {
  if (!existsSync(folder)) {
    const making = `${folder}.making`
    rmSync(making, { recursive: true, force: true })
    mkdirSync(making, { recursive: true, mode: 0o700 })
    await makeFiles(making)
    syncTree(making)
    renameSync(making, folder)
    syncPath(dirname(folder))
  }
  return PGlite.create({ fs: new SyncedNodeFs(folder), startParams: startParams(), ...watchedOptions() })
}

async function open(): Promise<PGlite> {
  const pglite =
    settings.folder === null
      ? await PGlite.create({ ...watchedOptions(), ...inMemory() })
      : await openFiles(settings.folder)
  // Columns leave as text: both engines' results are parsed by the same code on the other side.
  const keepText = (text: string): string => text
  pglite.parsers = Object.fromEntries(Object.keys(pglite.parsers).map((typeId) => [typeId, keepText]))
  pglite.serializers = {}
  return pglite
}

async function run(pglite: PGlite, text: string, values: readonly (string | null)[]): Promise<RawResult> {
  const result =
    values.length === 0
      ? (await pglite.exec(text, { rowMode: 'array' })).at(-1)
      : await pglite.query(text, [...values], { rowMode: 'array' })
  // Every statement that ends well names its command. Without a name and without an error the engine died on the way.
  if (result?.command === undefined && /[^\s;]/.test(text)) death ??= 'a statement had no end'
  return {
    command: result?.command ?? '',
    rowCount: result?.rowCount ?? 0,
    fields: (result?.fields ?? []).map((field) => ({ name: field.name, typeId: field.dataTypeID })),
    rows: (result?.rows ?? []) as unknown as (string | null)[][],
  }
}

const errorFields = [
  'severity',
  'code',
  'detail',
  'hint',
  'position',
  'internalPosition',
  'internalQuery',
  'where',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'file',
  'line',
  'routine',
] as const

/** The SQL error in `error`, or null when it is none: then the engine itself failed. */
function sqlError(error: unknown): RawError | null {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return null
  const source = error as Error & Partial<Record<(typeof errorFields)[number], string>>
  if (source.severity === 'FATAL' || source.severity === 'PANIC') return null
  return {
    message: source.message,
    fields: Object.fromEntries(errorFields.map((name) => [name, source[name]])),
  }
}

function send(answer: WorkerAnswer): void {
  port?.postMessage(answer)
}

async function answer(pglite: PGlite, request: Exclude<WorkerRequest, { kind: 'close' }>): Promise<void> {
  try {
    if (request.kind === 'dump') {
      await pglite.exec('CHECKPOINT')
      const dump = new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer())
      send({ kind: 'dumped', id: request.id, dump })
      return
    }
    const result = await run(pglite, request.text, request.values)
    if (death === undefined) send({ kind: 'result', id: request.id, result })
  } catch (error) {
    const refused = sqlError(error)
    if (refused === null) death ??= error instanceof Error ? error.message : String(error)
    else if (death === undefined) send({ kind: 'refused', id: request.id, error: refused })
  }
  if (death !== undefined) {
    send({ kind: 'lost', reason: death })
    process.exit(1)
  }
}

async function close(pglite: PGlite): Promise<void> {
  if (pglite.isInTransaction()) await pglite.exec('rollback')
  if (settings.folder !== null) await pglite.exec('CHECKPOINT')
  await pglite.close()
  send({ kind: 'closed' })
  port?.close()
}

const pglite = await open().catch((error: unknown) => {
  throw lastComplaint === undefined ? error : new Error(lastComplaint, { cause: error })
})
let last: Promise<void> = Promise.resolve()
port.on('message', (request: WorkerRequest) => {
  last = last.then(() => (request.kind === 'close' ? close(pglite) : answer(pglite, request)))
})
send({ kind: 'ready' })
