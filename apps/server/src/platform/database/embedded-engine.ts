import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { RawError, RawResult, WorkerAnswer, WorkerRequest, WorkerSettings } from './embedded-protocol.ts'

/** The engine ended without being asked to. What was on its way may or may not have happened. */
export class EngineLostError extends Error {
  readonly reason: string

  constructor(reason: string, what = 'stopped') {
    super(`the embedded database ${what}: ${reason}`)
    this.name = 'EngineLostError'
    this.reason = reason
  }
}

/** One running thread of the embedded database: statements run one after the other, in the order given. */
export interface Engine {
  run(text: string, values: readonly (string | null)[]): Promise<RawResult>
  /** The whole database as a tar file, to start others from. */
  dump(): Promise<Uint8Array>
  /** Writes everything to its files and ends the thread. */
  close(): Promise<void>
  /** Ends the thread at once, as a crash would. */
  crash(): void
  /** Settles when the thread has ended, for whatever reason, and its files are free. */
  readonly ended: Promise<void>
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

/**
 * Starts the thread and waits until its database is open. Rejects when it cannot be opened.
 * `onLost` is told, once, when an engine that was open ends without being asked to; what was on its way has rejected then.
 */
export async function startEngine(settings: WorkerSettings, onLost: (error: EngineLostError) => void): Promise<Engine> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: settings,
    // Deep SQL needs a deep stack; past it PGlite would not raise an error but die.
    resourceLimits: { stackSizeMb: 16 },
  })
  const link = new Link(worker, onLost)
  try {
    await link.ready
  } catch (error) {
    await link.ended
    throw error
  }
  return link
}

class Link implements Engine {
  readonly ready: Promise<void>
  readonly ended: Promise<void>
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly #closed = Promise.withResolvers<void>()
  #state: 'starting' | 'open' | 'closing' | 'gone' = 'starting'
  #reason = ''
  #nextId = 1
  #opened: () => void
  #failed: (error: EngineLostError) => void
  readonly #onLost: (error: EngineLostError) => void

  constructor(worker: Worker, onLost: (error: EngineLostError) => void) {
    this.#worker = worker
    this.#onLost = onLost
    const ready = Promise.withResolvers<void>()
    this.ready = ready.promise
    this.#opened = ready.resolve
    this.#failed = ready.reject
    this.ended = new Promise((resolve) => worker.once('exit', () => resolve()))
    worker.on('message', (message: WorkerAnswer) => this.#take(message))
    worker.on('error', (error: unknown) => this.#lose(error instanceof Error ? error.message : String(error)))
    worker.on('exit', (code) => this.#lose(`its thread ended with code ${code}`))
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
    if (this.#state === 'open') {
      this.#state = 'closing'
      this.#post({ kind: 'close' })
    }
    const timeout = setTimeout(() => this.#closed.resolve(), CLOSE_TIMEOUT_MS)
    await this.#closed.promise
    clearTimeout(timeout)
    await this.#worker.terminate()
  }

  crash(): void {
    this.#lose('it was made to crash')
  }

  #post(request: WorkerRequest): void {
    this.#worker.postMessage(request)
  }

  #ask(request: (id: number) => WorkerRequest): Promise<WorkerAnswer> {
    if (this.#state === 'closing') return Promise.reject(new EngineLostError('it is closing'))
    if (this.#state === 'gone') return Promise.reject(new EngineLostError(this.#reason))
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
    switch (message.kind) {
      case 'ready':
        this.#state = 'open'
        this.#opened()
        break
      case 'closed':
        this.#closed.resolve()
        break
      case 'lost':
        this.#lose(message.reason)
        break
      case 'result':
      case 'refused':
      case 'dumped':
        this.#answer(message.id, message)
    }
  }

  #answer(id: number, message: WorkerAnswer): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    this.#waiting.delete(id)
    clearTimeout(waiting.watch)
    waiting.resolve(message)
  }

  #lose(reason: string): void {
    const before = this.#state
    if (before === 'gone') return
    this.#state = 'gone'
    this.#reason = reason
    this.#closed.resolve()
    for (const waiting of this.#waiting.values()) {
      clearTimeout(waiting.watch)
      waiting.reject(new EngineLostError(reason))
    }
    this.#waiting.clear()
    void this.#worker.terminate()
    if (before === 'starting') this.#failed(new EngineLostError(reason, 'cannot be opened'))
    if (before === 'open') this.#onLost(new EngineLostError(reason))
  }
}

/** The same class of error that `pg` throws, so that callers need to know one only. */
function databaseError(raw: RawError): pg.DatabaseError {
  const error = new pg.DatabaseError(raw.message, raw.message.length, 'error')
  return Object.assign(error, raw.fields)
}
