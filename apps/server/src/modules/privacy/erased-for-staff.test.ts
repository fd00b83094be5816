import { DAY_MS } from '../../platform/durations.ts'
import { randomUUID } from 'node:crypto'
import {
  type Call,
  calls,
  DEED_GROUPS,
  desk,
  DESK_BOXES,
  deskCalls,
  PROPOSAL_STATES,
  type ReconMapping,
  REPORT_FIGURES,
  REVEAL_FIELDS,
  TIMELINE_KINDS,
  TODAY_FIGURES,
} from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { type CashierWorld, openCashierWorld } from '../../testing/worlds/cashier-world.ts'
import { newId } from '../../platform/ids.ts'
import { type Staff, staffMember } from '../../testing/worlds/desk-world.ts'
import { livedMember, type LivedMember, rowsWith } from '../../testing/worlds/lived-member.ts'

let world: CashierWorld
let all: Staff
let other: Staff
beforeAll(async () => {
  world = await openCashierWorld({ hasDesk: true })
  all = await staffMember(world.app, 'Anong', ['OWNER', 'PAYMENTS', 'RISK', 'SUPPORT', 'MARKETING'])
  other = await staffMember(world.app, 'Risa', ['OWNER', 'PAYMENTS', 'RISK', 'SUPPORT'])
})
afterAll(() => world.close())

const mapping: ReconMapping = {
  ...{ delimiter: ',', order: 'YMD', isBuddhist: false, date: 'Date', time: 'Time', amount: 'Amount', in: null },
  ...{ out: null, reference: 'Ref', account: 'Account', words: 'Words', balance: null, until: null },
}

const did = <C extends Call>(call: C, sent: object, by = all) =>
  world.app.desk.ok(call, { token: by.token, key: randomUUID(), ...sent } as never)

/** What staff write and do about somebody, with his phone and account wherever words can be typed, his name where they stay no deed. */
async function workedOn({ memberId, name, phone, accountNo }: LivedMember): Promise<void> {
  const params = { memberId }
  const reason = `${phone} asked for ${accountNo}`
  await did(desk.deskAddNote, { params, body: { text: `${name} called from ${phone}` } })
  for (const field of ['phone', 'account'] as const) await did(desk.deskReveal, { params, body: { field, reason } })
  await did(desk.deskSetLimit, { params, body: { kind: 'deposit', period: 'day', amount: 9_000, reason } })
  await did(desk.deskLockMember, { params, body: { reason } })
  await did(desk.deskUnlockMember, { params, body: { reason } })
  const adjusted = { memberId, amount: -1, reason: 'fee', note: `by ${phone}`, reference: `of ${accountNo}` }
  const { proposalId } = (await did(desk.deskAdjust, { body: adjusted })) as { proposalId: string }
  await did(desk.deskConfirmProposal, { params: { proposalId }, body: { note: `asked at ${phone}` } }, other)
  await did(desk.deskReceiveDataRequest, { body: { memberId, kind: 'erasure', note: `at ${phone}` } })
  // What two decided of a case keeps its words in the fields.
  const fields = JSON.stringify({ fields: { note: `${name} called`, member: phone, reason: 'kept' } })
  await world.rows('update proposal set terms = terms || $2::text::jsonb where id = $1', [proposalId, fields])
  for (const [kind, key] of Object.entries({ 'bank-name': name.toUpperCase(), 'bank-number': accountNo }))
    await world.rows(
      `insert into abuse_flag (id, kind, key, member_ids, member_count, state, opened_at)
       values ($1, $2, $3, array[$4::text], 2, 'open', $5)`,
      [newId(world.clock.now()), kind, key, memberId, world.clock.now()],
    )
}

const today = () => bangkokDay(world.clock.now())

