import { AUDIT_RESTS, type ChainHead, type Ledger, type SlicedAudit, type SqlPool } from '@krapao/ledger'
import type { AuditMarks } from './audit-marks.ts'
import type { Clock } from '../platform/clock.ts'
import { beginAudit, noteAudit, noteWrong, readLastAudit } from './audit.store.ts'
import type { Database, SqlMigration } from '../platform/database/index.ts'
import { DAY_MS, MINUTE_MS } from '../platform/durations.ts'
import { byCommand, type DeedsReport, verifyDeeds, writeDeed } from '../modules/deeds/index.ts'
import type { Command } from '../platform/commands/index.ts'
import type { Job } from '../platform/jobs.ts'
import type { Logger } from '../platform/logger.ts'
import type { Reads } from '../platform/reads.ts'
import { rest as restInTime, type Rest } from '../platform/rest.ts'

/** What the last audit found, for /metrics and for the processes among themselves: at most one row. */
export const auditMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-85-audit',
    sql: `
      create table ledger_audit (
        one boolean primary key default true check (one),
        begun_at timestamptz not null,
        ended_at timestamptz,
        problems integer
      );
    `,
  },
]

const LOOK_EVERY_MS = 10 * MINUTE_MS
const AUDITED_EVERY_MS = DAY_MS

interface AuditParts {
  ledger: Pick<Ledger, 'auditInSlices'>
  database: Database
  clock: Clock
  logger: Logger
  marks: AuditMarks
  /** A standby, for what takes long. */
  reads: Pick<Reads, 'atStandby'>
  /** How the job leaves the database to others; in real time unless told. */
  rest?: Rest | undefined
}

/** What an audit found, of the ledger and where it was whole of the deeds. */
interface Found {
  books: SlicedAudit
  deeds: DeedsReport | null
}

const problemsOf = ({ books, deeds }: Found): number => books.problems.length + (deeds?.problems.length ?? 0)

/** What is told at the command line. */
function inWords({ books, deeds }: Found): { text: string; exitCode: number } {
  const { ok, accounts, movements, problems } = books
  const text = [
    `The ledger is ${ok ? 'right' : 'wrong'}: ${accounts} accounts, ${movements} movements.`,
    ...problems,
    ...(deeds === null
      ? []
      : [`The deeds are ${deeds.problems.length === 0 ? '' : 'not '}as they were written: ${deeds.deeds}.`]),
    ...(deeds?.problems ?? []),
  ].join('\n')
  return { text, exitCode: problemsOf({ books, deeds }) === 0 ? 0 : 1 }
}

/**
 * Proves the ledger and the chain of the deeds. What was proven is kept outside the database: each process proves what came
 * since every ten minutes, and hears so when commits are gone that had been there. Everything is proven once a day, on a
 * standby where there is one, and when the operator says so.
 */
export function createAudit(parts: AuditParts) {
  const { ledger, database, clock, logger, marks, reads, rest = restInTime } = parts

  /** The heads that were noted elsewhere are looked for too: who rewinds this machine and its database does not rewind them. */
  async function sinceMark(pause: (tookMs: number) => Promise<void>): Promise<Found | null> {
    const { own, elsewhere } = await marks.read()
    const since = own ?? elsewhere
    if (since === null) return null
    const noted = elsewhere?.heads ?? []
    const books = await ledger.auditInSlices(database, { now: clock.now(), since, noted, pause })
    if (books.ok) await marks.keep(books.mark)
    return { books, deeds: null }
  }

  async function whole(
    pool: SqlPool,
    noted: readonly ChainHead[],
    pause: (tookMs: number) => Promise<void>,
  ): Promise<Found> {
    const books = await ledger.auditInSlices(pool, { now: clock.now(), noted, pause })
    return { books, deeds: await pool.transaction(verifyDeeds) }
  }

  /** All of it where writes go on; what it proved is the next mark, unless heads that were noted are gone. */
  async function wholeHere(pause: (tookMs: number) => Promise<void>, begunAnew = false): Promise<Found> {
    const { own, elsewhere } = begunAnew ? { own: null, elsewhere: null } : await marks.read()
    const found = await whole(database, [...(own?.heads ?? []), ...(elsewhere?.heads ?? [])], pause)
    if (found.books.ok) await marks.keep(found.books.mark)
    return found
  }

  /** On a standby nothing that was noted is looked for: it may be behind. */
  async function wholeSomewhere(stopping: AbortSignal): Promise<Found> {
    const done = await reads.atStandby((standby) => whole(standby, [], () => Promise.resolve()))
    if (done === null) return wholeHere((tookMs) => rest(tookMs * AUDIT_RESTS.whole, stopping))
    const { own } = await marks.read()
    if (own === null && done.result.books.ok) await marks.keep(done.result.books.mark)
    return done.result
  }

  function say({ books, deeds }: Found): void {
    const { accounts, movements, isWhole, lost, problems } = books
    if (lost.length > 0) logger.error({ lost }, 'commits that had been acknowledged are not in the database any more')
    if (books.ok) logger.info({ accounts, movements, isWhole }, 'the ledger is right')
    else logger.error({ accounts, movements, isWhole, problems }, 'the ledger is wrong')
    if (deeds !== null && deeds.problems.length > 0) logger.error(deeds, 'the deeds are not as they were written')
  }

  const job: Job = {
    name: 'ledger-audit',
    everyMs: LOOK_EVERY_MS,
    async run(stopping) {
      const since = await sinceMark((tookMs) => rest(tookMs * AUDIT_RESTS.sinceMark, stopping))
      if (since !== null) {
        say(since)
        if (!since.books.ok) await noteWrong(database, problemsOf(since), clock.now())
      }
      const begunAt = clock.now()
      if (!(await beginAudit(database, begunAt, AUDITED_EVERY_MS))) return 0
      const found = await wholeSomewhere(stopping)
      say(found)
      const problems = problemsOf(found) + (since === null ? 0 : problemsOf(since))
      await noteAudit(database, { begunAt, endedAt: clock.now(), problems })
      return 0
    },
  }

  const atOnce = (): Promise<void> => Promise.resolve()

  /** An audit of everything, which all processes are told of. */
  async function wholeNow(begunAnew = false): Promise<Found> {
    const begunAt = clock.now()
    const found = await wholeHere(atOnce, begunAnew)
    await noteAudit(database, { begunAt, endedAt: clock.now(), problems: problemsOf(found) })
    return found
  }

  const commands: readonly Command[] = [
    {
      name: 'audit',
      usage:
        '- proves all of the ledger and of the deeds, and that what earlier audits noted outside is there; exit code 1 when something is wrong',
      run: async () => inWords(await wholeNow()),
    },
    {
      name: 'audit new',
      usage:
        '- proves what came since the last audit, or all where none was noted; exit code 1 when something is wrong',
      async run() {
        const found = await sinceMark(atOnce)
        if (found !== null && !found.books.ok) await noteWrong(database, problemsOf(found), clock.now())
        return inWords(found ?? (await wholeHere(atOnce)))
      },
    },
    {
      name: 'audit begin',
      usage: '- proves all, and begins anew from it whatever was noted outside: after a copy was restored on purpose',
      async run(_, actor) {
        await writeDeed(database, { ...byCommand(actor), deed: 'audit-begun-anew', at: clock.now() })
        return inWords(await wholeNow(true))
      },
    },
  ]

  return {
    commands,
    /** An embedded database, which would stand still meanwhile, audits when it is told to. */
    jobs: database.engine === 'postgres' ? [job] : [],
    last: () => readLastAudit(database),
  }
}
