import type { DeskBox, DeskFacts, DeskRoom } from '@krapao/contract'
import { DESK_PAGE_SIZE } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { AgentIdentity } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Signals } from '../../platform/signals.ts'
import { type DeskAction, noteInboxPage, noteReading, writeDeed } from './audit.store.ts'
import { deskFacts, type DeskFactsDeps } from './desk-facts.ts'
import {
  agentNames,
  claimRoom,
  countBox,
  countOpenBoxes,
  freeRooms,
  listedRoom,
  markReadByStaff,
  roomsOfBox,
  setRoomFree,
  setRoomHolder,
} from './desk-rooms.store.ts'
import { lockRoom } from './support.store.ts'
import type { Room } from './support.types.ts'

export interface Inbox {
  rooms: DeskRoom[]
  /** Of what is over, or looked for, up to 1,000 rooms past this page. */
  count: number
  counts: { waiting: number; mine: number; open: number }
}

export interface DeskRooms {
  inbox(agent: AgentIdentity, given: { box: DeskBox; page: number; find: string | null }): Promise<Inbox>
  /** Refuses with NO_DATA, as all of these, where there is no such room. That he looked is written down. */
  read(agent: AgentIdentity, roomId: string): Promise<{ room: DeskRoom; facts: DeskFacts | null }>
  /** Refuses with ROOM_HELD (409, `details.agent`) when another has the room. Claiming one's own changes nothing. */
  claim(agent: AgentIdentity, roomId: string): Promise<{ room: DeskRoom }>
  takeOver(agent: AgentIdentity, roomId: string): Promise<{ room: DeskRoom }>
  /** Both refuse with ROOM_HELD when another has the room. */
  release(agent: AgentIdentity, roomId: string): Promise<{ room: DeskRoom }>
  end(agent: AgentIdentity, roomId: string): Promise<{ room: DeskRoom }>
  markRead(agent: AgentIdentity, roomId: string, seq: number): Promise<void>
  /**
   * Gives back the rooms whose customers have waited ten minutes for the agent who has them: he may have gone home. He
   * gets one again by answering in it, like anybody. @returns how many.
   */
  releaseNeglected(): Promise<number>
}

/** How long a customer waits for the one agent who has his room before he waits for any. */
const NEGLECTED_AFTER_MS = 10 * 60_000

export interface DeskRoomsDeps extends DeskFactsDeps {
  clock: Clock
  signals: Pick<Signals, 'publish'>
}

/** Refuses with ROOM_HELD, naming who has the room. */
export async function refuseHeld(sql: Sql, holderId: string): Promise<never> {
  const names = await agentNames(sql, [holderId])
  return refuse('ROOM_HELD', { details: { agent: { _id: holderId, name: names.get(holderId) ?? '' } } })
}

/** Locks a room that somebody wrote in. Refuses with NO_DATA. */
export async function requireRoom(tx: Sql, roomId: string): Promise<Room> {
  const room = await lockRoom(tx, roomId)
  return room === null || room.lastSeq === 0 ? refuse('NO_DATA') : room
}

/** The rooms as staff have them. Whoever answers in one holds it: two never do at once. */
export function createDeskRooms(deps: DeskRoomsDeps): DeskRooms {
  const { database, clock, signals } = deps

  async function requireListed(roomId: string): Promise<DeskRoom> {
    return (await listedRoom(database, roomId)) ?? refuse('NO_DATA')
  }

  /** Changes who has a room, in one transaction with the note of it; a change that is none is not written down. */
  async function change(
    agent: AgentIdentity,
    roomId: string,
    action: DeskAction,
    work: (tx: Sql, room: Room) => Promise<Readonly<Record<string, string | null>> | null>,
  ): Promise<{ room: DeskRoom }> {
    const isChanged = await database.transaction(async (tx) => {
      const details = await work(tx, await requireRoom(tx, roomId))
      if (details === null) return false
      await writeDeed(tx, { agentId: agent.agentId, action, roomId, details, at: clock.now() })
      return true
    })
    const room = await requireListed(roomId)
    if (isChanged) signals.publish({ kind: 'desk', roomId, seq: room.lastSeq })
    return { room }
  }

  const given = (agent: AgentIdentity, roomId: string) => {
    const now = clock.now()
    return { roomId, agentId: agent.agentId, sessionId: newId(now), now }
  }

  const leave = (agent: AgentIdentity, roomId: string, action: 'release' | 'end') =>
    change(agent, roomId, action, async (tx, room) => {
      if (room.agentId !== null && room.agentId !== agent.agentId) await refuseHeld(tx, room.agentId)
      const isDone = action === 'end' ? room.sessionState === 'ended' : room.agentId === null
      if (isDone) return null
      await setRoomFree(tx, room, action === 'end' ? 'ended' : 'waiting', clock.now())
      return { before: room.sessionState }
    })

  return {
    async inbox({ agentId }, { box, page, find }) {
      if (!(await noteInboxPage(database, agentId, { box, page, find }, clock.now()))) {
        refuse('REQUEST_LIMIT', { retryAfterS: 600 })
      }
      const offset = (page - 1) * DESK_PAGE_SIZE
      const [rooms, counts] = await Promise.all([
        roomsOfBox(database, { box, agentId, find, offset, limit: DESK_PAGE_SIZE }),
        countOpenBoxes(database, agentId),
      ])
      const isCounted = find === null && box !== 'ended'
      const count = isCounted ? counts[box] : await countBox(database, { box, agentId, find, offset })
      return { rooms, count, counts }
    },

    async read({ agentId }, roomId) {
      const room = await requireListed(roomId)
      const facts = room.kind === 'member' ? await deskFacts(deps, roomId) : null
      await noteReading(database, agentId, roomId, clock.now())
      return { room, facts }
    },

    claim: (agent, roomId) =>
      change(agent, roomId, 'claim', async (tx, room) => {
        if (room.agentId === agent.agentId) return null
        if (!(await claimRoom(tx, given(agent, roomId)))) await refuseHeld(tx, room.agentId ?? '')
        return { before: room.sessionState }
      }),

    takeOver: (agent, roomId) =>
      change(agent, roomId, 'take-over', async (tx, room) => {
        if (room.agentId === agent.agentId) return null
        await setRoomHolder(tx, given(agent, roomId))
        return { before: room.sessionState, from: room.agentId }
      }),

    release: (agent, roomId) => leave(agent, roomId, 'release'),
    end: (agent, roomId) => leave(agent, roomId, 'end'),

    async releaseNeglected() {
      const at = clock.now()
      const freed = await database.transaction(async (tx) => {
        const rooms = await freeRooms(tx, { waitingBefore: new Date(at.getTime() - NEGLECTED_AFTER_MS) })
        for (const { roomId, agentId } of rooms) {
          await writeDeed(tx, { agentId: null, action: 'release', roomId, details: { from: agentId }, at })
        }
        return rooms
      })
      for (const { roomId, lastSeq } of freed) signals.publish({ kind: 'desk', roomId, seq: lastSeq })
      return freed.length
    },

    async markRead({ agentId }, roomId, seq) {
      if (!(await markReadByStaff(database, roomId, seq))) refuse('NO_DATA')
      await noteReading(database, agentId, roomId, clock.now())
      signals.publish({ kind: 'desk', roomId, seq })
    },
  }
}