/** A statement of a bank that tells of all that a member was paid and paid, by his name and whole account. */
async function statementOf({ memberId, name, accountNo }: LivedMember, only?: 'out'): Promise<string> {
  const rows = await world.rows<{ reference: string; amountMinor: number; kind: string }>(
    `select trans_ref as reference, amount_minor as "amountMinor", 'in' as kind from deposit where member_id = $1
     union all select trans_ref, -amount_minor, 'out' from withdrawal where member_id = $1 and trans_ref is not null`,
    [memberId],
  )
  const lines = rows
    .filter(({ kind }) => only === undefined || kind === only)
    .map(({ reference, amountMinor }) =>
      [today(), '12:00:00', (amountMinor / 100).toFixed(2), reference, accountNo, `transfer ${name}`].join(','),
    )
  expect(lines.length).toBeGreaterThan(0)
  return `Date,Time,Amount,Ref,Account,Words\n${lines.join('\n')}\n`
}

const take = async (party: string, text: string) => {
  const form = { bytes: Buffer.from(text) }
  await world.app.desk.ok(desk.deskReconImport, { token: all.token, params: { kind: 'bank', party }, form })
}

interface Asked {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
}

const REASON = 'the accountant asked'

/**
 * How each answer of the desk that can tell of members is asked for, by the name of its call. A call that is neither here nor
 * in NAMES_NOBODY fails the test: whoever adds one says here how it is searched, or there why it tells of nobody.
 */
function answersAbout({ memberId }: LivedMember, matters: readonly Record<string, string>[]): Record<string, Asked[]> {
  const params = { memberId }
  const room = { params: { roomId: memberId } }
  const day = today()
  const span = { from: day, to: day, reason: REASON }
  const days = ['KBANK', 'WW'].map((party) => ({ params: { kind: 'bank', party, day } }))
  const proposals = matters
    .filter(({ kind }) => kind === 'proposal')
    .map(({ id = '' }) => ({ params: { proposalId: id } }))
  return {
    deskToday: [{}],
    deskTodayList: TODAY_FIGURES.map((figure) => ({ params: { figure } })),
    deskInbox: DESK_BOXES.map((box) => ({ query: { box } })),
    deskRoomRead: [room],
    deskHistory: [{ ...room, body: {} }],
    deskMember: [{ params }],
    deskTimeline: [{ params }, ...TIMELINE_KINDS.map((kind) => ({ params, query: { kind } }))],
    deskReveal: REVEAL_FIELDS.map((field) => ({ params, body: { field, reason: REASON } })),
    deskDecisions: [{}],
    deskDecision: matters.map((matter) => ({ params: matter })),
    deskDecisionMembers: matters.map((matter) => ({ params: matter })),
    deskProposals: [{}, ...PROPOSAL_STATES.map((state) => ({ query: { state } }))],
    deskProposal: proposals,
    deskProposalOutlook: proposals,
    deskDataRequests: [{ query: { of: 'open' } }, { query: { of: 'ended' } }],
    deskReconParties: [{}],
    deskReconDay: days,
    deskReportDays: [{ query: { from: day, to: day } }, { query: { from: day, to: day, by: 'provider' } }],
    deskReportFigure: REPORT_FIGURES.map((figure) => ({ params: { day, figure } })),
    deskReportExport: [null, ...REPORT_FIGURES].map((figure) => ({ body: { ...span, figure } })),
    deskAudit: [{}, { query: params }, ...DEED_GROUPS.map((of) => ({ query: { of } }))],
    deskAuditExport: [{}, params, ...DEED_GROUPS.map((of) => ({ of }))].map((some) => ({ body: { ...some, ...span } })),
    deskReleaseReplay: [{ body: { withdrawAutoMax: 0, withdrawAutoDayMax: 0, payeeUnchangedHours: 24 } }],
  }
}

