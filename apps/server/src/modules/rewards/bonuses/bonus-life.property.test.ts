import { thresholds } from '@krapao/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { searchSeed as seed, searchTimes as times } from '../../../testing/search.ts'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'
import { bonusFor, type BonusTerms, outcomeOf, takenBack } from '../terms/terms.rules.ts'

let world: BonusWorld

beforeAll(async () => {
  world = await openBonusWorld()
})
afterAll(() => world.close())

// FIRST20 of the demo operator, but as often as one likes.
const terms: BonusTerms = {
  kind: 'limit',
  percentHundredths: 2000,
  fixedMinor: null,
  capMinor: 1_000_00,
  minDepositMinor: 100_00,
  percentFail: 5,
  percentSuccess: 300,
}

type Action =
  | { do: 'arm' | 'clear' | 'rest' }
  | { do: 'deposit' | 'into' | 'home' | 'withdraw'; amount: number }
  | { do: 'play'; share: number }

const amount = fc.integer({ min: 1, max: 900 })
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Action>({ do: 'arm' }) },
  { weight: 3, arbitrary: fc.constant<Action>({ do: 'clear' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ do: 'rest' }) },
  { weight: 3, arbitrary: amount.map((baht): Action => ({ do: 'deposit', amount: baht })) },
  { weight: 4, arbitrary: amount.map((baht): Action => ({ do: 'into', amount: baht })) },
  { weight: 2, arbitrary: amount.map((baht): Action => ({ do: 'home', amount: baht })) },
  { weight: 2, arbitrary: amount.map((baht): Action => ({ do: 'withdraw', amount: baht })) },
  // Loses all, some, or wins up to four times what is there.
  {
    weight: 6,
    arbitrary: fc.constantFrom(-1, -1, -0.96, -0.5, 0.5, 2, 4).map((share): Action => ({ do: 'play', share })),
  },
)

/** What must come of it, in satang, by the rulings alone. */
interface Model {
  walletMinor: number
  gameMinor: number
  state: 'none' | 'armed' | 'granted'
  bonusMinor: number
  baseMinor: number
  /** Won and lost since the grant. */
  resultsMinor: number
}

async function step(member: BonusMember, model: Model, taken: Action): Promise<void> {
  const currentMinor = model.baseMinor + model.resultsMinor
  if (taken.do === 'arm') {
    const { status } = await member.arm('OFTEN')
    expect(status).toBe(model.state === 'none' ? 200 : 409)
    if (model.state === 'none') model.state = 'armed'
  } else if (taken.do === 'deposit') {
    const { body } = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: taken.amount } })
    if (model.state === 'granted') return expect(body['message']).toBe('BONUS_REMAINING')
    const gained = Math.round((await member.deposit(taken.amount)) * 100)
    await world.work()
    const bonusMinor = model.state === 'armed' ? bonusFor(terms, taken.amount * 100) : 0
    expect(gained).toBe(taken.amount * 100 + bonusMinor)
    model.walletMinor += gained
    if (bonusMinor > 0) Object.assign(model, { state: 'granted', bonusMinor, baseMinor: gained, resultsMinor: 0 })
  } else if (taken.do === 'into' || taken.do === 'home') {
    const minor = taken.amount * 100
    const [from, to] = taken.do === 'into' ? ['WALLET', 'PG'] : ['PG', 'WALLET']
    const { status } = await member.transfer(from ?? '', to ?? '', taken.amount)
    const available = taken.do === 'into' ? model.walletMinor : model.gameMinor
    expect(status).toBe(available >= minor ? 200 : 409)
    if (available < minor) return
    model.walletMinor += taken.do === 'into' ? -minor : minor
    model.gameMinor += taken.do === 'into' ? minor : -minor
  } else if (taken.do === 'play') {
    const change = Math.trunc(model.gameMinor * taken.share)
    await member.play('PG', change / 100)
    model.gameMinor += change
    if (model.state === 'granted') model.resultsMinor += change
  } else if (taken.do === 'withdraw') {
    const { status } = await member.call('POST', '/api/wallet/withdraw', { body: { amount: taken.amount } })
    if (status !== 200) return
    expect(model.state).not.toBe('granted')
    model.walletMinor -= taken.amount * 100
  } else if (taken.do === 'clear') {
    const { status, body } = await member.clear()
    if (model.state === 'none') return expect(status).toBe(404)
    if (model.state === 'armed') {
      model.state = 'none'
      return expect(status).toBe(200)
    }
    const outcome = outcomeOf(currentMinor, thresholds(model.baseMinor, terms))
    if (outcome === null) return expect(body['message']).toBe('BONUS_CONDITION')
    expect(body).toEqual({ message: 'BONUS_CLEAR', status: 'SUCCESS' })
    model.walletMinor += model.gameMinor
    model.gameMinor = 0
    model.walletMinor -= takenBack(outcome, { ...model, currentMinor })
    model.state = 'none'
  } else {
    world.clock.advance(86_400_000)
    await world.work()
    if (model.state === 'armed') model.state = 'none'
  }
}

it('goes as the rulings say, whatever a member does in whatever order', async () => {
  await world.rows(
    `insert into bonus_rule (id, source, code, valid_from, names, descriptions, kind, max_received, percent_hundredths,
       cap_minor, min_deposit_minor, percent_fail, percent_success, sort)
     select 'often', source, 'OFTEN', valid_from, names, descriptions, kind, 1000, percent_hundredths, cap_minor,
       min_deposit_minor, percent_fail, percent_success, 50 from bonus_rule where code = 'FIRST20'`,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 15, maxLength: 40 }), async (actions) => {
      const member = await world.player({ walletMinor: 500_00 })
      await member.open('PG')
      const model: Model = {
        walletMinor: 500_00,
        gameMinor: 0,
        state: 'none',
        bonusMinor: 0,
        baseMinor: 0,
        resultsMinor: 0,
      }
      for (const taken of actions) {
        await step(member, model, taken)
        expect(Math.round((await member.wallet()) * 100)).toBe(model.walletMinor)
        await member.call('GET', '/api/wallet/refresh/slot')
        const state = await member.state()
        expect(state?.state ?? 'none').toBe(model.state)
        if (model.state === 'granted') {
          expect(Math.round((state?.current ?? 0) * 100)).toBe(model.baseMinor + model.resultsMinor)
        }
      }
    }),
    { seed, numRuns: 8 * times, endOnFailure: false },
  )
  await world.audit()
})
