import type { Ledger } from '@krapao/ledger'
import type { Config } from './config.ts'
import { type Command, serveCommands } from './platform/commands/index.ts'
import type { Database } from './platform/database/index.ts'
import type { Http } from './platform/http/index.ts'
import type { Jobs } from './platform/jobs.ts'
import type { Logger } from './platform/logger.ts'
import type { Reads } from './platform/reads.ts'
import type { Redis } from './platform/redis/index.ts'

/** How long calls and jobs that still run are waited for when the server stops. */
const CLOSE_WITHIN_MS = 7_000

export interface RunningTerms {
  http: Http
  deskHttp: Http | null
  jobs: Jobs
  ledger: Ledger
  database: Database
  redis: Redis | null
  reads: Reads
  commands: readonly Command[]
  config: Config
  logger: Logger
  /** What is looked at once it listens; nothing waits for it, and it does not reject. */
  afterStart: () => Promise<void>
  /** Whether this process opened the database and so takes its commands and closes it. */
  ownsDatabase: boolean
}

export type Running = ReturnType<typeof createRunning>

/** Starting and stopping of what was wired. */
export function createRunning(terms: RunningTerms) {
  const { http, deskHttp, jobs, ledger, database, commands, config, logger } = terms
  let door: { close(): Promise<void> } | undefined
  let closed: Promise<void> | undefined

  async function close(): Promise<void> {
    await door?.close()
    const isQuiet = await within(CLOSE_WITHIN_MS, Promise.all([http.close(), deskHttp?.close(), jobs.stop()]))
    if (!isQuiet) logger.warn('calls or jobs were still running and are left to the next start')
    await within(CLOSE_WITHIN_MS / 7, ledger.close())
    await terms.reads.close()
    await terms.redis?.close()
    if (terms.ownsDatabase) await database.close()
  }

  return {
    /** Begins to listen, to take commands and to run jobs; port 0 takes any free ones. */
    async start(port?: number): Promise<{ port: number; deskPort: number | null }> {
      const wallet = await http.listen(port)
      const desk = await deskHttp?.listen(port === 0 ? 0 : undefined)
      // With a database server the command line speaks to the database itself (rulings 6.3).
      if (config.databaseUrl === null && terms.ownsDatabase) {
        door = await serveCommands({ dataFolder: config.dataFolder, commands, logger })
      }
      jobs.start()
      void terms.afterStart()
      return { port: wallet.port, deskPort: desk?.port ?? null }
    },
    /** Stops in the reverse order; calls and jobs that still run after 7 seconds are not waited for. */
    close(): Promise<void> {
      closed ??= close()
      return closed
    },
  }
}

/** Waits for work, but no longer than this. @returns whether it ended in time. */
async function within(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), limitMs)
  })
  const inTime = await Promise.race([work.then(() => true), late])
  clearTimeout(timer)
  return inTime
}
