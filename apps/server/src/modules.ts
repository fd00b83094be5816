import type { Ledger } from '@krapao/ledger'
import { join } from 'node:path'
import type { AppTerms } from './app-terms.ts'
import { readLastAudit } from './ledger/audit.store.ts'
import { createBackoffice } from './modules/backoffice/index.ts'
import { accountHoldersOf, createCashier } from './modules/cashier/index.ts'
import { createContent } from './modules/content/index.ts'
import { createGames, type GameProviders } from './modules/games/index.ts'
import { createHome } from './modules/home/index.ts'
import { createMembers } from './modules/members/index.ts'
import { createOperator } from './modules/operator/index.ts'
import { createPrivacy } from './modules/privacy/index.ts'
import { createProposals } from './modules/proposals/index.ts'
import { createProtection } from './modules/protection/index.ts'
import { createReconciliation } from './modules/reconciliation/index.ts'
import { createReports } from './modules/reports/index.ts'
import { createRewards } from './modules/rewards/index.ts'
import { createStaff } from './modules/staff/index.ts'
import { createStatements } from './modules/statements/index.ts'
import { createSupport } from './modules/support/index.ts'
import type { openReads } from './open-database.ts'
import { createParties } from './parties/parties.ts'
import { partyCommands } from './parties/party.commands.ts'
import type { Command } from './platform/commands/index.ts'
import type { Database } from './platform/database/index.ts'
import { createDatabaseStore, createFiles, createFolderStore, filesRoutes } from './platform/files/index.ts'
import type { Route } from './platform/http/index.ts'
import type { Job, Jobs } from './platform/jobs.ts'
import { createDevices } from './platform/login/devices.ts'
import { createPasswords, MEMBERS_QUEUE, type PasswordTerms, STAFF_QUEUE } from './platform/login/passwords.ts'
import type { Proofs } from './platform/login/proofs.ts'
import type { PartyWatch } from './platform/parties/index.ts'
import { createPictures } from './platform/pictures/index.ts'
import type { Redis } from './platform/redis/index.ts'
import type { Secrets } from './platform/secrets.ts'
import type { Signals } from './platform/signals.ts'
import { privacyTerms } from './privacy-terms.ts'

/** With `ownsDatabase` it was opened here and is closed here. */
export type WireTerms = AppTerms & { database: Database; redis: Redis | null; ownsDatabase: boolean }

/** What modules are wired from. */
export interface ModuleTerms extends WireTerms {
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

/** The modules, each given the front doors of those that it may know: the only place that knows them all. */
export function createModules(terms: ModuleTerms) {
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
    rolesOf: (tx, agentId) => staff.rolesOf(tx, agentId),
    namesOf: (ids) => staff.namesOf(ids),
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
  const statements = createStatements({ ...base, operator, members, doors: [cashier, games, rewards] })
  const protection = createProtection({ ...played, cashier, statements })
  const ownData = privacyTerms({ clock, cashier, games, proposals, protection })
  const privacy = createPrivacy({ ...base, members, ...ownData })
  const support = createSupport({ ...base, operator, members, website: config.publicUrl })
  const staff = createStaff({
    ...base,
    ...logins('agent', config.desk?.publicUrl ?? '', STAFF_QUEUE),
    operator,
    withdrawProposals: proposals.withdrawAllOf,
    freeRooms: support.freeRoomsOf,
    totpSealKeys: secrets.deriveAll('desk-totp'),
  })
  const content = createContent({
    ...base,
    operator,
    proposals,
    furnishings: { ...operator.furnishings, ...rewards.furnishings },
    namesOf: staff.namesOf,
    previewUrl: new URL('/preview.html', config.publicUrl).href,
    hasReleaseRules: () => cashier.hasReleaseRules(database),
  })
  const backoffice = createBackoffice({
    ...played,
    cashier,
    statements,
    protection,
    privacy,
    content,
    staff,
    support,
    parties: watch,
    alertHook: config.alertHook,
    decisionKinds: [cashier, games, rewards, proposals].flatMap((module) => module.decisionKinds),
    lastAudit: () => readLastAudit(database),
  })
  return {
    operator,
    members,
    games,
    rewards,
    cashier,
    statements,
    content,
    protection,
    proposals,
    backoffice,
    privacy,
    home: createHome(played),
    reports: createReports({ ...base, members }),
    reconciliation: createReconciliation({ ...played, cashier, namesOf: staff.namesOf }),
    outside: { commands: partyCommands({ checks: parties.checks, providerOf, watch }) },
    staff,
    support,
    // Swept after all others have let go of theirs.
    files: { routes: filesRoutes(files), jobs: [files.job] },
  }
}

export type Modules = ReturnType<typeof createModules>

/** What each module has for the process. */
export const fittingsOf = (modules: Modules): readonly Fittings[] => Object.values(modules)
