import { randomUUID } from 'node:crypto'
import type { ComposedMessage, DeskMessage } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { Files } from '../../platform/files/index.ts'
import type { AgentIdentity } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import { noteReading, writeDeed } from './audit.store.ts'
import type { ChatFiles, TakenFile } from './chat-files.ts'
import { contentOf, fileOwner, toDeskFile } from './desk-content.ts'
import { refuseHeld, requireRoom } from './desk-rooms.ts'
import { agentNames, claimRoom, pageBelow, writerOf } from './desk-rooms.store.ts'
import { type Posted, postMessage } from './post-message.ts'
import { messageByClientId, pageAfter, pageBefore, roomById } from './support.store.ts'
import type { StoredMessage } from './support.types.ts'
import { foreignHost } from './link-hosts.rules.ts'
import type { Telling } from './telling.ts'
import { toWire } from './wire-message.ts'

export interface HistoryPage {
  limit: number
  before: number | null
  after: number | null
}

export interface DeskMessages {
  /** Messages of a room, the oldest first. Refuses with NO_DATA where there is no such room. That he looked is written down. */
  history(agent: AgentIdentity, roomId: string, page: HistoryPage): Promise<DeskMessage[]>
  /** Refuses with NO_DATA where there is no such room. */
  requireRoom(roomId: string): Promise<void>
  /**
   * Sends a message, once for a client id, and claims a room that nobody has. Refuses with NO_DATA where there is no such
   * room or file, with LINK_NOT_ALLOWED for a button that leads elsewhere, with ROOM_HELD when another has the room, and with IDEMPOTENCY_MISMATCH when the id was another message's.
   */
  send(
    agent: AgentIdentity,
    roomId: string,
    given: { message: ComposedMessage; clientId: string | undefined },
  ): Promise<DeskMessage>
  upload(agent: AgentIdentity, file: { bytes: Buffer; type: string }): Promise<TakenFile>
}

export interface DeskMessagesDeps {
  database: Database
  clock: Clock
  files: Pick<Files, 'link'>
  chatFiles: ChatFiles
  telling: Pick<Telling, 'tell'>
  /** Hosts that buttons may lead to. */
  linkHosts(): Promise<ReadonlySet<string>>
}

/** What staff read and write in rooms. */
export function createDeskMessages(deps: DeskMessagesDeps): DeskMessages {
  const { database, clock, chatFiles, telling } = deps
  const files: Pick<Files, 'link'> = {
    link: (file) => toDeskFile(deps.files.link(file)),
  }

  async function toDesk(messages: readonly StoredMessage[]): Promise<DeskMessage[]> {
    const ids = [...new Set(messages.flatMap(({ agentId }) => agentId ?? []))]
    const names = await agentNames(database, ids)
    return messages.map((message) => ({
      ...toWire(message, files),
      from: writerOf(message.sender),
      agent: message.agentId === null ? null : { _id: message.agentId, name: names.get(message.agentId) ?? '' },
    }))
  }

  /** The room is locked first, so that of many who answer at once one claims it, and the others see that he did. */
  async function post(
    tx: Sql,
    agent: AgentIdentity,
    given: { roomId: string; clientId: string; message: ComposedMessage },
  ): Promise<Posted> {
    const { roomId, clientId, message } = given
    const { agentId } = agent
    const room = await requireRoom(tx, roomId)
    const now = clock.now()
    const isRepeated = (await messageByClientId(tx, roomId, clientId)) !== null
    if (!isRepeated && room.agentId !== agentId) {
      const isClaimed = await claimRoom(tx, { roomId, agentId, sessionId: newId(now), now })
      if (!isClaimed) await refuseHeld(tx, room.agentId ?? '')
      await writeDeed(tx, { agentId, action: 'claim', roomId, details: { before: room.sessionState }, at: now })
    }
    const content = await contentOf({ tx, chatFiles, agent }, message)
    const posted = await postMessage(tx, { roomId, sender: 'admin', agentId, clientId, content }, now)
    if (posted.isNew) {
      const details = { seq: posted.message.seq, kind: content.message_type }
      await writeDeed(tx, { agentId, action: 'message', roomId, details, at: now })
    }
    return posted
  }

  return {
    async history({ agentId }, roomId, { limit, before, after }) {
      if ((await roomById(database, roomId)) === null) refuse('NO_DATA')
      await noteReading(database, agentId, roomId, clock.now())
      if (after !== null) return toDesk(await pageAfter(database, roomId, after, limit))
      if (before !== null) return toDesk(await pageBelow(database, roomId, before, limit))
      return toDesk(await pageBefore(database, roomId, 0, limit))
    },

    async requireRoom(roomId) {
      // Asked before the rules of the call are: a database cannot even be asked for a name with NUL.
      const room = roomId.includes('\0') ? null : await roomById(database, roomId)
      if (room === null || room.lastSeq === 0) refuse('NO_DATA')
    },

    async send(agent, roomId, { message, clientId = randomUUID() }) {
      const host = foreignHost(message, await deps.linkHosts())
      if (host !== null) refuse('LINK_NOT_ALLOWED', { details: { host } })
      const posted = await database.transaction((tx) => post(tx, agent, { roomId, clientId, message }))
      if (posted.isNew) telling.tell([posted.message])
      const [sent] = await toDesk([posted.message])
      if (!sent) throw new Error('a message that was sent is gone')
      return sent
    },

    async upload(agent, { bytes, type }) {
      const taken = await chatFiles.take({ owner: fileOwner(agent), bytes, type })
      await writeDeed(database, {
        agentId: agent.agentId,
        action: 'upload',
        details: { name: taken.name },
        at: clock.now(),
      })
      return { ...taken, filePath: toDeskFile(taken.filePath) }
    },
  }
}
