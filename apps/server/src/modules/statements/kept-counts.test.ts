import { randomUUID } from 'node:crypto'
import { encryptGiftLink, type StatementKind, STATEMENT_KINDS } from '@krapao/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type CashierWorld,
  GIFT_HOST,
  LINK_SECRET,
  openCashierWorld,
  type TestMember,
} from '../../testing/worlds/cashier-world.ts'
import type { Sql } from '../../platform/database/types.ts'
import { newId } from '../../platform/ids.ts'
import { searchSeed as seed, searchTimes as times } from '../../testing/search.ts'
import type { MovementSource } from '../members/index.ts'
import { findNumbers } from './statements.store.ts'

let world: CashierWorld
beforeAll(async () => {
  world = await openCashierWorld()
  await world.set('withdrawPerDay', 10_000)
  await world.set('withdrawMinMinor', 1_00)
})
afterAll(() => world.close())

const ALL = 10_000

/** Every way a movement comes about, some sent twice at once, some that come late, some that are taken back. */
const ways: Record<string, (member: TestMember) => Promise<unknown>> = {
  async paidAndHeardTwice(member) {
    const { body } = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 3 } })
    const [qr] = await world.rows<{ reference: string }>('select reference from qr_code where id = $1', [
      body['qrcodeId'],
    ])
    const event = world.paymentOf(world.payment(qr?.reference ?? '', { amount: 3 }))
    await Promise.all([world.hook(event), world.hook(event)])
  },
  withdrawal: (member) => twice(member, '/api/wallet/withdraw', { amount: 1 }),
  withdrawalThatFails(member) {
    world.bank.payoutFaults.push('refuse')
    return member.call('POST', '/api/wallet/withdraw', { body: { amount: 2 } })
  },
  payoutHeardLate(member) {
    world.bank.payoutFaults.push('late')
    return member.call('POST', '/api/wallet/withdraw', { body: { amount: 2 } })
  },
  tooLargeAWithdrawal: (member) => member.call('POST', '/api/wallet/withdraw', { body: { amount: 1_000_000 } }),
  transfer: (member) => twice(member, '/api/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 1 }),
  transferAllHome: (member) => member.call('POST', '/api/wallet/transferAll', { body: { to: 'WALLET' } }),
  async transferWithoutAnAnswer(member) {
    const provider = world.providerOf('JOKER')
    const { move } = provider
    provider.move = async () => 'unknown'
    await member.call('POST', '/api/wallet/transfer', { body: { from: 'WALLET', to: 'JOKER', amount: 1 } })
    provider.move = move
  },
  async noticeCreditedTwice(member) {
    await twice(member, '/api/wallet/add', { amount: 4 })
    const [id] = await openNotices(member)
    if (id === undefined) return
    await Promise.all([1, 2].map(() => world.operator('notices', 'credit-unreferenced', id, '4', 'seen')))
  },
  async noticeClosed(member) {
    await member.call('POST', '/api/wallet/add', { body: { amount: 4 } })
    const [id] = await openNotices(member)
    if (id !== undefined) await world.operator('notices', 'close', id)
  },
  gift: async (member) => twice(member, '/api/wallet/truelink', { link: await gift() }),
  async giftHeardLate(member) {
    world.issuer.redeemFaults.push('cut-after')
    await member.call('POST', '/api/wallet/truelink', { body: { link: await gift() } })
  },
  async giftThatFails(member) {
    world.issuer.redeemFaults.push('cut-before')
    await member.call('POST', '/api/wallet/truelink', { body: { link: await gift() } })
  },
  adjustment: (member) => world.operator('adjustments', 'propose', member.id, '1', 'correction', 'counted', 'twice'),
  reward: (member) => Promise.all([1, 2].map(() => reward(world.database, member))),
  rewardTakenBack: (member) =>
    world.database
      .transaction(async (tx) => {
        await reward(tx, member)
        throw new Error('taken back')
      })
      .catch(() => undefined),
  jobs: () => world.work(),
}

