import { type AnswerOf, calls, desk, type ReconMapping } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayAfter } from '../../platform/bangkok-day.ts'
import { bangkokDay, nextBangkokDay } from '../../platform/bangkok-time.ts'
import { book } from '../../testing/book.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { createFakeClock } from '../../testing/clock.ts'
import { auditOf, type Staff, staffMember } from '../../testing/worlds/desk-world.ts'
import { memberWithMoney, registeredMember } from '../../testing/worlds/stories.ts'

const DAY = '2026-11-21'
const NEXT = '2026-11-22'
const of = { kind: 'bank', party: 'KBANK' } as const
const mapping: ReconMapping = {
  ...{
    delimiter: ',',
    order: 'YMD',
    isBuddhist: false,
    date: 'Date',
    time: 'Time',
    amount: 'Amount',
    in: null,
    out: null,
  },
  ...{ reference: 'Ref', account: 'Account', words: null, balance: 'Balance', until: null },
}

let app: TestApp
let staff: Staff
let memberId: string

beforeAll(async () => {
  app = await startTestApp({
    clock: createFakeClock(new Date(`${DAY}T08:00:00.000+07:00`)),
    settings: { registerOTP: false },
  })
  ;({ memberId } = await registeredMember(app))
})
afterAll(() => app.close())

const come = async () => (staff = await staffMember(app, 'Noi', ['PAYMENTS']))
const moveTo = (time: string) => app.clock.advance(Date.parse(time) - app.clock.now().getTime())

let booked = 0
/** Books a deposit or a withdrawal at the bank, named after its reference. */
async function bookAtBank(amountMinor: number, reference = `ref${booked}`): Promise<string> {
  const [bank, wallet] = ['house/bank:KBANK', `member/${memberId}/wallet`]
  booked += 1
  const id = `recon${booked}`
  const [from, to, code] = amountMinor > 0 ? [bank, wallet, 'deposit'] : [wallet, bank, 'withdrawal']
  return book(app.app(), { id, from, to, code, reference, amountMinor: Math.abs(amountMinor), at: app.clock.now() })
}

interface Told {
  time: string
  amount: number
  reference?: string
  account?: string
}
/** A file with balances that add up. */
function fileOf(lines: readonly Told[], opening: number): string {
  let minor = Math.round(opening * 100)
  const rows = lines.map(({ time, amount, reference = '', account = '' }) => {
    minor += Math.round(amount * 100)
    return [...time.split(' '), amount.toFixed(2), reference, account, (minor / 100).toFixed(2)].join(',')
  })
  return `Date,Time,Amount,Ref,Account,Balance\n${rows.join('\n')}\n`
}

/** One more account of ours at a bank. */
const anotherAccount = (bankCode: string, currency: 'BAHT' | 'LAK') =>
  app.database.query(
    `insert into deposit_account (id, kind, bank_code, mode, bank_type, account_name, account_no, currency, sort)
     values ('more-' || lower($1), 'bank', $1, 'AUTO', 'SAVING', 'KRAPAO', '7778889990', $2, 99)`,
    [bankCode, currency],
  )

const keep = (changed: Partial<ReconMapping> = {}, party: { kind: 'bank' | 'provider'; party: string } = of) =>
  app.desk.call(desk.deskReconMapping, { token: staff.token, params: party, body: { ...mapping, ...changed } })
const take = (text: string, party: { kind: string; party: string } = of) =>
  app.desk.call(desk.deskReconImport, { token: staff.token, params: party, form: { bytes: Buffer.from(text) } })
const read = (day: string) => app.desk.ok(desk.deskReconDay, { token: staff.token, params: { ...of, day } })
const explain = (day: string, side: 'theirs' | 'own', id: string, as: 'case' | 'fee' | 'other-day' | null) =>
  app.desk.call(desk.deskReconExplain, {
    token: staff.token,
    params: { ...of, day },
    body: { side, id, as, reason: 'looked at it' },
  })
const match = (day: string, line: string, own: string | null) =>
  app.desk.call(desk.deskReconMatch, { token: staff.token, params: { ...of, day }, body: { line, own } })
const close = (day: string, typed: { opening?: number; closing?: number } = {}) =>
  app.desk.call(desk.deskReconClose, {
    token: staff.token,
    params: { ...of, day },
    body: { opening: typed.opening ?? null, closing: typed.closing ?? null },
  })
