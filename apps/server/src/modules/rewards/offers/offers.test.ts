import { type AnswerOf, desk, type Offer } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { newId } from '../../../platform/ids.ts'
import { testEngines } from '../../../testing/database.ts'
import { until } from '../../../testing/until.ts'
import { type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'
import { type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import { newestRules, putInForce } from '../terms/rule-versions.store.ts'

let world: BonusWorld
let noi: Staff
let owner: Staff
let risk: Staff

beforeAll(async () => {
  world = await openBonusWorld({ hasDesk: true })
  noi = await staffMember(world.app, 'Noi', ['MARKETING'])
  owner = await staffMember(world.app, 'Mali', ['OWNER'])
  risk = await staffMember(world.app, 'Risk', ['RISK'])
  // Weeks pass here: nobody is asked for his code again, nor logged out.
  await world.rows(`update support_agent_session set second_factor_at = '9999-01-01', expires_at = '9999-01-01'`)
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

const words = { th: 'โบนัส', lo: 'ໂບນັດ', en: 'Bonus' }
const offer = (given: Partial<Offer> = {}): Offer => ({
  kind: 'limit',
  maxReceived: 1,
  percent: 20,
  fixed: null,
  cap: 1_000,
  minDeposit: 100,
  percentFail: 5,
  percentSuccess: 300,
  seats: null,
  monthlyBudget: null,
  validFrom: null,
  validUntil: null,
  names: words,
  descriptions: words,
  banners: [],
  ...given,
})

type Draft = AnswerOf<typeof desk.deskSaveBonus>['draft']
const source = 'bonus' as const

async function save(code: string, given: Partial<Offer> = {}, revision: string | null = null): Promise<Draft> {
  const body = { source, code, revision, ...offer(given) }
  return (await world.app.desk.ok(desk.deskSaveBonus, { token: noi.token, body })).draft
}

const about = (code: string) => ({ token: noi.token, params: { source, code } })
const simulate = async (code: string, revision: string): Promise<Draft> =>
  (await world.app.desk.ok(desk.deskSimulateBonus, { ...about(code), body: { revision } })).draft

const publish = (code: string, revision: string, { token } = noi) =>
  world.app.desk.call(desk.deskPublishBonus, { ...about(code), token, body: { revision, reason: 'a new month' } })
const stop = (code: string) => world.app.desk.call(desk.deskStopBonus, { ...about(code), body: { reason: 'too dear' } })
const read = (code: string) => world.app.desk.ok(desk.deskBonus, about(code))

/** Written, simulated and published by one. */
async function live(code: string, given: Partial<Offer> = {}): Promise<void> {
  const { revision } = await save(code, given)
  await simulate(code, revision)
  expect(await publish(code, revision)).toMatchObject({ status: 200, body: { outcome: 'done' } })
  world.clock.advance(1_000)
}

/** A simulation that says that it will cost so many baht. */
async function dear(code: string, middle: number): Promise<string> {
  const { revision } = await save(code)
  await simulate(code, revision)
  await world.rows(
    `update bonus_draft set simulation = jsonb_set(simulation, '{cost,middleMinor}', to_jsonb($2::bigint)) where code = $1`,
    [code, middle * 100],
  )
  return revision
}

describe('a bonus at the desk', () => {
  it('[OFC-041] goes from draft over scheduled to live and ended, and a player finds it only while it is live', async () => {
    const player = await world.player()
    const code = 'STEPS'
    const begins = new Date(world.clock.now().getTime() + HOUR_MS)
    const ends = new Date(begins.getTime() + HOUR_MS)
    const { revision } = await save(code, { validFrom: begins.toISOString(), validUntil: ends.toISOString() })
    expect((await read(code)).versions).toEqual([])
    expect((await player.arm(code)).status).toBe(404)
    await simulate(code, revision)
    expect((await publish(code, revision)).status).toBe(200)
    expect(await read(code)).toMatchObject({ draft: null, versions: [{ number: 1, state: 'scheduled' }] })
    expect((await player.arm(code)).status).toBe(404)
    world.clock.advance(HOUR_MS)
    expect((await read(code)).versions).toMatchObject([{ state: 'live', held: 0 }])
    expect((await player.arm(code)).status).toBe(200)
    expect((await read(code)).versions).toMatchObject([{ state: 'live', held: 1, received: 1 }])
    world.clock.advance(HOUR_MS)
    expect((await read(code)).versions).toMatchObject([{ state: 'ended' }])
    expect((await (await world.player()).arm(code)).status).toBe(404)
  })

  it('[OFC-041] that is live never changes: another version takes its place, and what is held keeps its terms', async () => {
    const code = 'VERSIONS'
    await live(code, { percent: 20 })
    const early = await world.player()
    await early.arm(code)
    world.clock.advance(1_000)
    const before = await world.rows(`select * from bonus_rule where code = $1`, [code])
    const { revision } = await save(code, { percent: 50, percentSuccess: 400 })
    expect(await world.rows(`select * from bonus_rule where code = $1`, [code])).toEqual(before)
    await simulate(code, revision)
    await publish(code, revision)
    expect(await world.rows(`select * from bonus_rule where code = $1 order by valid_from limit 1`, [code])).toEqual(
      before,
    )
    expect((await read(code)).versions).toMatchObject([
      { number: 2, state: 'live', offer: { percent: 50 }, held: 0 },
      { number: 1, state: 'replaced', offer: { percent: 20 }, held: 1 },
    ])
    expect(await early.deposit(100)).toBe(120)
    const late = await world.player()
    await late.arm(code)
    expect(await late.deposit(100)).toBe(150)
    expect((await early.state())?.base).toBe(120)
  })

  it('[OFC-041] is written by one after the other: who did not read the newest draft changes nothing', async () => {
    const { revision } = await save('TURNS')
    const newer = await save('TURNS', { percent: 30 }, revision)
    const body = { source, code: 'TURNS', revision, ...offer({ percent: 40 }) }
    const late = await world.app.desk.call(desk.deskSaveBonus, { token: noi.token, body })
    expect(late).toMatchObject({ status: 409, body: { message: 'MOVED_ON', details: { by: `agent:${noi.agentId}` } } })
    const two = await Promise.all([
      world.app.desk.call(desk.deskSaveBonus, { token: noi.token, body: { ...body, revision: newer.revision } }),
      world.app.desk.call(desk.deskSaveBonus, { token: noi.token, body: { ...body, revision: newer.revision } }),
    ])
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { draft } = await read('TURNS')
    await world.app.desk.ok(desk.deskDiscardBonus, {
      ...about('TURNS'),
      body: { revision: draft?.revision ?? '' },
    })
    expect(await world.app.desk.call(desk.deskBonus, about('TURNS'))).toMatchObject({ status: 404 })
  })

  it.each<[string, Partial<Offer> & { source?: 'bonus' }, string[]]>([
    ['an amount and a percentage', { fixed: 50 }, ['percent', 'fixed', 'cap']],
    ['neither of them', { percent: null }, ['percent', 'fixed']],
    ['a most of an amount that is always the same', { percent: null, fixed: 50 }, ['cap']],
    ['a bonus of nothing', { percent: 0.01, minDeposit: 1 }, ['minDeposit']],
    ['seats of what is no promotion', { seats: 5 }, ['seats']],
    ['a budget of what knows no end', { cap: null, monthlyBudget: 5_000 }, ['cap']],
    ['a budget that covers none', { monthlyBudget: 999.99 }, ['monthlyBudget']],
    [
      'an end before its beginning',
      { validFrom: '2026-12-02T00:00:00.000Z', validUntil: '2026-12-01T00:00:00.000Z' },
      ['validUntil'],
    ],
    ['a language without words', { names: { ...words, lo: ' ' } }, ['names.lo']],
    ['a line that is won before it begins', { percentSuccess: 100 }, ['percentSuccess']],
  ])('[OFC-042] that contradicts itself is refused with its fields: %s', async (_, given, fields) => {
    const body = { source, code: 'WRONG', revision: null, ...offer(given) }
    const refused = await world.app.desk.call(desk.deskSaveBonus, { token: noi.token, body })
    expect(refused.status).toBe(422)
    const { details } = refused.body as unknown as { details?: { fields: string[] } }
    expect(details?.fields.toSorted()).toEqual(fields.toSorted())
    expect(await world.rows(`select code from bonus_draft where code = 'WRONG'`)).toEqual([])
  })
})

describe('simulating', () => {
  it('[OFC-043] writes nothing but what came of it, beside the draft', async () => {
    await live('RAN')
    const player = await world.player()
    await player.arm('RAN')
    await player.deposit(1_000)
    world.clock.advance(1_000)
    const count = async () =>
      world.rows(`select (select count(*) from ledger_entry) as entries, (select count(*) from user_bonus) as bonuses,
        (select count(*) from bonus_rule) as rules, (select count(*) from reward_line) as lines, (select sum(version) from member) as members`)
    const before = await count()
    const { revision } = await save('WOULD', { validFrom: null, minDeposit: 900 })
    const { simulation } = await simulate('WOULD', revision)
    expect(await count()).toEqual(before)
    // He held something else when he deposited: none is his.
    expect(simulation).toMatchObject({ grants: 0, cost: { low: 0, middle: 0, high: 0 } })
    const again = await save('RAN', {})
    expect((await simulate('RAN', again.revision)).simulation).toMatchObject({ takers: 1, grants: 1, granted: 200 })
  })
})

describe('publishing', () => {
  it('[OFC-044] takes a simulation of the last 24 hours, of what is published', async () => {
    const code = 'TRIED'
    const first = await save(code)
    expect(await publish(code, first.revision)).toMatchObject({ status: 409, body: { message: 'MOVED_ON' } })
    await simulate(code, first.revision)
    const { revision } = await save(code, { percent: 30 }, first.revision)
    expect((await publish(code, revision)).status).toBe(409)
    expect((await simulate(code, revision)).takes).toBe('one')
    world.clock.advance(DAY_MS)
    expect((await read(code)).draft?.takes).toBeNull()
    expect((await publish(code, revision)).status).toBe(409)
    await simulate(code, revision)
    world.clock.advance(DAY_MS - 1)
    expect(await publish(code, revision)).toMatchObject({ status: 200, body: { outcome: 'done' } })
  })

  it('[OFC-044] of up to 100,000 baht of middle cost is one person’s, above it an owner confirms', async () => {
    expect(await publish('EDGE', await dear('EDGE', 100_000))).toMatchObject({ body: { outcome: 'done' } })
    const revision = await dear('DEAR', 100_000.01)
    const proposed = await publish('DEAR', revision)
    expect(proposed).toMatchObject({ status: 200, body: { outcome: 'proposed' } })
    expect((await read('DEAR')).versions).toEqual([])
    const proposalId = (proposed.body as { proposalId: string }).proposalId
    const confirm = (token: string) =>
      world.app.desk.call(desk.deskConfirmProposal, { token, params: { proposalId }, body: { note: null } })
    expect((await confirm(noi.token)).status).toBe(403)
    expect((await confirm(risk.token)).status).toBe(403)
    expect((await confirm(owner.token)).status).toBe(200)
    expect((await read('DEAR')).versions).toMatchObject([{ state: 'live' }])
    expect((await confirm(owner.token)).status).toBe(200)
    expect(await world.rows(`select id from bonus_rule where code = 'DEAR'`)).toHaveLength(1)
  })

  it('[OFC-044] that was proposed is confirmed as it was proposed, or not at all', async () => {
    const revision = await dear('MOVED', 200_000)
    const { body } = await publish('MOVED', revision)
    await save('MOVED', { percent: 90 }, revision)
    const confirmed = await world.app.desk.call(desk.deskConfirmProposal, {
      token: owner.token,
      params: { proposalId: (body as { proposalId: string }).proposalId },
      body: { note: null },
    })
    expect(confirmed).toMatchObject({ status: 409, body: { message: 'MOVED_ON' } })
    expect(await world.rows(`select id from bonus_rule where code = 'MOVED'`)).toEqual([])
  })

  it('[OFC-044] is done once, however often it is sent and by however many at once', async () => {
    const code = 'ATONCE'
    const ton = await staffMember(world.app, 'Ton', ['MARKETING'])
    const { revision } = await save(code)
    await simulate(code, revision)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => publish(code, revision, at % 2 === 0 ? noi : ton)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await world.rows(`select id from bonus_rule where code = $1`, [code])).toHaveLength(1)
  })
})

describe('stopping', () => {
  it('[OFC-044] holds at another server at once: nobody arms it any more, and what is armed is granted still', async () => {
    const code = 'STOPPED'
    await live(code)
    const armed = await world.player()
    await armed.arm(code)
    const beside = await world.beside()
    const player = await world.player()
    expect((await stop(code)).status).toBe(200)
    expect(await player.call('GET', `/api/bonus/activate/${code}`, { at: beside })).toMatchObject({ status: 404 })
    expect((await player.arm(code)).status).toBe(404)
    expect(await armed.deposit(100)).toBe(120)
    expect(await stop(code)).toMatchObject({ status: 409 })
  })

  it('[OFC-044] waits for those who arm at that moment, and lets nobody arm after it has answered', async () => {
    const code = 'RACED'
    await live(code)
    const players = await Promise.all(Array.from({ length: 12 }, () => world.player()))
    const [stopped, ...answers] = await Promise.all([stop(code), ...players.map((player) => player.arm(code))])
    expect(stopped?.status).toBe(200)
    const armed = await world.rows<{ armedAt: Date }>(
      `select armed_at as "armedAt" from user_bonus where code = $1 and state = 'armed'`,
      [code],
    )
    expect(armed).toHaveLength(answers.filter(({ status }) => status === 200).length)
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true)
  })

  it('[OFC-041] takes back what was yet to begin', async () => {
    const code = 'PLANNED'
    const { revision } = await save(code, { validFrom: new Date(world.clock.now().getTime() + DAY_MS).toISOString() })
    await simulate(code, revision)
    await publish(code, revision)
    expect((await stop(code)).status).toBe(200)
    world.clock.advance(2 * DAY_MS)
    expect((await (await world.player()).arm(code)).status).toBe(404)
  })
})

// On the embedded database there is one session: nothing is between a reading and its commit there.
describe.each(testEngines.filter((engine) => engine === 'postgres'))('a new version on %s', () => {
  const waiting = async () =>
    (await world.rows(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .length
  /** Does the work in a transaction that ends when the returned function is called. */
  async function held(work: (tx: Parameters<typeof putInForce>[0]) => Promise<unknown>): Promise<() => Promise<void>> {
    const [isDone, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const all = world.database.transaction(async (tx) => {
      await work(tx)
      isDone.resolve()
      await mayEnd.promise
    })
    await isDone.promise
    return async () => {
      mayEnd.resolve()
      await all
    }
  }
  const termsOf = async (playerId: string) =>
    world.rows<{ percent: number }>(
      `select (terms ->> 'percentHundredths')::int / 100 as percent from user_bonus where member_id = $1`,
      [playerId],
    )

  it.each([null, 5_000])(
    '[OFC-044] waits for whoever arms by the one before, and is what everybody arms by after it; budget %s',
    async (monthlyBudget) => {
      const code = `NEXT-${monthlyBudget ?? 'NONE'}`
      await live(code, { monthlyBudget, cap: 1_000 })
      const { revision } = await save(code, { monthlyBudget, cap: 1_000, percent: 50 })
      await simulate(code, revision)
      const [early, late] = [await world.player(), await world.player()]
      const free = await held((tx) => tx.query('select from member where id = $1 for update', [early.id]))
      const arming = early.arm(code)
      await until('it arms by the old version, and waits for the member', async () => (await waiting()) === 1)
      const publishing = publish(code, revision)
      await until('the new version waits for it', async () => (await waiting()) === 2)
      await free()
      expect([(await arming).status, (await publishing).status]).toEqual([200, 200])
      expect(await termsOf(early.id)).toEqual([{ percent: 20 }])

      world.clock.advance(1_000)
      const [rule] = (await newestRules(world.database, source)).filter((one) => one.code === code)
      if (rule === undefined) throw new Error('nothing was published')
      const next = { ...rule, id: newId(world.clock.now()), percentHundredths: 7_000, validFrom: world.clock.now() }
      const commit = await held((tx) => putInForce(tx, next, world.clock.now()))
      const after = late.arm(code)
      await until('it has read the version before, and waits', async () => (await waiting()) === 1)
      await commit()
      expect((await after).status).toBe(200)
      expect(await termsOf(late.id)).toEqual([{ percent: 70 }])
    },
  )
})

describe('a monthly budget', () => {
  it('[OFC-041] is never overspent, by however many at once, and what is given back is there again', async () => {
    const code = 'BUDGET'
    await live(code, { monthlyBudget: 3_500, cap: 1_000 })
    const players = await Promise.all(Array.from({ length: 10 }, () => world.player()))
    const answers = await Promise.all(players.map((player) => player.arm(code)))
    // Each holds the most that it can be granted.
    const lucky = players.filter((_, index) => answers[index]?.status === 200)
    expect(lucky).toHaveLength(3)
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body['message']]).toEqual([409, 'BONUS_FULL'])
    const [first, second, third] = lucky
    const [late, later] = players.filter((player) => !lucky.includes(player))
    expect(await first?.deposit(100)).toBe(120)
    // 20 of 3,500 are spent and 2,000 are held: one more has room.
    expect((await late?.arm(code))?.status).toBe(200)
    expect((await later?.arm(code))?.status).toBe(409)
    expect((await second?.clear())?.status).toBe(200)
    expect((await later?.arm(code))?.status).toBe(200)
    for (const player of [third, late, later]) expect(await player?.deposit(10_000)).toBe(11_000)
    const [spent] = await world.rows<{ sum: number }>(
      `select sum(bonus_minor)::bigint as sum from user_bonus where code = $1`,
      [code],
    )
    expect(spent?.sum).toBe(3_020_00)
  })

  it('[OFC-041] begins anew with the month of Bangkok', async () => {
    const code = 'MONTHLY'
    await live(code, { monthlyBudget: 1_000, cap: 1_000 })
    const [first, second] = [await world.player(), await world.player()]
    await first.arm(code)
    expect(await first.deposit(10_000)).toBe(11_000)
    expect((await second.arm(code)).status).toBe(409)
    const local = new Date(world.clock.now().getTime() + 7 * HOUR_MS)
    const next = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1) - 7 * HOUR_MS
    world.clock.advance(next - 1 - world.clock.now().getTime())
    expect((await second.arm(code)).status).toBe(409)
    world.clock.advance(1)
    expect((await second.arm(code)).status).toBe(200)
  })
})

describe('the file of the operator and the desk', () => {
  it('[OFC-041] write the same rows: what the desk published stands in the export, and importing it changes nothing', async () => {
    await live('BOTHWAYS', { monthlyBudget: 5_000 })
    const [rule] = await world.rows<Record<string, unknown>>(`select * from bonus_rule where code = 'BOTHWAYS'`)
    expect(rule).toMatchObject({ percent_hundredths: 2000, cap_minor: 1_000_00, monthly_budget_minor: 5_000_00 })
    const file = JSON.parse(await world.app.command('export')) as { bonuses: { code: string }[] }
    expect(file.bonuses.find(({ code }) => code === 'BOTHWAYS')).toMatchObject({
      percentHundredths: 2000,
      monthlyBudgetMinor: 5_000_00,
    })
  })
})
