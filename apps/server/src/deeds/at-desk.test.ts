import { type Call, type DecisionKindName, desk, deskCalls, type ReconMapping } from '@krapao/contract'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bangkokDay } from '../platform/bangkok-time.ts'
import { newId } from '../platform/ids.ts'
import { guest, say } from '../testing/worlds/chat-world.ts'
import { answer, codeOf, type Staff, staffMember } from '../testing/worlds/desk-world.ts'
import { whitePng } from '../testing/pictures/slip-drawing.ts'
import { memberWithMoney } from '../testing/worlds/stories.ts'
import { video } from '../testing/pictures/video-making.ts'
import {
  makeArrival,
  makeGameCase,
  makeNotice,
  makeReading,
  makeSlip,
  makeUnknownTransfer,
  makeWithdrawal,
} from '../testing/worlds/waiting-world.ts'
import { openDeedsWorld, READS } from './deeds.fixture.ts'
import { aboutMember, armedPlayer, flag, forgotten, lent, missingAccount, richMember } from './members.fixture.ts'
import { draftOfOffer, liveOffer, offer, triedOffer } from './offers.fixture.ts'
import { adjustment, note, proposal, proposalOf } from './proposals.fixture.ts'
import { type Doing, marketer, owner, payer } from './staff.fixture.ts'

const { app, world, newDeedsBy, withoutDeeds, describeKeptDeeds } = await openDeedsWorld()

/** Of the rules of release one change at a time is proposed: the open one is taken back. */
async function withoutOpenChange(): Promise<void> {
  const ofRules = `select id from proposal where subject = 'release:rules' and state = 'OPEN'`
  const open = await app.database.query<{ id: string }>(ofRules)
  for (const { id } of open) await app.command('proposals', 'withdraw', id, 'no more')
}

const supporter = () => staffMember(app, 'Supporter', ['SUPPORT'])

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

