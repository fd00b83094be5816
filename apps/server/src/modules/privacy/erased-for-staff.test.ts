import { randomUUID } from 'node:crypto'
import { type Call, calls, desk, type ReconMapping } from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { type CashierWorld, openCashierWorld } from '../../testing/cashier-world.ts'
import { type Staff, staffMember, uploadTo } from '../../testing/desk-world.ts'
import { livedMember, type LivedMember, rowsWith } from '../../testing/lived-member.ts'

let world: CashierWorld
let all: Staff
let other: Staff
beforeAll(async () => {
  world = await openCashierWorld({ hasDesk: true })
  all = await staffMember(world.app, 'Anong', ['OWNER', 'PAYMENTS', 'RISK', 'SUPPORT', 'MARKETING'])
  other = await staffMember(world.app, 'Risa', ['OWNER', 'PAYMENTS', 'RISK', 'SUPPORT'])
})
afterAll(() => world.close())

const DAY_MS = 24 * 3_600_000
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
  expect((await uploadTo(world.app, all, `/api/desk/recon/bank/${party}/import`, Buffer.from(text))).status).toBe(200)
}

/** Everything that staff can read, by every call of the desk that reads, and what they can carry away. */
async function readByStaff({ memberId, marks }: LivedMember): Promise<string[]> {
  const read: string[] = []
  const keep = (call: Call, body: unknown) => {
    for (const mark of marks) if (JSON.stringify(body).includes(mark)) read.push(`${call.name}: ${mark}`)
  }
  const ids: Record<string, string> = { memberId, roomId: memberId, kind: 'bank', party: 'KBANK', day: today() }
  let asked = 0
  for (const call of Object.values(desk)) {
    const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
    if (call.method !== 'GET' || call.name === 'deskSearch' || !names.every((name) => name in ids)) continue
    const params = Object.fromEntries(names.map((name) => [name, ids[name]]))
    keep(call, (await world.app.desk.call(call, { token: all.token, params } as never)).body)
    asked += 1
  }
  expect(asked).toBeGreaterThan(15)
  for (const q of [...marks, memberId]) {
    const { rows } = (await did(desk.deskSearch, { query: { q } })) as { rows: unknown[] }
    if (q !== memberId) expect([q, rows]).toEqual([q, []])
    keep(desk.deskSearch, rows)
    keep(desk.deskInbox, await did(desk.deskInbox, { query: { find: q } }))
  }
  const span = { from: today(), to: today(), reason: 'the accountant asked' }
  for (const figure of [null, 'deposits', 'withdrawals', 'adjustments'] as const) {
    keep(desk.deskReportExport, await did(desk.deskReportExport, { body: { ...span, figure } }))
  }
  return read
}

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
  // What is searched for was there.
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

  expect(await readByStaff(member)).toEqual([])
  world.clock.advance(2 * DAY_MS)
  await world.work()
  expect(await rowsWith(world, marks)).toEqual({})
  expect(await world.rows('select from recon_line where reference is not null')).not.toEqual([])
  expect(await world.rows('select from member_note where member_id = $1', [memberId])).toEqual([])
  await world.audit()
})
