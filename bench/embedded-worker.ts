// The embedded engine in a thread of its own, with files that are really synced: as a server runs it.
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { readInt8 } from '@krapao/money'

/** OID of int8. */
const INT8 = 20

interface Stream {
  nfd?: number
  node: unknown
}
interface Module {
  NODEFS: { stream_ops: { fsync?: (stream: Stream) => number }; realPath(node: unknown): string }
}

/** PGlite's files cannot be synced: this one brings what is missing. */
class SyncedFiles extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given)
    const install = (module: unknown): void => {
      const { NODEFS } = module as Module
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        const file = nfd ?? openSync(NODEFS.realPath(node), 'r')
        fsyncSync(file)
        if (nfd === undefined) closeSync(file)
        return 0
      }
    }
    const preRun = [...((emscriptenOpts.preRun as unknown[] | undefined) ?? []), install]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } as typeof emscriptenOpts }
  }
}

const port = parentPort
if (port === null) throw new Error('the embedded engine runs in a worker thread')
const startParams = PGlite.defaultStartParams.filter((param) => param !== '-F')
const lite = await PGlite.create({
  fs: new SyncedFiles(workerData as string),
  startParams: [...startParams, '-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  parsers: { [INT8]: readInt8 },
})

export interface Request {
  id: number
  text: string
  /** Null: several statements without values. */
  values: readonly unknown[] | null
}
export type Answer = { id: number; rows: unknown[] } | { id: number; error: string; code: string | undefined }

async function answer({ id, text, values }: Request): Promise<Answer> {
  try {
    if (values !== null) return { id, rows: (await lite.query(text, [...values])).rows }
    await lite.exec(text)
    return { id, rows: [] }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return { id, error: String(error), code }
  }
}

let last: Promise<void> = Promise.resolve()
port.on('message', (request: Request | 'close') => {
  last = last.then(async () => {
    if (request === 'close') {
      await lite.close()
      port.close()
    } else port.postMessage(await answer(request))
  })
})
port.postMessage({ id: 0, rows: [] } satisfies Answer)
