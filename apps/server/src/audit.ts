import type { AuditReport, Ledger } from '@krapao/ledger'
import type { Clock } from './platform/clock.ts'
import { type Database, type SqlMigration, UNLIMITED } from './platform/database/index.ts'
import type { Sql } from './platform/database/types.ts'
import { type DeedsReport, verifyDeeds } from './modules/deeds/index.ts'
import type { Job } from './platform/jobs.ts'
import type { Logger } from './platform/logger.ts'

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

/** Recomputes every balance from the entries of the ledger, and the chain of the deeds: when the operator says so, and every day. */
export function createAudit(terms: { ledger: Ledger; database: Database; clock: Clock; logger: Logger }) {
  const { ledger, database, clock, logger } = terms

  /** It reads everything there is, so that no limit of a statement's time is right for it. */
  async function run(): Promise<{ books: AuditReport; deeds: DeedsReport }> {
    const begunAt = clock.now()
    const report = await database.transaction(async (tx) => {
      await tx.query(UNLIMITED)
      return { books: await ledger.audit(tx), deeds: await verifyDeeds(tx) }
    })
    await database.query(
      `insert into ledger_audit (begun_at, ended_at, problems) values ($1, $2, $3)
       on conflict (one) do update set begun_at = excluded.begun_at, ended_at = excluded.ended_at,
         problems = excluded.problems`,
      [begunAt, clock.now(), report.books.problems.length + report.deeds.problems.length],
    )
    return report
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

  const job: Job = {
    name: 'ledger-audit',
    everyMs: LOOK_EVERY_MS,
    async run() {
      if (!(await takeTurn())) return 0
      const { books, deeds } = await run()
      const { ok, accounts, transfers, problems } = books
      if (ok) logger.info({ accounts, transfers }, 'the ledger is right')
      else logger.error({ accounts, transfers, problems }, 'the ledger is wrong')
      if (deeds.problems.length > 0) logger.error(deeds, 'the deeds are not as they were written')
      return 0
    },
  }

  return {
    command: {
      name: 'audit',
      usage:
        '- recomputes all balances from the entries of the ledger, and the chain of the deeds; exit code 1 when one is wrong',
      async run() {
        const { books, deeds } = await run()
        const { ok, accounts, transfers, problems } = books
        const text = [
          `The ledger is ${ok ? 'right' : 'wrong'}: ${accounts} accounts, ${transfers} transfers.`,
          ...problems,
          deeds.problems.length === 0
            ? `The deeds are as they were written: ${deeds.deeds}.`
            : `The deeds are not as they were written: ${deeds.deeds}.`,
          ...deeds.problems,
        ].join('\n')
        return { text, exitCode: ok && deeds.problems.length === 0 ? 0 : 1 }
      },
    },
    /** Audits once a day, in one of the processes. An embedded database, which would stand still meanwhile, has none. */
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
