import type { Clock } from '../clock.ts'
import type { Database } from '../database/types.ts'
import type { Job } from '../jobs.ts'
import type { Logger } from '../logger.ts'
import { callParty, type PartyCaller, type PartyReply } from '../party-call.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import { healthOf, minuteOf, type PartyHealth, type PartyMinute, SLOW_MS } from './health.rules.ts'
import { addMinutes, deleteMinutes, readMinutes } from './health.store.ts'
import { HOUR_MS } from '../durations.ts'

/** What watches over the calls to all outside parties. */
export type PartyWatch = ReturnType<typeof createPartyWatch>

const FLUSH_MS = 5_000
const KEPT_MS = HOUR_MS

/** A call that was never sent, as the party has not answered for some time. */
const LEFT_ALONE: PartyReply = { status: null, why: 'left alone for a while', isUnsent: true }

/** Watches over the outside parties: counts how each answers, and leaves alone for a while one that fails again and again. */
export function createPartyWatch({ database, clock, logger }: { database: Database; clock: Clock; logger: Logger }) {
  const breakers = new Map<string, Breaker>()
  let counted = new Map<string, PartyMinute>()

  function breakerOf(party: string): Breaker {
    const known = breakers.get(party) ?? createBreaker({ clock })
    breakers.set(party, known)
    return known
  }

  function count(party: string, { isFailure, isSlow }: { isFailure: boolean; isSlow: boolean }): void {
    const now = clock.now()
    const minute = minuteOf(now)
    const key = `${minute.getTime()} ${party}`
    const before = counted.get(key) ?? { party, minute, calls: 0, failures: 0, slow: 0, lastAnswerAt: null }
    counted.set(key, {
      ...before,
      calls: before.calls + 1,
      failures: before.failures + (isFailure ? 1 : 0),
      slow: before.slow + (isSlow && !isFailure ? 1 : 0),
      lastAnswerAt: isFailure ? before.lastAnswerAt : now,
    })
  }

  function note(party: string, reply: PartyReply, tookMs: number): void {
    const isFailure = isNoAnswer(reply)
    count(party, { isFailure, isSlow: tookMs >= SLOW_MS })
    if (reply.status === 401 || reply.status === 403) {
      logger.error(
        { party, status: reply.status },
        'an outside party does not let us in: its key, or its list of addresses',
      )
    }
    const breaker = breakerOf(party)
    if (!isFailure) {
      if (breaker.succeeded()) logger.info({ party }, 'an outside party answers again')
    } else if (breaker.failed()) {
      logger.warn({ party }, 'an outside party fails again and again, and is left alone for a while')
    }
  }

  /** Writes down what was counted since the last time; what could not be written is kept for the next. */
  async function flush(): Promise<void> {
    if (counted.size === 0) return
    const taken = counted
    counted = new Map()
    try {
      await addMinutes(database, [...taken.values()])
    } catch (error) {
      for (const [key, minute] of taken) counted.set(key, together(minute, counted.get(key)))
      throw error
    }
  }

  return {
    /** What a party's adapter calls it by: counted under its name, and not sent while the party is left alone. */
    callerOf(party: string): PartyCaller {
      const breaker = breakerOf(party)
      return async (call) => {
        if (!breaker.mayCall()) return LEFT_ALONE
        const beganMs = performance.now()
        const reply = await callParty(call)
        note(party, reply, performance.now() - beganMs)
        return reply
      }
    },
    /** Parties that this process leaves alone for now. */
    leftAlone: (): string[] => [...breakers].filter(([, { state }]) => state() !== 'closed').map(([party]) => party),
    /** How each party fares, over all processes, by name: the one source of what people are shown of it. */
    async health(): Promise<PartyHealth[]> {
      await flush()
      const now = clock.now()
      const minutes = await readMinutes(database, new Date(now.getTime() - KEPT_MS))
      return healthOf({ minutes, known: [...breakers.keys()], leftAlone: new Set(this.leftAlone()), now })
    },
    job: {
      name: 'party-health',
      everyMs: FLUSH_MS,
      async run() {
        await flush()
        await deleteMinutes(database, new Date(clock.now().getTime() - KEPT_MS))
        return 0
      },
    } satisfies Job,
  }
}

/** Silence, its own failure, and a door that does not open for us: nothing that it says of what was asked. */
function isNoAnswer({ status }: PartyReply): boolean {
  return status === null || status >= 500 || status === 401 || status === 403 || status === 429
}

function together(one: PartyMinute, other: PartyMinute | undefined): PartyMinute {
  if (other === undefined) return one
  return {
    ...one,
    calls: one.calls + other.calls,
    failures: one.failures + other.failures,
    slow: one.slow + other.slow,
    lastAnswerAt: other.lastAnswerAt ?? one.lastAnswerAt,
  }
}
