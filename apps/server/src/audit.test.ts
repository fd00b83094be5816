import type { AuditReport } from '@krapao/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAudit } from './audit.ts'
import { runCommand } from './platform/commands/index.ts'
import { startTestApp, type TestApp } from './testing/app.ts'
import { createTestLogger } from './testing/logger.ts'
import { memberWithMoney } from './testing/stories.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ sandbox: true })
  await memberWithMoney(app, 20)
})
afterAll(() => app.close())

const DAY_MS = 24 * 3_600_000
const wrong: AuditReport = { ok: false, accounts: 2, transfers: 1, problems: ['a: 5, not 4'] }

/** The audits of another process, on the same database; with a report they find that. */
function auditsOf(report?: AuditReport, engine = app.database.engine) {
  const { logger, lines } = createTestLogger()
  const { ledger, database } = app.app()
  let made = 0
  const counted = {
    ...ledger,
    audit: (sql: Parameters<typeof ledger.audit>[0]) => {
      made += 1
      return report ? Promise.resolve(report) : ledger.audit(sql)
    },
  }
  const audit = createAudit({ ledger: counted, database: { ...database, engine }, clock: app.clock, logger })
  return { audit, lines, made: () => made }
}

const metrics = async () => (await app.app().http.inject({ method: 'GET', url: '/metrics' })).body

describe('the audit', () => {
  it('by the command says that the ledger is right, and what is wrong with a code of its own', async () => {
    const right = await runCommand([auditsOf().audit.command], ['audit'])
    expect(right).toMatchObject({ exitCode: 0, text: expect.stringContaining('The ledger is right') })
    const { exitCode, text } = await runCommand([auditsOf(wrong).audit.command], ['audit'])
    expect({ exitCode, text }).toEqual({
      exitCode: 1,
      text: expect.stringContaining(
        'The ledger is wrong: 2 accounts, 1 transfers.\na: 5, not 4\nThe deeds are as they',
      ),
    })
    expect(await metrics()).toMatch(/^krapao_ledger_audit_problems 1$/m)
  })

  it('is made once a day by one of the processes, which says what is wrong, and shown by all', async () => {
    app.clock.advance(2 * DAY_MS)
    const processes = [auditsOf(wrong, 'postgres'), auditsOf(wrong, 'postgres')]
    const run = () =>
      Promise.all(processes.flatMap(({ audit }) => audit.jobs.map((job) => job.run(new AbortController().signal))))
    const audits = () => processes.reduce((sum, { made }) => sum + made(), 0)
    await run()
    await run()
    expect(audits()).toBe(1)
    app.clock.advance(DAY_MS)
    await run()
    expect(audits()).toBe(2)
    const said = processes.flatMap(({ lines }) => lines).filter(({ level }) => level === 'error')
    expect(said).toHaveLength(2)
    expect(said[0]).toMatchObject({ problems: ['a: 5, not 4'] })
    expect(await metrics()).toMatch(/^krapao_ledger_audit_problems 1$/m)
  })

  it('is left to the operator on the embedded database, which would stand still meanwhile', () => {
    expect(auditsOf(undefined, 'embedded').audit.jobs).toEqual([])
  })
})

describe('what is shown to whom watches', () => {
  it('tells what waits and since when, how jobs fare, and how many pages are open', async () => {
    app.clock.advance(60_000)
    await app.database.query(
      `insert into cashier_case (id, kind, state, reference, occurred_at, detail, opened_at)
       values ('case', 'payment', 'open', 'x', $1, '', $1)`,
      [new Date(app.clock.now().getTime() - 90_000)],
    )
    await app.database.query(
      `insert into support_room (id, owner_kind, session_id, session_state, waiting_since, created_at, updated_at)
       select 'guest-' || place, 'guest', 'session', 'waiting', $1::timestamptz, $1::timestamptz, $1::timestamptz
       from generate_series(1, 3) place`,
      [new Date(app.clock.now().getTime() - 500_000)],
    )
    await app.database.query(
      `insert into member (id, username, name, password_hash, created_at) values ('payer', 'payer', 'P', 'x', $1)`,
      [app.clock.now()],
    )
    await app.database.query(
      `insert into deposit_notice (id, member_id, amount_minor, state, due_at, created_at)
       values ('notice', 'payer', 100, 'open', $1, $2)`,
      [new Date(app.clock.now().getTime() + DAY_MS), new Date(app.clock.now().getTime() - 120_000)],
    )
    const shown = await metrics()
    // Guests who left do not hide that no member waits.
    expect(shown).toMatch(/^krapao_waiting\{what="chat-guest"\} 3$/m)
    expect(shown).toMatch(/^krapao_waiting_oldest_seconds\{what="chat-member"\} 0$/m)
    expect(shown).toMatch(/^krapao_waiting\{what="payment-to-decide"\} 1$/m)
    expect(shown).toMatch(/^krapao_waiting_oldest_seconds\{what="payment-to-decide"\} 90$/m)
    expect(shown).toMatch(/^krapao_waiting_oldest_seconds\{what="notice-to-decide"\} 120$/m)
    expect(shown).toMatch(/^krapao_waiting\{what="withdrawal-to-decide"\} 0$/m)
    expect(shown).toMatch(/^krapao_job_failures\{job="news"\} 0$/m)
    expect(shown).toMatch(/^krapao_job_age_seconds\{job="cashier-payment-feed"\} \d/m)
    expect(shown).toMatch(/^krapao_sockets_open 0$/m)
  })
})
