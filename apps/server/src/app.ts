import { createLedger, type Ledger } from '@krapao/ledger'
import { join } from 'node:path'
import type { AppTerms } from './app-terms.ts'
import { archiveCommands } from './archive.commands.ts'
import { createAudit } from './audit.ts'
import { readLastAudit } from './audit.store.ts'
import { auditMarksOf } from './audit-marks.ts'
import { createDeskListener } from './desk-listener.ts'
import { createFurnisher } from './furnish.ts'
import { createGauges } from './gauges.ts'
import { findBuild } from './wallet-build.ts'
import { gatherStates } from './ledger-states.ts'
import { createBackoffice } from './modules/backoffice/index.ts'
import { accountHoldersOf, createCashier } from './modules/cashier/index.ts'
import { createContent } from './modules/content/index.ts'
import { createGames, type GameProviders } from './modules/games/index.ts'
import { createHome } from './modules/home/index.ts'
import { createMembers, type Members } from './modules/members/index.ts'
import { createOperator, type Operator } from './modules/operator/index.ts'
import { createPrivacy } from './modules/privacy/index.ts'
import { createProposals } from './modules/proposals/index.ts'
import { createProtection } from './modules/protection/index.ts'
import { createReconciliation } from './modules/reconciliation/index.ts'
import { createReports } from './modules/reports/index.ts'
import { createRewards } from './modules/rewards/index.ts'
import { createStatements } from './modules/statements/index.ts'
import { createSupport } from './modules/support/index.ts'
import { openMigratedDatabase, openReads, readsOf } from './open-database.ts'
import { announceNews, createNewsJob, NEWS_JOB, wakeTogether } from './news.ts'
import { createParties } from './parties.ts'
import { partyCommands } from './party.commands.ts'
import type { Command } from './platform/commands/index.ts'
import type { Database } from './platform/database/index.ts'
import { createDatabaseStore, createFiles, createFolderStore, filesRoutes } from './platform/files/index.ts'
import { createHttp, type Http, type Route } from './platform/http/index.ts'
import type { Limits } from './platform/http/limits.ts'
import { createJobs, type Job, type Jobs } from './platform/jobs.ts'
import { createDevices } from './platform/login/devices.ts'
import { createPasswords, MEMBERS_QUEUE, type PasswordTerms, STAFF_QUEUE } from './platform/login/passwords.ts'
import { createProofs, type Proofs } from './platform/login/proofs.ts'
import { createPartyWatch, type PartyWatch } from './platform/parties/index.ts'
import { createPictures } from './platform/pictures/index.ts'
import { createSharedLimits, openRedis, type Redis, shareSignals } from './platform/redis/index.ts'
import { createSecrets, readOrMakeSecret, type Secrets } from './platform/secrets.ts'
import { createSignals, type Signals } from './platform/signals.ts'
import { bindSockets } from './platform/sockets.ts'
import { privacyTerms } from './privacy-terms.ts'
import { createReadiness } from './readiness.ts'
import { createRunning, type Running } from './running.ts'
import { appMigrations, ledgerTables } from './schema.ts'
import { secretsCommand } from './secrets.command.ts'

export type { AppTerms }
export { appMigrations, ledgerTables }

/** One server process, wired together. */
export interface App extends Running, Pick<ReturnType<typeof createModules>, 'games' | 'rewards' | 'cashier'> {
  http: Http
  /** The listener of the support desk; null when this process has none. */
  deskHttp: Http | null
  jobs: Jobs
  database: Database
  ledger: Ledger
  operator: Operator
  members: Members
  signals: Signals
  commands: readonly Command[]
  /** Makes the demo's staff, of the demo with the sandbox alone; in all other cases lets in none of them. */
  readyDemoStaff(): Promise<void>
}

/** Wires the modules together on an open, migrated database: the only place that knows them all. */
export async function createApp(terms: AppTerms): Promise<App> {
  const { config, logger } = terms
  const secrets = createSecrets(config.secretsHex ?? readOrMakeSecret(config.dataFolder))
  const database = terms.database ?? (await openMigratedDatabase(terms))
  // Installations with secrets of their own may share a Redis: by the secret that comes first, in whatever order they stand.
  const namespace = `krapao-${secrets.deriveAll('redis').toSorted()[0]?.slice(0, 16)}`
  const redis = config.redisUrl === null ? null : await openRedis({ url: config.redisUrl, namespace, logger })
  try {
    return await wire({ ...terms, database, redis, ownsDatabase: !terms.database }, secrets)
  } catch (error) {
    await redis?.close()
    if (!terms.database) await database.close()
    throw error
  }
}

