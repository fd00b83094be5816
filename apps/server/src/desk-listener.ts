import { deskCalls } from '@krapao/contract'
import { join } from 'node:path'
import type { Config, DeskTerms } from './config.ts'
import type { Staff } from './modules/staff/index.ts'
import { bindDeskSockets } from './platform/desk-sockets.ts'
import { createHttp, type Http, type HttpTerms } from './platform/http/index.ts'
import type { AuthenticateAgent } from './platform/http/route.ts'
import type { Signals } from './platform/signals.ts'

/** What the desk's listener shares with the wallet's. */
export type DeskListenerTerms = Pick<HttpTerms, 'database' | 'clock' | 'logger' | 'routes'> &
  Partial<Pick<HttpTerms, 'share' | 'readiness' | 'aids' | 'shareLimits' | 'proofs' | 'checksAnswers'>> & {
    config: Config
    place: DeskTerms
    staff: Pick<Staff, 'authenticate' | 'liveSessions'>
    signals: Pick<Signals, 'subscribe'>
    /** Where the built app of the desk lies; false for none. */
    webFolder: string | false | undefined
  }

/**
 * The second listener of a server process: the support desk's app, its calls and its sockets, on an origin of their own.
 * It answers none of the wallet's calls, and the wallet's answers none of its.
 */
export function createDeskListener(terms: DeskListenerTerms): Promise<Http> {
  const { config, place, staff, signals, webFolder = builtDeskApp, ...shared } = terms
  const authenticateAgent: AuthenticateAgent = (token, asked) => staff.authenticate(token, asked)
  // Nobody frames the desk, and its pages connect to it alone; in a frame they show what players will see.
  const own: HttpTerms['config'] = {
    ...config,
    ...place,
    frameAncestors: [],
    chatOrigin: null,
    pictureOrigins: [],
    docs: false,
  }
  return createHttp({
    ...shared,
    calls: deskCalls,
    frameSources: [new URL(config.publicUrl).origin],
    describesCalls: false,
    authenticateAgent,
    // Staff look things up also when the service has ended.
    isTerminated: () => Promise.resolve(false),
    config: own,
    live: (server, limits) =>
      bindDeskSockets(server, {
        ...shared,
        limits,
        signals,
        config: own,
        authenticateAgent,
        liveSessions: (sessionIds) => staff.liveSessions(sessionIds),
      }),
    ...(webFolder === false ? {} : { webFolder }),
  })
}

const builtDeskApp = join(import.meta.dirname, '../../desk/dist')
