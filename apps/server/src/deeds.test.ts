import {
  type AdjustmentReason,
  type Call,
  DEED_FACTS,
  type DecisionKindName,
  desk,
  deskCalls,
  type ReconMapping,
} from '@krapao/contract'
import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bangkokDay } from './platform/bangkok-time.ts'
import { runCommand } from './platform/commands/index.ts'
import { newId } from './platform/ids.ts'
import type { TestApp } from './testing/app.ts'
import { type BonusMember, type BonusWorld, openBonusWorld } from './testing/worlds/bonus-world.ts'
import { guest, say } from './testing/worlds/chat-world.ts'
import { answer, codeOf, type Staff, staffMember } from './testing/worlds/desk-world.ts'
import { whitePng } from './testing/pictures/slip-drawing.ts'
import { memberWithMoney } from './testing/worlds/stories.ts'
import { video } from './testing/pictures/video-making.ts'
import {
  makeArrival,
  makeCase,
  makeFlag,
  makeGameCase,
  makeGift,
  makeNotice,
  makeReading,
  makeSlip,
  makeUnknownTransfer,
  makeWithdrawal,
} from './testing/worlds/waiting-world.ts'

let world: BonusWorld
let app: TestApp
beforeAll(async () => {
  world = await openBonusWorld({ hasDesk: true })
  app = world.app
  await world.set('registerOTP', false)
  await world.set('chatRobot', false)
  const { text, exitCode } = await runCommand(app.app().commands, ['export'])
  expect(exitCode).toBe(0)
  furnishing = JSON.parse(text) as Record<string, unknown>
})
afterAll(() => world.close())
beforeEach(async () => {
  await app.database.query('delete from restore_mark')
  await world.set('secondPerson', 'on')
  await world.set('withdrawAutoMaxMinor', 0)
  // Longer than what was read is kept in mind.
  app.clock.advance(2_000)
})

let furnishing: Record<string, unknown>
const READS = 'reads'

interface DeedRow {
  actor: string
  address: string | null
  what: string
  memberId: string | null
  subject: string | null
  before: object | null
  after: Record<string, unknown> | null
  reason: string | null
}

const deedsBy = (actor: string): Promise<DeedRow[]> =>
  app.database.query(
    `select actor, address, what, member_id as "memberId", subject, before, after, reason from deed
     where actor = $1 order by number`,
    [actor],
  )

async function newDeedsBy(actor: string, work: () => Promise<unknown>): Promise<DeedRow[]> {
  const before = (await deedsBy(actor)).length
  await work()
  return (await deedsBy(actor)).slice(before)
}

const payer = (name = 'Payer') => staffMember(app, name, ['PAYMENTS'])
const adjustment = (memberId: string) => {
  const reason: AdjustmentReason = 'goodwill'
  return { memberId, amount: 1, reason, note: 'the bank was late', reference: null }
}

async function proposal(): Promise<string> {
  const { memberId } = await memberWithMoney(app, 10)
  const { token } = await payer()
  const body = adjustment(memberId)
  return (await app.desk.ok(desk.deskAdjust, { token, body })).proposalId ?? ''
}

const flag = async () => makeFlag(world, [await richMember()])

const ofMember = async (words: readonly string[]) => [(await memberWithMoney(app, 1)).memberId, ...words]

const richMember = async () => (await world.member({ walletMinor: 200_00 })).id

async function armedPlayer(): Promise<BonusMember> {
  const player = await world.player()
  expect((await player.arm('FIRST20')).status).toBe(200)
  return player
}

/** A withdrawal of 300 baht that the bank paid. */
async function paidWithdrawal(): Promise<string> {
  const id = await makeWithdrawal(world, 300)
  await app.command('withdrawals', 'pay', id)
  await world.work()
  expect(world.bank.payouts.get(id)?.state).toBe('PAID')
  return id
}

/** A case of two members who call one transfer theirs, and who is to have it. */
async function contested(): Promise<string[]> {
  const [first, other] = [await richMember(), await richMember()]
  const transRef = `T${newId(app.clock.now())}`.toUpperCase()
  await app.command('notices', 'credit', await makeNotice(world, first), '100', `014:${transRef}`)
  return [await makeCase(world, { kind: 'TRANSFER_CONTESTED', memberId: first, transRef }), other]
}

/** A payout that the bank knows, and a restored copy does not. */
async function forgotten(): Promise<string[]> {
  const [reference, memberId] = [newId(app.clock.now()), await richMember()]
  const payout = { reference, amount: 100, currency: 'BAHT', to: {}, state: 'PAID', orders: 1 } as const
  world.bank.payouts.set(reference, { ...payout })
  await app.command('restore', 'mark')
  return [reference, memberId, '100']
}

