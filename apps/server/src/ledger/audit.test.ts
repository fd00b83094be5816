import { DAY_MS } from '../platform/durations.ts'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditMark, SlicedAudit } from '@krapao/ledger'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAuditMarks } from './audit-marks.ts'
import { createAudit } from './audit.ts'
import { runCommand } from '../platform/commands/index.ts'
import { readsOf } from '../platform/reads.ts'
import { rest, type Rest } from '../platform/rest.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { createTestLogger } from '../testing/logger.ts'
import { memberWithMoney } from '../testing/worlds/stories.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ sandbox: true })
  await memberWithMoney(app, 20)
})
afterAll(() => app.close())

const noMark: AuditMark = { heads: [], entries: '0', versions: '0', pending: '0', held: '0', arriving: '0' }
const wrong: SlicedAudit = {
  ok: false,
  isWhole: true,
  accounts: 2,
  movements: 1,
  seals: 1,
  lost: [],
  mark: noMark,
  problems: ['a: 5, not 4'],
}

const folder = () => mkdtemp(join(tmpdir(), 'krapao-audit-'))

/** The audits of another process, on the same database; with a report they find that. */
async function auditsOf(
  given: { report?: SlicedAudit; engine?: 'embedded' | 'postgres'; address?: string; rest?: Rest } = {},
) {
  const { report, engine = app.database.engine, address = null, rest = () => Promise.resolve() } = given
  const { logger, lines } = createTestLogger()
  const { ledger, database } = app.app()
  const counts = { whole: 0, since: 0 }
  const dataFolder = await folder()
  const audit = createAudit({
    ledger: {
      auditInSlices: (pool, terms) => {
        counts[terms.since ? 'since' : 'whole'] += 1
        return report ? Promise.resolve(report) : ledger.auditInSlices(pool, terms)
      },
    },
    database: { ...database, engine },
    clock: app.clock,
    logger,
    marks: createAuditMarks({ dataFolder, name: 'krapao', address }),
    reads: readsOf(database),
    rest,
  })
  const run = async (stopping = new AbortController().signal) => {
    for (const job of audit.jobs) await job.run(stopping)
  }
  return { audit, lines, counts, dataFolder, run }
}

/** Books something on accounts of its own. */
async function book(): Promise<void> {
  const { ledger, database } = app.app()
  const [from, to] = ['house/audited:BAHT', 'house/audits:BAHT']
  await ledger.open(
    database,
    [from, to].map((account) => ({ account, currency: 'BAHT', floorMinor: null })),
  )
  const said = { code: 'trial', reference: 'trial', occurredAt: app.clock.now() }
  await ledger.submit({ movements: [{ kind: 'post', id: randomUUID(), from, to, amountMinor: 5, ...said }] })
}

/** The file that heads are kept in, read and written as who rewinds a database cannot. */
async function fileOf(dataFolder: string): Promise<string> {
  const [name] = await readdir(dataFolder)
  return join(dataFolder, name ?? '')
}

const metrics = async () => (await app.app().http.inject({ method: 'GET', url: '/metrics' })).body

