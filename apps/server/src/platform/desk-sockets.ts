import type { DeskEvents } from '@krapao/contract'
import type { FastifyInstance } from 'fastify'
import type { AgentIdentity, AuthenticateAgent } from './http/route.ts'
import type { Job } from './jobs.ts'
import { closeEnded, isRoomFull, listenersOf, openSocketServer, type SocketServerTerms } from './socket-server.ts'
import { SOCKETS_CHECK_EVERY_MS } from './sockets.ts'

const OPEN_PER_AGENT_MAX = 20

export interface DeskSocketsTerms extends SocketServerTerms {
  authenticateAgent: AuthenticateAgent
  /** Which of these sessions are neither ended nor expired, and of staff who may still come in. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
}

interface Staff {
  agent?: AgentIdentity
}

/** The room of everybody of the staff, and that of all sockets of one of them. */
const EVERYBODY = 'desk'
const roomOf = (agentId: string): string => `agent:${agentId}`

const sessionOf = ({ agent }: Staff): string | undefined => agent?.sessionId

/**
 * Lets open pages of the support desk listen, on the desk's own origin and by tokens of staff: they hear that something
 * changed in a room, and ask for what it is. A socket is closed when its session has ended: at once when the end is told,
 * at the latest by the job.
 *
 * @returns the job that closes the sockets of ended sessions.
 */
export function bindDeskSockets(server: FastifyInstance, terms: DeskSocketsTerms): Job {
  const { authenticateAgent, liveSessions, config, logger } = terms
  const { io, listen } = openSocketServer<DeskEvents, Staff>(server, terms)

  function closeEndedOf(agentId: string): void {
    closeEnded(listenersOf(io, roomOf(agentId)), sessionOf, liveSessions).catch((error: unknown) =>
      logger.warn({ err: error }, 'sockets wait for their next check'),
    )
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
    roomsOf: ({ agent }) => (agent ? [EVERYBODY, roomOf(agent.agentId)] : []),
    hear(signal) {
      if (signal.kind === 'chat' || signal.kind === 'desk') {
        io.to(EVERYBODY).emit('desk', { roomId: signal.roomId, seq: signal.seq })
      } else if (signal.kind === 'agent-sessions-ended') closeEndedOf(signal.agentId)
    },
  })

  return {
    name: 'desk-sockets-check',
    everyMs: SOCKETS_CHECK_EVERY_MS,
    async run() {
      await closeEnded([...io.sockets.sockets.values()], sessionOf, liveSessions)
      return 0
    },
  }
}