/** A request about data that stands so, and what is sent with the next step; the body also is that of another one. */
async function dataRequest(state: 'received' | 'verified'): Promise<Doing> {
  const { by, params } = await aboutMember(world)
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
  const { by, body, params } = await aboutMember(world)
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
  const by = await payer(world)
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
    return { by: await payer(world), params: { alertId } }
  },
  deskAddNote: async () => ({ ...(await aboutMember(world)), body: { text: 'called twice' } }),
  deskAddReply: async () => ({ by: await supporter(), body: replyTexts }),
  deskAdjust: async () => ({ by: await payer(world), body: await adjustment(world) }),
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
  deskClaimDecision: async () => ({ by: await payer(world), params: { kind: 'proposal', id: await proposal(world) } }),
  deskConfirmProposal: async () => ({ by: await payer(world), params: await proposalOf(world), body: note }),
  deskDiscardBonus: () => draftOfOffer(world),
  deskPublishBonus: () => triedOffer(world),
  deskSaveBonus: async () => ({ by: await marketer(world), body: offer(world) }),
  deskSimulateBonus: () => draftOfOffer(world),
  deskStopBonus: async () => ({
    by: await marketer(world),
    params: { source: 'bonus' as const, code: await liveOffer(world) },
    body: { reason: 'a trial' },
  }),
  deskReceiveDataRequest: async () => ({ ...(await dataRequest('received')), params: {} }),
  deskVerifyDataRequest: () => dataRequest('received'),
  deskDeliverDataRequest: () => dataRequest('verified'),
  deskRefuseDataRequest: () => dataRequest('verified'),
  deskCoolOff: async () => ({ ...(await aboutMember(world)), body: { hours: 24, reason: 'a trial' } }),
  deskAskParty: async () => {
    const by = await payer(world)
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
    by: await payer(world),
    params: { kind: 'proposal', id: await proposal(world) },
    body: { action: 'refuse', version: 0, note: 'seen' },
  }),
  deskDisable: async () => ({ by: await owner(world), params: { agentId: (await payer(world)).agentId } }),
  deskEnd: heldRoom,
  deskEndStaffSessions: async () => ({
    by: await owner(world),
    params: { agentId: (await payer(world)).agentId },
    body: {},
  }),
  deskAuditExport: async () => ({ by: await owner(world), body: { reason: 'a trial' } }),
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
  deskEndBonus: async () => ({ ...(await aboutMember(world)), params: { memberId: (await armedPlayer(world)).id } }),
  deskEndSessions: () => aboutMember(world),
  deskExclude: async () => ({ ...(await aboutMember(world)), body: { months: 6, reason: 'a trial' } }),
  deskHistory: READS,
  deskKeepFactors: () => aboutFactors(true),
  deskLockMember: () => aboutMember(world),
  deskLogout: async () => ({ by: await supporter() }),
  deskMarkRead: READS,
  deskReadGame: async () => {
    const player = await world.player()
    await player.open('PG')
    return { by: await supporter(), params: { memberId: player.id }, body: { code: 'PG' } }
  },
  deskRememberPayout: async () => {
    const [reference, memberId] = await forgotten(world)
    return { by: await payer(world), params: { memberId: memberId ?? '' }, body: { reference, amount: 100 } }
  },
  deskRenewGame: async () => {
    const [memberId = ''] = await missingAccount(world)
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
  deskReconMapping: async () => ({ by: await payer(world), params: BANK, body: columns }),
  deskReconMatch: async () => {
    await memberWithMoney(app, 77.11)
    const doing = await statement(bangkokDay(app.clock.now()), '77.11')
    const { theirs, own } = await app.desk.ok(desk.deskReconDay, { token: doing.by.token, params: doing.params })
    const ours = own.find(({ amount }) => amount === 77.11)
    return { ...doing, body: { line: theirs[0]?.id, own: ours?.id } }
  },
  deskReportExport: async () => ({
    by: await payer(world),
    body: { from: '2025-01-01', to: '2025-01-02', reason: 'a trial' },
  }),
  deskRemoveFactors: () => aboutFactors(false),
  deskRefuseProposal: async () => ({ by: await payer(world), params: await proposalOf(world), body: note }),
  deskRelease: heldRoom,
  deskReleaseDecision: async () => {
    const [by, params] = [await payer(world), { kind: 'proposal' as const, id: await proposal(world) }]
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
  deskReveal: async () => ({ ...(await aboutMember(world)), body: { field: 'phone', reason: 'a trial' } }),
  deskSend: async () => ({
    ...(await heldRoom()),
    body: { message: { message_type: 'text', payload: { message: 'and again' } } },
  }),
  deskSetLimit: async () => ({
    ...(await aboutMember(world)),
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
    params: { agentId: (await payer(world)).agentId },
    body: { roles: ['RISK'] },
  }),
  deskStepUp: async () => {
    const by = await supporter()
    app.clock.advance(30_000)
    return { by, body: { totp: codeOf(app, by) } }
  },
  deskTakeOver: async () => ({ by: await supporter(), params: (await heldRoom()).params ?? {} }),
  deskUnlockMember: async () => {
    const doing = await aboutMember(world)
    await app.command('members', 'lock', doing.params?.['memberId'] ?? '', '--reason', 'a trial')
    return doing
  },
  deskUploadImage: async () => ({ by: await supporter(), file: whitePng(8, 8, true) }),
  deskUploadVideo: async () => ({ by: await supporter(), file: video() }),
  deskWithdrawProposal: async () => {
    const by = await payer(world)
    const { proposalId } = await app.desk.ok(desk.deskAdjust, { token: by.token, body: await adjustment(world) })
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
    ['slip', 'credit', async () => makeSlip(world, await richMember(world)), {}],
    [
      'notice',
      'credit',
      async () => makeNotice(world, await richMember(world)),
      { amount: 100, transfer: '014:DECIDED1' },
    ],
    ['arrival', 'return', () => makeArrival(world, 100), { note: 'sent back' }],
    ['case', 'collect', () => lent(world), {}],
    ['transfer', 'void', () => makeUnknownTransfer(world), { evidence: 'seen in their list' }],
    ['reading', 'reject', () => makeReading(world, 'absurd'), { note: 'a mistake' }],
    ['reading', 'transfer', () => makeReading(world, 'restored'), {}],
    ['arrival', 'forgive', () => makeGameCase(world, 'late-arrival'), {}],
    ['flag', 'unsure', () => flag(world), { note: 'looked at' }],
    ['flag', 'mark-high', () => flag(world), { note: 'two phones' }],
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

describeKeptDeeds()
