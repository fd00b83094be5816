import type { Database } from '../../platform/database/types.ts'
import { cashierWaiting } from '../cashier/index.ts'
import type { DecisionKind } from '../deeds/index.ts'
import { gamesWaiting } from '../games/index.ts'
import type { Rewards } from '../rewards/index.ts'
import { supportWaiting } from '../support/index.ts'

/** How much of a kind waits for one of the staff, and since when the oldest of it. */
export interface Queue {
  kind: string
  count: number
  oldestAt: Date | null
}

const doors = [cashierWaiting, gamesWaiting, supportWaiting]
const statement = `
  with waiting (what, since) as (${doors.map(({ select }) => select).join(' union all ')})
  select what, count(*) as count, min(since) as "oldestAt" from waiting group by what`

/** What the modules call it, and the queue that it waits in. */
const queueOf: Readonly<Record<string, string>> = {
  'withdrawal-to-decide': 'withdrawal',
  'slip-to-decide': 'slip',
  'notice-to-decide': 'notice',
  'transfer-to-decide': 'transfer',
  'reading-to-decide': 'reading',
  'payment-to-decide': 'case',
  'arrival-to-decide': 'arrival',
  'chat-member': 'chat',
  'chat-guest': 'chat',
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one

/** Every queue, also those that nothing waits in: each is counted by the index of what is open alone. */
export async function readQueues(parts: {
  database: Database
  decisionKinds: readonly Pick<DecisionKind, 'kind' | 'count'>[]
  rewards: Pick<Rewards, 'openFlags'>
}): Promise<Queue[]> {
  const { database, decisionKinds, rewards } = parts
  const [found, flags, kinds] = await Promise.all([
    database.query<{ what: string; count: number; oldestAt: Date }>(statement),
    rewards.openFlags(database),
    Promise.all(decisionKinds.map(async (one) => ({ kind: one.kind, ...(await one.count(database)) }))),
  ])
  const queues = new Map<string, Queue>()
  for (const kind of new Set(Object.values(queueOf))) queues.set(kind, { kind, count: 0, oldestAt: null })
  for (const { what, count, oldestAt } of found) {
    const queue = queues.get(queueOf[what] ?? '')
    if (queue === undefined) continue
    queue.count += count
    queue.oldestAt = earlier(queue.oldestAt, oldestAt)
  }
  queues.set('flag', { kind: 'flag', ...flags })
  // What the queue of decisions counts itself is told as it counts it.
  for (const one of kinds) queues.set(one.kind, one)
  return [...queues.values()]
}
