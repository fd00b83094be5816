import { DAY_MS } from '../../platform/durations.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../testing/worlds/cashier-world.ts'
import { askPaidAt } from './qr/qr.rules.ts'
import { planPoll, takeDueQrs } from './qr/qr.store.ts'

let world: CashierWorld
let member: TestMember

beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.bank.isDown = false
  member = await world.member({ walletMinor: 5_000_00 })
})

async function makeQr(): Promise<string> {
  await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 100 } })
  return String(world.bank.registrations.at(-1)?.['reference'])
}

const pollAtOf = async (reference: string) =>
  (
    await world.rows<{ pollAt: Date | null }>('select poll_at as "pollAt" from qr_code where reference = $1', [
      reference,
    ])
  )[0]?.pollAt
const due = () => world.rows('select id, poll_at from qr_code_due order by id')
const asKept = () => world.rows('select id, poll_at from qr_code where poll_at is not null order by id')

describe('the watch over QRs', () => {
  it('[DEP-002] asks no more about one that was paid, and credits a second payment of it by the feed', async () => {
    const before = await member.wallet()
    const reference = await makeQr()
    world.bank.payments.push(world.payment(reference))
    world.clock.advance(11_000)
    await world.work()
    expect(await member.wallet()).toBe(before + 100)
    expect(await pollAtOf(reference)).toBeNull()
    world.bank.payments.push(world.payment(reference))
    world.clock.advance(DAY_MS)
    await world.work()
    expect(await member.wallet()).toBe(before + 200)
    expect(await pollAtOf(reference)).toBeNull()
    expect(await due()).toEqual(await asKept())
  })

  it('asks once more at the end about a paid one whose collector lists nothing', () => {
    const expiresAt = new Date('2026-11-21T05:15:00Z')
    const end = new Date(expiresAt.getTime() + DAY_MS)
    expect(askPaidAt({ expiresAt }, expiresAt, true)).toBeNull()
    expect(askPaidAt({ expiresAt }, expiresAt, false)).toEqual(end)
    expect(askPaidAt({ expiresAt }, end, false)).toBeNull()
  })

  it('gives each due QR to one of the processes that ask at once', async () => {
    for (let count = 0; count < 12; count += 1) {
      member = await world.member()
      await makeQr()
    }
    world.clock.advance(11_000)
    const now = world.clock.now()
    const next = new Date(now.getTime() + 10_000)
    const take = () => takeDueQrs(world.database, now, 5, () => next)
    const taken = (await Promise.all([take(), take(), take()])).flat().map(({ id }) => id)
    const rest = (await take()).map(({ id }) => id)
    expect(new Set([...taken, ...rest]).size).toBe(taken.length + rest.length)
    expect(taken.length).toBeGreaterThanOrEqual(5)
  })

  it('does not lose a hint that comes while the bank is asked', async () => {
    const reference = await makeQr()
    world.clock.advance(11_000)
    const now = world.clock.now()
    const taken = await takeDueQrs(world.database, now, 100, () => new Date(now.getTime() + 3_600_000))
    const one = taken.find((row) => row.reference === reference)
    await world.rows('update qr_code set poll_at = $2 where reference = $1', [reference, now])
    if (one !== undefined) await planPoll(world.database, one, null)
    expect(await pollAtOf(reference)).toEqual(now)
  })
})