/** An account whose provider says that it knows no such name. */
async function missingAccount(): Promise<string[]> {
  const player = await world.player()
  await player.open('PG')
  const marked = `update game_account set state = 'missing', version = version + 1 where member_id = $1`
  await app.database.query(marked, [player.id])
  return [player.id, 'pg']
}

/** A month long ago of which the archive has tables, and nothing in them. */
async function movedMonth(): Promise<void> {
  await app.database.query(`select ledger_archive_begin('2001-01-01')`)
  await app.database.query(`update ledger_archive set state = 'filled' where state = 'filling'`)
}

/** Of the rules of release one change at a time is proposed: the open one is taken back. */
async function withoutOpenChange(): Promise<void> {
  const ofRules = `select id from proposal where subject = 'release:rules' and state = 'OPEN'`
  const open = await app.database.query<{ id: string }>(ofRules)
  for (const { id } of open) await app.command('proposals', 'withdraw', id, 'no more')
}

const lent = async () => makeCase(world, { kind: 'PAID_AFTER_FAILED', memberId: await richMember(), isLent: true })
const seenThere = ['seen', 'in', 'their', 'list']
const named = () => `014:N${newId(app.clock.now())}`.toUpperCase()

/** What follows a command's name so that it does something; each prepares what it is about. */
const commands: Record<string, typeof READS | (() => Promise<readonly string[]>)> = {
  'accounts renew': missingAccount,
  'adjustments propose': () => ofMember(['5', 'goodwill', 'a', 'trial']),
  'arrivals close': async () => [await makeGameCase(world, 'contradiction')],
  'arrivals collect': async () => [await makeGameCase(world, 'late-arrival')],
  'arrivals forgive': async () => [await makeGameCase(world, 'late-arrival')],
  'arrivals list': READS,
  'archive attach': async () => {
    await movedMonth()
    await app.command('archive', 'detach', '2001-01')
    return ['2001-01']
  },
  'archive detach': async () => {
    await movedMonth()
    return ['2001-01']
  },
  'archive list': READS,
  'archive move': async () => ['2026-01'],
  'archive prove': READS,
  audit: READS,
  'audit begin': async () => [],
  'audit new': READS,
  'bonuses end': async () => [(await armedPlayer()).id],
  'bonuses list': READS,
  'bonuses rules': READS,
  'bonuses stop': async () => ['bonus', await liveOffer(), 'too', 'dear'],
  'cases close': async () => [await makeCase(world, { kind: 'PAYOUT_UNKNOWN' }), 'seen'],
  'cases collect': async () => [await lent()],
  'cases correct': async () => [
    await makeCase(world, { kind: 'GIFT_CONTRADICTED', memberId: await richMember() }),
    '0',
  ],
  'cases credit': async () => [await makeArrival(world, 100), await richMember()],
  'cases forgive': async () => [await lent()],
  'cases list': READS,
  'cases move': contested,
  'cases pay': async () => {
    const withdrawalId = await makeWithdrawal(world, 300)
    await app.command('withdrawals', 'return', withdrawalId)
    const payout = { reference: withdrawalId, amount: 300, currency: 'BAHT', to: {}, state: 'PAID', orders: 1 } as const
    world.bank.payouts.set(withdrawalId, { ...payout })
    return [await makeCase(world, { kind: 'PAYOUT_CONTRADICTED', withdrawalId })]
  },
  'cases refund': async () => {
    const withdrawalId = await paidWithdrawal()
    const payout = world.bank.payouts.get(withdrawalId)
    if (payout) payout.state = 'FAILED'
    return [await makeCase(world, { kind: 'FAILED_AFTER_PAID', withdrawalId })]
  },
  'cases return': async () => [await makeArrival(world, 100), 'sent', 'back'],
  'desk add': async () => ['made', 'Somebody', '--roles', 'risk'],
  'desk disable': async () => [(await payer()).username],
  'desk end-guests': async () => {
    const who = guest()
    await say(app, who, 'hello')
    await app.command('desk', 'roles', (await payer()).username, 'support')
    app.clock.advance(2 * 3_600_000)
    return ['1']
  },
  'desk reset': async () => [(await payer()).username],
  'desk roles': async () => [(await payer()).username, 'risk'],
  'desk users': READS,
  export: READS,
  'flags close': async () => [await flag(), 'unsure', 'looked', 'at'],
  'flags list': READS,
  'flags mark': async () => [await flag(), 'high', '--reason', 'two', 'phones'],
  'gifts credit': async () => [await makeGift(world, await richMember()), '100'],
  'gifts list': READS,
  'gifts refuse': async () => [await makeGift(world, await richMember())],
  import: async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'furnishing-')), 'operator.json')
    await writeFile(file, JSON.stringify({ ...furnishing, settings: { slipMinutes: 77 } }))
    return [file]
  },
  'invites set': async () => ['percent=3'],
  'invites show': READS,
  'members end-sessions': () => ofMember(['--reason', 'a', 'trial']),
  'members lock': () => ofMember(['--reason', 'a', 'trial']),
  'members unlock': async () => {
    const { memberId } = await memberWithMoney(app, 1)
    await app.command('members', 'lock', memberId, '--reason', 'a trial')
    return [memberId, '--reason', 'a', 'trial']
  },
  'movements find': READS,
  'notices close': async () => [await makeNotice(world, await richMember()), 'nothing', 'came'],
  'notices credit': async () => [await makeNotice(world, await richMember()), '100', named()],
  'notices list': READS,
  'party check': READS,
  'party list': READS,
  'protection cool-off': () => ofMember(['24', '--reason', 'a', 'trial']),
  'protection exclude': () => ofMember(['6', '--reason', 'a', 'trial']),
  'protection limit': () => ofMember(['deposit', 'day', '500', '--reason', 'a', 'trial']),
  'proposals confirm': async () => [await proposal(), 'agreed'],
  'proposals list': READS,
  'proposals refuse': async () => [await proposal(), 'no'],
  'proposals withdraw': async () => {
    const said = await app.command('adjustments', 'propose', ...(await ofMember(['5', 'goodwill', 'a trial'])))
    return [/\S+$/.exec(said)?.[0] ?? '', 'a', 'mistake']
  },
  'readings accept': async () => [await makeReading(world, 'absurd')],
  'readings list': READS,
  'readings reject': async () => [await makeReading(world, 'absurd'), 'a', 'mistake'],
  'readings transfer': async () => [await makeReading(world, 'restored')],
  'refunds set': async () => ['percent=4'],
  'refunds show': READS,
  'release propose': async () => ['20000', '60000', '24', 'a', 'trial'],
  'release replay': READS,
  'release rules': READS,
  'restore end': async () => {
    await app.command('restore', 'mark')
    return []
  },
  'restore mark': async () => [],
  'restore status': READS,
  'secrets reseal': async () => [],
  'settings get': READS,
  'settings list': READS,
  'settings set': async () => ['slipMinutes', '61'],
  'slips credit': async () => [await makeSlip(world, await richMember())],
  'slips list': READS,
  'slips refuse': async () => [await makeSlip(world, await richMember())],
  'transfers done': async () => [await makeUnknownTransfer(world), ...seenThere],
  'transfers list': READS,
  'transfers void': async () => {
    // One person ends it here.
    await world.set('secondPerson', 'off')
    return [await makeUnknownTransfer(world), ...seenThere]
  },
  'withdrawals list': READS,
  'withdrawals pay': async () => [await makeWithdrawal(world, 300)],
  'withdrawals remember': forgotten,
  'withdrawals return': async () => [await makeWithdrawal(world, 300), 'IDENTITY'],
}

