import type { QueueKind } from '@krapao/contract'
import type { BackofficeParts } from '../backoffice.parts.ts'
import { countChats, countQueues } from '../decisions/waiting.store.ts'

/** How much of a kind waits for one of the staff, and since when the oldest of it. */
export interface Queue {
  kind: QueueKind
  count: number
  oldestAt: Date | null
}

/** As they stand on the page of the day. */
const ORDER: readonly QueueKind[] = [
  'withdrawal',
  'slip',
  'notice',
  'transfer',
  'reading',
  'case',
  'arrival',
  'chat',
  'flag',
  'gift',
  'proposal',
]

/** Every queue, also those that nothing waits in: chats, and what the queue of decisions counts itself. */
export async function readQueues({ database, clock, decisionKinds }: BackofficeParts): Promise<Queue[]> {
  const [chats, kinds] = await Promise.all([countChats(database), countQueues(database, decisionKinds, clock.now())])
  const queues: Queue[] = [{ kind: 'chat', ...chats }, ...kinds]
  return queues.toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
}
