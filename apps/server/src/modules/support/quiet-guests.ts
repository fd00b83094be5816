import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Signals } from '../../platform/signals.ts'
import { writeDeed } from './audit.ts'

const HOUR_MS = 3_600_000
/** Nobody is there any more when a guest's room has been silent for this long, whoever was to speak next. */
export const GUEST_QUIET_DAYS = 7
const LOOK_EVERY_MS = 10 * 60_000
const ENDED_AT_ONCE = 500

interface EndedRoom {
  id: string
  before: 'waiting' | 'held'
  agentId: string | null
  lastSeq: number
}

/**
 * Ends conversations of guests in these states that nobody has said anything in since a time, those that are silent for
 * longest first; rooms that are being written in are left out.
 */
async function endSilent(tx: Sql, states: readonly EndedRoom['before'][], before: Date): Promise<EndedRoom[]> {
  return tx.query<EndedRoom>(
    `with silent as (
       select id, session_state, agent_id from support_room
       where owner_kind = 'guest' and session_state = any($1::text[]) and updated_at < $2
       order by updated_at, id limit $3 for update skip locked
     )
     update support_room room set session_state = 'ended', waiting_since = null, agent_id = null, claimed_at = null
     from silent where room.id = silent.id
     returning room.id, silent.session_state as before, silent.agent_id as "agentId", room.last_seq as "lastSeq"`,
    [states, before, ENDED_AT_ONCE],
  )
}

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
      const rooms = await endSilent(tx, states, new Date(at.getTime() - hours * HOUR_MS))
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
