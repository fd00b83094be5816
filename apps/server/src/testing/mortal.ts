import type { Database, Sql } from '../platform/database/types.ts'

/** What everything of a dead process throws. */
export class Killed extends Error {
  constructor() {
    super('this process was killed')
    this.name = 'Killed'
  }
}

/**
 * One life of a process, for tests that kill it at each place where it waits: before and after every statement, commit
 * and outside call. Once dead it does nothing any more; what was not committed is lost, as by a power cut.
 */
export class Life {
  /** Places passed since `dieAt`. */
  steps = 0
  isDead = false
  #last = Number.POSITIVE_INFINITY

  /** Counts from now on, and dies at the place of this number, the first being 1. */
  dieAt(step: number): void {
    this.steps = 0
    this.#last = step
  }

  /** A database that dies with this process. */
  database(real: Database): Database {
    const statements = (sql: Sql): Sql => ({
      query: (text, values) => this.#around(() => sql.query(text, values)),
      tables: () => sql.tables(),
    })
    return {
      ...statements(real),
      engine: real.engine,
      // Dying after the work and before the commit throws inside, which rolls back; dying after it changes nothing more.
      transaction: (work) =>
        this.#around(() =>
          real.transaction(async (tx) => {
            const result = await work(statements(tx))
            this.#step()
            return result
          }),
        ),
      close: () => real.close(),
    }
  }

  /** An outside party whose calls may be the last thing that is done, or never get through. */
  party<Party extends object>(real: Party): Party {
    return new Proxy(real, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => this.#around(async () => (await Reflect.apply(value, target, given)) as unknown)
      },
    })
  }

  async #around<Result>(act: () => Promise<Result>): Promise<Result> {
    this.#step()
    const result = await act()
    this.#step()
    return result
  }

  #step(): void {
    if (!this.isDead) {
      this.steps += 1
      this.isDead = this.steps === this.#last
    }
    if (this.isDead) throw new Killed()
  }
}
