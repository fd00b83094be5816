import { encryptGiftLink } from '@krapao/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type CashierWorld,
  GIFT_HOST,
  LINK_SECRET,
  openCashierWorld,
  type TestMember,
} from '../../testing/worlds/cashier-world.ts'
import { runCommand } from '../../platform/commands/index.ts'
import { atEachPlace as atPlaces, Life } from '../../testing/mortal.ts'

/** Deposits by QR and by gift link, and the process killed before and after each statement, commit and outside call. */
let world: CashierWorld
let life: Life
beforeAll(async () => {
  const born = () => (life = new Life())
  world = await openCashierWorld({ life: born })
})
afterAll(() => world.close())
afterEach(() => world.audit())

type Scene = Parameters<typeof atPlaces>[1]
const atEachPlace = (scene: Scene) => atPlaces({ now: () => life, bornAgain: () => world.restart() }, scene)

/** Runs some of the cashier's jobs of the present process, each until it finds nothing. */
async function run(...names: readonly string[]): Promise<void> {
  const stop = new AbortController().signal
  const jobs = world.process.cashier.jobs.filter(({ name }) => names.includes(name))
  expect(jobs).toHaveLength(names.length)
  for (const job of jobs) while ((await job.run(stop)) > 0) continue
}

/** Lets a minute and more pass in steps, as the jobs would see it. */
async function pass(...names: readonly string[]): Promise<void> {
  await run(...names)
  for (const ms of [1_000, 3_000, 11_000, 15_000, 31_000]) {
    world.clock.advance(ms)
    await run(...names)
  }
}

const GIFTS = 'cashier-gifts'
const PAYOUTS = 'cashier-payouts'
const FEED = 'cashier-payment-feed'
const POLL = 'cashier-qr-poll'

const movementNumbers = async (member: TestMember) =>
  (await world.process.cashier.movements(world.database, { memberId: member.id, fromNumber: 0, toNumber: 99 })).map(
    ({ number }) => number,
  )

describe('a QR', () => {
  async function paidQr() {
    const member = await world.member()
    await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 100 } })
    const payment = world.payment(String(world.bank.registrations.at(-1)?.['reference']))
    return { member, payment }
  }

  it('that is paid is credited once, wherever the callback is cut off, when the bank calls again', async () => {
    const places = await atEachPlace(async () => {
      const { member, payment } = await paidQr()
      return {
        act: () => world.hook(world.paymentOf(payment)),
        async after() {
          expect(await world.hook(world.paymentOf(payment))).toMatchObject({ status: 200 })
          expect(await member.wallet()).toBe(100)
          expect(await movementNumbers(member)).toEqual([1])
        },
      }
    })
    expect(places).toBeGreaterThan(10)
  })

  it('that is paid is credited once, wherever the poller is cut off', async () => {
    const places = await atEachPlace(async () => {
      const { member, payment } = await paidQr()
      world.bank.payments.push(payment)
      world.clock.advance(11_000)
      return {
        act: () => run(FEED, POLL),
        async after() {
          await pass(FEED, POLL)
          expect(await member.wallet()).toBe(100)
          expect(await movementNumbers(member)).toEqual([1])
        },
      }
    })
    expect(places).toBeGreaterThan(10)
  })

  it('is made or not, wherever its making is cut off, and credited when it is paid', async () => {
    await atEachPlace(async () => {
      const member = await world.member()
      const key = crypto.randomUUID()
      const make = () => member.call('POST', '/api/qrcode/KBANK', { body: { amount: 100 }, key })
      return {
        act: make,
        async after() {
          expect(await make()).toMatchObject({ status: 200, body: { hasQrcode: true } })
          const reference = String(world.bank.registrations.at(-1)?.['reference'])
          const [qr] = await world.rows<{ reference: string }>('select reference from qr_code where member_id = $1', [
            member.id,
          ])
          await world.hook(world.paymentOf(world.payment(qr?.reference ?? reference)))
          expect(await member.wallet()).toBe(100)
        },
      }
    })
  })
})

