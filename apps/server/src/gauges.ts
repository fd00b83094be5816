import type { LastAudit } from './audit.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/index.ts'
import type { Gauge } from './platform/http/index.ts'
import type { Jobs } from './platform/jobs.ts'
import type { Redis } from './platform/redis/index.ts'

/** One look at the database serves all that is asked within this time. */
const LOOK_HOLDS_MS = 5_000

/** Everything that waits for somebody, by its name, and since when: what a person must do ends on `-to-decide`. */
const waitingStatement = `
  with waiting (what, since) as (
    select case when state = 'review' then 'transfer-to-decide' else 'transfer' end, called_at
    from game_leg where state in ('held', 'review')
    union all select 'arrival-to-decide', created_at from game_case where state = 'open'
    union all select 'reading-to-decide', created_at from game_reading where state = 'open'
    union all select case when state = 'waiting' or needs_review then 'withdrawal-to-decide' else 'withdrawal' end, created_at
    from withdrawal where state in ('waiting', 'due', 'sent')
    union all select 'payment-to-decide', opened_at from cashier_case where state = 'open'
    union all select case when state = 'review' then 'slip-to-decide' else 'slip' end, created_at
    from slip where ask_at is not null or state = 'review'
    union all select 'notice-to-decide', created_at from deposit_notice where state = 'open'
    union all select 'gift', created_at from gift_link where ask_at is not null
    union all select 'bonus-end', ending_at from user_bonus where state = 'ending'
    union all select 'chat-' || owner_kind, waiting_since from support_room where waiting_since is not null
    union all select 'news', recorded_at from ledger_news
  )
  select what, count(*) as count, extract(epoch from $1::timestamptz - min(since))::float8 as "oldestS"
  from waiting group by what`

/** Named though nothing waits, so that an alarm can tell nothing from no answer. */
const everything = [
  ...['transfer', 'transfer-to-decide', 'arrival-to-decide', 'reading-to-decide', 'withdrawal', 'withdrawal-to-decide'],
  ...[
    'payment-to-decide',
    'slip',
    'slip-to-decide',
    'notice-to-decide',
    'gift',
    'bonus-end',
    'chat-member',
    'chat-guest',
    'news',
  ],
]

interface Waiting {
  what: string
  count: number
  oldestS: number
}

/** What operators watch and are alarmed by (docs/operations.md). */
export function createGauges(terms: {
  database: Database
  clock: Clock
  jobs: Jobs
  redis: Redis | null
  lastAudit(): Promise<LastAudit | null>
  openPages(): number
}): Gauge[] {
  const { database, clock, jobs, redis, lastAudit, openPages } = terms
  let look: { atMs: number; found: Promise<Waiting[]> } | undefined

  /** All processes tell the same of this. */
  function waiting(): Promise<Waiting[]> {
    const nowMs = clock.now().getTime()
    if (look === undefined || nowMs - look.atMs >= LOOK_HOLDS_MS) {
      look = { atMs: nowMs, found: database.query<Waiting>(waitingStatement, [clock.now()]) }
    }
    return look.found
  }

  const ofWaiting = async (read: (found: Waiting) => number): Promise<Record<string, number>> => {
    const found = new Map((await waiting()).map((one) => [one.what, one]))
    return Object.fromEntries(everything.map((what) => [what, read(found.get(what) ?? { what, count: 0, oldestS: 0 })]))
  }
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
