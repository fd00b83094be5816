import { DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/durations.ts'
import { type Job, processEach } from '../../platform/jobs.ts'
import { forgetTraces } from '../members/index.ts'
import { cancel } from './bonuses/arm.ts'
import { ARMED_MAX_MS } from './bonuses/bonus.rules.ts'
import { resumeEnd } from './bonuses/end.ts'
import { armedBefore, forgetGivenBack, takeEndings } from './bonuses/user-bonuses.store.ts'
import { raiseFlags } from './flags/flags.store.ts'
import { raisePaymentFlags } from './flags/payment-flags.ts'
import { workLossDays } from './losses/loss-days.ts'
import type { RewardsParts } from './rewards.parts.ts'

/** While one worker brings a bonus to its end no other takes it up; longer than the time-out of a provider. */
const ENDING_LEASE_MS = 60 * SECOND_MS
const BATCH = 20
const PAYMENTS_MS = 300 * SECOND_MS
/** A retry comes within the day for which its key is kept; who asks about a bonus that he gave back does so in a week. */
const NOTES_KEPT_MS = 2 * DAY_MS
const CANCELLED_KEPT_MS = 7 * DAY_MS
const FORGOTTEN_AT_ONCE = 1_000
const TRACES_KEPT_MS = 180 * DAY_MS

/**
 * What goes on without anybody asking: armed bonuses are given back after a day, ends are brought to their end, losses are
 * added up day by day, and what looks like one person is flagged every hour.
 */
export function rewardsJobs(parts: RewardsParts): Job[] {
  const { database, clock } = parts

  async function expireArmed(): Promise<number> {
    const before = new Date(clock.now().getTime() - ARMED_MAX_MS)
    let given = 0
    for (const bonus of await armedBefore(database, before, BATCH)) {
      if (await cancel(parts, bonus, { by: 'time', operationId: null })) given += 1
    }
    return given
  }

  async function endBonuses(): Promise<number> {
    const now = clock.now()
    const due = await takeEndings(database, now, new Date(now.getTime() + ENDING_LEASE_MS), BATCH)
    return processEach(due, (bonus) => resumeEnd(parts, bonus))
  }

  /** Who arms and gives back all day long leaves nothing behind for ever: no money was in it. */
  function forget(): Promise<number> {
    const now = clock.now().getTime()
    return forgetGivenBack(database, {
      notedBefore: new Date(now - NOTES_KEPT_MS),
      cancelledBefore: new Date(now - CANCELLED_KEPT_MS),
      limit: FORGOTTEN_AT_ONCE,
    })
  }

  return [
    { name: 'bonuses.expire', everyMs: 60 * SECOND_MS, run: expireArmed },
    { name: 'bonuses.end', everyMs: SECOND_MS, run: endBonuses },
    { name: 'bonuses.forget', everyMs: 600 * SECOND_MS, run: forget },
    { name: 'rewards-loss-days', everyMs: 30 * SECOND_MS, run: () => workLossDays(parts) },
    { name: 'rewards-flags', everyMs: HOUR_MS, run: () => raiseFlags(database, clock.now()) },
    { name: 'rewards-payment-flags', everyMs: PAYMENTS_MS, run: () => raisePaymentFlags(parts) },
    {
      name: 'rewards-forget-traces',
      everyMs: HOUR_MS,
      run: () => forgetTraces(database, new Date(clock.now().getTime() - TRACES_KEPT_MS), FORGOTTEN_AT_ONCE),
    },
  ]
}
