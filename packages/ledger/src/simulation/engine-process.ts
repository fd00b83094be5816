// The embedded engine in a process of its own, so that it can be killed for real: between two statements, or by its own
// hand at a certain write to its files, which makes the moment the same in every run.
import { PGlite } from '@electric-sql/pglite'
import { readInt8 } from '@krapao/money'
import type { EngineAnswer, EngineRequest } from './engine.ts'

/** OID of int8. */
const INT8 = 20

/** What of Emscripten's file system is used: the operations on open files of the mounted data folder. */
interface Mounted {
  node: { mount: { type: { stream_ops: { write(...args: unknown[]): unknown } } } }
}

const [folder = ''] = process.argv.slice(2)
const lite = await PGlite.create({ dataDir: folder, parsers: { [INT8]: readInt8 } })
const inside = lite as unknown as { Module: { FS: { lookupPath(path: string): Mounted } } }
const files = inside.Module.FS.lookupPath('/pglite/data').node.mount.type.stream_ops

/** Writes to files that are left until the end; null: no end is planned. */
let writesLeft: number | null = null

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

const write = files.write.bind(files)
files.write = (...args) => {
  if (writesLeft !== null) {
    if (writesLeft === 0) die()
    writesLeft -= 1
  }
  return write(...args)
}

function say(answer: EngineAnswer): void {
  process.send?.(answer)
}

async function run({ id, text, values, diesAtWrite }: EngineRequest): Promise<void> {
  writesLeft = diesAtWrite
  try {
    const rows = values === null ? (await lite.exec(text), []) : (await lite.query<object>(text, [...values])).rows
    // It finished before its time: then it ends before anybody hears of it.
    if (diesAtWrite !== null) die()
    say({ id, rows })
  } catch (error) {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
    say({ id, failed: { message: error instanceof Error ? error.message : String(error), code } })
  }
}

process.on('message', (request: EngineRequest) => void run(request))
process.on('disconnect', () => process.exit(0))
say({ id: 0, rows: [] })