/** With `ownsDatabase` it was opened here and is closed here. */
type WireTerms = AppTerms & { database: Database; redis: Redis | null; ownsDatabase: boolean }

async function wire(terms: WireTerms, secrets: Secrets): Promise<App> {
  const { config, clock, logger, redis, tuning = {} } = terms
  const ownSignals = createSignals((error) => logger.error({ err: error }, 'a listener to signals failed'))
  const signals = redis === null ? ownSignals : shareSignals({ signals: ownSignals, redis, logger })
  const jobs = createJobs({ logger, clock })
  const { database, ledger } = announceNews({
    database: terms.database,
    ledger: gatherStates(createLedger({ pool: terms.database, tables: ledgerTables, now: () => clock.now() })),
    onNews: wakeTogether(() => jobs.wake(NEWS_JOB)),
  })

  const proofs = createProofs({ database, clock, keyHex: secrets.derive('proofs') })
  const watch = createPartyWatch({ database, clock, logger })
  const reads = openReads({ config, database: terms.database, redis, signals, logger })
  const modules = createModules({ ...terms, database, reads, ledger, jobs, signals, secrets, proofs, watch })
  const { operator, members, games, rewards, cashier, support } = modules
  const fitted: Fittings[] = Object.values(modules)
  const { furnisher, audit, commands } = createCommands(modules, { config, database, reads, ledger, clock, logger })
  if (config.demo) {
    await furnisher.furnishDemo(config.country)
    await support.seedDemo()
  }

  if (config.isProduction && (await operator.depositAccounts()).banks.length === 0) {
    logger.warn(
      'the operator has no bank account for deposits: none is taken until one is imported (npm run operator -- import FILE)',
    )
  }

  const { http, deskHttp } = await createListeners(modules, {
    ...{ ...terms, announcing: database, reads, jobs, proofs, signals, watch },
    lastAudit: () => audit.last(),
  })
  // On the embedded database this is the only process, so whatever still runs there is a dead one's.
  if (database.engine === 'embedded') await Promise.all([http.forgetInterrupted(), members.forgetLeases()])
  // Both listeners keep their keys in one table, and one job forgets them.
  const onlyDesks = (deskHttp?.jobs ?? []).filter(({ name }) => http.jobs.every((own) => own.name !== name))
  const moduleJobs = fitted.flatMap((module) => module.jobs ?? [])
  const ownJobs = [...(tuning.auditsByHand ? [] : audit.jobs), watch.job, createNewsJob({ database, ledger, signals })]
  for (const job of [...moduleJobs, ...http.jobs, ...onlyDesks, ...ownJobs]) jobs.register(job)
  const showsStaff = config.demo && config.parties.kind === 'sandbox'
  const readyDemoStaff = () =>
    support.desk.readyDemoStaff(showsStaff ? (name) => secrets.derive(`demo-staff:${name}`) : null)
  const doors = { operator, members, games, rewards, cashier, signals, commands }
  const parts = { http, deskHttp, jobs, database, ledger, ...doors, readyDemoStaff }
  const own = { redis, reads, config, logger, ownsDatabase: terms.ownsDatabase, afterStart: cashier.warnOfUnpaidBanks }
  return { ...parts, ...createRunning({ ...parts, ...own }) }
}

interface ListenerTerms extends WireTerms, Pick<ModuleTerms, 'reads' | 'jobs' | 'signals' | 'proofs' | 'watch'> {
  /** The database as it tells of news. */
  announcing: Database
  lastAudit: Parameters<typeof createGauges>[0]['lastAudit']
}

/** The listener of the wallet, and that of the desk where this process has one. */
async function createListeners(modules: ReturnType<typeof createModules>, terms: ListenerTerms) {
  const { config, clock, logger, redis, announcing, signals, proofs, lastAudit, tuning = {} } = terms
  const { operator, members, support } = modules
  const fitted: Fittings[] = Object.values(modules)
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
  const atDesk = fitted.flatMap(({ deskRoutes = [] }) => deskRoutes)
  const desk = { ...support.desk, routes: [...support.desk.routes, ...atDesk] }
  const deskHttp =
    config.desk === null
      ? null
      : await createDeskListener({ ...shared, share, place: config.desk, desk, signals, webFolder: tuning.deskFolder })
  return { http, deskHttp }
}