const written = Object.entries(commands).flatMap(([name, prepare]) =>
  typeof prepare === 'function' ? [[name, prepare] as const] : [],
)

describe('what is done at the command line', () => {
  it('[OFC-009] is all listed here: each command reads, or leaves a deed', () => {
    expect(Object.keys(commands).toSorted()).toEqual(
      app
        .app()
        .commands.map(({ name }) => name)
        .toSorted(),
    )
  })

  it.each(written)('[OFC-009] is one deed, in one transaction with what it does: %s', async (name, prepare) => {
    const words = await prepare()
    const given = () => app.command(...name.split(' '), ...words)
    // Where its deed cannot be written nothing is done, so that it can be done afterwards.
    expect(
      await newDeedsBy('cli:tester', () => withoutDeeds(() => expect(given()).rejects.toThrow('no deeds'))),
    ).toEqual([])
    // What a try took for itself for a while is free again.
    app.clock.advance(30_000)
    const deeds = await newDeedsBy('cli:tester', given)
    expect(deeds).toHaveLength(1)
    expect(deeds[0]).toMatchObject({ actor: 'cli:tester', address: null })
  })
})

/** Does something while no deed can be written. */
async function withoutDeeds(work: () => Promise<unknown>): Promise<void> {
  await app.database.query(
    `create or replace function no_deeds() returns trigger language plpgsql as $$ begin raise exception 'no deeds'; end $$`,
  )
  await app.database.query('create trigger no_deeds before insert on deed for each row execute function no_deeds()')
  try {
    await work()
  } finally {
    await app.database.query('drop trigger no_deeds on deed')
  }
}

interface Doing {
  by: Staff
  params?: Record<string, string>
  body?: object
  /** What is sent in place of a body. */
  file?: Buffer
}

const supporter = () => staffMember(app, 'Supporter', ['SUPPORT'])
const owner = () => staffMember(app, 'Owner', ['OWNER', 'SUPPORT'])

