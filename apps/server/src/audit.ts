import { AUDIT_RESTS, type ChainHead, type Ledger, type SlicedAudit, type SqlPool } from '@krapao/ledger'
import type { AuditMarks } from './audit-marks.ts'
import type { Clock } from './platform/clock.ts'
import { type Database, type SqlMigration, UNLIMITED } from './platform/database/index.ts'
import type { Sql } from './platform/database/types.ts'
import { byCommand, type DeedsReport, verifyDeeds, writeDeed } from './modules/deeds/index.ts'
import type { Command } from './platform/commands/index.ts'
import type { Job } from './platform/jobs.ts'
import type { Logger } from './platform/logger.ts'
import type { Reads } from './platform/reads.ts'
import { rest as restInTime, type Rest } from './platform/rest.ts'

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

const LOOK_EVERY_MS = 10 * 60_000
const AUDITED_EVERY_MS = 24 * 3_600_000

/** The last audit that came to its end: when, and how much it found wrong. */
export interface LastAudit {
  endedAt: Date
  problems: number
}

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
    const deeds = await pool.transaction(async (tx) => {
      await tx.query(UNLIMITED)
      return verifyDeeds(tx)
    })
    return { books, deeds }
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

  async function note(begunAt: Date, problems: number): Promise<void> {
    await database.query(
      `insert into ledger_audit (begun_at, ended_at, problems) values ($1, $2, $3)
       on conflict (one) do update set begun_at = excluded.begun_at, ended_at = excluded.ended_at,
         problems = excluded.problems`,
      [begunAt, clock.now(), problems],
    )
  }

  /**
   * What is found between two whole audits stands until the next one, as of the moment when it was found first: it is no
   * news each time. That nothing was found changes nothing.
   */
  async function noteWrong(problems: number): Promise<void> {
    await database.query(
      `insert into ledger_audit (begun_at, ended_at, problems) values ($1, $1, $2)
       on conflict (one) do update set
         ended_at = case when ledger_audit.problems > 0 then ledger_audit.ended_at else excluded.ended_at end,
         problems = greatest(coalesce(ledger_audit.problems, 0), excluded.problems)`,
      [clock.now(), problems],
    )
  }

  /** Whoever writes that he begins is the only one for a day, though he should die of it. */
  async function takeTurn(): Promise<boolean> {
    const now = clock.now()
    const rows = await database.query(
      `insert into ledger_audit (begun_at) values ($1)
       on conflict (one) do update set begun_at = $1 where ledger_audit.begun_at <= $2 returning one`,
      [now, new Date(now.getTime() - AUDITED_EVERY_MS)],
    )
    return rows.length > 0
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
        if (!since.books.ok) await noteWrong(problemsOf(since))
      }
      if (!(await takeTurn())) return 0
      const begunAt = clock.now()
      const found = await wholeSomewhere(stopping)
      say(found)
      await note(begunAt, problemsOf(found) + (since === null ? 0 : problemsOf(since)))
      return 0
    },
  }

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

  const atOnce = (): Promise<void> => Promise.resolve()
  const commands: readonly Command[] = [
    {
      name: 'audit',
      usage:
        '- proves all of the ledger and of the deeds, and that what earlier audits noted outside is there; exit code 1 when something is wrong',
      async run() {
        const begunAt = clock.now()
        const found = await wholeHere(atOnce)
        await note(begunAt, problemsOf(found))
        return inWords(found)
      },
    },
    {
      name: 'audit new',
      usage:
        '- proves what came since the last audit, or all where none was noted; exit code 1 when something is wrong',
      async run() {
        const found = await sinceMark(atOnce)
        if (found !== null && !found.books.ok) await noteWrong(problemsOf(found))
        return inWords(found ?? (await wholeHere(atOnce)))
      },
    },
    {
      name: 'audit begin',
      usage: '- proves all, and begins anew from it whatever was noted outside: after a copy was restored on purpose',
      async run(_, actor) {
        const begunAt = clock.now()
        await writeDeed(database, { ...byCommand(actor), deed: 'audit-begun-anew', at: begunAt })
        const found = await wholeHere(atOnce, true)
        await note(begunAt, problemsOf(found))
        return inWords(found)
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

/** What the last audit that came to its end found; null before the first. */
export async function readLastAudit(sql: Sql): Promise<LastAudit | null> {
  const [row] = await sql.query<LastAudit>(
    'select ended_at as "endedAt", problems from ledger_audit where ended_at is not null',
  )
  return row ?? null
}
