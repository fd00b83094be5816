import type { Job } from '../../platform/jobs.ts'
import { readAfterGrants } from './readings/for-bonuses.ts'
import type { GamesParts } from './games.parts.ts'
import { askedFrom, nextAskAt } from './games.rules.ts'
import {
  findTransfer,
  forgetOperations,
  listHeldLegs,
  listStrandedTransfers,
  planAsk,
  takeDueLegs,
} from './games.store.ts'
import { lookAgain, planLook } from './arrivals/late-arrival.ts'
import { transferUpdate } from './legs/leg-rows.ts'
import { askLeg } from './legs/legs.ts'
import { nextLegOf } from './transfers/transfer.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'

/** While one worker asks about a leg no other does; longer than a party's time-out. */
const ASK_LEASE_MS = 15_000
const BATCH = 20
/** A transfer without an open leg for this long has lost the process that was moving it. */
const STRANDED_AFTER_MS = 120_000
/** A retry of a call over several games comes within the day for which its key is kept. */
const OPERATIONS_KEPT_MS = 2 * DAY_MS
const FORGOTTEN_AT_ONCE = 1_000

/** The work that settles what a call left unknown, until it is known. */
export function gamesJobs(parts: GamesParts): Job[] {
  const { database, clock, ledger } = parts

  let hasBegunAnew = false

  /**
   * The questions about what a process before this one left open are counted anew, sooner than they were planned where
   * they had come to one a minute. Answers of before count no more.
   */
  async function beginAnew(): Promise<void> {
    for (const leg of await listHeldLegs(database, parts.startedAt)) {
      const first = nextAskAt(askedFrom(leg.calledAt, parts.startedAt), 0, parts.startedAt)
      const askAt = leg.askAt !== null && leg.askAt < first ? leg.askAt : first
      await planAsk(database, leg, { askAt, asks: 0, notFounds: 0 })
    }
    hasBegunAnew = true
  }

  async function askOpenLegs(): Promise<number> {
    const now = clock.now()
    if (!hasBegunAnew) await beginAnew()
    const due = await takeDueLegs(database, ['held', 'review'], now, new Date(now.getTime() + ASK_LEASE_MS), BATCH)
    await Promise.all(due.map((leg) => askLeg(parts, leg, nextLegOf(parts))))
    return due.length
  }

  async function watchFreedLegs(): Promise<number> {
    const now = clock.now()
    const due = await takeDueLegs(database, ['watched', 'assumed'], now, new Date(now.getTime() + ASK_LEASE_MS), BATCH)
    await Promise.all(
      due.map(async (leg) => {
        const found = await lookAgain(parts, leg)
        if (found !== 'booked' && found !== 'closed') await planLook(parts, leg, found)
      }),
    )
    return due.length
  }

  async function closeStranded(): Promise<number> {
    const now = clock.now()
    const stranded = await listStrandedTransfers(database, new Date(now.getTime() - STRANDED_AFTER_MS))
    for (const { id } of stranded) {
      const transfer = await findTransfer(database, id)
      if (transfer?.status !== 'IN_PROGRESS') continue
      await ledger.submit({ movements: [], rows: [transferUpdate(transfer, 'FAILED', now)] })
    }
    return stranded.length
  }

  return [
    { name: 'games.ask', everyMs: 500, run: askOpenLegs },
    { name: 'games.watch', everyMs: 15_000, run: watchFreedLegs },
    { name: 'games.first-readings', everyMs: 500, run: () => readAfterGrants(parts) },
    { name: 'games.stranded', everyMs: MINUTE_MS, run: closeStranded },
    {
      name: 'games.forget',
      everyMs: 10 * MINUTE_MS,
      run: () => forgetOperations(database, new Date(clock.now().getTime() - OPERATIONS_KEPT_MS), FORGOTTEN_AT_ONCE),
    },
  ]
}
