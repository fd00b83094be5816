import { desk, type DecisionKindName, RETURN_REASONS } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../testing/app.ts'
import { type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'
import type { TestMember } from '../../../testing/worlds/cashier-world.ts'
import { type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import { confirmAs } from '../../../testing/worlds/money-decisions.ts'
import { transferOf } from '../../../testing/worlds/slip-world.ts'
import {
  makeArrival,
  makeCase,
  makeFlag,
  makeGameCase,
  makeGift,
  makeNotice,
  makeReading,
  makeSlip,
  makeWithdrawal,
} from '../../../testing/worlds/waiting-world.ts'

let world: BonusWorld
let app: TestApp
let mali: Staff
let noi: Staff
let member: TestMember

beforeAll(async () => {
  world = await openBonusWorld({ hasDesk: true })
  app = world.app
  await world.set('withdrawAutoMaxMinor', 0)
  mali = await staffMember(app, 'Mali', ['PAYMENTS', 'RISK'])
  noi = await staffMember(app, 'Noi', ['PAYMENTS', 'RISK'])
  member = await world.member({ walletMinor: 100_000_00 })
  for (const transRef of ['NOTICE1', 'NOTICE2']) transferOf(world, { transRef })
})
afterAll(() => world.close())

const read = (kind: DecisionKindName, id: string) =>
  app.desk.ok(desk.deskDecision, { token: mali.token, params: { kind, id } })

async function decide(kind: DecisionKindName, id: string, body: object, who = mali) {
  const { version } = (await read(kind, id)).row
  return app.desk.call(desk.deskDecide, { token: who.token, params: { kind, id }, rawBody: { version, ...body } })
}

const confirm = (who: Staff, proposalId: string | null) => confirmAs(world, who, proposalId ?? '')

/** What takes two of each kind below; all else is done by one. */
const BY_TWO: readonly string[] = ['gift']

const KINDS: readonly [DecisionKindName, string, () => Promise<string>, object, number][] = [
  ['withdrawal', 'pay', () => makeWithdrawal(world, 300), {}, 0],
  ['slip', 'credit', () => makeSlip(world, member.id), {}, 100],
  ['notice', 'credit', () => makeNotice(world, member.id), { amount: 100, transfer: '014:NOTICE1' }, 100],
  ['gift', 'credit', () => makeGift(world, member.id), { amount: 100 }, 100],
  ['arrival', 'return', () => makeArrival(world, 100), { note: 'sent back' }, 0],
  ['arrival', 'forgive', () => makeGameCase(world, 'late-arrival'), {}, 0],
  ['reading', 'transfer', () => makeReading(world, 'restored'), {}, 0],
  ['flag', 'true', () => makeFlag(world, [member.id]), { note: 'one phone, two names' }, 0],
  [
    'case',
    'collect',
    () => makeCase(world, { kind: 'PAID_AFTER_FAILED', memberId: member.id, isLent: true }),
    {},
    -100,
  ],
]

describe('each kind of what waits for a person', () => {
  it.each(KINDS)(
    '[OFC-031] a %s is listed with its reasons and evidence, and waits no more once somebody decided to %s it',
    async (kind, action, make, fields, change) => {
      const id = await make()
      const { rows } = await app.desk.ok(desk.deskDecisions, { token: mali.token, query: { kind } })
      const row = rows.find((one) => one.id === id)
      expect(row).toMatchObject({ kind, id, heldBy: null })
      expect(row?.reasons.length).toBeGreaterThan(0)
      const { evidence, actions } = await read(kind, id)
      expect(evidence.why.length).toBeGreaterThan(0)
      expect(evidence.timeline.length).toBeGreaterThan(0)
      expect(actions.find((one) => one.action === action)).toMatchObject({
        takes: BY_TWO.includes(kind) ? 'two' : 'one',
        roles: [kind === 'flag' ? 'RISK' : 'PAYMENTS'],
      })
      const before = await member.wallet()
      const answered = await decide(kind, id, { action, ...fields })
      const outcome = BY_TWO.includes(kind) ? 'proposed' : 'done'
      expect(answered).toMatchObject({ status: 200, body: { outcome } })
      if (outcome === 'proposed') await confirm(noi, answered.body.proposalId)
      expect((await member.wallet()) - before).toBe(change)
      expect((await read(kind, id)).actions).toEqual([])
      await world.work()
      await world.audit()
    },
  )
})

describe('the queue of all kinds', () => {
  it('[OFC-030] goes on behind each of its rows with what stands after it, also where many came at one moment', async () => {
    const { id: memberId } = await world.member()
    await makeSlip(world, memberId)
    await makeCase(world, { kind: 'PAID_AFTER_FAILED', memberId, isLent: true })
    for (const _ of [1, 2]) {
      await makeNotice(world, memberId)
      await makeArrival(world, 100)
      await makeFlag(world, [memberId])
    }
    const list = async (after?: string) =>
      (await app.desk.ok(desk.deskDecisions, { token: mali.token, query: { ...(after && { after }) } })).rows
    const all = await list()
    expect(new Set(all.map(({ kind }) => kind)).size).toBeGreaterThan(4)
    expect(new Set(all.map(({ since }) => since)).size).toBeLessThan(all.length - 5)
    for (const [index, { since, kind, id }] of all.entries())
      expect(await list(`${since}_${kind}_${id}`)).toEqual(all.slice(index + 1))
  })
})

describe('what was asked of parties', () => {
  const callsIn = async (kind: DecisionKindName, id: string) => {
    const { timeline } = (await read(kind, id)).evidence
    return timeline.filter(({ what }) => what === 'party-called').map(({ at, facts }) => ({ at, ...facts }))
  }

  it('[OFC-031] about a slip stands in its evidence with what the bank answered, when, and how long it took', async () => {
    const id = await makeSlip(world, member.id)
    await world.rows(`update slip set state = 'open', ask_at = $2 where id = $1`, [id, world.clock.now()])
    await world.work()
    expect(await callsIn('slip', id)).toEqual([
      { at: world.clock.now().toISOString(), party: 'bank', call: 'transfer', answer: 'not-found', tookMs: 0 },
    ])
  })

  it('[OFC-031] about a gift stands there too, also what a person had asked as he decided', async () => {
    const id = await makeGift(world, member.id)
    await world.rows('update gift_link set calls = 1 where id = $1', [id])
    world.issuer.isDown = true
    expect(await decide('gift', id, { action: 'credit', amount: 100 })).toMatchObject({ status: 200 })
    world.issuer.isDown = false
    expect(await callsIn('gift', id)).toMatchObject([
      { party: 'gift-issuer', call: 'verify', answer: 'unknown: no answer', tookMs: 0 },
    ])
  })
})

describe('a flag', () => {
  it('is read with what its members share, and closed by who answers for the risk with what he found of it', async () => {
    // Who came last is told by the id.
    world.clock.advance(1_000)
    const sister = await world.member()
    const id = await makeFlag(world, [member.id, sister.id])
    const payer = await staffMember(app, 'Payer', ['PAYMENTS'])
    const { row, evidence, actions } = await read('flag', id)
    expect(row).toMatchObject({ memberId: sister.id, memberName: 'Somchai', amount: null, reasons: ['bank-number'] })
    expect(evidence.facts).toMatchObject({ account: '•••1112', membersCount: 2, severity: 'normal' })
    expect(evidence.members.map(({ memberId }) => memberId)).toEqual([member.id, sister.id])
    expect(actions.map(({ action }) => action)).toEqual(['true', 'false', 'unsure', 'mark-high'])
    const found = { action: 'false', note: 'they are sisters' }
    expect(await decide('flag', id, found, payer)).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
    expect(await decide('flag', id, { action: 'false' })).toMatchObject({ status: 422 })
    // High, it makes their withdrawals wait; what was seen before that decides nothing any more.
    await world.set('withdrawAutoMaxMinor', 1_000_00)
    expect(await decide('flag', id, { action: 'mark-high', note: 'two at once' })).toMatchObject({ status: 200 })
    const { body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })
    expect((await read('withdrawal', String(body['_id']))).row.reasons).toEqual(['HIGH_FLAG'])
    expect(await decide('flag', id, { ...found, version: row.version })).toMatchObject({
      status: 409,
      body: { message: 'MOVED_ON', details: { by: 'Mali', what: 'flag-marked' } },
    })
    expect((await read('flag', id)).row.reasons).toEqual(['bank-number', 'HIGH'])
    expect(await decide('flag', id, found)).toMatchObject({ status: 200, body: { outcome: 'done' } })
    const closed = await world.rows('select state, verdict, closed_note from abuse_flag where id = $1', [id])
    expect(closed).toEqual([{ state: 'closed', verdict: 'false', closed_note: 'they are sisters' }])
    // Who closes it a second time, here or at the command line, changes nothing.
    expect(await decide('flag', id, { action: 'true', note: 'again' })).toMatchObject({
      status: 409,
      body: { message: 'MOVED_ON', details: { by: 'Mali', what: 'flag-closed' } },
    })
    await expect(app.command('flags', 'true', id, 'again')).rejects.toThrow('MOVED_ON')
    await world.set('withdrawAutoMaxMinor', 0)
  })
})

describe('[OFC-035] what one person may do, and what takes two', () => {
  it.each([
    [30_000, 'one'],
    [30_000.01, 'two'],
  ] as const)('a withdrawal of %s takes %s', async (amount, takes) => {
    await world.set('withdrawMaxMinor', 100_000_00)
    const id = await makeWithdrawal(world, amount)
    expect((await read('withdrawal', id)).actions.find(({ action }) => action === 'pay')?.takes).toBe(takes)
    const answered = await decide('withdrawal', id, { action: 'pay' })
    expect(answered).toMatchObject({ status: 200, body: { outcome: takes === 'one' ? 'done' : 'proposed' } })
    await world.work()
    if (takes === 'one') return expect(world.bank.payouts.get(id)?.orders).toBe(1)
    expect(world.bank.payouts.has(id)).toBe(false)
    const { proposalId } = answered.body
    expect(await confirm(mali, proposalId)).toMatchObject({ status: 403, body: { message: 'SELF_APPROVAL' } })
    expect(await confirm(noi, proposalId)).toMatchObject({ status: 200, body: { state: 'CONFIRMED' } })
    await world.work()
    expect(world.bank.payouts.get(id)?.orders).toBe(1)
    await world.audit()
  })

  it.each([
    ['up to 10,000 of one whose name agrees', 10_000, 'BAHT', 'SOMCHAI JAIDEE', 'one', 'done'],
    ['a satang above it', 10_000.01, 'BAHT', 'SOMCHAI JAIDEE', 'two', 'proposed'],
    ['little of nobody who is named', 100, 'BAHT', '', 'two', 'proposed'],
    ['little in kip', 100, 'LAK', 'SOMCHAI JAIDEE', 'two', 'proposed'],
    // To whom it is credited is not known before.
    ['little of one who has another name', 100, 'BAHT', 'MANA DEEMAK', 'one', 'proposed'],
  ])('a credit from suspense, %s: %s %s of %s is said to take %s, and is %s', async (...given) => {
    const [_what, amount, currency, name, takes, outcome] = given
    const id = await makeArrival(world, amount, { bankCode: 'SCB', accountNo: '1234567890', name })
    await world.rows('update cashier_case set currency = $2 where id = $1', [id, currency])
    expect((await read('arrival', id)).actions.find(({ action }) => action === 'credit')?.takes).toBe(takes)
    const answered = await decide('arrival', id, { action: 'credit', member: member.id })
    expect(answered).toMatchObject({ status: 200, body: { outcome } })
  })

  it.each([
    [
      'the receiver shows too little of itself; a collector may have got it',
      ['MAYBE_COLLECTED', 'RECEIVER_UNSURE'],
      'two',
    ],
    ['the sender has another name', ['SENDER_OTHER_NAME'], 'one'],
    ['words of long ago', ['REVIEW'], 'one'],
  ])('a slip of which the release before wrote “%s” waits for %j and takes %s', async (words, reasons, takes) => {
    const id = await makeSlip(world, member.id)
    await world.rows('update slip set review_reason = $2 where id = $1', [id, words])
    const { row, actions } = await read('slip', id)
    expect(row.reasons.toSorted()).toEqual(reasons)
    expect(actions.find(({ action }) => action === 'credit')?.takes).toBe(takes)
  })

  it('a slip without a bank’s reference takes two, and is credited once it is confirmed', async () => {
    const id = await makeSlip(world, member.id, { isNamed: false })
    expect(await decide('slip', id, { action: 'credit', transfer: '-' })).toMatchObject({ status: 422 })
    const before = await member.wallet()
    const body = { action: 'credit-unreferenced', amount: 100, note: 'seen in the account' }
    const answered = await decide('slip', id, body)
    expect(answered).toMatchObject({ status: 200, body: { outcome: 'proposed' } })
    expect(await member.wallet()).toBe(before)
    await confirm(noi, answered.body.proposalId)
    expect((await member.wallet()) - before).toBe(100)
    await world.audit()
  })
})

describe('[OFC-035] at the command line', () => {
  const confirmed = async (said: string) => {
    const proposalId = /confirm (\S+)$/.exec(said)?.[1] ?? ''
    expect(await confirm(noi, proposalId)).toMatchObject({ status: 200 })
  }

  it.each(KINDS)(
    '[OFC-002] a %s is listed, shown with what may be done, and decided (%s) by the kind of the desk',
    async (kind, action, make, fields, change) => {
      const id = await make()
      expect(await app.command('decisions', 'list')).toContain(`${id}  ${kind}  `)
      expect(await app.command('decisions', 'show', id)).toMatch(new RegExp(`^  ${action} ID`, 'm'))
      const words = Object.values(fields).map((word) => String(word).replace('NOTICE1', 'NOTICE2'))
      const given = () => app.command('decisions', action, id, ...words)
      const before = await member.wallet()
      const said = await given()
      const isByTwo = BY_TWO.includes(kind)
      expect(said).toContain(isByTwo ? 'It takes two' : `${id} ${action}: done`)
      if (isByTwo) await confirmed(said)
      expect((await member.wallet()) - before).toBe(change)
      expect(await app.command('decisions', 'list')).not.toContain(id)
      await expect(given()).rejects.toThrow(/MOVED_ON|cannot be done/)
      const deeds = await world.rows('select actor from deed where subject = $1', [`${kind}:${id}`])
      expect(deeds).toEqual([{ actor: isByTwo ? `agent:${noi.agentId}` : 'cli:tester' }])
    },
  )

  it.each([
    [30_000, false],
    [30_000.01, true],
  ])('a withdrawal of %s is paid by one, or once another confirms it: %s', async (amount, takesTwo) => {
    const id = await makeWithdrawal(world, amount)
    await expect(app.command('withdrawals', 'pay', id, 'now')).rejects.toThrow('more than it asks for')
    await expect(app.command('withdrawals', 'list', 'member')).rejects.toThrow('nothing but a page')
    const said = await app.command('withdrawals', 'pay', id)
    await world.work()
    expect(world.bank.payouts.has(id)).toBe(!takesTwo)
    if (!takesTwo) return expect(said).toContain(': done')
    await expect(app.command('withdrawals', 'pay', id)).rejects.toThrow('proposed already')
    await expect(app.command('proposals', 'confirm', /\S+$/.exec(said)?.[0] ?? '')).rejects.toThrow()
    await confirmed(said)
    await world.work()
    expect(world.bank.payouts.get(id)?.orders).toBe(1)
  })

  it.each([
    [10_000, 'SOMCHAI JAIDEE', false],
    [10_000.01, 'SOMCHAI JAIDEE', true],
    [100, 'MANA DEEMAK', true],
  ])('%s baht in suspense, sent by %s, take two: %s', async (amount, name, takesTwo) => {
    const id = await makeArrival(world, amount, { bankCode: 'SCB', accountNo: '1234567890', name })
    const before = await member.wallet()
    const said = await app.command('cases', 'credit', id, member.id)
    expect((await member.wallet()) - before).toBeCloseTo(takesTwo ? 0 : amount)
    if (!takesTwo) return
    await confirmed(said)
    expect((await member.wallet()) - before).toBeCloseTo(amount)
  })

  it.each([
    ['slips', () => makeSlip(world, member.id, { isNamed: false })],
    ['notices', () => makeNotice(world, member.id)],
  ])(
    '%s credit without a bank’s transfer takes two, and one where the operator has no second, which its deed says',
    async (what, make) => {
      const before = await member.wallet()
      const [first, second] = [await make(), await make()]
      const said = await app.command(what, 'credit-unreferenced', first, '100', 'none told')
      expect(await member.wallet()).toBe(before)
      await confirmed(said)
      expect((await member.wallet()) - before).toBe(100)
      await app.command('settings', 'set', 'secondPerson', 'off')
      expect(await app.command(what, 'credit-unreferenced', second, '100', 'none told')).toContain(': done')
      await app.command('settings', 'set', 'secondPerson', 'on')
      expect((await member.wallet()) - before).toBe(200)
      const deeds = await world.rows('select actor, after from deed where subject = $1', [
        `${what.slice(0, -1)}:${second}`,
      ])
      expect(deeds).toMatchObject([{ actor: 'cli:tester', after: { secondPerson: 'off' } }])
      await world.audit()
    },
  )
})

async function askedFor(amount: number): Promise<{ id: string; player: TestMember }> {
  const player = await world.member({ walletMinor: amount * 100 })
  const { body } = await player.call('POST', '/api/wallet/withdraw', { body: { amount } })
  return { id: String(body['_id']), player }
}

const receiptOf = async (player: TestMember, id: string) =>
  (await player.call('GET', `/api/statement/receipt/${id}`)).body

describe('a withdrawal that is held', () => {
  it('is held 72 hours at most, says until when, and is paid by no lapse', async () => {
    const id = await makeWithdrawal(world, 300)
    expect(await decide('withdrawal', id, { action: 'hold', hours: 70, note: 'asked his bank' })).toMatchObject({
      status: 200,
    })
    const held = await read('withdrawal', id)
    expect(held.row.reasons).toContain('HELD')
    const hold = held.actions.find(({ action }) => action === 'hold')
    expect(hold?.fields.find(({ field }) => field === 'hours')?.most).toBe(72)
    world.clock.advance(71 * 3_600_000)
    mali = await staffMember(app, 'Mali', ['PAYMENTS'])
    await world.workDue()
    expect((await read('withdrawal', id)).row.reasons).toContain('HOLD_IS_OVER')
    expect(await decide('withdrawal', id, { action: 'hold', hours: 2, note: 'more' })).toMatchObject({ status: 422 })
    world.clock.advance(24 * 3_600_000)
    mali = await staffMember(app, 'Mali', ['PAYMENTS'])
    await world.workDue()
    expect((await read('withdrawal', id)).actions.map(({ action }) => action)).toEqual(['pay', 'return'])
    expect(world.bank.payouts.has(id)).toBe(false)
    await decide('withdrawal', id, { action: 'return', reason: 'OWN_REQUEST' })
  })

  it('[OFC-064] tells its player by when he will hear, and staff each 24 hours that it is held still; nothing is paid by lapse', async () => {
    const { id, player } = await askedFor(300)
    const today = async () => {
      world.clock.advance(5_000)
      mali = await staffMember(app, 'Mali', ['PAYMENTS'])
      const { alerts } = await app.desk.ok(desk.deskToday, { token: mali.token })
      return alerts.filter(({ alert }) => alert === 'held').map(({ count, since }) => ({ count, since }))
    }
    const heldAt = world.clock.now().getTime()
    const after = (hours: number) => new Date(heldAt + hours * 3_600_000).toISOString()
    const turnTo = (hours: number) => world.clock.advance(heldAt + hours * 3_600_000 - world.clock.now().getTime())
    expect(await decide('withdrawal', id, { action: 'hold', hours: 48, note: 'asked his bank' })).toMatchObject({
      status: 200,
    })
    expect(await receiptOf(player, id)).toMatchObject({ heldUntil: after(48) })
    turnTo(23.9)
    expect(await today()).toEqual([])
    for (const days of [1, 2, 3, 4]) {
      turnTo(days * 24)
      expect(await today()).toEqual([{ count: 1, since: after(days * 24) }])
      turnTo(days * 24 + 23)
      expect(await today()).toEqual([{ count: 1, since: after(days * 24) }])
    }
    await world.workDue()
    expect(world.bank.payouts.has(id)).toBe(false)
    expect(await decide('withdrawal', id, { action: 'pay' })).toMatchObject({ status: 200 })
    expect(await today()).toEqual([])
    expect(await receiptOf(player, id)).not.toHaveProperty('heldUntil')
  })

  it.each(RETURN_REASONS)('[OFC-037] that is returned says in its receipt why: %s', async (reason) => {
    mali = await staffMember(app, 'Mali', ['PAYMENTS'])
    const { id, player } = await askedFor(300)
    expect(await decide('withdrawal', id, { action: 'return', reason })).toMatchObject({ status: 200 })
    expect(await receiptOf(player, id)).toMatchObject({ returnReason: reason })
  })
})