/** Calls whose answers name no member, by why. */
const NAMES_NOBODY: Record<string, readonly string[]> = {
  'it says that something was done, or how far it came': [
    ...['deskLogout', 'deskChangePassword', 'deskStepUp', 'deskMarkRead', 'deskRemoveReply', 'deskAcknowledgeAlert'],
    ...['deskAddNote', 'deskLockMember', 'deskUnlockMember', 'deskEndSessions', 'deskRemoveFactors', 'deskKeepFactors'],
    ...['deskSetLimit', 'deskCoolOff', 'deskExclude', 'deskEndBonus', 'deskReadGame', 'deskRenewGame', 'deskAdjust'],
    ...['deskRememberPayout', 'deskConfirmProposal', 'deskRefuseProposal', 'deskWithdrawProposal', 'deskDecide'],
    'deskAskParty',
    ...['deskReceiveDataRequest', 'deskVerifyDataRequest', 'deskDeliverDataRequest', 'deskRefuseDataRequest'],
    ...['deskReleasePropose', 'deskReleaseDecision', 'deskReconImport', 'deskReconForget'],
    ...['deskPublishBonus', 'deskStopBonus', 'deskDiscardBonus', 'deskPublishContent', 'deskWithdrawContent'],
    'deskSetSetting',
  ],
  'it answers anew what another call is searched for': [
    ...['deskClaim', 'deskTakeOver', 'deskRelease', 'deskEnd', 'deskSend', 'deskClaimDecision'],
    ...['deskReconMatch', 'deskReconExplain', 'deskReconClose'],
  ],
  'who works here and by which rules': [
    ...['deskLogin', 'deskMe', 'deskStaff', 'deskSetRoles', 'deskDisable', 'deskEndStaffSessions', 'deskNewFactor'],
    ...['deskTakeFactor', 'deskSettings', 'deskSetting', 'deskReleaseRules', 'deskReconMapping'],
  ],
  'what all players read and are offered': [
    ...['deskContent', 'deskContentPart', 'deskContentVersion', 'deskContentPicture', 'deskReplies', 'deskAddReply'],
    ...['deskChangeReply', 'deskBonuses', 'deskBonus', 'deskSaveBonus', 'deskSimulateBonus'],
  ],
  'a file that is sent and not yet part of a message': ['deskUploadImage', 'deskUploadVideo'],
  'a file by its signed address: of who was erased none is left, whose bytes privacy.test.ts searches': ['deskFile'],
  'it is searched word by word below': ['deskSearch'],
}

/** All that was ever to be decided about a member, by kind and id. */
const mattersOf = ({ memberId }: LivedMember) =>
  world.rows<Record<string, string>>(
    `select 'withdrawal' as kind, id from withdrawal where member_id = $1
     union all select 'slip', id from slip where member_id = $1
     union all select 'transfer', id from game_transfer where member_id = $1
     union all select 'proposal', id from proposal where member_id = $1
     union all select 'flag', id from abuse_flag where member_ids @> array[$1::text]`,
    [memberId],
  )

/** What staff can read or carry away, by every call of the desk: where one of his marks stands, and which calls answered. */
async function readByStaff(member: LivedMember): Promise<{ read: string[]; answered: Set<string> }> {
  const answers = answersAbout(member, await mattersOf(member))
  const read: string[] = []
  const answered = new Set<string>()
  for (const call of deskCalls) {
    for (const asked of answers[call.name] ?? []) {
      const { status, body } = await world.app.desk.call(call, { token: all.token, ...asked } as never)
      expect([call.name, asked, [200, 404].includes(status)]).toEqual([call.name, asked, true])
      if (status === 200) answered.add(call.name)
      const words = JSON.stringify(body)
      for (const mark of member.marks) if (words.includes(mark)) read.push(`${call.name}: ${mark}`)
    }
  }
  return { read, answered }
}

/** By which of his marks he, or a word of his, is found still. */
async function foundByStaff({ memberId, marks }: LivedMember): Promise<string[]> {
  const found: string[] = []
  for (const q of [...marks, memberId]) {
    const { rows } = (await did(desk.deskSearch, { query: { q } })) as { rows: unknown[] }
    const inbox = await did(desk.deskInbox, { query: { find: q } })
    if (q !== memberId && rows.length > 0) found.push(q)
    const words = JSON.stringify([rows, inbox])
    for (const mark of marks) if (words.includes(mark)) found.push(`${q}: ${mark}`)
  }
  return found
}