describe('a withdrawal', () => {
  /** Lets pass what all jobs need to know what became of a transfer that was cut off. */
  async function settle(): Promise<void> {
    await world.work()
    for (let second = 0; second < 120; second += 30) {
      world.clock.advance(30_000)
      await world.workDue()
    }
    await world.work()
  }

  it.each([
    ['/api/wallet/withdraw', 0],
    ['/api/wallet/withdrawAll', 200],
  ])('by %s, with %i baht at a game, is made once under its key, wherever it is cut off', async (path, atGame) => {
    await atEachPlace(async () => {
      const member = await world.member({ walletMinor: 300_00 })
      if (atGame > 0) {
        await member.call('GET', '/api/wallet/activate/PG')
        await member.call('POST', '/api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: atGame } })
      }
      const key = crypto.randomUUID()
      const send = (amount = 300) => member.call('POST', path, { body: { amount }, key })
      return {
        act: send,
        async after() {
          await send()
          await settle()
          const { status, body } = await send()
          expect(status).toBe(200)
          await settle()
          expect((await send()).body).toEqual({ ...body, status: 'SUCCESS' })
          expect(await send(299)).toMatchObject({ status: 422, body: { message: 'IDEMPOTENCY_MISMATCH' } })
          expect([await member.wallet(), world.bank.payouts.has(String(body['_id']))]).toEqual([0, true])
          expect(await world.rows('select state from withdrawal where member_id = $1', [member.id])).toEqual([
            { state: 'paid' },
          ])
        },
      }
    })
  })

  it('is written once, with its key and what is answered', async () => {
    const member = await world.member({ walletMinor: 300_00 })
    const send = (key: string) => member.call('POST', '/api/wallet/withdraw', { body: { amount: 100 }, key })
    await send(crypto.randomUUID())
    life.dieAt(0)
    expect(await send(crypto.randomUUID())).toMatchObject({ status: 200, body: { status: 'IN_PROGRESS' } })
    const written = life.statements.filter((text) => /^\s*(insert|update|delete|select ledger_submit)/i.test(text))
    expect(written).toHaveLength(1)
  })
})

describe('a gift link', () => {
  const linkOf = (code: string) => encryptGiftLink(`https://${GIFT_HOST}/campaign/?v=${code}`, LINK_SECRET)

  async function sentGift(sharesMinor = [30_00]) {
    const member = await world.member()
    const code = world.issuer.make(30_00, { sharesMinor })
    const link = await linkOf(code)
    const key = crypto.randomUUID()
    return { member, code, send: () => member.call('POST', '/api/wallet/truelink', { body: { link }, key }) }
  }

  it('is credited once if it was taken, wherever its redeeming is cut off, though nobody sends it again', async () => {
    const taken: number[] = []
    const places = await atEachPlace(async () => {
      const { member, code, send } = await sentGift()
      return {
        act: send,
        async after() {
          await pass(GIFTS)
          taken.push(world.issuer.takenOf(code))
          expect(await member.wallet()).toBe(30 * world.issuer.takenOf(code))
        },
      }
    })
    expect(places).toBeGreaterThan(15)
    // Dead before it was recorded: nothing was taken. Dead later: it was, and credited by the next process.
    expect(new Set(taken)).toEqual(new Set([0, 1]))
    expect(taken).toEqual(taken.toSorted())
  })

  it('is credited once, wherever its redeeming is cut off, when it is sent again at once', async () => {
    await atEachPlace(async () => {
      const { member, code, send } = await sentGift([10_00, 20_00])
      return {
        act: send,
        async after() {
          expect((await send()).status).toBe(200)
          await pass(GIFTS)
          expect(await send()).toMatchObject({ status: 200, body: { amount: 10, wallet: { amount: 10 } } })
          expect([await member.wallet(), world.issuer.takenOf(code)]).toEqual([10, 1])
          expect(await movementNumbers(member)).toEqual([1])
        },
      }
    })
  })

  it.each(['cut-before', 'cut-after', 'late'] as const)(
    'whose answer was lost (%s) is credited once, wherever the job that asks is cut off',
    async (fault) => {
      const places = await atEachPlace(async () => {
        const { member, code, send } = await sentGift()
        world.issuer.redeemFaults.push(fault)
        expect(await send()).toMatchObject({ body: { status: 'IN_PROGRESS' } })
        world.clock.advance(1_000)
        return {
          act: () => run(GIFTS),
          async after() {
            world.issuer.arrive()
            await pass(GIFTS)
            expect([await member.wallet(), world.issuer.takenOf(code)]).toEqual([30, 1])
            expect(await movementNumbers(member)).toEqual([1])
          },
        }
      })
      expect(places).toBeGreaterThan(10)
    },
  )

  it('that nobody described at first is credited once, wherever the job that asks is cut off', async () => {
    await atEachPlace(async () => {
      const { member, code, send } = await sentGift()
      world.issuer.verifyFaults.push('cut-before')
      expect(await send()).toMatchObject({ body: { status: 'IN_PROGRESS' } })
      world.clock.advance(1_000)
      return {
        act: () => run(GIFTS),
        async after() {
          await pass(GIFTS)
          expect([await member.wallet(), world.issuer.takenOf(code)]).toEqual([30, 1])
        },
      }
    })
  })
})

describe('a payout that the bank made and does not tell of', () => {
  /** For an hour, and the operator has looked at it. */
  async function silentPayout() {
    const member = await world.member({ walletMinor: 300_00 })
    world.bank.isDown = false
    world.bank.payoutFaults = ['cut-after']
    const { body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })
    const id = String(body['_id'])
    await run(PAYOUTS)
    world.bank.isDown = true
    world.clock.advance(3_600_000)
    await run(PAYOUTS)
    world.clock.advance(30_000)
    return { member, id }
  }

  async function ends(id: string) {
    const [row] = await world.rows<{ state: string; cases: number; lent: number }>(
      `select state, (select count(*)::int from cashier_case where withdrawal_id = $1 and state = 'open') as cases,
         (select coalesce(sum(lent_minor), 0)::int from cashier_case where withdrawal_id = $1) as lent
       from withdrawal where id = $1`,
      [id],
    )
    return row
  }

  it('is paid out of the wallet once, wherever the deed that gives it back is cut off', async () => {
    const places = await atEachPlace(async () => {
      const { member, id } = await silentPayout()
      return {
        act: () => world.operator('withdrawals', 'return', id, 'OWN_REQUEST'),
        async after() {
          world.bank.isDown = false
          await pass(PAYOUTS)
          expect([await member.wallet(), await ends(id)]).toEqual([0, { state: 'paid', cases: 0, lent: 0 }])
        },
      }
    })
    expect(places).toBeGreaterThan(5)
  })

  it('is lent once by the house, wherever its late word is cut off, and collected once', async () => {
    const places = await atEachPlace(async () => {
      const { member, id } = await silentPayout()
      await world.operator('withdrawals', 'return', id, 'OWN_REQUEST')
      const { body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })
      world.bank.isDown = false
      world.clock.advance(60_000)
      return {
        act: () => run(PAYOUTS),
        async after() {
          await pass(PAYOUTS)
          expect(await ends(id)).toEqual({ state: 'paid', cases: 1, lent: 300_00 })
          await world.operator('withdrawals', 'return', String(body['_id']), 'OWN_REQUEST')
          const line = (await world.operator('cases', 'list')).split('\n').find((one) => one.includes(id)) ?? ''
          expect(await world.operator('cases', 'collect', line.split(' ')[0] ?? '')).toContain('300.00 baht')
          expect([await member.wallet(), await world.posted('house/suspense')]).toEqual([0, 0])
        },
      }
    })
    expect(places).toBeGreaterThan(5)
  })
})

