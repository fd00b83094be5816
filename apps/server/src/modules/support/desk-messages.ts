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
import { refuseHeld, requireRoom } from './desk-rooms.ts'
import { agentNames, claimRoom, pageBelow, writerOf } from './desk-rooms.store.ts'
import { type Posted, postMessage } from './post-message.ts'
import { messageByClientId, pageAfter, pageBefore, roomById } from './support.store.ts'
import type { FileReference, MessageContent, StoredMessage } from './support.types.ts'
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
   * room or file, with ROOM_HELD when another has the room, and with IDEMPOTENCY_MISMATCH when the id was another message's.
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
}

/** Where files are read on the desk's origin, and where on the wallet's, with the same signatures. */
const DESK_FILES = '/api/desk/files/'
const WALLET_FILES = '/api/files/'

const toWallet = (path: string): string => path.replace(DESK_FILES, WALLET_FILES)
const ownerOf = ({ agentId }: AgentIdentity): string => `agent/${agentId}`

/** What staff read and write in rooms. */
export function createDeskMessages(deps: DeskMessagesDeps): DeskMessages {
  const { database, clock, chatFiles, telling } = deps
  const files: Pick<Files, 'link'> = {
    link: (file) => deps.files.link(file).replace(WALLET_FILES, DESK_FILES),
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

  async function keep(tx: Sql, agent: AgentIdentity, filePath: string) {
    return (await chatFiles.keep(tx, { filePath: toWallet(filePath), owner: ownerOf(agent) })) ?? refuse('NO_DATA')
  }

  /**
   * Keeps those of the images that are files of ours, by the address in the wallet. Their rows are locked in the order of
   * their ids, as by all others who lock several: nobody waits for one who waits for him.
   */
  async function keepAll(tx: Sql, agent: AgentIdentity, images: readonly string[]) {
    const paths = new Set(images.filter((image) => image.startsWith('/api/')).map(toWallet))
    const kept = new Map<string, FileReference>()
    for (const path of [...paths].toSorted()) kept.set(path, (await keep(tx, agent, path)).file)
    return kept
  }

  async function contentOf(tx: Sql, agent: AgentIdentity, message: ComposedMessage): Promise<MessageContent> {
    if (message.message_type === 'media') {
      const { message: caption, filePath } = message.payload
      return {
        message_type: 'media',
        payload: { message: caption, url: true, ...(await keep(tx, agent, filePath)) },
      }
    }
    if (message.message_type !== 'generic') return message
    const kept = await keepAll(
      tx,
      agent,
      message.payloads.flatMap(({ image_url: image }) => image ?? []),
    )
    const payloads = message.payloads.map(({ image_url: image = null, title, subtitle, buttons }) => ({
      image: image === null ? null : (kept.get(toWallet(image)) ?? image),
      title,
      subtitle: subtitle ?? '',
      buttons,
    }))
    return { message_type: 'generic', payloads }
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
    const content = await contentOf(tx, agent, message)
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
      const posted = await database.transaction((tx) => post(tx, agent, { roomId, clientId, message }))
      if (posted.isNew) telling.tell([posted.message])
      const [sent] = await toDesk([posted.message])
      if (!sent) throw new Error('a message that was sent is gone')
      return sent
    },

    async upload(agent, { bytes, type }) {
      const taken = await chatFiles.take({ owner: ownerOf(agent), bytes, type })
      await writeDeed(database, {
        agentId: agent.agentId,
        action: 'upload',
        details: { name: taken.name },
        at: clock.now(),
      })
      return { ...taken, filePath: taken.filePath.replace(WALLET_FILES, DESK_FILES) }
    },
  }
}
