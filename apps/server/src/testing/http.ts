import type { Call } from '@krapao/contract'
import { openTestDatabase } from './database.ts'
import { createFakeClock, type FakeClock } from './clock.ts'
import { createTestLogger } from './logger.ts'
import type { Database } from '../platform/database/types.ts'
import { bindSockets, type SocketsTerms } from '../platform/sockets.ts'
import { createHttp, type Http, type HttpTerms, platformMigrations, type Route } from '../platform/http/index.ts'

export interface TestHttp {
  http: Http
  database: Database
  clock: FakeClock
  lines: Record<string, unknown>[]
  close(): Promise<void>
}

/** The HTTP server with calls and routes of a test's own, on a database of its own unless one is given. The token is the member's id. */
export async function startTestHttp(
  given: { calls: readonly Call[]; routes: readonly Route[]; clock?: FakeClock } & Partial<
    Omit<HttpTerms, 'calls' | 'routes' | 'config' | 'live'>
  > & {
      config?: Partial<HttpTerms['config']>
      /** Pages of members and guests may connect, and are told of these signals. */
      live?: Pick<SocketsTerms, 'signals' | 'liveSessions' | 'isChatOpen'>
    },
): Promise<TestHttp> {
  const { config, live, ...rest } = given
  const database = given.database ?? (await openTestDatabase({ migrations: platformMigrations }))
  const clock = given.clock ?? createFakeClock('2026-11-21T05:00:00Z')
  const { logger, lines } = createTestLogger()
  const terms: Omit<HttpTerms, 'live'> & Pick<SocketsTerms, 'authenticate'> = {
    logger,
    isTerminated: () => Promise.resolve(false),
    authenticate: (token) =>
      Promise.resolve(
        token.startsWith('member-')
          ? {
              ok: true,
              member: {
                memberId: token,
                sessionId: 'session',
                username: '0800000000',
                factorAt: null,
                newDeviceAt: null,
              },
            }
          : { ok: false, code: 'invalid-token' },
      ),
    checksAnswers: true,
    ...rest,
    clock,
    database,
    config: {
      host: '127.0.0.1',
      port: 0,
      limitFactor: 1,
      trustProxy: false,
      publicUrl: 'http://127.0.0.1:3000',
      frameAncestors: [],
      docs: true,
      metricsKey: null,
      ...config,
    },
  }
  const http = await createHttp({
    ...terms,
    ...(live ? { live: (server, limits) => bindSockets(server, { ...terms, ...live, limits }) } : {}),
  })
  return {
    http,
    database,
    clock,
    lines,
    async close() {
      await http.close()
      if (!given.database) await database.close()
    },
  }
}
