import { createDeskListener } from './desk-listener.ts'
import { createGauges } from './gauges.ts'
import { findBuild } from './wallet-build.ts'
import type { Database } from './platform/database/index.ts'
import { createHttp } from './platform/http/index.ts'
import type { Limits } from './platform/http/limits.ts'
import { createSharedLimits } from './platform/redis/index.ts'
import { bindSockets } from './platform/sockets.ts'
import { createReadiness } from './readiness.ts'
import { fittingsOf, type Modules, type ModuleTerms, type WireTerms } from './modules.ts'

interface ListenerTerms extends WireTerms, Pick<ModuleTerms, 'reads' | 'jobs' | 'signals' | 'proofs' | 'watch'> {
  /** The database as it tells of news. */
  announcing: Database
  lastAudit: Parameters<typeof createGauges>[0]['lastAudit']
}

/** The listener of the wallet, and that of the desk where this process has one. */
export async function createListeners(modules: Modules, terms: ListenerTerms) {
  const { config, clock, logger, redis, announcing, signals, proofs, lastAudit, tuning = {} } = terms
  const { operator, members, staff, support } = modules
  const fitted = fittingsOf(modules)
  const build = await findBuild({ given: tuning.webFolder, operator, logger })
  let openPages = 0
  const shared = {
    database: announcing,
    clock,
    logger,
    config,
    proofs,
    readiness: createReadiness(config, announcing),
    ...(redis === null
      ? {}
      : {
          aids: { redis: () => Promise.resolve(redis.isUp()) },
          shareLimits: (own: Limits) => createSharedLimits({ redis, factor: config.limitFactor, fallback: own }),
        }),
    checksAnswers: tuning.checksAnswers ?? false,
  }
  const door = {
    authenticate: (token: string) => members.authenticate(token),
    isTerminated: () => operator.isTerminated(),
    wrote: (memberId: string) => terms.reads.wrote(memberId),
  }
  // Wallet and desk take as much of the process as each other.
  const share = config.desk === null ? 1 : 0.5
  const http = await createHttp({
    ...shared,
    ...door,
    share,
    routes: fitted.flatMap(({ routes = [] }) => routes),
    previewAncestors: config.desk === null ? [] : [new URL(config.desk.publicUrl).origin],
    live: (server, limits) =>
      bindSockets(server, {
        ...shared,
        ...door,
        limits,
        signals,
        onCount: (open) => void (openPages = open),
        liveSessions: (sessionIds) => members.liveSessions(sessionIds),
        isChatOpen: () => support.isOpen(),
      }),
    gauges: createGauges({
      database: terms.database,
      clock,
      decisionKinds: modules.backoffice.decisionKinds,
      jobs: terms.jobs,
      redis,
      parties: terms.watch,
      lastAudit,
      openPages: () => openPages,
    }),
    measuresProcess: terms.ownsDatabase,
    ...(tuning.idempotency ? { idempotency: tuning.idempotency } : {}),
    ...(build === undefined ? {} : { webFolder: build }),
  })
  const routes = fitted.flatMap(({ deskRoutes = [] }) => deskRoutes)
  const deskHttp =
    config.desk === null
      ? null
      : await createDeskListener({
          ...shared,
          share,
          place: config.desk,
          routes,
          staff,
          signals,
          webFolder: tuning.deskFolder,
        })
  return { http, deskHttp }
}