it('a payout that failed after it was paid is given back once, wherever cases refund is cut off', async () => {
  const places = await atEachPlace(async () => {
    const member = await world.member({ walletMinor: 300_00 })
    const { body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })
    const id = String(body['_id'])
    await run(PAYOUTS)
    const payout = world.bank.payouts.get(id)
    if (payout) payout.state = 'FAILED'
    world.clock.advance(300_000)
    await run(PAYOUTS)
    world.clock.advance(30_000)
    const refund = async () => {
      const line = (await world.operator('cases', 'list')).split('\n').find((one) => one.includes(id))
      return line === undefined ? '' : world.operator('cases', 'refund', line.split(' ')[0] ?? '')
    }
    return {
      act: refund,
      async after() {
        await refund()
        await pass(PAYOUTS)
        expect(await member.wallet()).toBe(300)
        expect(await refund()).toBe('')
      },
    }
  })
  expect(places).toBeGreaterThan(5)
})

describe('a gift whose issuer says nothing', () => {
  async function silentGift() {
    const member = await world.member()
    const code = world.issuer.make(30_00)
    const link = await encryptGiftLink(`https://${GIFT_HOST}/campaign/?v=${code}`, LINK_SECRET)
    world.issuer.redeemFaults.push('cut-after')
    await member.call('POST', '/api/wallet/truelink', { body: { link } })
    world.issuer.isDown = true
    world.clock.advance(3_600_000)
    await run(GIFTS)
    const [row] = await world.rows<{ id: string }>('select id from gift_link where member_id = $1', [member.id])
    return { member, id: row?.id ?? '' }
  }

  it.each([
    ['credit', ['30']],
    ['refuse', []],
  ] as const)(
    'is credited once, wherever gifts %s is cut off, when it is given again',
    async (deed, words) => {
      const places = await atEachPlace(async () => {
        const { member, id } = await silentGift()
        const act = () => world.operator('gifts', deed, id, ...words)
        return {
          act,
          async after() {
            await act()
            world.issuer.isDown = false
            world.clock.advance(3_600_000)
            await pass(GIFTS)
            expect([await member.wallet(), await movementNumbers(member)]).toEqual([30, [1]])
            expect(await world.operator('cases', 'list')).not.toContain(id)
          },
        }
      })
      expect(places).toBeGreaterThan(5)
    },
    60_000,
  )
})