async function room(): Promise<string> {
  const who = guest()
  await say(app, who, 'hello')
  return who.roomId
}

async function heldRoom(): Promise<Doing> {
  const [by, roomId] = [await supporter(), await room()]
  await answer(app, by, roomId, 'yes?')
  return { by, params: { roomId } }
}

async function replyOf(by: Staff): Promise<Record<string, string>> {
  const { reply } = await app.desk.ok(desk.deskAddReply, { token: by.token, body: replyTexts })
  return { replyId: reply._id }
}

/** Of a member, by one who may do everything about him. */
const aboutMember = async (): Promise<Doing> => ({
  by: await staffMember(app, 'Risa', ['RISK', 'SUPPORT']),
  params: { memberId: (await memberWithMoney(app, 1)).memberId },
  body: { reason: 'a trial' },
})

/** A request about data that stands so, and what is sent with the next step; the body also is that of another one. */
async function dataRequest(state: 'received' | 'verified'): Promise<Doing> {
  const { by, params } = await aboutMember()
  const requestId = newId(app.clock.now())
  const memberId = String(params?.['memberId'])
  await app.database.query(
    `insert into data_request (id, member_id, kind, via, state, received_at) values ($1, $2, 'correction', 'desk', $3, $4)`,
    [requestId, memberId, state, app.clock.now()],
  )
  const body = { memberId, kind: 'copy', reason: 'law', note: 'a trial' }
  return { by, params: { requestId }, body }
}

/** Another text for a part, by one who may change it. */
async function contentOf(publishAt: Date | null) {
  const by = await staffMember(app, 'Maker', ['MARKETING'])
  const params = { part: 'withdraw' }
  const { number } = await app.desk.ok(desk.deskContentPart, { token: by.token, params })
  const words = [`<p>${randomUUID()}</p>`]
  const document = { th: words, lo: words, en: words }
  return { by, params, body: { document, number, publishAt: publishAt?.toISOString() ?? null, note: null } }
}

/** Of a member with an app, whose removal was asked for or not. */
async function aboutFactors(isAsked: boolean): Promise<Doing> {
  const { by, body, params } = await aboutMember()
  const memberId = String(params?.['memberId'])
  const confirmedAt = app.clock.now()
  await app.database.query(
    `insert into member_authenticator (member_id, totp_key, confirmed_at) values ($1, 'x', $2)`,
    [memberId, confirmedAt],
  )
  if (isAsked) {
    await app.database.query(`insert into factor_removal (member_id, due_at, language) values ($1, $2, 'th')`, [
      memberId,
      new Date(confirmedAt.getTime() + 1_000_000_000),
    ])
  }
  return { by, ...(body === undefined ? {} : { body }), params: { memberId } }
}

const replyTexts = { title: 'Hello', th: 'สวัสดี', lo: 'ສະບາຍດີ', en: 'Hello' }
const marketer = () => staffMember(app, 'Marketer', ['MARKETING'])
const threeWords = { th: 'โบนัส', lo: 'ໂບນັດ', en: 'Bonus' }
const offer = () => ({
  ...{ source: 'bonus' as const, code: `B${newId(app.clock.now())}`.toUpperCase(), revision: null },
  ...{ kind: 'limit' as const, maxReceived: 1, percent: 20, fixed: null, cap: 100, minDeposit: 100 },
  ...{ percentFail: 5, percentSuccess: 300, seats: null, monthlyBudget: null, validFrom: null, validUntil: null },
  ...{ names: threeWords, descriptions: threeWords, banners: [] },
})
async function draftOfOffer() {
  const [by, body] = [await marketer(), offer()]
  const { draft } = await app.desk.ok(desk.deskSaveBonus, { token: by.token, body })
  return { by, source: body.source, code: body.code, revision: draft.revision }
}
const aboutOffer = ({ by, source, code, revision }: Awaited<ReturnType<typeof draftOfOffer>>) => ({
  by,
  params: { source, code },
  body: { revision },
})
async function liveOffer(): Promise<string> {
  const { by, params, body } = aboutOffer(await draftOfOffer())
  await app.desk.ok(desk.deskSimulateBonus, { token: by.token, params, body })
  await app.desk.ok(desk.deskPublishBonus, { token: by.token, params, body: { ...body, reason: 'a trial' } })
  return params.code
}
const proposalOf = async () => ({ proposalId: await proposal() })
const note = { note: 'seen' }

const BANK = { kind: 'bank', party: 'KBANK' } as const
const columns: ReconMapping = {
  ...{
    delimiter: ',',
    order: 'YMD',
    isBuddhist: false,
    date: 'Date',
    time: null,
    amount: 'Amount',
    in: null,
    out: null,
  },
  ...{ reference: null, account: null, words: null, balance: 'Balance', until: null },
}
let days = 0
const aDay = (): string => `2025-01-${String((days += 1)).padStart(2, '0')}`
const fileOf = (day: string, amount: string): Buffer => Buffer.from(`Date,Amount,Balance\n${day},${amount},100.00\n`)

