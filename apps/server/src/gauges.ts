import { newsWaiting } from '@krapao/ledger'
import type { LastAudit } from './ledger/audit.store.ts'
import { cashierWaiting } from './modules/cashier/index.ts'
import type { DecisionKind } from './modules/deeds/index.ts'
import { gamesWaiting } from './modules/games/index.ts'
import { rewardsWaiting } from './modules/rewards/index.ts'
import { supportWaiting } from './modules/support/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/index.ts'
import type { Gauge } from './platform/http/index.ts'
import type { Jobs } from './platform/jobs.ts'
import type { PartyHealth, PartyWatch } from './platform/parties/index.ts'
import { readWaiting, type Waiting } from './gauges.store.ts'
import { createSharedLook } from './platform/shared-look.ts'
import type { Redis } from './platform/redis/index.ts'

/** One look at the database serves all that is asked within this time. */
const LOOK_HOLDS_MS = 5_000

/** What waits for parties and at the desk: each module says what of it does. */
const doors = [gamesWaiting, cashierWaiting, rewardsWaiting, supportWaiting, newsWaiting]

/** What operators watch and are alarmed by (docs/operations.md). */
export function createGauges(terms: {
  database: Database
  clock: Clock
  /** What waits for a person. */
  decisionKinds: readonly Pick<DecisionKind, 'kind' | 'waiting'>[]
  jobs: Jobs
  redis: Redis | null
  parties: Pick<PartyWatch, 'health'>
  lastAudit(): Promise<LastAudit | null>
  openPages(): number
}): Gauge[] {
  const { database, clock, decisionKinds, jobs, redis, parties, lastAudit, openPages } = terms
  const toDecide = decisionKinds.map(
    ({ kind, waiting }) => `select '${kind}-to-decide', since from (${waiting}) as one`,
  )
  const selects = [...doors.map(({ select }) => select), ...toDecide]
  /** Named though nothing waits, so that an alarm can tell nothing from no answer. */
  const everything = [...doors.flatMap(({ names }) => names), ...decisionKinds.map(({ kind }) => `${kind}-to-decide`)]
  /** All processes tell the same of this. */
  const waiting = createSharedLook(clock, LOOK_HOLDS_MS, (now) => readWaiting(database, selects, now))
  const health = createSharedLook(clock, LOOK_HOLDS_MS, () => parties.health())

  const ofWaiting = async (read: (found: Waiting) => number): Promise<Record<string, number>> => {
    const found = new Map((await waiting()).map((one) => [one.what, one]))
    return Object.fromEntries(everything.map((what) => [what, read(found.get(what) ?? { what, count: 0, oldestS: 0 })]))
  }
  const ofParties = (read: (one: PartyHealth) => number) => async () =>
    Object.fromEntries((await health()).map((one) => [one.party, read(one)]))
  const ofJobs = (read: (job: ReturnType<Jobs['report']>[number]) => number) => () =>
    Promise.resolve(Object.fromEntries(jobs.report().map((job) => [job.name, read(job)])))

  return [
    {
      name: 'krapao_waiting',
      help: 'How much waits, by what; "-to-decide" waits for a person',
      label: 'what',
      read: () => ofWaiting(({ count }) => count),
    },
    {
      name: 'krapao_waiting_oldest_seconds',
      help: 'Since when the oldest of it waits',
      label: 'what',
      read: () => ofWaiting(({ oldestS }) => Math.max(0, oldestS)),
    },
    {
      name: 'krapao_job_failures',
      help: 'How often a job of this process has failed in a row',
      label: 'job',
      read: ofJobs(({ failures }) => failures),
    },
    {
      name: 'krapao_job_age_seconds',
      help: 'How long ago a job of this process last came to its end without failing',
      label: 'job',
      read: ofJobs(({ ageS }) => ageS),
    },
    {
      name: 'krapao_party_calls',
      help: 'Calls to an outside party in the last 15 minutes',
      label: 'party',
      read: ofParties(({ calls }) => calls),
    },
    {
      name: 'krapao_party_failures',
      help: 'How many of them it did not answer, failed at, or did not let in',
      label: 'party',
      read: ofParties(({ failures }) => failures),
    },
    {
      name: 'krapao_party_down',
      help: 'Whether an outside party fails now or is left alone for a while',
      label: 'party',
      read: ofParties(({ state }) => (state === 'down' ? 1 : 0)),
    },
    {
      name: 'krapao_sockets_open',
      help: 'Open pages that are connected to this process',
      label: null,
      read: () => Promise.resolve({ '': openPages() }),
    },
    {
      name: 'krapao_ledger_audit_problems',
      help: 'What the last audit found wrong',
      label: null,
      read: async () => {
        const last = await lastAudit()
        return last === null ? {} : { '': last.problems }
      },
    },
    {
      name: 'krapao_ledger_audit_age_seconds',
      help: 'How long ago the last audit came to its end',
      label: null,
      read: async () => {
        const last = await lastAudit()
        return last === null ? {} : { '': (clock.now().getTime() - last.endedAt.getTime()) / 1000 }
      },
    },
    {
      name: 'krapao_database_connections',
      help: 'Connections of this process to the database, by what they do, and callers that wait for one',
      label: 'state',
      read: () => Promise.resolve({ ...database.connections?.() }),
    },
    ...(redis === null
      ? []
      : [
          {
            name: 'krapao_redis_up',
            help: 'Whether Redis answers this process',
            label: null,
            read: () => Promise.resolve({ '': redis.isUp() ? 1 : 0 }),
          },
        ]),
  ]
}
