import type { Sql } from '../../../platform/database/types.ts'

const ENDED_AT_ONCE = 500

/** A conversation that was ended, and how it stood before. */
export interface EndedRoom {
  id: string
  before: 'waiting' | 'held'
  agentId: string | null
  lastSeq: number
}

/**
 * Ends up to 500 conversations of guests in these states that nobody has said anything in since a time, those that are silent for
 * longest first; rooms that are being written in are left out.
 */
export async function endSilentGuests(
  tx: Sql,
  states: readonly EndedRoom['before'][],
  before: Date,
): Promise<EndedRoom[]> {
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