async function bookkeeper(): Promise<Staff> {
  const by = await payer()
  await app.desk.ok(desk.deskReconMapping, { token: by.token, params: BANK, body: columns })
  return by
}

/** A day of a bank whose statement was taken in; of another sum than nothing it has a line that nobody knows. */
async function statement(day = aDay(), amount = '5.00') {
  const by = await bookkeeper()
  const form = { bytes: fileOf(day, amount) }
  await app.desk.ok(desk.deskReconImport, { token: by.token, params: BANK, form })
  return { by, params: { ...BANK, day } }
}

/** Each call of the desk that does something, prepared; those that staff make of themselves at the login are seen there. */
const deskWrites: Record<string, typeof READS | (() => Promise<Doing>)> = {
  deskAcknowledgeAlert: async () => {
    const alertId = newId(app.clock.now())
    await app.database.query(
      `insert into desk_alert (id, alert, what, count, raised_at, tell_at) values ($1, 'audit', $1, 1, $2, $2)`,
      [alertId, app.clock.now()],
    )
    return { by: await payer(), params: { alertId } }
  },
  deskAddNote: async () => ({ ...(await aboutMember()), body: { text: 'called twice' } }),
  deskAddReply: async () => ({ by: await supporter(), body: replyTexts }),
  deskAdjust: async () => ({ by: await payer(), body: adjustment((await memberWithMoney(app, 1)).memberId) }),
  deskChangePassword: async () => {
    const by = await supporter()
    app.clock.advance(30_000)
    return { by, body: { oldPassword: by.password, newPassword: 'nine quiet lanterns', totp: codeOf(app, by) } }
  },
  deskChangeReply: async () => {
    const by = await supporter()
    return { by, params: await replyOf(by), body: { ...replyTexts, title: 'Good day' } }
  },
  deskClaim: async () => ({ by: await supporter(), params: { roomId: await room() } }),
  deskClaimDecision: async () => ({ by: await payer(), params: { kind: 'proposal', id: await proposal() } }),
  deskConfirmProposal: async () => ({ by: await payer(), params: await proposalOf(), body: note }),
  deskDiscardBonus: async () => aboutOffer(await draftOfOffer()),
  deskPublishBonus: async () => {
    const drafted = await draftOfOffer()
    const { by, params, body } = aboutOffer(drafted)
    await app.desk.ok(desk.deskSimulateBonus, { token: by.token, params, body })
    return { by, params, body: { ...body, reason: 'a trial' } }
  },
  deskSaveBonus: async () => ({ by: await marketer(), body: offer() }),
  deskSimulateBonus: async () => aboutOffer(await draftOfOffer()),
  deskStopBonus: async () => ({
    by: await marketer(),
    params: { source: 'bonus' as const, code: await liveOffer() },
    body: { reason: 'a trial' },
  }),
  deskReceiveDataRequest: async () => ({ ...(await dataRequest('received')), params: {} }),
  deskVerifyDataRequest: () => dataRequest('received'),
  deskDeliverDataRequest: () => dataRequest('verified'),
  deskRefuseDataRequest: () => dataRequest('verified'),
  deskCoolOff: async () => ({ ...(await aboutMember()), body: { hours: 24, reason: 'a trial' } }),
  deskAskParty: async () => {
    const by = await payer()
    const id = await makeWithdrawal(world, 300)
    world.bank.payoutState = 'SENT'
    const params = { kind: 'withdrawal' as const, id }
    const { row } = await app.desk.ok(desk.deskDecision, { token: by.token, params })
    await app.desk.ok(desk.deskDecide, { token: by.token, params, body: { action: 'pay', version: row.version } })
    await world.work()
    world.bank.payoutState = 'PAID'
    return { by, params }
  },
  deskDecide: async () => ({
    by: await payer(),
    params: { kind: 'proposal', id: await proposal() },
    body: { action: 'refuse', version: 0, note: 'seen' },
  }),
  deskDisable: async () => ({ by: await owner(), params: { agentId: (await payer()).agentId } }),
  deskEnd: heldRoom,
  deskEndStaffSessions: async () => ({ by: await owner(), params: { agentId: (await payer()).agentId }, body: {} }),
  deskAuditExport: async () => ({ by: await owner(), body: { reason: 'a trial' } }),
  deskNewFactor: async () => {
    const by = await supporter()
    app.clock.advance(30_000)
    return { by, body: { password: by.password, totp: codeOf(app, by) } }
  },
  deskTakeFactor: async () => {
    const by = await supporter()
    app.clock.advance(30_000)
    const body = { password: by.password, totp: codeOf(app, by) }
    const { offer, totpKey } = await app.desk.ok(desk.deskNewFactor, { token: by.token, body })
    return { by, body: { offer, totp: codeOf(app, { ...by, totpKey }) } }
  },
  deskEndBonus: async () => ({ ...(await aboutMember()), params: { memberId: (await armedPlayer()).id } }),
  deskEndSessions: aboutMember,
  deskExclude: async () => ({ ...(await aboutMember()), body: { months: 6, reason: 'a trial' } }),
  deskHistory: READS,
  deskKeepFactors: () => aboutFactors(true),
  deskLockMember: aboutMember,
  deskLogout: async () => ({ by: await supporter() }),
  deskMarkRead: READS,
  deskReadGame: async () => {
    const player = await world.player()
    await player.open('PG')
    return { by: await supporter(), params: { memberId: player.id }, body: { code: 'PG' } }
  },
  deskRememberPayout: async () => {
    const [reference, memberId] = await forgotten()
    return { by: await payer(), params: { memberId: memberId ?? '' }, body: { reference, amount: 100 } }
  },
  deskRenewGame: async () => {
    const [memberId = ''] = await missingAccount()
    return { by: await supporter(), params: { memberId }, body: { code: 'PG' } }
  },
  deskReconClose: async () => {
    const { by, params } = await statement()
    const [line] = (await app.desk.ok(desk.deskReconDay, { token: by.token, params })).theirs
    const body = { side: 'theirs' as const, id: line?.id ?? '', as: 'fee' as const, reason: 'a trial' }
    await app.desk.ok(desk.deskReconExplain, { token: by.token, params, body })
    return { by, params, body: { opening: null, closing: null } }
  },
  deskReconExplain: async () => {
    const doing = await statement()
    const [line] = (await app.desk.ok(desk.deskReconDay, { token: doing.by.token, params: doing.params })).theirs
    return { ...doing, body: { side: 'theirs', id: line?.id ?? '', as: 'fee', reason: 'a trial' } }
  },
  deskReconForget: statement,
  deskReconImport: async () => ({ by: await bookkeeper(), params: BANK, file: fileOf(aDay(), '5.00') }),
  deskReconMapping: async () => ({ by: await payer(), params: BANK, body: columns }),
  deskReconMatch: async () => {
    await memberWithMoney(app, 77.11)
    const doing = await statement(bangkokDay(app.clock.now()), '77.11')
    const { theirs, own } = await app.desk.ok(desk.deskReconDay, { token: doing.by.token, params: doing.params })
    const ours = own.find(({ amount }) => amount === 77.11)
    return { ...doing, body: { line: theirs[0]?.id, own: ours?.id } }
  },
  deskReportExport: async () => ({
    by: await payer(),
    body: { from: '2025-01-01', to: '2025-01-02', reason: 'a trial' },
  }),
  deskRemoveFactors: () => aboutFactors(false),
  deskRefuseProposal: async () => ({ by: await payer(), params: await proposalOf(), body: note }),
  deskRelease: heldRoom,
  deskReleaseDecision: async () => {
    const [by, params] = [await payer(), { kind: 'proposal' as const, id: await proposal() }]
    await app.desk.ok(desk.deskClaimDecision, { token: by.token, params })
    return { by, params }
  },
  deskReleasePropose: async () => {
    await withoutOpenChange()
    const by = await staffMember(app, 'Owner', ['OWNER', 'RISK'])
    const { version } = await app.desk.ok(desk.deskReleaseRules, { token: by.token })
    const rules = { withdrawAutoMax: 20_000, withdrawAutoDayMax: 60_000, payeeUnchangedHours: 24 }
    return { by, body: { ...rules, version, reason: 'a trial' } }
  },
  deskReleaseReplay: READS,
  deskRemoveReply: async () => {
    const by = await supporter()
    return { by, params: await replyOf(by) }
  },
  deskReveal: async () => ({ ...(await aboutMember()), body: { field: 'phone', reason: 'a trial' } }),
  deskSend: async () => ({
    ...(await heldRoom()),
    body: { message: { message_type: 'text', payload: { message: 'and again' } } },
  }),
  deskSetLimit: async () => ({
    ...(await aboutMember()),
    body: { kind: 'deposit', period: 'day', amount: 500, reason: 'a trial' },
  }),
  deskPublishContent: async () => contentOf(null),
  deskContentPicture: async () => ({ by: (await contentOf(null)).by, file: whitePng(8, 8, true) }),
  deskWithdrawContent: async () => {
    const { by, params, body } = await contentOf(new Date(app.clock.now().getTime() + 3_600_000))
    const { number } = await app.desk.ok(desk.deskPublishContent, { token: by.token, key: randomUUID(), params, body })
    return { by, params, body: { number } }
  },
  deskSetSetting: async () => ({
    by: await staffMember(app, 'Owner', ['OWNER']),
    params: { name: 'qrMinutes' },
    body: { value: 16, before: (await app.app().operator.settings()).qrMinutes, reason: 'a trial' },
  }),
  deskSetRoles: async () => ({
    by: await staffMember(app, 'Owner', ['OWNER', 'RISK']),
    params: { agentId: (await payer()).agentId },
    body: { roles: ['RISK'] },
  }),
  deskStepUp: async () => {
    const by = await supporter()
    app.clock.advance(30_000)
    return { by, body: { totp: codeOf(app, by) } }
  },
  deskTakeOver: async () => ({ by: await supporter(), params: (await heldRoom()).params ?? {} }),
  deskUnlockMember: async () => {
    const doing = await aboutMember()
    await app.command('members', 'lock', doing.params?.['memberId'] ?? '', '--reason', 'a trial')
    return doing
  },
  deskUploadImage: async () => ({ by: await supporter(), file: whitePng(8, 8, true) }),
  deskUploadVideo: async () => ({ by: await supporter(), file: video() }),
  deskWithdrawProposal: async () => {
    const [by, { memberId }] = [await payer(), await memberWithMoney(app, 1)]
    const { proposalId } = await app.desk.ok(desk.deskAdjust, { token: by.token, body: adjustment(memberId) })
    return { by, params: { proposalId: proposalId ?? '' }, body: note }
  },
}

