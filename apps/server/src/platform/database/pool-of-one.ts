import type { RawResult } from './embedded-protocol.ts'
import type { Connection, Pool } from './types.ts'
import { columnParser, encodeValue } from './values.ts'

/** The one session that all share. */
export interface Session {
  run(text: string, values: readonly (string | null)[]): Promise<RawResult>
}

/** The database did not get to a caller, or a caller kept it, for too long. */
export class DatabaseTimeoutError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DatabaseTimeoutError'
  }
}

export interface PoolLimits {
  /** How long a caller waits for its turn. */
  acquireTimeoutMs: number
  /** How long a caller may hold the session without running a statement: what PostgreSQL calls idle in transaction. */
  idleTimeoutMs: number
  /** How long `end` waits for those that came before. */
  endTimeoutMs: number
}

interface Waiter {
  resolve(client: Connection): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

/**
 * A pool of one connection: callers get the session in the order they asked, each
 * from its `connect` to its `release`, so a transaction is never mixed with anything else.
 */
export class PoolOfOne implements Pool {
  readonly #session: Session
  readonly #limits: PoolLimits
  readonly #waiters: Waiter[] = []
  #holder: Holder | undefined
  #ended = false
  #whenIdle: (() => void) | undefined

  constructor(session: Session, limits: PoolLimits) {
    this.#session = session
    this.#limits = limits
  }

  /** How many callers wait for their turn. */
  get waitingCount(): number {
    return this.#waiters.length
  }

  connect(): Promise<Connection> {
    if (this.#ended) return Promise.reject(new Error('the database is closed'))
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        resolve,
        reject,
        timer: setTimeout(() => {
          this.#waiters.splice(this.#waiters.indexOf(waiter), 1)
          reject(new DatabaseTimeoutError(`the database was busy for ${this.#limits.acquireTimeoutMs / 1000} s`))
        }, this.#limits.acquireTimeoutMs),
      }
      this.#waiters.push(waiter)
      this.#next()
    })
  }

  /** Takes no more callers and waits until those that came before are done; rejects them when that takes too long. */
  async end(): Promise<void> {
    this.#ended = true
    if (this.#holder === undefined && this.#waiters.length === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.fail(() => new Error('the database is closing')), this.#limits.endTimeoutMs)
      this.#whenIdle = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Rejects the holder and everyone who waits: the session is gone. */
  fail(makeError: () => Error): void {
    for (const waiter of this.#waiters.splice(0)) {
      clearTimeout(waiter.timer)
      waiter.reject(makeError())
    }
    this.#holder?.revoke(makeError())
    this.#holder = undefined
    this.#next()
  }

  #next(): void {
    if (this.#holder !== undefined) return
    const waiter = this.#waiters.shift()
    if (waiter === undefined) {
      this.#whenIdle?.()
      return
    }
    clearTimeout(waiter.timer)
    const holder = new Holder(this.#session, this.#limits.idleTimeoutMs, (clean) => void this.#leave(holder, clean))
    this.#holder = holder
    waiter.resolve(holder)
  }

  async #leave(holder: Holder, clean: boolean): Promise<void> {
    if (this.#holder !== holder) return
    // Outside a transaction this only earns a warning. When it fails the session is gone, and `fail` is on its way.
    if (!clean) await this.#session.run('rollback', []).catch(() => undefined)
    if (this.#holder !== holder) return
    this.#holder = undefined
    this.#next()
  }
}

class Holder implements Connection {
  readonly #session: Session
  readonly #idleTimeoutMs: number
  readonly #leave: (clean: boolean) => void
  #running = 0
  #idle: NodeJS.Timeout | undefined
  #gone: Error | undefined

  constructor(session: Session, idleTimeoutMs: number, leave: (clean: boolean) => void) {
    this.#session = session
    this.#idleTimeoutMs = idleTimeoutMs
    this.#leave = leave
    this.#watch()
  }

  release(isBroken = false): void {
    clearTimeout(this.#idle)
    if (this.#gone !== undefined) return
    this.#gone = new Error('the connection was given back')
    this.#leave(!isBroken)
  }

  revoke(error: Error): void {
    clearTimeout(this.#idle)
    this.#gone = error
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<{ command: string; rows: Row[] }> {
    if (this.#gone !== undefined) throw this.#gone
    clearTimeout(this.#idle)
    this.#running += 1
    try {
      return readResult<Row>(await this.#session.run(text, values.map(encodeValue)))
    } finally {
      this.#running -= 1
      this.#watch()
    }
  }

  #watch(): void {
    if (this.#running > 0 || this.#gone !== undefined) return
    this.#idle = setTimeout(() => {
      this.revoke(
        new DatabaseTimeoutError(`the database was held for ${this.#idleTimeoutMs / 1000} s without a statement`),
      )
      this.#leave(false)
    }, this.#idleTimeoutMs)
  }
}

function readResult<Row>(raw: RawResult): { command: string; rows: Row[] } {
  const columns = raw.fields.map((field) => ({ name: field.name, parse: columnParser(field.typeId) }))
  const rows = raw.rows.map((cells) => {
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) {
      const cell = cells[index] ?? null
      row[column.name] = cell === null ? null : column.parse(cell)
    }
    return row as Row
  })
  return { command: raw.command, rows }
}
