import { desk, ROLES } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { startTestApp } from '../../../testing/app.ts'
import { auditOf, type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import { memberWithMoney } from '../../../testing/worlds/stories.ts'
import { writeDeed } from '../../deeds/index.ts'

const app = await startTestApp({ settings: { registerOTP: false } })
afterAll(() => app.close())

const owner = await staffMember(app, 'Owner', ['OWNER'])

describe('what was done', () => {
  const page = ({ token }: Staff, query: { actor?: string; memberId?: string; page?: string } = {}) =>
    app.desk.ok(desk.deskAudit, { token, query })

  it('[OFC-012] is read by owners and auditors all of it, by others what they did themselves', async () => {
    const noi = await staffMember(app)
    const everybody = ROLES.map((role) => [role, staffMember(app, 'One', [role])] as const)
    for (const [role, one] of everybody) {
      const reader = await one
      const readsAll = role === 'OWNER' || role === 'AUDITOR'
      const { rows, count } = await page(reader)
      const own = rows.filter(({ actor }) => actor === `agent:${reader.agentId}`)
      expect(own.map(({ deed }) => deed)).toEqual(['login'])
      expect(rows.length > own.length).toBe(readsAll)
      if (!readsAll) expect(count).toBe(1)
      const ofNoi = await page(reader, { actor: `agent:${noi.agentId}` })
      expect(ofNoi.rows.map(({ deed }) => deed)).toEqual(readsAll ? ['login'] : [])
      expect(ofNoi.count).toBe(readsAll ? 1 : 0)
    }
  })

  it('[OFC-012] is narrowed by who, what, about whom and when, each alone and all at once', async () => {
    const owner = await staffMember(app, 'Owner', ['OWNER'])
    const { memberId } = await memberWithMoney(app, 1)
    const day = '2027-03-04'
    // The second before the day, its first and its last moment, and the first of the next.
    const times = [
      '2027-03-03T16:59:59.999Z',
      '2027-03-03T17:00:00.000Z',
      '2027-03-04T16:59:59.999Z',
      '2027-03-04T17:00:00.000Z',
    ]
    await app.database.transaction(async (tx) => {
      for (const actor of ['cli:one', 'cli:two'] as const)
        for (const deed of ['restore-marked', 'restore-ended'] as const)
          for (const about of [memberId, null])
            for (const at of times)
              await writeDeed(tx, { actor, address: null, deed, memberId: about, at: new Date(at) })
    })
    const ask = async (query: Record<string, string>) => {
      const { rows, count } = await app.desk.ok(desk.deskAudit, { token: owner.token, query })
      expect(count).toBe(rows.length)
      return rows
    }
    const all = { actor: 'cli:one', deed: 'restore-ended', memberId, from: day, to: day }
    expect((await ask(all)).map(({ at }) => at)).toEqual([times[2], times[1]])
    expect(await ask({ ...all, actor: 'cli:three' })).toEqual([])
    expect(await ask({ ...all, deed: 'ledger-archived' })).toEqual([])
    expect((await ask({ from: day, to: day, deed: 'restore-marked' })).map(({ actor }) => actor).toSorted()).toEqual(
      ['cli:one', 'cli:two'].flatMap((actor) => Array.from({ length: 4 }, () => actor)),
    )
    expect(await ask({ deed: 'restore-ended', to: '2027-03-03' })).toHaveLength(4)
    expect(await ask({ deed: 'restore-ended', from: '2027-03-05' })).toHaveLength(4)
    expect(await ask({ deed: 'restore-ended', memberId })).toHaveLength(8)
    const noi = await staffMember(app)
    const own = await app.desk.ok(desk.deskAudit, { token: noi.token, query: { deed: 'restore-ended' } })
    expect(own.rows).toEqual([])
    for (const query of [{ from: '2027-02-30' }, { to: 'x' }]) {
      const strange = await app.desk.call(desk.deskAudit, { token: owner.token, query })
      expect([strange.status, strange.body]).toMatchObject([422, { details: { fields: Object.keys(query) } }])
    }
  })

  it('goes on behind a row without a gap while more is done, and is counted on its first page alone', async () => {
    const owner = await staffMember(app, 'Owner', ['OWNER'])
    const actor = 'cli:walker'
    const write = () =>
      app.database.transaction((tx) =>
        writeDeed(tx, { actor, address: null, deed: 'restore-marked', at: app.clock.now() }),
      )
    for (let count = 0; count < 70; count += 1) await write()
    const ask = (query: object) => app.desk.call(desk.deskAudit, { token: owner.token, query: { actor, ...query } })
    const seen: string[] = []
    const counts: (number | undefined)[] = []
    for (let query: object | null = {}; query !== null;) {
      const { body } = await ask(query)
      seen.push(...body.rows.map(({ _id }) => _id))
      counts.push(body.count)
      await write()
      query = body.next === null ? null : { after: body.next }
    }
    expect(counts).toEqual([70, undefined, undefined])
    expect([seen.length, new Set(seen).size]).toEqual([70, 70])
    const [second, third] = [(await ask({ page: '2' })).body, (await ask({ page: '3' })).body]
    expect([second.rows.length, third.rows.length]).toEqual([30, 13])
    expect((await ask({ after: 'x' })).status).toBe(422)
  })
})

describe('the audit as a file', () => {
  const taken = (by: Staff, body: Record<string, unknown>) =>
    app.desk.call(desk.deskAuditExport, { token: by.token, rawBody: body })

  it('[OFC-012] [OFC-054] has what fits the filters, harmless in a spreadsheet, for a reason, and is a deed', async () => {
    const { memberId } = await memberWithMoney(app, 1)
    const evil = '=HYPERLINK("http://evil.example","x")'
    await app.database.transaction(async (tx) => {
      for (const deed of ['note-added', 'member-locked'] as const) {
        await writeDeed(tx, {
          ...{ actor: 'cli:trial', address: null, deed, memberId, at: app.clock.now() },
          ...{ after: { note: evil }, reason: '+1;2' },
        })
      }
    })
    const mali = await staffMember(app, 'Mali', ['OWNER'])
    const { status, body } = await taken(mali, { memberId, deed: 'note-added', reason: 'the yearly audit' })
    expect([status, body.rows, body.csv.startsWith('\uFEFFat,actor,name,')]).toEqual([200, 1, true])
    const [, line = ''] = body.csv.split('\r\n')
    expect(line).toContain('cli:trial,,,note-added,')
    expect(line).toContain(`"note =HYPERLINK(""http://evil.example"",""x"")"`)
    expect(line).toContain(`"'+1;2"`)
    const [deed] = (await auditOf(app, owner)).filter((row) => row.deed === 'audit-exported')
    expect(deed).toMatchObject({ memberId, reason: 'the yearly audit', after: { what: 'note-added', rows: 1 } })
    for (const reason of ['', '  ']) expect((await taken(mali, { reason })).status).toBe(422)
    for (const roles of [['PAYMENTS'], ['SUPPORT', 'RISK', 'MARKETING']] as const) {
      const other = await staffMember(app, 'Other', [...roles])
      expect(await taken(other, { reason: 'curious' })).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
    }
    const auditor = await staffMember(app, 'Auditor', ['AUDITOR'])
    expect((await taken(auditor, { reason: 'the yearly audit' })).status).toBe(200)
    app.clock.advance(10 * MINUTE_MS)
    expect(await taken(auditor, { reason: 'again' })).toMatchObject({ status: 403, body: { message: 'STEP_UP' } })
  })

  it('[OFC-012] is narrowed to money, to what is known of persons, and to what two did together', async () => {
    const { memberId } = await memberWithMoney(app, 1)
    const at = app.clock.now()
    await app.database.transaction(async (tx) => {
      const by = { actor: 'cli:groups', address: null, memberId, at } as const
      await writeDeed(tx, { ...by, deed: 'withdrawal-released', after: { amountMinor: 100 } })
      await writeDeed(tx, { ...by, deed: 'member-revealed' })
      await writeDeed(tx, {
        ...{ ...by, deed: 'adjustment-booked', after: { amountMinor: 5 } },
        said: { proposal: 'p', proposedBy: `agent:${owner.agentId}` },
      })
      await writeDeed(tx, { ...by, deed: 'note-added' })
    })
    const token = (await staffMember(app, 'Auditor', ['AUDITOR'])).token
    const of = async (group: 'money' | 'personal' | 'two') =>
      (await app.desk.ok(desk.deskAudit, { token, query: { of: group, memberId } })).rows
    expect((await of('money')).map(({ deed }) => deed)).toEqual(['adjustment-booked', 'withdrawal-released'])
    expect((await of('personal')).map(({ deed }) => deed)).toEqual(['member-revealed'])
    expect(await of('two')).toMatchObject([{ deed: 'adjustment-booked', after: { proposedBy: 'Owner' } }])
    const odd = await app.desk.call(desk.deskAudit, { token, query: { of: 'all' as 'two' } })
    expect(odd.status).toBe(422)
  })

  it('[OFC-054] has a hundred thousand rows at most, and says so', async () => {
    const auditor = await staffMember(app, 'Auditor', ['AUDITOR'])
    const write = (from: number, to: number) =>
      app.database.query(
        `insert into deed (number, id, at, actor, what, strand_id, place, hash)
         select nextval('deed_order'), 'many' || n, $1, 'cli:many', 'restore-marked', one.strand_id, 1000000 + n, one.hash
         from generate_series($2::integer, $3::integer) as n, (select strand_id, hash from deed limit 1) as one`,
        [app.clock.now(), from, to],
      )
    await write(1, 100_000)
    const { status, body } = await taken(auditor, { actor: 'cli:many', reason: 'all of it' })
    expect([status, body.rows]).toEqual([200, 100_000])
    await write(100_001, 100_001)
    expect(await taken(auditor, { actor: 'cli:many', reason: 'all of it' })).toMatchObject({
      status: 422,
      body: { message: 'NO_DATA', details: { fields: ['from'], max: 100_000 } },
    })
  })
})