describe('the audit', () => {
  it('by the command says that the ledger is right, and what is wrong with a code of its own', async () => {
    const right = await runCommand((await auditsOf()).audit.commands, ['audit'])
    expect(right).toMatchObject({ exitCode: 0, text: expect.stringContaining('The ledger is right') })
    const { exitCode, text } = await runCommand((await auditsOf({ report: wrong })).audit.commands, ['audit'])
    expect({ exitCode, text }).toEqual({
      exitCode: 1,
      text: expect.stringContaining(
        'The ledger is wrong: 2 accounts, 1 movements.\na: 5, not 4\nThe deeds are as they',
      ),
    })
    expect(await metrics()).toMatch(/^krapao_ledger_audit_problems 1$/m)
  })

  it('leaves callers nineteen times what a slice of the whole took, and is given up when the process ends', async () => {
    app.clock.advance(2 * DAY_MS)
    const ending = new AbortController()
    const rests: number[] = []
    const resting: Rest = (ms, stopping) => {
      rests.push(ms)
      ending.abort(new Error('the process ends'))
      return rest(DAY_MS, stopping)
    }
    const began = performance.now()
    const { run, dataFolder } = await auditsOf({ engine: 'postgres', rest: resting })
    await expect(run(ending.signal)).rejects.toThrow()
    expect(rests).toEqual([expect.any(Number)])
    expect(rests[0]).toBeLessThan(19 * (performance.now() - began))
    expect(await readdir(dataFolder)).toEqual([])
  })

  it('is made whole once a day by one of the processes, which says what is wrong, and shown by all', async () => {
    app.clock.advance(2 * DAY_MS)
    const processes = [
      await auditsOf({ report: wrong, engine: 'postgres' }),
      await auditsOf({ report: wrong, engine: 'postgres' }),
    ]
    const run = () => Promise.all(processes.map((process) => process.run()))
    const audits = () => processes.reduce((sum, { counts }) => sum + counts.whole, 0)
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

  it('is left to the operator on the embedded database, which would stand still meanwhile', async () => {
    expect((await auditsOf({ engine: 'embedded' })).audit.jobs).toEqual([])
  })

  it('goes on from what it proved before, by each process', async () => {
    app.clock.advance(DAY_MS)
    const { audit, counts, run } = await auditsOf({ engine: 'postgres' })
    await run()
    await run()
    expect(counts).toEqual({ whole: 1, since: 1 })
    await book()
    expect(await runCommand(audit.commands, ['audit', 'new'])).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('The ledger is right'),
    })
    expect(counts).toEqual({ whole: 1, since: 2 })
  })

  it('tells as an alert that commits are lost which were there, until it is begun anew', async () => {
    const { audit, dataFolder, lines, run } = await auditsOf({ engine: 'postgres' })
    await runCommand(audit.commands, ['audit'])
    const file = await fileOf(dataFolder)
    const mark = JSON.parse(await readFile(file, 'utf8')) as AuditMark
    const ahead = mark.heads.map((head, place) => (place === 0 ? { ...head, number: head.number + 5 } : head))
    await writeFile(file, JSON.stringify({ ...mark, heads: ahead }))
    await run()
    const lost = 'commits that had been acknowledged are not in the database any more'
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', msg: lost }))
    expect(await metrics()).toMatch(/^krapao_ledger_audit_problems [1-9]/m)
    expect(await runCommand(audit.commands, ['audit'])).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('commits are lost'),
    })
    // What was noted stays until a person says otherwise.
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ heads: ahead })
    expect(await runCommand(audit.commands, ['audit', 'begin'], { actor: 'cli:somchai' })).toMatchObject({
      exitCode: 0,
    })
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ heads: mark.heads })
    const [deed] = await app.database.query<{ actor: string }>(
      `select actor from deed where what = 'audit-begun-anew' order by at desc limit 1`,
    )
    expect(deed?.actor).toBe('cli:somchai')
    expect(await metrics()).toMatch(/^krapao_ledger_audit_problems 0$/m)
  })

  it('keeps its heads at an address too, and looks for them where its folder is new', async () => {
    let kept: string | null = null
    const sent: (string | undefined)[] = []
    const server = createServer((request, response) => {
      sent.push(request.headers.authorization)
      if (request.method === 'GET') {
        response.writeHead(kept === null ? 404 : 200, { 'content-type': 'application/json' }).end(kept ?? '')
        return
      }
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        kept = body
        response.writeHead(204).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const address = `http://krapao:pass@127.0.0.1:${port}/heads`
    await runCommand((await auditsOf({ address })).audit.commands, ['audit'])
    expect(sent.at(-1)).toBe(`Basic ${Buffer.from('krapao:pass').toString('base64')}`)
    const elsewhere = await auditsOf({ address })
    await runCommand(elsewhere.audit.commands, ['audit', 'new'])
    expect(elsewhere.counts).toEqual({ whole: 0, since: 1 })
    const mark = JSON.parse(kept ?? '{}') as AuditMark
    kept = JSON.stringify({ ...mark, heads: mark.heads.map((head) => ({ ...head, hash: '00'.repeat(32) })) })
    expect(await runCommand(elsewhere.audit.commands, ['audit', 'new'])).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('not the one that was noted outside'),
    })
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
    expect(shown).toMatch(/^krapao_waiting\{what="case-to-decide"\} 1$/m)
    expect(shown).toMatch(/^krapao_waiting_oldest_seconds\{what="case-to-decide"\} 90$/m)
    expect(shown).toMatch(/^krapao_waiting_oldest_seconds\{what="notice-to-decide"\} 120$/m)
    expect(shown).toMatch(/^krapao_waiting\{what="withdrawal-to-decide"\} 0$/m)
    expect(shown).toMatch(/^krapao_job_failures\{job="news"\} 0$/m)
    expect(shown).toMatch(/^krapao_job_age_seconds\{job="cashier-payment-feed"\} \d/m)
    expect(shown).toMatch(/^krapao_sockets_open 0$/m)
  })
})
