import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Ledger, Outcome, Submission } from '../types.ts'
import { openTestDatabase, testEngine } from './engines.ts'
import type { TestDatabase } from './engines.ts'
import { ledgerOn } from './factories.ts'

/** The embedded engine makes its files first, on a machine that does other things too. */
const OPEN_TIMEOUT_MS = 90_000

/** What a test has at hand. The fields are there once the tests run. */
export interface World {
  readonly database: TestDatabase
  readonly ledger: Ledger
  /** Whether transactions run beside each other on this engine. */
  readonly concurrent: boolean
}

/** Runs the tests of `body` on the engine of this run, on one database, which must pass the audit afterwards. */
export function onEngine(title: string, body: (world: World) => void): void {
  describe(`${title} on ${testEngine.name}`, () => {
    const opened: { database?: TestDatabase; ledger?: Ledger } = {}
    const world: World = {
      concurrent: testEngine.concurrent,
      get database() {
        if (opened.database === undefined) throw new Error('the database is not open yet')
        return opened.database
      },
      get ledger() {
        if (opened.ledger === undefined) throw new Error('the database is not open yet')
        return opened.ledger
      },
    }
    beforeAll(async () => {
      opened.database = await openTestDatabase()
      opened.ledger = ledgerOn(opened.database)
    }, OPEN_TIMEOUT_MS)
    afterAll(async () => {
      await world.ledger.close()
      expect((await world.ledger.audit(world.database)).problems).toEqual([])
      await world.database.close()
    }, OPEN_TIMEOUT_MS)
    body(world)
  })
}

/** Both doors, to send a submission through. */
export const doors: readonly { door: string; send(world: World, submission: Submission): Promise<Outcome> }[] = [
  {
    door: 'in-transaction',
    send: ({ database, ledger }, submission) => database.transaction((tx) => ledger.post(tx, submission)),
  },
  { door: 'group-commit', send: ({ ledger }, submission) => ledger.submit(submission) },
]