/** What the operator can do from the command line, with what stands behind the commands that are no module's. */
function createCommands(
  modules: ReturnType<typeof createModules>,
  terms: AppTerms & Pick<ModuleTerms, 'reads' | 'ledger'> & { database: Database },
) {
  const { config, database, reads, ledger, clock, logger } = terms
  const { operator, members, games, rewards, support } = modules
  const fitted: Fittings[] = Object.values(modules)
  const furnisher = createFurnisher({
    database,
    clock,
    furnishings: { ...operator.furnishings, ...rewards.furnishings },
    isFurnished: operator.isFurnished,
    onChange: operator.forget,
    content: modules.content,
  })
  const audit = createAudit({ ledger, database, clock, logger, reads, marks: auditMarksOf(config) })
  const commands = [
    ...furnisher.commands,
    ...[...fitted, { commands: support.desk.commands }].flatMap((module) => module.commands ?? []),
    ...audit.commands,
    ...archiveCommands({ ledger, database, clock }),
    secretsCommand({ database, clock }, [
      { what: 'passwords of game accounts', ...games.sealed },
      { what: "staff's keys of one-time codes", ...support.desk.sealed },
      { what: "members' keys of one-time codes", ...members.sealed },
    ]),
  ]
  return { furnisher, audit, commands }
}

/** Every command there is, to be told of: no server runs, and none of them can be given. */
export function describeCommands({ config, clock, logger }: AppTerms): readonly Command[] {
  const database = new Proxy({} as Database, {
    get: () => () => Promise.reject(new Error('no database is open')),
  })
  const secrets = createSecrets(['00'.repeat(32)])
  const ledger = createLedger({ pool: database, tables: ledgerTables, now: () => clock.now() })
  const jobs = createJobs({ logger, clock })
  const signals = createSignals(() => undefined)
  const proofs = createProofs({ database, clock, keyHex: secrets.derive('proofs') })
  const watch = createPartyWatch({ database, clock, logger })
  const rest = { reads: readsOf(database), redis: null, ownsDatabase: false, jobs, signals, secrets, proofs, watch }
  const modules = createModules({ config, clock, logger, database, ledger, ...rest })
  return createCommands(modules, { config, database, ledger, clock, logger, reads: rest.reads }).commands
}

interface ModuleTerms extends WireTerms {
  reads: ReturnType<typeof openReads>
  ledger: Ledger
  jobs: Jobs
  signals: Signals
  secrets: Secrets
  proofs: Proofs
  watch: PartyWatch
}

/** What a module has for the process, each where it has any. */
interface Fittings {
  routes?: readonly Route[]
  /** Those of the listener of the desk. */
  deskRoutes?: readonly Route[]
  jobs?: readonly Job[]
  commands?: readonly Command[]
}

/** What all modules are made of, besides each other. */
function createShared(terms: ModuleTerms) {
  const { config, clock, logger, database, reads, ledger, jobs, signals, secrets, proofs, watch, tuning = {} } = terms
  // Processes that share a database server share nothing else, so their files lie there too.
  const hasOwnFolder = terms.ownsDatabase && config.databaseUrl === null
  const store = hasOwnFolder ? createFolderStore(join(config.dataFolder, 'files')) : createDatabaseStore(database)
  const files = createFiles({ database, clock, store, linkKeysHex: secrets.deriveAll('file-links') })
  const base = { database, reads, ledger, clock, logger, jobs, signals, proofs, files, pictures: createPictures() }
  const logins = (kind: 'member' | 'agent', publicUrl: string, queue: PasswordTerms['queue']) => ({
    devices: createDevices({ keysHex: secrets.deriveAll('devices'), kind, isSecure: publicUrl.startsWith('https:') }),
    passwords: createPasswords(queue, tuning.passwords?.cost),
  })
  return { base, files, logins, parties: { ...createParties({ config, secrets, logger, watch }), ...tuning.parties } }
}

