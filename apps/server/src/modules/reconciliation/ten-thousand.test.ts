import { desk, type ReconMapping } from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { createFakeClock } from '../../testing/clock.ts'
import { type Staff, staffMember } from '../../testing/worlds/desk-world.ts'
import { registeredMember } from '../../testing/worlds/stories.ts'

const DAY = '2026-11-21'
const LINES = 10_000
const OF_A_BATCH = 250
const of = { kind: 'bank', party: 'KBANK' } as const
const mapping: ReconMapping = {
  ...{ delimiter: ';', order: 'DMY', isBuddhist: true, date: 'วันที่', time: 'เวลา', amount: null },
  ...{ in: 'เงินฝาก', out: 'ถอนเงิน', reference: 'อ้างอิง', account: 'บัญชีคู่โอน', words: null },
  ...{ balance: 'คงเหลือ', until: 'รวม' },
}

let app: TestApp
let staff: Staff
let memberId: string
beforeAll(async () => {
  app = await startTestApp({
    clock: createFakeClock(new Date(`${DAY}T12:00:00.000+07:00`)),
    settings: { registerOTP: false },
  })
  ;({ memberId } = await registeredMember(app))
  staff = await staffMember(app, 'Noi', ['PAYMENTS'])
})
afterAll(() => app.close())

/** What is wrong with a line: every 251st or so, and each kind as often. */
const plantOf = (number: number): 'missing' | 'unknown' | 'off' | null =>
  number % 97 === 5 ? ((['missing', 'unknown', 'off'] as const)[number % 3] ?? null) : null
const minorOf = (number: number): number => 1_00 + number * 7
const referenceOf = (number: number): string => `KPX${100_000 + number}`
const numbers = Array.from({ length: LINES }, (_, number) => number)
const planted = (plant: ReturnType<typeof plantOf>) => numbers.filter((number) => plantOf(number) === plant)

/** Books all but what only the bank has. */
async function bookAll(): Promise<void> {
  const { ledger, database } = app.app()
  const [from, to] = ['house/bank:KBANK', `member/${memberId}/wallet`]
  await ledger.open(database, [{ account: from, currency: 'BAHT', floorMinor: null }])
  const owns = numbers.filter((number) => plantOf(number) !== 'unknown')
  for (let at = 0; at < owns.length; at += OF_A_BATCH) {
    const movements = owns.slice(at, at + OF_A_BATCH).map((number) => ({
      ...{ kind: 'post' as const, id: `many${number}`, from, to, amountMinor: minorOf(number), code: 'deposit' },
      ...{ reference: referenceOf(number), occurredAt: app.clock.now() },
    }))
    const outcomes = await Promise.all(movements.map((movement) => ledger.submit({ movements: [movement] })))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
  }
}

/** The file of the bank: all but what only we have, some a satang off. */
function statement(): string {
  let balance = 618_204_50
  const rows = numbers.flatMap((number) => {
    if (plantOf(number) === 'missing') return []
    const minor = minorOf(number) + (plantOf(number) === 'off' ? 1 : 0)
    balance += minor
    const baht = (value: number) => (value / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
    return `21/11/2569;12:00:00;${referenceOf(number)};;${baht(minor)};;${baht(balance)}`
  })
  return ['วันที่;เวลา;อ้างอิง;บัญชีคู่โอน;เงินฝาก;ถอนเงิน;คงเหลือ', ...rows, 'รวม;;;;;;'].join('\r\n')
}

it('[OFC-055] [OFC-056] of ten thousand lines of a bank the desk lists every planted difference, and nothing else', async () => {
  await bookAll()
  await app.desk.ok(desk.deskReconMapping, { token: staff.token, params: of, body: mapping })
  const form = { bytes: Buffer.from(statement()) }
  const taken = await app.desk.call(desk.deskReconImport, { token: staff.token, params: of, form })
  expect(taken.status).toBe(200)
  const day = await app.desk.ok(desk.deskReconDay, { token: staff.token, params: { ...of, day: DAY } })
  const [missing, unknown, off] = [planted('missing'), planted('unknown'), planted('off')]
  expect(Math.min(missing.length, unknown.length, off.length)).toBeGreaterThan(30)
  const amounts = (rows: readonly { amount: number }[]) =>
    rows.map(({ amount }) => Math.round(amount * 100)).toSorted((one, other) => one - other)
  expect(amounts(day.own)).toEqual(missing.map(minorOf))
  expect(amounts(day.theirs)).toEqual(unknown.map(minorOf))
  expect(amounts(day.differences.map(({ own }) => own))).toEqual(off.map(minorOf))
  expect(day.differences.every(({ line, own }) => Math.round((line.amount - own.amount) * 100) === 1)).toBe(true)
  expect(day.matched).toMatchObject({ reference: LINES - missing.length - unknown.length - off.length })
  expect(day.unexplained).toBe(missing.length + unknown.length + off.length)
})
