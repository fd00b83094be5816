import { encryptGiftLink } from '@krapao/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  type CashierWorld,
  GIFT_HOST,
  LINK_SECRET,
  openCashierWorld,
  type TestMember,
} from '../../../testing/worlds/cashier-world.ts'

let world: CashierWorld
beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.issuer.calls.length = 0
})
afterEach(() => world.audit())

const TIMES = 20

async function sender(code: string): Promise<(member: TestMember, key?: string) => Promise<Answer>> {
  const link = await encryptGiftLink(`https://${GIFT_HOST}/campaign/?v=${code}`, LINK_SECRET)
  return (member, key) => member.call('POST', '/api/wallet/truelink', { body: { link }, ...(key && { key }) })
}

const credits = (answers: readonly Answer[]) => answers.filter(({ status, body }) => status === 200 && 'amount' in body)

/** Everything else that may be answered while one of them gets the gift. */
function expectOthersToKnow(answers: readonly Answer[]): void {
  const others = answers.filter((answer) => !credits([answer]).length)
  for (const { status, body } of others) {
    expect([status, body['message'] ?? body['status']]).toBeOneOf([
      [200, 'IN_PROGRESS'],
      [409, 'TRUELINK_DUPLICATE'],
    ])
  }
}

async function movementsOf(member: TestMember) {
  const found = await world.process.cashier.movements(world.database, {
    memberId: member.id,
    fromNumber: 0,
    toNumber: 99,
  })
  return found.map(({ number, status }) => [number, status])
}

/** The gift whose share is being asked for. */
async function redeeming(): Promise<string> {
  const [gift] = await world.rows<{ id: string }>(`select id from gift_link where state = 'redeeming'`)
  return gift?.id ?? ''
}

describe('one gift link', () => {
  it('sent twenty times at once by one member is credited once', async () => {
    const member = await world.member()
    const code = world.issuer.make(50_00)
    const send = await sender(code)
    const answers = await Promise.all(Array.from({ length: TIMES }, () => send(member)))
    expect(credits(answers)).toHaveLength(1)
    expectOthersToKnow(answers)
    expect([await member.wallet(), world.issuer.takenOf(code)]).toEqual([50, 1])
    expect(await movementsOf(member)).toEqual([[1, 'SUCCESS']])
    expect(world.issuer.calls.filter((call) => call === 'redeem')).toHaveLength(1)
  })

  it('sent twenty times at once under one key is credited once, and answered alike', async () => {
    const member = await world.member()
    const send = await sender(world.issuer.make(50_00))
    const key = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: TIMES }, () => send(member, key)))
    expect(credits(answers).map(({ body }) => body)).toEqual(
      Array.from({ length: TIMES }, () => ({ amount: 50, wallet: { amount: 50 } })),
    )
    expect(await member.wallet()).toBe(50)
  })

  it('sent at once by two members, ten times each, is one’s alone', async () => {
    const members = [await world.member(), await world.member()] as const
    const code = world.issuer.make(50_00, { sharesMinor: [20_00, 30_00] })
    const send = await sender(code)
    const answers = await Promise.all(
      Array.from({ length: TIMES }, (_, index) => send(members[index % 2 === 0 ? 0 : 1])),
    )
    expect(credits(answers)).toHaveLength(1)
    expectOthersToKnow(answers)
    const wallets = [await members[0].wallet(), await members[1].wallet()]
    expect(wallets.toSorted((a, b) => a - b)).toEqual([0, 20])
    expect(world.issuer.takenOf(code)).toBe(1)
    const lines = [...(await movementsOf(members[0])), ...(await movementsOf(members[1]))]
    expect(lines).toEqual([[1, 'SUCCESS']])
  })

  it('is credited once when its owner, the job and the operator all learn of it at the same moment', async () => {
    const member = await world.member()
    const code = world.issuer.make(50_00)
    const send = await sender(code)
    const key = crypto.randomUUID()
    world.issuer.redeemFaults.push('cut-after')
    expect(await send(member, key)).toMatchObject({ body: { status: 'IN_PROGRESS' } })
    world.clock.advance(2_000)
    const id = await redeeming()
    const job = world.process.cashier.jobs.find(({ name }) => name === 'cashier-gifts')
    const stop = new AbortController().signal
    await Promise.all([
      ...Array.from({ length: 8 }, () => job?.run(stop)),
      ...Array.from({ length: 4 }, () => send(member, key)),
      ...Array.from({ length: 4 }, () => world.operator('gifts', 'credit', id, '50')),
    ])
    await world.work()
    expect([await member.wallet(), world.issuer.takenOf(code)]).toEqual([50, 1])
    expect(await movementsOf(member)).toEqual([[1, 'SUCCESS']])
  })

  it('beside others of the same member leaves no hole in his statement', async () => {
    const member = await world.member()
    const codes = Array.from({ length: 5 }, (_, index) => world.issuer.make((index + 2) * 100))
    const sends = await Promise.all(codes.map(sender))
    await Promise.all(sends.flatMap((send) => [send(member), send(member), send(member)]))
    expect(await member.wallet()).toBe(2 + 3 + 4 + 5 + 6)
    const numbers = (await movementsOf(member)).map(([number]) => number)
    expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5])
    const [{ last } = { last: 0 }] = await world.rows<{ last: number }>(
      'select last from movement_counter where member_id = $1',
      [member.id],
    )
    expect(last).toBe(5)
  })

  it('is claimed by the code that it has when it is credited, not when it was looked for', async () => {
    const member = await world.member()
    const send = await sender(world.issuer.make(30_00))
    world.issuer.redeemFaults.push('cut-before')
    await send(member)
    const id = await redeeming()
    const { query } = world.database
    world.issuer.isDown = true
    let looked = 0
    world.database.query = async (text, values) => {
      const found = await query(text, values)
      if (text.includes('from gift_link where id')) looked += 1
      if (looked === 2) {
        world.database.query = query
        await query(`update gift_link set code_hash = 'the issuer writes it so' where id = $1`, [id])
      }
      return found as never
    }
    expect(await world.operator('gifts', 'credit', id, '30')).toContain('30.00 baht')
    expect(await world.rows(`select key from ledger_claim where kind = 'voucher' and owner = $1`, [id])).toEqual([
      { key: 'the issuer writes it so' },
    ])
  })
})