it('[PPR-019] every call of the desk is searched for who was erased, or names nobody for a reason', () => {
  const nobody = { memberId: '', marks: [] } as unknown as LivedMember
  const listed = [...Object.keys(answersAbout(nobody, [])), ...Object.values(NAMES_NOBODY).flat()]
  expect(listed.toSorted()).toEqual(deskCalls.map(({ name }) => name).toSorted())
})

it('[PPR-019] a member is not erased while two decide about his money', async () => {
  const { token, password, memberId } = await livedMember(world)
  const wallet = (await world.app.ok(calls.walletAmount, { token })).amount
  await world.app.ok(calls.walletWithdraw, { token, key: randomUUID(), body: { amount: wallet } })
  await world.work()
  const asked = { memberId, amount: 5, reason: 'goodwill', note: 'for the wait', reference: 'R1' }
  await did(desk.deskAdjust, { body: asked })
  const refused = await world.app.call(calls.privacyErase, { token, body: { password, understood: true } })
  expect(refused).toMatchObject({ status: 409, body: { message: 'STILL_OPEN', details: { open: ['case'] } } })
})

it('[PPR-019] nothing that staff wrote, took in, read or carry away says who was erased', async () => {
  const { app } = world
  const member = await livedMember(world)
  const { token, memberId, password, marks } = member
  for (const party of ['KBANK', 'WW']) {
    await did(desk.deskReconMapping, { params: { kind: 'bank', party }, body: mapping })
  }
  await workedOn(member)
  await take('KBANK', await statementOf(member))
  // What is searched for was there, every call answers, and the search finds him.
  const before = await readByStaff(member)
  expect([...before.answered].toSorted()).toEqual(Object.keys(answersAbout(member, [])).toSorted())
  // In deeds numbers are never whole, so the audit told nothing of him before either; whether he waits in a queue is chance.
  expect([...new Set(before.read.map((one) => one.split(':', 1)[0]))]).toEqual(
    expect.arrayContaining([
      ...[
        'deskDataRequests',
        'deskDecision',
        'deskHistory',
        'deskInbox',
        'deskMember',
        'deskProposal',
        'deskProposals',
      ],
      ...['deskReconDay', 'deskReportExport', 'deskReportFigure', 'deskReveal', 'deskRoomRead', 'deskTimeline'],
      'deskTodayList',
    ]),
  )
  expect(await foundByStaff(member)).toContain(member.phone)
  expect(await rowsWith(world, marks)).toMatchObject({ member_note: 1, proposal: 1, data_request: 1 })
  expect((await rowsWith(world, [member.accountNo]))['recon_line']).toBeGreaterThan(1)

  const again = await app.ok(calls.login, { body: { username: member.phone, password } })
  const wallet = (await app.ok(calls.walletAmount, { token: again.token })).amount
  await app.ok(calls.walletWithdraw, { token: again.token, key: randomUUID(), body: { amount: wallet } })
  await world.work()
  const late = await statementOf(member, 'out')
  expect(token).not.toBe(again.token)
  await app.ok(calls.privacyErase, { token: again.token, body: { password, understood: true } })
  // The bank tells of his last day when he is gone.
  await take('WW', late)

  expect((await readByStaff(member)).read).toEqual([])
  expect(await foundByStaff(member)).toEqual([])
  expect(world.lines.filter((line) => marks.some((word) => JSON.stringify(line).includes(word)))).toEqual([])
  world.clock.advance(2 * DAY_MS)
  await world.work()
  expect(await rowsWith(world, marks)).toEqual({})
  expect(await world.rows('select from recon_line where reference is not null')).not.toEqual([])
  expect(await world.rows('select from member_note where member_id = $1', [memberId])).toEqual([])
  await world.audit()
})
