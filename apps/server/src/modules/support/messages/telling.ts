import type { SupportParts } from '../support.parts.ts'
import { markTold, untoldMessages } from './messages.store.ts'
import type { StoredMessage } from '../support.types.ts'
import { toWire } from './wire-message.ts'

/** The name of the job that tells what was not told. */
export const TELLING_JOB = 'support-telling'
/** Whoever stored a message has told it by then, or never will. */
const TOLD_WITHIN_MS = 2_000
const TOLD_AT_ONCE = 200

// Messages are told right after their commit. The note that they were told is written later, by the job, together with
// others: a process that dies before has them told once more by another one, and clients drop what they have.

/** Tells open pages, of all processes, of messages whose transaction was committed. Never throws. */
export function tell(parts: SupportParts, messages: readonly StoredMessage[]): void {
  if (messages.length === 0) return
  for (const message of messages) {
    publish(parts, message)
    parts.memory.told.push(message.id)
  }
  parts.jobs.wake(TELLING_JOB)
}

function publish(parts: SupportParts, message: StoredMessage): void {
  const { roomId, seq } = message
  parts.signals.publish({ kind: 'chat', roomId, seq, message: toWire(parts, message) })
}

async function noteTold({ database, memory }: SupportParts): Promise<void> {
  const ids = memory.told
  memory.told = []
  try {
    if (ids.length > 0) await markTold(database, ids)
  } catch (error) {
    memory.told = [...ids, ...memory.told]
    throw error
  }
}

/** Notes what was told, and tells what a process that died did not. @returns how much of that there was. */
export async function tellUntold(parts: SupportParts): Promise<number> {
  await noteTold(parts)
  const before = new Date(parts.clock.now().getTime() - TOLD_WITHIN_MS)
  const untold = await untoldMessages(parts.database, before, TOLD_AT_ONCE)
  for (const message of untold) publish(parts, message)
  const ids = untold.map(({ id }) => id)
  if (ids.length > 0) await markTold(parts.database, ids)
  return ids.length
}
