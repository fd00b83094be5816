import { DAY_MS } from '../../platform/durations.ts'
import type { AnswerOf, calls, StatementRow } from '@krapao/contract'
import { readWireAmount } from '@krapao/money'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../testing/worlds/cashier-world.ts'
import { searchSeed as seed, searchTimes as times } from '../../testing/search.ts'

let world: CashierWorld
beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())

type Net = AnswerOf<typeof calls.statementNet>
type Sums = Pick<Net['days'][number], 'deposits' | 'withdrawals' | 'results'>
type Step = { do: 'deposit' | 'withdraw' | 'play'; baht: number } | { do: 'wait'; hours: number }

const minor = (baht: number) => {
  const read = readWireAmount(Math.abs(baht))
  return read.ok ? Math.sign(baht) * read.amountMinor : Number.NaN
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('deposit', 'withdraw', 'play'), baht: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ do: fc.constant('wait'), hours: fc.constantFrom(1, 9, 30, 24 * 6, 24 * 29, 24 * 200) }),
)

async function deposit(member: TestMember, amount: number): Promise<void> {
  await member.call('POST', '/api/qrcode/KBANK', { body: { amount } })
  const reference = String(world.bank.registrations.at(-1)?.['reference'])
  await world.hook(world.paymentOf(world.payment(reference, { amount })))
}

/** What games brought, as the ledger booked it, and when. */
async function results(member: TestMember): Promise<{ amountMinor: number; at: Date }[]> {
  return world.rows(
    `select entry.amount_minor as "amountMinor", entry.recorded_at as at from ledger_entry entry
     join ledger_account account on account.id = entry.account_id
     where entry.code = 'game-result' and account.name = $1`,
    [`member/${member.id}/game:PG`],
  )
}

async function take(member: TestMember, taken: Step): Promise<void> {
  if (taken.do === 'wait') return world.clock.advance(taken.hours * 3_600_000)
  if (taken.do === 'deposit') await deposit(member, taken.baht)
  if (taken.do === 'withdraw') await member.call('POST', '/api/wallet/withdraw', { body: { amount: taken.baht } })
  if (taken.do === 'play') {
    await member.call('POST', '/api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: taken.baht } })
    world.providerOf('PG').play(taken.baht % 2 === 0 ? 350 : -50)
    await member.call('GET', '/api/wallet/PG')
  }
  await world.work()
}

it('[PPR-017] the net position of 1, 7, 30, 365 days and ever is what the statement says, day by day of Bangkok', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const member = await world.member({ walletMinor: 2_000_00 })
      await member.call('GET', '/api/wallet/activate/PG')
      await deposit(member, 300)
      for (const taken of steps) await take(member, taken)

      const told = (await member.call('GET', '/api/protection/net')).body as unknown as Net
      const { statements } = (await member.call('POST', '/api/statement', { body: { limit: 100 } }))
        .body as unknown as {
        statements: StatementRow[]
      }
      const played = await results(member)
      const expected = (isIn: (day: string) => boolean): Sums => {
        const ofKind = (kind: string) =>
          statements
            .filter((row) => row.statementType === kind && row.status === 'SUCCESS')
            .filter((row) => isIn(bangkokDay(new Date(row.createdAt))))
            .reduce((sum, row) => sum + minor(row.amount), 0) / 100
        const won = played.filter(({ at }) => isIn(bangkokDay(at))).reduce((sum, one) => sum + one.amountMinor, 0)
        return { deposits: ofKind('deposit'), withdrawals: ofKind('withdraw'), results: won / 100 }
      }
      const now = world.clock.now()
      const daysAgo = (days: number) => bangkokDay(new Date(now.getTime() - days * DAY_MS))
      const since = (days: number | null) => (day: string) => days === null || day >= daysAgo(days - 1)
      expect(told.net).toEqual([1, 7, 30, 365, null].map((days) => ({ days, ...expected(since(days)) })))
      expect(told.net.at(-1)?.deposits).toBeGreaterThanOrEqual(300)

      const sums = ({ deposits, withdrawals, results: won }: Sums): Sums => ({ deposits, withdrawals, results: won })
      expect(told.days.map(sums)).toEqual([6, 5, 4, 3, 2, 1, 0].map((days) => expected((day) => day === daysAgo(days))))
      const months = told.months.map(({ from }) => bangkokDay(new Date(from)))
      expect(months.map((day) => day.slice(8))).toEqual(Array.from({ length: 6 }, () => '01'))
      expect(told.months.map(sums)).toEqual(
        months.map((month) => expected((day) => day.slice(0, 7) === month.slice(0, 7))),
      )
    }),
    { seed, numRuns: 12 * times, endOnFailure: true },
  )
  await world.audit()
})