const writes = deskCalls.filter(({ method, caller }) => method !== 'GET' && caller === 'agent')
const doneAtDesk = writes.flatMap((call) => {
  const prepare = deskWrites[call.name]
  return typeof prepare === 'function' ? [[call.name, call, prepare] as const] : []
})

const ADDRESS = '10.9.9.9'

/** @returns the status of the answer. */
async function sendAtDesk(call: Call, { by, params = {}, body, file }: Doing, key = randomUUID()): Promise<number> {
  const said = file === undefined ? { rawBody: body } : { form: { bytes: file } }
  const sent = { token: by.token, params, key, address: ADDRESS, ...said }
  return (await app.desk.call(call, sent)).status
}

describe('what is done at the desk', () => {
  it('[OFC-009] is all listed here: each call reads, or leaves a deed', () => {
    expect(Object.keys(deskWrites).toSorted()).toEqual(writes.map(({ name }) => name).toSorted())
  })

  /** Nothing is done while no deed can be written; after that it is done, and one is, also when it is sent again. */
  async function leavesOneDeed(call: Call, doing: Doing): Promise<void> {
    const actor = `agent:${doing.by.agentId}`
    const refused = async () => expect(await sendAtDesk(call, doing)).toBeGreaterThanOrEqual(500)
    expect(await newDeedsBy(actor, () => withoutDeeds(refused))).toEqual([])
    // What a try took for itself for a while is free again.
    if (call === desk.deskRenewGame) app.clock.advance(30_000)
    const key = randomUUID()
    const sends = call.idempotent ? ['first', 'again'] : ['first']
    const deeds = await newDeedsBy(actor, async () => {
      for (const _ of sends) expect(await sendAtDesk(call, doing, key)).toBe(200)
    })
    expect(deeds).toHaveLength(1)
    expect(deeds[0]).toMatchObject({ actor, address: ADDRESS })
  }

  it.each(doneAtDesk)('[OFC-009] is one deed, in one transaction with what it does: %s', async (_name, call, prepare) =>
    leavesOneDeed(call, await prepare()),
  )

  const decisions: readonly [DecisionKindName, string, () => Promise<string>, object][] = [
    ['withdrawal', 'hold', () => makeWithdrawal(world, 300), { hours: 5, note: 'asked his bank' }],
    ['withdrawal', 'pay', () => makeWithdrawal(world, 300), {}],
    ['slip', 'credit', async () => makeSlip(world, await richMember()), {}],
    ['notice', 'credit', async () => makeNotice(world, await richMember()), { amount: 100, transfer: '014:DECIDED1' }],
    ['arrival', 'return', () => makeArrival(world, 100), { note: 'sent back' }],
    ['case', 'collect', lent, {}],
    ['transfer', 'void', () => makeUnknownTransfer(world), { evidence: seenThere.join(' ') }],
    ['reading', 'reject', () => makeReading(world, 'absurd'), { note: 'a mistake' }],
    ['reading', 'transfer', () => makeReading(world, 'restored'), {}],
    ['arrival', 'forgive', () => makeGameCase(world, 'late-arrival'), {}],
    ['flag', 'unsure', flag, { note: 'looked at' }],
    ['flag', 'mark-high', flag, { note: 'two phones' }],
  ]

  it.each(decisions)(
    '[OFC-009] is one deed, in one transaction with what it does: %s, %s',
    async (kind, action, make, fields) => {
      const by = await staffMember(app, 'Decider', ['PAYMENTS', 'RISK'])
      const id = await make()
      const params = { kind, id }
      const { row } = await app.desk.ok(desk.deskDecision, { token: by.token, params })
      await leavesOneDeed(desk.deskDecide, { by, params, body: { action, version: row.version, ...fields } })
    },
  )
})