describe('what is under way', () => {
  it('stands in its narrow table as the row says, through a whole payout', async () => {
    const say = `select id, state, state = 'waiting' or needs_review as to_decide, coalesce(waiting_at, created_at) as since,
      ask_at from withdrawal where state in ('waiting', 'due', 'sent') or needs_review or ask_at is not null order by id`
    const kept = 'select id, state, to_decide, since, ask_at from withdrawal_open order by id'
    const agree = async () => expect(await world.rows(kept)).toEqual(await world.rows(say))
    await member.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })
    await agree()
    for (let turn = 0; turn < 6; turn += 1) {
      await world.work()
      await agree()
      world.clock.advance(3_600_000)
    }
  })

  it('is asked about, and ends at a game, without an index of the large tables being touched', async () => {
    await member.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })
    await makeQr()
    const touched = await world.database.transaction(async (tx) => {
      const updated = () =>
        tx.query<{ name: string; all: number; hot: number }>(
          `select name, pg_stat_get_xact_tuples_updated(name::regclass) as "all",
             pg_stat_get_xact_tuples_hot_updated(name::regclass) as hot
           from unnest(array['withdrawal', 'qr_code', 'game_leg', 'game_transfer']) as name`,
        )
      // What the session did before and has not told yet is counted too.
      const before = await updated()
      await tx.query(
        `insert into game_transfer (id, member_id, operation_id, from_code, to_code, amount_minor, status, created_at, updated_at)
         select 'moved' || n, $1, 'moved', 'PG', 'WALLET', 100, 'IN_PROGRESS', now(), now() from generate_series(1, 4) n`,
        [member.id],
      )
      await tx.query(
        `insert into game_leg (id, transfer_id, member_id, code, username, direction, amount_minor, credits, state,
           called_at, ask_at)
         select 'leg' || n, 'moved' || n, $1, 'PG', 'name', 'out', 100, 1, 'held', now(), now() from generate_series(1, 4) n`,
        [member.id],
      )
      const open = `select (select count(*) from game_leg_open where id like 'leg%') as legs,
        (select count(*) from game_transfer_open where id like 'moved%') as transfers`
      expect(await tx.query(open)).toEqual([{ legs: 4, transfers: 4 }])
      await tx.query(`update game_leg set ask_at = now(), asks = asks + 1 where id like 'leg%'`)
      await tx.query(
        `update game_leg set state = 'done', closed_at = now(), ask_at = null, version = version + 1 where id like 'leg%'`,
      )
      await tx.query(
        `update game_transfer set status = 'SUCCESS', updated_at = now(), version = version + 1 where id like 'moved%'`,
      )
      expect(await tx.query(open)).toEqual([{ legs: 0, transfers: 0 }])
      const newest = (table: string) => `id = (select id from ${table} order by created_at desc limit 1)`
      await tx.query(
        `update withdrawal set ask_at = now(), asked_at = now(), version = version + 1 where ${newest('withdrawal')}`,
      )
      await tx.query(`update qr_code set poll_at = now() where ${newest('qr_code')}`)
      return (await updated()).map(({ name, all, hot }, place) => ({
        name,
        all: Number(all) - Number(before[place]?.all),
        hot: Number(hot) - Number(before[place]?.hot),
      }))
    })
    expect(touched.map(({ name, hot }) => ({ name, hot }))).toEqual(
      touched.map(({ name, all }) => ({ name, hot: all })),
    )
    expect(touched.every(({ all }) => all > 0)).toBe(true)
    expect(await due()).toEqual(await asKept())
  })

  it('names no column that changes while it is under way in an index of a large table', async () => {
    const changing = {
      game_leg: ['state', 'ask_at', 'asks', 'not_founds', 'closed_at', 'version'],
      game_transfer: ['status', 'updated_at', 'version'],
      withdrawal: ['state', 'ask_at', 'asked_at', 'sent_at', 'paid_at', 'needs_review', 'waiting_at', 'version'],
      qr_code: ['poll_at', 'version'],
    }
    for (const [table, columns] of Object.entries(changing)) {
      const indexed = await world.rows<{ definition: string }>(
        'select indexdef as definition from pg_indexes where schemaname = current_schema() and tablename = $1',
        [table],
      )
      const named = columns.filter((column) =>
        indexed.some(({ definition }) => new RegExp(`\\b${column}\\b`).test(definition.slice(definition.indexOf('(')))),
      )
      // Which of a member's QRs is live is unique: that one end of it writes an index.
      expect({ table, named }).toEqual({ table, named: [] })
    }
  })
})