type Day = AnswerOf<typeof desk.deskReconDay>
const shape = ({ theirs, own, differences, matched, unexplained }: Day) => ({
  theirs: theirs.map(({ amount }) => amount),
  own: own.map(({ amount }) => amount),
  differences: differences.map(({ line, own: ours }) => [line.amount, ours.amount]),
  matched: matched.reference + matched.amount + matched.hand,
  unexplained,
})

describe('a statement of a bank', () => {
  it('[OFC-055] is taken in by the kept columns, whole or not at all, and once', async () => {
    await come()
    const text = fileOf([{ time: `${DAY} 08:00:01`, amount: 10, reference: 'A1' }], 100)
    expect(await take(text)).toMatchObject({ status: 422, body: { details: { fields: ['mapping'] } } })
    expect((await keep({ amount: null })).status).toBe(422)
    expect((await keep()).status).toBe(200)
    const broken = `${text}${DAY},08:00:02,ten,A2,,120.00\n`
    expect(await take(broken)).toMatchObject({
      status: 422,
      body: { details: { problem: { field: 'amount', line: 3, text: 'ten' } } },
    })
    const coming = `${text}${dayAfter(DAY)},08:00:02,10.00,A2,,120.00\n`
    expect(await take(coming)).toMatchObject({
      status: 422,
      body: { details: { problem: { field: 'coming', line: 3, text: dayAfter(DAY) } } },
    })
    const counts = async () => (await app.database.query('select from recon_line', [])).length
    expect(await counts()).toBe(0)
    // Twice at once is once.
    const answers = await Promise.all([take(text), take(text), take(text)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ details: { problem: 'same-file' } })
    // Another file of a day that has one is refused; taken back, it comes in.
    const other = fileOf([{ time: `${DAY} 08:00:01`, amount: 11, reference: 'A1' }], 100)
    expect(await take(other)).toMatchObject({ status: 409, body: { details: { problem: 'has-lines', days: [DAY] } } })
    const forget = () => app.desk.call(desk.deskReconForget, { token: staff.token, params: { ...of, day: DAY } })
    expect(await forget()).toMatchObject({ status: 200, body: { lines: 1 } })
    expect((await forget()).status).toBe(404)
    expect((await take(other)).status).toBe(200)
    await forget()
    expect(await counts()).toBe(0)
    const deeds = (await auditOf(app, staff)).map(({ deed }) => deed)
    expect(deeds.filter((deed) => deed.startsWith('recon'))).toEqual([
      ...['recon-forgotten', 'recon-imported', 'recon-forgotten', 'recon-imported', 'recon-mapping'],
    ])
  })

  it('[OFC-055] may not be a picture, nor of whom there is not, nor too large', async () => {
    await come()
    expect((await take('\u0000\u0001')).status).toBe(415)
    expect((await take('a', { kind: 'bank', party: 'NONE' })).status).toBe(404)
    expect((await take('x'.repeat(10 * 1024 * 1024 + 1))).status).toBe(413)
  })

  it('[OFC-056] [OFC-058] is held against our books, and its day closes when all is told and adds up', async () => {
    await come()
    moveTo(`${DAY}T09:00:00.000+07:00`)
    await bookAtBank(1_000_00, 'KPX9Q1')
    await bookAtBank(1_250_00, 'KPX9Q7')
    await bookAtBank(500_00, 'KPX9Q8')
    moveTo(`${DAY}T23:59:30.000+07:00`)
    await bookAtBank(-300_00, 'PO-1')
    // Booked yesterday, told tomorrow.
    moveTo(`${NEXT}T08:00:00.000+07:00`)
    await come()
    const lines = [
      { time: `${DAY} 09:00:05`, amount: 1_000, reference: 'kpx9q1' },
      { time: `${DAY} 09:00:05`, amount: 1_250, reference: 'KPX9Q2' },
      { time: `${DAY} 09:00:05`, amount: 500.01, reference: 'KPX9Q8' },
      { time: `${DAY} 21:40:18`, amount: -45 },
      { time: `${NEXT} 00:00:02`, amount: -300, reference: 'PO-1' },
    ]
    expect(await take(fileOf(lines, 618_204.5))).toMatchObject({ status: 200, body: { lines: 5, from: DAY, to: NEXT } })
    const day = await read(DAY)
    expect(shape(day)).toEqual({
      ...{ theirs: [1_250, -45], own: [1_250], differences: [[500.01, 500]], matched: 2, unexplained: 4 },
    })
    expect(day).toMatchObject({ opening: 618_204.5, statement: { lines: 4, sum: 2_705.01, closing: 620_909.51 } })
    expect(await close(DAY)).toMatchObject({ status: 422, body: { details: { unexplained: 4 } } })

    const [line, fee] = day.theirs
    const [ours] = day.own
    // Not of another sum.
    expect((await match(DAY, fee?.id ?? '', ours?.id ?? '')).status).toBe(422)
    const matches = await Promise.all([1, 2].map(() => match(DAY, line?.id ?? '', ours?.id ?? '')))
    expect(matches.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(shape(await read(DAY))).toMatchObject({ theirs: [-45], own: [], matched: 3, unexplained: 2 })
    // Taken back, and said anew.
    expect((await match(DAY, line?.id ?? '', null)).status).toBe(200)
    expect(shape(await read(DAY))).toMatchObject({ own: [1_250], unexplained: 4 })
    await match(DAY, line?.id ?? '', ours?.id ?? '')
    await explain(DAY, 'theirs', fee?.id ?? '', 'fee')
    await explain(DAY, 'theirs', day.differences[0]?.line.id ?? '', 'case')
    expect((await explain(DAY, 'theirs', 'nothing', 'fee')).status).toBe(409)
    expect(await read(DAY)).toMatchObject({ unexplained: 0, theirs: [{ explained: { as: 'fee', by: 'Noi' } }] })

    // What is typed may not say otherwise than the file, and the day after may not close first.
    const closings = await Promise.all([close(DAY), close(DAY)])
    expect(closings.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const closed = await read(DAY)
    expect(closed).toMatchObject({ closing: { opening: 618_204.5, closing: 620_909.51, by: 'Noi' }, unexplained: 0 })
    expect(shape(closed)).toEqual({ ...shape(await read(DAY)), differences: [[500.01, 500]], matched: 3 })
    for (const refused of [
      await explain(DAY, 'theirs', fee?.id ?? '', null),
      await match(DAY, line?.id ?? '', null),
      await close(DAY),
      await app.desk.call(desk.deskReconForget, { token: staff.token, params: { ...of, day: NEXT } }),
    ]) {
      expect(refused).toMatchObject({ status: 409, body: { message: 'MOVED_ON' } })
    }
    const { parties } = await app.desk.ok(desk.deskReconParties, { token: staff.token })
    expect(parties.find(({ code }) => code === 'KBANK')).toMatchObject({ cases: 1, closed: [{ day: DAY }] })
    await expect(app.database.query('delete from recon_closing', [])).rejects.toThrow('never changes')
  })

  it('[OFC-058] has days that follow on each other, over before they close, and that begin as the last one ended', async () => {
    await come()
    expect(await close(NEXT)).toMatchObject({ status: 422, body: { details: { fields: ['day'] } } })
    moveTo(`${NEXT}T23:00:00.000+07:00`)
    await bookAtBank(20_00, 'LATE')
    app.clock.advance(nextBangkokDay(app.clock.now()).getTime() - app.clock.now().getTime() + 1_000)
    await come()
    const third = bangkokDay(app.clock.now())
    expect(shape(await read(NEXT))).toEqual({ theirs: [], own: [20], differences: [], matched: 1, unexplained: 1 })
    // It came to the bank a day later: what matches needs no word.
    await take(fileOf([{ time: `${third} 00:00:00`, amount: 20, reference: 'LATE' }], 620_609.51))
    expect(shape(await read(NEXT))).toMatchObject({ own: [], matched: 2, unexplained: 0 })
    expect((await close(NEXT)).body).toMatchObject({ closing: { opening: 620_909.51, closing: 620_609.51 } })
    // What crossed midnight is not there twice.
    expect(shape(await read(third))).toEqual({ theirs: [], own: [], differences: [], matched: 1, unexplained: 0 })

    // A gap between the files: the bank begins with another sum than the last day ended with.
    app.clock.advance(24 * 3_600_000)
    await come()
    await app.desk.call(desk.deskReconForget, { token: staff.token, params: { ...of, day: third } })
    expect((await close(third)).status).toBe(200)
    const fourth = bangkokDay(app.clock.now())
    await take(fileOf([{ time: `${fourth} 10:00:00`, amount: 5 }], 1))
    app.clock.advance(24 * 3_600_000)
    await come()
    const [line] = (await read(fourth)).theirs
    await explain(fourth, 'theirs', line?.id ?? '', 'case')
    expect(await close(fourth)).toMatchObject({ status: 422, body: { details: { fields: ['opening'] } } })
  })

  it('[OFC-058] of a bank that tells no balances closes by what is typed, if it adds up', async () => {
    await come()
    const party = { kind: 'bank', party: 'SCB' } as const
    await keep({ balance: null }, party)
    const day = bangkokDay(new Date(app.clock.now().getTime() - 24 * 3_600_000))
    await take(`Date,Time,Amount,Ref,Account,Balance\n${day},10:00:00,-7.50,,,\n`, party)
    const params = { ...party, day }
    const shut = (opening: number | null, closing: number | null) =>
      app.desk.call(desk.deskReconClose, { token: staff.token, params, body: { opening, closing } })
    const { theirs } = await app.desk.ok(desk.deskReconDay, { token: staff.token, params })
    const body = { side: 'theirs' as const, id: theirs[0]?.id ?? '', as: 'fee' as const, reason: 'fee' }
    expect(await shut(null, null)).toMatchObject({ status: 422, body: { details: { fields: ['opening'] } } })
    expect(await shut(100, 92.51)).toMatchObject({ status: 422, body: { details: { expected: 92.5, told: 92.51 } } })
    expect(await shut(100, 92.5)).toMatchObject({ status: 422, body: { details: { unexplained: 1 } } })
    await app.desk.ok(desk.deskReconExplain, { token: staff.token, params, body })
    // Two who close it at once, and each again and again: one did, and the others are told so.
    const other = await staffMember(app, 'Kai', ['PAYMENTS'])
    const shuts = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        app.desk.call(desk.deskReconClose, {
          token: (at % 2 === 0 ? staff : other).token,
          params,
          body: { opening: 100, closing: 92.5 },
        }),
      ),
    )
    expect(shuts.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(shuts.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const closings = await app.database.query('select by from recon_closing where party = $1 and day = $2', [
      'SCB',
      day,
    ])
    expect(closings).toHaveLength(1)
    const deeds = (await auditOf(app, staff)).filter((row) => row.deed === 'recon-closed')
    expect(deeds.filter(({ after }) => after['party'] === 'SCB' || after['what'] === 'SCB').length).toBeLessThanOrEqual(
      1,
    )
  })

  it('[OFC-056] of a bank with accounts in two currencies is held against the books of its own currency', async () => {
    await come()
    await anotherAccount('BCEL', 'BAHT')
    const at = app.clock.now()
    const [baht, kip, exchange] = ['house/bank:BCEL', 'house/bank:BCEL:LAK', 'house/exchange:LAK']
    const kipAccounts = [kip, exchange].map((account) => ({ account, currency: 'LAK' as const, floorMinor: null }))
    await app.app().ledger.open(app.database, kipAccounts)
    const common = { code: 'deposit', at }
    await book(app.app(), { ...common, from: baht, to: `member/${memberId}/wallet`, amountMinor: 70_00 })
    await book(app.app(), { ...common, from: kip, to: exchange, amountMinor: 45_000_00 })
    const { parties } = await app.desk.ok(desk.deskReconParties, { token: staff.token })
    expect(parties.map(({ code }) => code).filter((code) => code.startsWith('BCEL'))).toEqual(['BCEL', 'BCEL.LAK'])
    const ours = async (party: string) => {
      const params = { kind: 'bank' as const, party, day: bangkokDay(at) }
      return (await app.desk.ok(desk.deskReconDay, { token: staff.token, params })).ours
    }
    expect(await ours('BCEL')).toEqual({ count: 1, sum: 70 })
    expect(await ours('BCEL.LAK')).toEqual({ count: 1, sum: 45_000 })
    // Each is read by columns of its own.
    await keep({ amount: 'Kip' }, { kind: 'bank', party: 'BCEL.LAK' })
    const after = (await app.desk.ok(desk.deskReconParties, { token: staff.token })).parties
    expect(
      after.map(({ code, mapping: kept }) => [code, kept?.amount]).filter(([, amount]) => amount === 'Kip'),
    ).toEqual([['BCEL.LAK', 'Kip']])
  })

  it('[OFC-058] of each of two accounts at one bank is taken in, and their day closes by what both hold', async () => {
    await come()
    await anotherAccount('WW', 'BAHT')
    const party = { kind: 'bank', party: 'WW' } as const
    await keep({}, party)
    const day = bangkokDay(new Date(app.clock.now().getTime() - 24 * 3_600_000))
    const of = (opening: number) => fileOf([{ time: `${day} 10:00:00`, amount: 5 }], opening)
    expect(await take(of(100), party)).toMatchObject({ status: 200 })
    expect(await take(of(2_000), party)).toMatchObject({ status: 200 })
    expect(await take(of(3_000), party)).toMatchObject({ status: 409, body: { details: { problem: 'has-lines' } } })
    const params = { ...party, day }
    const shown = await app.desk.ok(desk.deskReconDay, { token: staff.token, params })
    expect(shown).toMatchObject({ opening: null, statement: { lines: 2, sum: 10, closing: null } })
    for (const { id } of shown.theirs) {
      const body = { side: 'theirs' as const, id, as: 'interest' as const, reason: 'interest' }
      await app.desk.ok(desk.deskReconExplain, { token: staff.token, params, body })
    }
    const shut = (opening: number, closing: number) =>
      app.desk.call(desk.deskReconClose, { token: staff.token, params, body: { opening, closing } })
    expect(await shut(100, 105)).toMatchObject({ status: 422, body: { details: { expected: 110 } } })
    expect(await shut(2_100, 2_110)).toMatchObject({ status: 200 })
  })

  it('[OFC-058] is read by owners, payments and auditors, and told by payments alone, with a fresh factor to close', async () => {
    for (const [role, reads, writes] of [
      ['OWNER', 200, 403],
      ['AUDITOR', 200, 403],
      ['RISK', 403, 403],
      ['SUPPORT', 403, 403],
      ['MARKETING', 403, 403],
    ] as const) {
      staff = await staffMember(app, role, [role])
      const { status } = await app.desk.call(desk.deskReconDay, { token: staff.token, params: { ...of, day: DAY } })
      expect([role, status]).toEqual([role, reads])
      const statuses = [(await keep()).status, (await close(DAY)).status, (await take('a')).status]
      expect([role, ...statuses]).toEqual([role, writes, writes, writes])
    }
    await come()
    app.clock.advance(11 * 60_000)
    expect((await close(DAY)).body.message).toBe('STEP_UP')
  })
})

describe("a provider's report", () => {
  const party = { kind: 'provider', party: 'UFABET' } as const
  const params = (day: string) => ({ ...party, day })

  it('[OFC-057] is matched with our legs, and every satang that differs is listed', async () => {
    await come()
    await keep({ balance: null }, party)
    const at = new Date(app.clock.now().getTime() - 24 * 3_600_000)
    const day = bangkokDay(at)
    // Legs as the games module leaves them behind.
    const legs = Array.from({ length: 400 }, (_, number) => ({
      id: `leg${number}`,
      amountMinor: 100_00 + number,
      direction: number % 2 === 0 ? 'in' : 'out',
    }))
    await app.database.query(
      `insert into game_transfer (id, version, member_id, operation_id, from_code, to_code, amount_minor, status, created_at, updated_at, movement_number)
       select 't' || id, 1, $2, 'o' || id, 'WALLET', 'UFABET', "amountMinor", 'SUCCESS', $3, $3, 900000 + row_number() over ()
       from jsonb_to_recordset($1::text::jsonb) as leg (id text, "amountMinor" bigint)`,
      [JSON.stringify(legs), memberId, at],
    )
    await app.database.query(
      `insert into game_leg (id, version, transfer_id, member_id, code, username, direction, amount_minor, credits, state, called_at, closed_at, asks, not_founds)
       select id, 1, 't' || id, $2, 'UFABET', 'kp1', direction, "amountMinor", "amountMinor", 'done', $3, $3, 0, 0
       from jsonb_to_recordset($1::text::jsonb) as leg (id text, "amountMinor" bigint, direction text)`,
      [JSON.stringify(legs), memberId, at],
    )
    const planted = { off: 17, missing: 40, unknown: 'leg-of-nobody' }
    const signed = (leg: { amountMinor: number; direction: string }) =>
      (leg.direction === 'in' ? 1 : -1) * leg.amountMinor
    const rows = legs
      .filter((_, number) => number !== planted.missing)
      .map((leg) => [leg.id, signed(leg) + (leg.id === `leg${planted.off}` ? 1 : 0)] as const)
    const text = [...rows, [planted.unknown, 5_00] as const]
      .map(([id, minor]) => `${day},10:00:00,${(minor / 100).toFixed(2)},${id},kp1,`)
      .join('\n')
    expect((await take(`Date,Time,Amount,Ref,Account,Balance\n${text}\n`, party)).status).toBe(200)
    const shown = await app.desk.ok(desk.deskReconDay, { token: staff.token, params: params(day) })
    expect(shape(shown)).toEqual({
      theirs: [5],
      own: [100.4],
      differences: [[-100.16, -100.17]],
      matched: 398,
      unexplained: 3,
    })
    expect(shown.differences[0]?.own.id).toBe('leg17')
    const shut = () =>
      app.desk.call(desk.deskReconClose, {
        token: staff.token,
        params: params(day),
        body: { opening: null, closing: null },
      })
    expect(await shut()).toMatchObject({ status: 422, body: { details: { unexplained: 3 } } })
    for (const [side, id] of [
      ['theirs', shown.theirs[0]?.id],
      ['own', shown.own[0]?.id],
      ['theirs', shown.differences[0]?.line.id],
    ] as const) {
      const body = { side, id: id ?? '', as: 'case' as const, reason: 'the provider looks' }
      await app.desk.ok(desk.deskReconExplain, { token: staff.token, params: params(day), body })
    }
    expect((await shut()).status).toBe(200)
  })
})

describe('with the sandbox', () => {
  it('[OFC-055] [OFC-056] [OFC-057] takes in what its bank and a provider have for download, and all of it is matched', async () => {
    const own = await startTestApp({ sandbox: true })
    try {
      const agent = await staffMember(own, 'Noi', ['PAYMENTS'])
      const member = await memberWithMoney(own, 500)
      const code = 'PG'
      await own.ok(calls.walletActivate, { token: member.token, params: { slotCode: code } })
      await own.ok(calls.walletTransfer, { token: member.token, body: { from: 'WALLET', to: code, amount: 120 } })
      await own.ok(calls.walletWithdraw, { token: member.token, body: { amount: 100 } })
      await own.settle(60_000)
      const today = bangkokDay(own.clock.now())
      const thai = {
        delimiter: ',',
        order: 'DMY',
        isBuddhist: true,
        date: 'วันที่',
        time: 'เวลา',
        in: 'เงินเข้า',
        out: 'เงินออก',
      } as const
      const bankMapping = {
        ...mapping,
        ...thai,
        amount: null,
        reference: 'อ้างอิง',
        account: 'บัญชีคู่โอน',
        balance: 'คงเหลือ',
      }
      const gameMapping = {
        ...mapping,
        date: 'Time',
        time: null,
        reference: 'Reference',
        account: 'Username',
        balance: null,
      }
      const { url } = own.sandbox()
      for (const [kind, party, body, path] of [
        ['bank', 'KBANK', bankMapping, `/api/bank/statement.csv?bank=KBANK&day=${today}`],
        ['provider', code, gameMapping, `/api/games/${code}/report.csv?day=${today}`],
      ] as const) {
        await own.desk.ok(desk.deskReconMapping, { token: agent.token, params: { kind, party }, body })
        const form = { bytes: Buffer.from(await (await fetch(`${url}${path}`)).arrayBuffer()) }
        const taken = await own.desk.call(desk.deskReconImport, { token: agent.token, params: { kind, party }, form })
        expect([kind, taken.status, taken.body]).toMatchObject([kind, 200, {}])
        const shown = await own.desk.ok(desk.deskReconDay, { token: agent.token, params: { kind, party, day: today } })
        const lines = shown.statement?.lines ?? 0
        expect([kind, shown.unexplained, shown.matched.reference]).toEqual([kind, 0, lines])
        expect(lines).toBeGreaterThan(0)
        expect(shown.ours.sum).toBe(shown.statement?.sum)
      }
    } finally {
      await own.close()
    }
  })
})
