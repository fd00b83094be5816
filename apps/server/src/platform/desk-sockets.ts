import { CHAT_READERS, type DeskEvents, hasRole, type Role } from '@krapao/contract'
import type { FastifyInstance } from 'fastify'
import type { AgentIdentity, AuthenticateAgent } from './http/route.ts'
import type { Job } from './jobs.ts'
import { closeEnded, isRoomFull, openSocketServer, type SocketServerTerms } from './socket-server.ts'
import { SOCKETS_CHECK_EVERY_MS } from './sockets.ts'

const OPEN_PER_AGENT_MAX = 20

export interface DeskSocketsTerms extends SocketServerTerms {
  authenticateAgent: AuthenticateAgent
  /** Those of these sessions that are neither ended nor expired, and of staff who may still come in, with what they may do. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlyMap<string, readonly Role[]>>
}

interface Staff {
  agent?: Omit<AgentIdentity, 'address'>
}

/** The room of everybody, of all who read chats, and that of all sockets of one of the staff. */
const STAFF = 'staff'
const CHATS = 'chats'
const roomOf = (agentId: string): string => `agent:${agentId}`

/** A socket is let in for a session and what may be done in it: with other roles it comes anew. */
const passOf = (sessionId: string, roles: readonly Role[]): string => `${sessionId} ${roles.join()}`
const passOfSocket = ({ agent }: Staff): string | undefined => agent && passOf(agent.sessionId, agent.roles)

/**
 * Lets open pages of the support desk listen, on the desk's own origin and by tokens of staff: they hear that something
 * changed in a room, and ask for what it is, if they may read it. A socket is closed when its session has ended or its
 * owner has other roles: at once when that is told, at the latest by the job.
 *
 * @returns the job that closes such sockets.
 */
export function bindDeskSockets(server: FastifyInstance, terms: DeskSocketsTerms): Job {
  const { authenticateAgent, liveSessions, config } = terms
  const { io, listen, closeEndedIn } = openSocketServer<DeskEvents, Staff>(server, terms)

  async function livePasses(passes: readonly string[]): Promise<ReadonlySet<string>> {
    const live = await liveSessions(passes.flatMap((pass) => pass.split(' ')[0] ?? []))
    return new Set([...live].map(([sessionId, roles]) => passOf(sessionId, roles)))
  }

  listen({
    async admit(socket) {
      const { token } = socket.handshake.auth as Record<string, unknown>
      if (typeof token !== 'string') return 'UNAUTHORIZED'
      const found = await authenticateAgent(token, { isDeed: false })
      if (!found.ok) return found.code
      if (isRoomFull(io, roomOf(found.agent.agentId), OPEN_PER_AGENT_MAX, config.limitFactor)) return 'REQUEST_LIMIT'
      socket.data.agent = found.agent
      return null
    },
    roomsOf: ({ agent }) =>
      agent ? [STAFF, roomOf(agent.agentId), ...(hasRole(agent.roles, CHAT_READERS) ? [CHATS] : [])] : [],
    hear(signal) {
      if (signal.kind === 'chat' || signal.kind === 'desk') {
        io.to(CHATS).emit('desk', { roomId: signal.roomId, seq: signal.seq })
      } else if (signal.kind === 'proposals') io.to(STAFF).emit('proposals', { proposalId: signal.proposalId })
      else if (signal.kind === 'agent-sessions-ended') {
        closeEndedIn(roomOf(signal.agentId), passOfSocket, livePasses)
      }
    },
  })

  return {
    name: 'desk-sockets-check',
    everyMs: SOCKETS_CHECK_EVERY_MS,
    async run() {
      await closeEnded([...io.sockets.sockets.values()], passOfSocket, livePasses)
      return 0
    },
  }
}