it('after a restore the bank is asked anew about each QR once more, wherever the job is cut off', async () => {
  const AFTER_RESTORE = 'cashier-after-restore'
  const mark = (word: string) => runCommand(world.process.operator.commands, ['restore', word])
  const places = await atEachPlace(async () => {
    const member = await world.member()
    await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 100 } })
    const reference = String(world.bank.registrations.at(-1)?.['reference'])
    await world.rows('update qr_code set poll_at = null where reference = $1', [reference])
    world.bank.payments.push(world.payment(reference))
    world.clock.advance(2_000)
    return {
      async act() {
        await mark('mark')
        await run(AFTER_RESTORE, POLL)
        await mark('end')
      },
      async after() {
        await mark('mark')
        await mark('end')
        world.clock.advance(2_000)
        await pass(AFTER_RESTORE, POLL)
        expect([await member.wallet(), await movementNumbers(member)]).toEqual([100, [1]])
      },
    }
  })
  expect(places).toBeGreaterThan(10)
})

it('a notice that is credited is credited once, wherever the operator’s command is cut off', async () => {
  await atEachPlace(async () => {
    const member = await world.member()
    await member.call('POST', '/api/wallet/add', { body: { amount: 70 } })
    const id = (await world.operator('notices', 'list')).split(' ')[0] ?? ''
    return {
      act: () => world.operator('notices', 'credit-unreferenced', id, '70', 'seen'),
      async after() {
        await world.operator('notices', 'credit-unreferenced', id, '70', 'seen')
        expect(await member.wallet()).toBe(70)
        expect(await movementNumbers(member)).toEqual([1])
      },
    }
  })
})
