import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Files } from '../../platform/files/index.ts'
import type { Job, Jobs } from '../../platform/jobs.ts'
import type { Signals } from '../../platform/signals.ts'
import { markTold, untoldMessages } from './support.store.ts'
import type { StoredMessage } from './support.types.ts'
import { toWire } from './wire-message.ts'

/** The name of the job that tells what was not told. */
export const TELLING_JOB = 'support-telling'
/** Whoever stored a message has told it by then, or never will. */
const TOLD_WITHIN_MS = 2_000
const TOLD_AT_ONCE = 200

export interface Telling {
  /** Tells open pages, of all processes, of messages whose transaction was committed. Never throws. */
  tell(messages: readonly StoredMessage[]): void
  job: Job
}

/**
 * Tells messages right after their commit. The note that they were told is written later, by the job, together with
 * others: a process that dies before has them told once more by another one, and clients drop what they have.
 */
export function createTelling(deps: {
  database: Database
  clock: Clock
  files: Pick<Files, 'link'>
  signals: Pick<Signals, 'publish'>
  jobs: Pick<Jobs, 'wake'>
}): Telling {
  const { database, clock, files, signals, jobs } = deps
  let told: string[] = []

  function publish(message: StoredMessage): void {
    const { roomId, seq } = message
    signals.publish({ kind: 'chat', roomId, seq, message: toWire(message, files) })
  }

  async function noteTold(): Promise<void> {
    const ids = told
    told = []
    try {
      if (ids.length > 0) await markTold(database, ids)
    } catch (error) {
      told = [...ids, ...told]
      throw error
    }
  }

  return {
    tell(messages) {
      if (messages.length === 0) return
      for (const message of messages) {
        publish(message)
        told.push(message.id)
      }
      jobs.wake(TELLING_JOB)
    },
    job: {
      name: TELLING_JOB,
      everyMs: 1_000,
      async run() {
        await noteTold()
        const before = new Date(clock.now().getTime() - TOLD_WITHIN_MS)
        const untold = await untoldMessages(database, before, TOLD_AT_ONCE)
        for (const message of untold) publish(message)
        const ids = untold.map(({ id }) => id)
        if (ids.length > 0) await markTold(database, ids)
        return ids.length
      },
    },
  }
}
