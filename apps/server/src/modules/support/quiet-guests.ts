import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Signals } from '../../platform/signals.ts'
import { writeDeed } from './audit.store.ts'
import { type EndedRoom, endSilentGuests } from './desk-rooms.store.ts'

const HOUR_MS = 3_600_000
/** Nobody is there any more when a guest's room has been silent for this long, whoever was to speak next. */
export const GUEST_QUIET_DAYS = 7
const LOOK_EVERY_MS = 10 * 60_000

export interface QuietGuests {
  /** Ends conversations of guests who wait for anybody and have said nothing for so many hours. @returns how many. */
  endWaiting(hours: number): Promise<number>
  job: Job
}

/**
 * Anybody can be a guest any number of times and leave: whoever has done so waits for nobody, and must not stand in the
 * inbox for ever. Members are never ended this way.
 */
export function createQuietGuests(deps: {
  database: Database
  clock: Clock
  signals: Pick<Signals, 'publish'>
}): QuietGuests {
  const { database, clock, signals } = deps

  /** The account has a row for each room that one of the staff had, and one for all others that were ended at once. */
  async function end(states: readonly EndedRoom['before'][], hours: number): Promise<number> {
    const at = clock.now()
    const ended = await database.transaction(async (tx) => {
      const rooms = await endSilentGuests(tx, states, new Date(at.getTime() - hours * HOUR_MS))
      const held = rooms.filter(({ before }) => before === 'held')
      for (const { id: roomId, before, agentId } of held) {
        await writeDeed(tx, { agentId: null, action: 'end', roomId, details: { before, from: agentId }, at })
      }
      const guests = rooms.length - held.length
      if (guests > 0) await writeDeed(tx, { agentId: null, action: 'end', details: { guests, hours }, at })
      return rooms
    })
    for (const { id: roomId, lastSeq } of ended) signals.publish({ kind: 'desk', roomId, seq: lastSeq })
    return ended.length
  }

  return {
    async endWaiting(hours) {
      let count = 0
      for (let more = await end(['waiting'], hours); more > 0; more = await end(['waiting'], hours)) count += more
      return count
    },
    job: {
      name: 'support-quiet-guests',
      everyMs: LOOK_EVERY_MS,
      run: () => end(['waiting', 'held'], GUEST_QUIET_DAYS * 24),
    },
  }
}
