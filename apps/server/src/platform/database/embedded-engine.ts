import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { RawError, RawResult, WorkerAnswer, WorkerRequest, WorkerSettings } from './embedded-protocol.ts'

/** The engine ended without being asked to. What was on its way may or may not have happened. */
export class EngineLostError extends Error {
  constructor(reason: string) {
    super(`the embedded database stopped: ${reason}`)
    this.name = 'EngineLostError'
  }
}

/** One running thread of the embedded database: statements run one after the other, in the order given. */
export interface Engine {
  run(text: string, values: readonly (string | null)[]): Promise<RawResult>
  /** The whole database as a tar file, to start others from. */
  dump(): Promise<Uint8Array>
  /** Writes everything to its files and ends the thread. */
  close(): Promise<void>
  /** Ends the thread at once, as a kill would. */
  terminate(): Promise<void>
  /** Settles with the reason when the engine ended by itself and its thread is gone for good. */
  readonly lost: Promise<EngineLostError>
}

interface Waiting {
  resolve(answer: WorkerAnswer): void
  reject(error: Error): void
  watch: NodeJS.Timeout
}

/** How long a statement may take before the engine counts as lost: PGlite knows no statement_timeout. */
const STATEMENT_TIMEOUT_MS = 120_000

/** How long the end of the engine is waited for before it is terminated; what is committed is safe either way. */
const CLOSE_TIMEOUT_MS = 4_000

/** Starts the thread and waits until its database is open. Rejects when it cannot be opened. */
export async function startEngine(settings: WorkerSettings): Promise<Engine> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: settings,
    // Deep SQL needs a deep stack; past it PGlite would not raise an error but die.
    resourceLimits: { stackSizeMb: 16 },
  })
  const link = new Link(worker)
  await link.ready
  return link
}

class Link implements Engine {
  readonly lost: Promise<EngineLostError>
  readonly ready: Promise<void>
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly #closed = Promise.withResolvers<void>()
  #reportLost: (error: EngineLostError) => void
  #nextId = 1
  #end: EngineLostError | 'closing' | undefined

  constructor(worker: Worker) {
    this.#worker = worker
    const lost = Promise.withResolvers<EngineLostError>()
    this.lost = lost.promise
    this.#reportLost = lost.resolve
    const ready = Promise.withResolvers<void>()
    this.ready = ready.promise
    worker.on('message', (message: WorkerAnswer) => {
      if (message.kind === 'ready') ready.resolve()
      else this.#take(message)
    })
    worker.on('error', (error: unknown) => this.#lose(error instanceof Error ? error.message : String(error)))
    worker.on('exit', (code) => this.#lose(`its thread ended with code ${code}`))
    void this.lost.then((error) => ready.reject(error))
  }

  async run(text: string, values: readonly (string | null)[]): Promise<RawResult> {
    const message = await this.#ask((id) => ({ kind: 'run', id, text, values }))
    if (message.kind === 'refused') throw databaseError(message.error)
    if (message.kind !== 'result') throw new Error(`unexpected answer: ${message.kind}`)
    return message.result
  }

  async dump(): Promise<Uint8Array> {
    const message = await this.#ask((id) => ({ kind: 'dump', id }))
    if (message.kind === 'refused') throw databaseError(message.error)
    if (message.kind !== 'dumped') throw new Error(`unexpected answer: ${message.kind}`)
    return message.dump
  }

  async close(): Promise<void> {
    if (this.#end === undefined) {
      this.#end = 'closing'
      this.#post({ kind: 'close' })
    }
    const timeout = setTimeout(() => this.#closed.resolve(), CLOSE_TIMEOUT_MS)
    await this.#closed.promise
    clearTimeout(timeout)
    await this.#worker.terminate()
  }

  async terminate(): Promise<void> {
    this.#lose('it was terminated')
    await this.lost
  }

  #post(request: WorkerRequest): void {
    this.#worker.postMessage(request)
  }

  #ask(request: (id: number) => WorkerRequest): Promise<WorkerAnswer> {
    if (this.#end instanceof Error) return Promise.reject(this.#end)
    if (this.#end === 'closing') return Promise.reject(new EngineLostError('it is closing'))
    const id = this.#nextId
    this.#nextId += 1
    return new Promise((resolve, reject) => {
      const watch = setTimeout(
        () => this.#lose(`a statement had no answer in ${STATEMENT_TIMEOUT_MS / 1000} s`),
        STATEMENT_TIMEOUT_MS,
      )
      this.#waiting.set(id, { resolve, reject, watch })
      this.#post(request(id))
    })
  }

  #take(message: WorkerAnswer): void {
    if (message.kind === 'closed') this.#closed.resolve()
    else if (message.kind === 'lost') this.#lose(message.reason)
    else if (message.kind !== 'ready') {
      const waiting = this.#waiting.get(message.id)
      if (waiting === undefined) return
      this.#waiting.delete(message.id)
      clearTimeout(waiting.watch)
      waiting.resolve(message)
    }
  }

  #lose(reason: string): void {
    this.#closed.resolve()
    if (this.#end instanceof Error) return
    const error = new EngineLostError(reason)
    const wasClosing = this.#end === 'closing'
    this.#end = error
    for (const waiting of this.#waiting.values()) {
      clearTimeout(waiting.watch)
      waiting.reject(error)
    }
    this.#waiting.clear()
    // Two threads on the same files would destroy them: the loss is told when this one has surely ended.
    if (!wasClosing) void this.#worker.terminate().then(() => this.#reportLost(error))
  }
}

/** The same class of error that `pg` throws, so that callers need to know one only. */
function databaseError(raw: RawError): pg.DatabaseError {
  const error = new pg.DatabaseError(raw.message, raw.message.length, 'error')
  return Object.assign(error, raw.fields)
}
