import type { Database, Sql } from '../platform/database/types.ts'
import { searchSeed, searchTimes } from './search.ts'

/** What everything of a dead process throws. */
class Killed extends Error {
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
  /** The texts of the statements begun since then. */
  statements: string[] = []
  #last = Number.POSITIVE_INFINITY

  /** Counts from now on, and dies at the place of this number, the first being 1. */
  dieAt(step: number): void {
    this.steps = 0
    this.statements = []
    this.#last = step
  }

  /** A database that dies with this process. */
  database(real: Database): Database {
    const statements = (sql: Sql): Sql => ({
      query: (text, values) => {
        this.statements.push(text)
        return this.#around(() => sql.query(text, values))
      },
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

/** More than anything has: what is not over by then waits in a circle. */
const PLACES_MAX = 300
/** `npm test` kills at every seventh place, beginning where the seed says; longer searches kill at each. */
export const STRIDE = searchTimes > 1 ? 1 : 7

/**
 * Does something anew and anew, killed at one place, at a later one, and so on until it comes through. `bornAgain` makes
 * the process that goes on after a death. @returns how many places there were.
 */
export async function atEachPlace(
  life: { now(): Life; bornAgain(): Promise<void> },
  scene: () => Promise<{ act(): Promise<unknown>; after(): Promise<void> }>,
): Promise<number> {
  for (let place = 1 + (searchSeed % STRIDE); place <= PLACES_MAX; place += STRIDE) {
    const { act, after } = await scene()
    life.now().dieAt(place)
    // A killed process answers nobody: whatever came is no answer.
    await act().catch(() => undefined)
    const { isDead, steps } = life.now()
    if (isDead) await life.bornAgain()
    life.now().dieAt(0)
    await after()
    if (!isDead) return steps
  }
  throw new Error('it never came through')
}