describe('a deed that both doors do', () => {
  /** A deed without who did it and from where, and without the ids of what it is about. */
  const bare = ({ actor: _actor, address: _address, memberId, subject, ...rest }: DeedRow) => {
    const words = JSON.stringify({ ...rest, isOfMember: memberId !== null, kind: subject?.split(':')[0] ?? null })
    return JSON.parse(words.replaceAll(/"(agent|cli):[^"]*"|"[0-9a-z]{26}"|"staff\d+"/g, '"x"')) as unknown
  }

  const pairs: Record<
    string,
    { atDesk: () => Promise<Doing>; call: Call; words: (params: Doing) => Promise<string[]> }
  > = {
    'proposes an adjustment': {
      call: desk.deskAdjust,
      atDesk: async () => ({ by: await payer(), body: adjustment((await memberWithMoney(app, 1)).memberId) }),
      words: async () => [
        'adjustments',
        'propose',
        ...(await ofMember(['1', 'goodwill', 'the', 'bank', 'was', 'late'])),
      ],
    },
    'confirms a proposal': {
      call: desk.deskConfirmProposal,
      atDesk: async () => ({ by: await payer(), params: await proposalOf(), body: note }),
      words: async () => ['proposals', 'confirm', await proposal(), 'seen'],
    },
    'refuses a proposal': {
      call: desk.deskRefuseProposal,
      atDesk: async () => ({ by: await payer(), params: await proposalOf(), body: note }),
      words: async () => ['proposals', 'refuse', await proposal(), 'seen'],
    },
    'locks an agent out': {
      call: desk.deskDisable,
      atDesk: async () => ({ by: await owner(), params: { agentId: (await payer()).agentId } }),
      words: async () => ['desk', 'disable', (await payer()).username],
    },
    'locks a member': {
      call: desk.deskLockMember,
      atDesk: aboutMember,
      words: async () => ['members', 'lock', ...(await ofMember(['--reason', 'a', 'trial']))],
    },
    'ends the sessions of a member': {
      call: desk.deskEndSessions,
      atDesk: aboutMember,
      words: async () => ['members', 'end-sessions', ...(await ofMember(['--reason', 'a', 'trial']))],
    },
    'gives other roles': {
      call: desk.deskSetRoles,
      atDesk: async () => ({
        by: await staffMember(app, 'Owner', ['OWNER', 'RISK']),
        params: { agentId: (await payer()).agentId },
        body: { roles: ['RISK'] },
      }),
      words: async () => ['desk', 'roles', (await payer()).username, 'risk'],
    },
  }

  it.each(Object.entries(pairs))(
    '[OFC-002] differs in the actor alone: who %s',
    async (_what, { atDesk, call, words }) => {
      const doing = await atDesk()
      const { by, params = {}, body } = doing
      const sent = { token: by.token, params, ...(body === undefined ? {} : { rawBody: body }) }
      const ofDesk = await newDeedsBy(`agent:${by.agentId}`, () => app.desk.ok(call, sent))
      const given = await words(doing)
      const ofCommand = await newDeedsBy('cli:tester', () => app.command(...given))
      expect(ofCommand.map(bare)).toEqual(ofDesk.map(bare))
      expect(ofCommand).toHaveLength(1)
    },
  )
})

// Last: what all of the above have left.
describe('what is kept of deeds', () => {
  it('[OFC-063] stands under names that the desk has words for', async () => {
    const rows = await app.database.query<{ name: string }>(
      `select distinct name from deed, jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) as name`,
    )
    expect(rows.length).toBeGreaterThan(30)
    expect(rows.map(({ name }) => name).filter((name) => !DEED_FACTS.includes(name))).toEqual([])
  })

  it('[OFC-011] is nobody’s whole phone or account number', async () => {
    const known = await app.database.query<{ told: string }>(
      `select told from (select username as told from member union select account_no from member_bank_account) as known
       where told ~ '^[0-9]{9,}$'`,
    )
    const deeds = await app.database.query<{ all: string }>(
      `select concat_ws(' ', subject, before::text, after::text, reason) as all from deed`,
    )
    expect(known.length).toBeGreaterThan(20)
    expect(known.filter(({ told }) => deeds.some(({ all }) => all.includes(told)))).toEqual([])
  })
})