/** The modules, each given the front doors of those that it may know. */
function createModules(terms: ModuleTerms) {
  const { config, clock, database, signals, secrets, watch, tuning = {} } = terms
  const { base, files, logins, parties } = createShared(terms)
  const operator = createOperator({
    ...base,
    outsideUrl: parties.outsideUrl,
    country: config.country,
    provider: parties.provider,
    use: {
      isPlayed: (sql, code) => games.isPlayed(sql, code),
      hasPaid: (sql, bank) => cashier.hasPaid(sql, bank),
      hasReleaseRules: (sql) => cashier.hasReleaseRules(sql),
    },
  })
  const providerOf: GameProviders = async (code) => {
    const game = (await operator.games()).find((one) => one.code === code)
    return parties.providerOf(code, game?.provider ?? null)
  }
  const proposals = createProposals({
    ...base,
    operator,
    rolesOf: (tx, agentId) => support.desk.rolesOf(tx, agentId),
    namesOf: (ids) => support.desk.namesOf(ids),
  })
  const members = createMembers({
    ...base,
    ...logins('member', config.publicUrl, tuning.passwords?.queue ?? MEMBERS_QUEUE),
    operator,
    sms: parties.sms,
    otpKeyHex: secrets.derive('otp'),
    limitFactor: config.limitFactor,
    webOrigin: config.publicUrl,
    needsDepositAccount: config.isProduction,
    limits: () => protection.limits,
    hasOpenWithdrawal: (sql, memberId) => cashier.hasOpenWithdrawal(sql, memberId),
    holdPayouts: (sql, memberId) => cashier.holdPayouts(sql, memberId),
    accountHolders: accountHoldersOf(parties),
    totpSealKeys: secrets.deriveAll('member-totp'),
    onSessionsEnded: (memberId) => signals.publish({ kind: 'sessions-ended', memberId }),
    onExcludedAgain: (memberId, sql) => rewards.raiseExcludedAgain(sql, memberId),
    markKeysHex: secrets.deriveAll('excluded-marks'),
    onSecurityNews: (memberId, what) => signals.publish({ kind: 'security', memberId, what }),
    leaseWaitMs: tuning.leaseWaitMs,
  })
  const credentialsKeys = secrets.deriveAll('game-credentials')
  const providers = tuning.games ?? providerOf
  const games = createGames({ ...base, operator, members, proposals, providers, credentialsKeys })
  const rewards = createRewards({ ...base, members, games, proposals })
  const played = { ...base, operator, members, games, rewards, proposals }
  const cashier = createCashier({
    ...played,
    bank: parties.bank,
    connectors: parties.connectors,
    hookSecret: parties.hookSecret,
    gifts: { issuer: parties.giftIssuer, linkSecret: config.linkSecret, hosts: config.giftHosts },
  })
  const statements = createStatements({ ...base, operator, doors: [cashier, games, rewards] })
  const protection = createProtection({ ...played, cashier, statements })
  const ownData = privacyTerms({ clock, cashier, games, proposals, protection })
  const privacy = createPrivacy({ ...base, members, ...ownData })
  const support = createSupport({
    ...base,
    ...logins('agent', config.desk?.publicUrl ?? '', STAFF_QUEUE),
    ...{ operator, members },
    website: config.publicUrl,
    withdrawProposals: (tx, agentId, by) => proposals.withdrawAllOf(tx, agentId, by),
    lastAudit: () => readLastAudit(database),
    totpSealKeys: secrets.deriveAll('desk-totp'),
  })
  const content = createContent({
    ...{ ...base, operator, proposals },
    furnishings: { ...operator.furnishings, ...rewards.furnishings },
    namesOf: support.desk.namesOf,
    previewUrl: new URL('/preview.html', config.publicUrl).href,
    hasReleaseRules: () => cashier.hasReleaseRules(database),
  })
  const backoffice = createBackoffice({
    ...{ ...played, cashier, statements, protection, privacy, content },
    ...{ support: support.desk, parties: watch, alertHook: config.alertHook },
    decisionKinds: [cashier, games, rewards, proposals].flatMap((module) => module.decisionKinds),
    lastAudit: () => readLastAudit(database),
  })
  return {
    ...{ operator, members, games, rewards, cashier, statements, content, protection, proposals, backoffice, privacy },
    support,
    home: createHome(played),
    reports: createReports({ ...base, members }),
    reconciliation: createReconciliation({ ...played, cashier, namesOf: support.desk.namesOf }),
    files: { routes: filesRoutes(files), jobs: [files.job] },
    outside: { commands: partyCommands({ checks: parties.checks, providerOf, watch }) },
  }
}