const rewardSql = `
  with given as (
    insert into user_bonus (id, member_id, source, code, terms, state, armed_at, ended_at)
    values ($1, $2, 'bonus', 'PLAYED', '{}', 'cancelled', $3, $3) returning id
  )
  insert into reward_line (id, member_id, kind, about, descriptions, amount_minor, user_bonus_id, created_at)
  select id || place, $2, kind, 'bonus', '{"th": "w", "lo": "w", "en": "w"}', 500, id, $3
  from given, unnest(array['bonus', 'finish_bonus']) with ordinality as line (kind, place)`

const reward = (sql: Sql, { id }: TestMember) => {
  const at = world.clock.now()
  return sql.query(rewardSql, [newId(at), id, at])
}

/** The same call twice at once under one key. */
function twice(member: TestMember, path: string, body: object): Promise<unknown> {
  const key = randomUUID()
  return Promise.all([1, 2].map(() => member.call('POST', path, { body, key })))
}

const gift = () => encryptGiftLink(`https://${GIFT_HOST}/campaign/?v=${world.issuer.make(5_00)}`, LINK_SECRET)

async function openNotices({ id }: TestMember): Promise<string[]> {
  const rows = await world.rows<{ id: string }>(
    "select id from deposit_notice where member_id = $1 and state = 'open' order by id desc",
    [id],
  )
  return rows.map((row) => row.id)
}

const subsets = Array.from({ length: 2 ** STATEMENT_KINDS.length - 2 }, (_, place) =>
  STATEMENT_KINDS.filter((_kind, bit) => ((place + 1) >> bit) % 2 === 1),
)

/** What is kept and what is there, read at one moment. */
async function expectKeptIsThere(member: TestMember, kinds: readonly StatementKind[]): Promise<void> {
  const { cashier, games, rewards: given } = world.process
  const sources: MovementSource[] = [cashier, games, given].flatMap((door) => [...door.movementSources])
  const filter = { kinds: new Set(kinds), from: null, to: null }
  const { total, numbers } = await findNumbers(world.database, sources, member.id, filter, { page: 1, limit: ALL })
  expect([kinds, total]).toEqual([kinds, numbers.length])
}

async function pageOf(member: TestMember, body: object) {
  const answer = await member.call('POST', '/api/statement', { body })
  expect(answer.status).toBe(200)
  return answer.body as unknown as { total: number; statements: { _id: string; statementType: StatementKind }[] }
}

const step = fc.record({ way: fc.constantFrom(...Object.keys(ways)), whose: fc.nat(1), of: fc.nat(subsets.length - 1) })

it(`keeps how many lines of each kind there are, whatever meets, comes twice, late or not at all (KRAPAO_TEST_SEED=${seed})`, async () => {
  const storms = fc.array(step, { minLength: 20, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(storms, async (steps) => {
      const members = [await world.member({ walletMinor: 500_00 }), await world.member({ walletMinor: 500_00 })]
      for (const member of members) {
        for (const code of ['PG', 'JOKER']) await member.call('GET', `/api/wallet/activate/${code}`)
      }
      // In tabs, while somebody reads.
      await Promise.all(
        [0, 1, 2, 3].map(async (tab) => {
          for (const { way, whose, of } of steps.filter((_, place) => place % 4 === tab)) {
            const member = members[whose] as TestMember
            await Promise.all([ways[way]?.(member), expectKeptIsThere(member, subsets[of] ?? [])])
          }
        }),
      )
      world.bank.payoutFaults.length = 0
      world.issuer.redeemFaults.length = 0
      world.bank.arrive()
      for (let passed = 0; passed < 12; passed += 1) {
        world.clock.advance(20_000)
        await world.workDue()
      }
      for (const member of members) {
        const all = await pageOf(member, { limit: 100 })
        expect(all.statements).toHaveLength(Math.min(100, all.total))
        for (const kinds of subsets) {
          await expectKeptIsThere(member, kinds)
          const some = await pageOf(member, { kinds, limit: 100 })
          expect(some.statements).toEqual(all.statements.filter(({ statementType }) => kinds.includes(statementType)))
          expect(some.total).toBe(some.statements.length)
        }
      }
    }),
    { seed, numRuns: 2 * times, endOnFailure: true },
  )
  await world.audit()
})
