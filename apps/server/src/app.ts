import { createLedger, type Ledger } from '@krapao/ledger'
import type { AppTerms } from './app-terms.ts'
import { archiveCommands } from './ledger/archive.commands.ts'
import { createAudit } from './ledger/audit.ts'
import { auditMarksOf } from './ledger/audit-marks.ts'
import { createFurnisher } from './furnish/furnish.ts'
import { gatherStates } from './ledger/ledger-states.ts'
import { createListeners } from './listeners.ts'
import { createModules, fittingsOf, type Modules, type ModuleTerms, type WireTerms } from './modules.ts'
import type { Members } from './modules/members/index.ts'
import type { Operator } from './modules/operator/index.ts'
import { openMigratedDatabase, openReads, readsOf } from './open-database.ts'
import { announceNews, createNewsJob, NEWS_JOB, wakeTogether } from './news.ts'
import type { Command } from './platform/commands/index.ts'
import type { Database } from './platform/database/index.ts'
import type { Http } from './platform/http/index.ts'
import { createJobs, type Jobs } from './platform/jobs.ts'
import { createProofs } from './platform/login/proofs.ts'
import { createPartyWatch } from './platform/parties/index.ts'
import { openRedis, shareSignals } from './platform/redis/index.ts'
import { createSecrets, readOrMakeSecret, type Secrets } from './platform/secrets.ts'
import { createSignals, type Signals } from './platform/signals.ts'
import { createRunning, type Running } from './running.ts'
import { appMigrations, ledgerTables } from './schema.ts'
import { secretsCommand } from './secrets.command.ts'

export type { AppTerms }
export { appMigrations, ledgerTables }

/** One server process, wired together. */
export interface App extends Running, Pick<Modules, 'games' | 'rewards' | 'cashier'> {
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

/** Wires one process on an open, migrated database. */
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
  const { operator, members, games, rewards, cashier, staff, support } = modules
  const fitted = fittingsOf(modules)
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
    ...terms,
    announcing: database,
    reads,
    jobs,
    proofs,
    signals,
    watch,
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
  const readyDemoStaff = () => staff.readyDemoStaff(showsStaff ? (name) => secrets.derive(`demo-staff:${name}`) : null)
  const doors = { operator, members, games, rewards, cashier, signals, commands }
  const parts = { http, deskHttp, jobs, database, ledger, ...doors, readyDemoStaff }
  const own = { redis, reads, config, logger, ownsDatabase: terms.ownsDatabase, afterStart: cashier.warnOfUnpaidBanks }
  return { ...parts, ...createRunning({ ...parts, ...own }) }
}

/** What the operator can do from the command line, with what stands behind the commands that are no module's. */
function createCommands(
  modules: Modules,
  terms: AppTerms & Pick<ModuleTerms, 'reads' | 'ledger'> & { database: Database },
) {
  const { config, database, reads, ledger, clock, logger } = terms
  const { operator, members, games, rewards, staff } = modules
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
    ...fittingsOf(modules).flatMap((module) => module.commands ?? []),
    ...audit.commands,
    ...archiveCommands({ ledger, database, clock, countHeldOf: rewards.countHeldOf }),
    secretsCommand({ database, clock }, [
      { what: 'passwords of game accounts', ...games.sealed },
      { what: "staff's keys of one-time codes", ...staff.sealed },
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
