import { AsyncLocalStorage } from 'node:async_hooks'
import type { Ledger } from '@krapao/ledger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { book } from '../../../testing/book.ts'
import { STRIDE } from '../../../testing/mortal.ts'
import { searchSeed } from '../../../testing/search.ts'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'

let world: BonusWorld

beforeAll(async () => {
  world = await openBonusWorld()
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

/** A member with older money, who has lost nearly all of a bonus of 200 baht in two games: 40 baht are left of it. */
async function nearlyLost(): Promise<BonusMember> {
  const member = await world.player({ walletMinor: 300_00 })
  await member.open('PG')
  await member.open('JOKER')
  await member.arm('FIRST20')
  await member.deposit(1_000)
  await member.transfer('WALLET', 'PG', 700)
  await member.transfer('WALLET', 'JOKER', 500)
  await member.play('PG', -690)
  await member.play('JOKER', -470)
  return member
}

/** Lets the jobs work until the bonus is over, for at most an hour. */
async function untilOver(member: BonusMember): Promise<void> {
  for (let passedMs = 0; passedMs < HOUR_MS && (await member.state()) !== null; passedMs += 30_000) {
    world.clock.advance(30_000)
    await world.work()
  }
}

async function expectLost(member: BonusMember): Promise<void> {
  expect(await member.state()).toBeNull()
  expect(await member.wallet()).toBe(300)
  const lines = await world.rows<{ kind: string; amountMinor: number }>(
    `select kind, amount_minor as "amountMinor" from reward_line where member_id = $1 order by movement_number`,
    [member.id],
  )
  expect(lines).toEqual([
    { kind: 'bonus', amountMinor: 200_00 },
    { kind: 'finish_bonus', amountMinor: 40_00 },
  ])
}

describe('the end of a bonus over several games', () => {
  beforeEach(() => {
    for (const code of ['PG', 'JOKER']) world.providerOf(code).fault = 'none'
  })

  it('goes on by itself when a game does not answer', async () => {
    const member = await nearlyLost()
    const provider = world.providerOf('JOKER')
    const { move, moveStatus } = provider
    provider.move = async (order) => {
      await move(order)
      return 'unknown'
    }
    provider.moveStatus = () => Promise.resolve({ status: 'unknown', credits: null })
    const key = '7f1b3a52-6f0e-4b5c-9a52-4dd1a8a8f103'
    expect((await member.clear(key)).body).toEqual({ message: 'BONUS_CLEAR', status: 'IN_PROGRESS' })
    expect(await member.wallet()).toBe(310)
    world.clock.advance(60_000)
    await world.work()
    expect(await member.state()).toMatchObject({ state: 'ending' })
    expect((await member.clear(key)).body).toEqual({ message: 'BONUS_CLEAR', status: 'IN_PROGRESS' })
    Object.assign(provider, { move, moveStatus })
    await untilOver(member)
    await expectLost(member)
    expect((await member.clear(key)).body).toEqual({ message: 'BONUS_CLEAR', status: 'SUCCESS' })
  })

  it('is what a call that came in between answers for ever, and no later bonus', async () => {
    const member = await nearlyLost()
    const provider = world.providerOf('JOKER')
    const { move, moveStatus } = provider
    provider.move = async (order) => {
      await move(order)
      return 'unknown'
    }
    provider.moveStatus = () => Promise.resolve({ status: 'unknown', credits: null })
    const key = '7f1b3a52-6f0e-4b5c-9a52-4dd1a8a8f105'
    for (const body of [(await member.clear()).body, (await member.clear(key)).body]) {
      expect(body).toEqual({ message: 'BONUS_CLEAR', status: 'IN_PROGRESS' })
    }
    Object.assign(provider, { move, moveStatus })
    await untilOver(member)
    expect((await member.arm('DAILY10')).status).toBe(200)
    expect((await member.clear(key)).body).toEqual({ message: 'BONUS_CLEAR', status: 'SUCCESS' })
    expect(await member.state()).toMatchObject({ state: 'armed' })
  })

  it('leaves a game that cannot be reached for a day at its ledger amount', async () => {
    const member = await nearlyLost()
    const provider = world.providerOf('JOKER')
    const { read } = provider
    let reads = 0
    provider.read = (username) => ((reads += 1) === 1 ? read(username) : Promise.resolve(null))
    expect((await member.clear()).body['status']).toBe('IN_PROGRESS')
    world.clock.advance(24 * HOUR_MS - 120_000)
    await world.work()
    expect(await member.state()).toMatchObject({ state: 'ending' })
    world.clock.advance(240_000)
    await world.work()
    expect(await member.state()).toBeNull()
    provider.read = read
    // 300 of old, 10 from the one game, less the 40 that were left of the bonus; 30 stand at the other game.
    expect(await member.wallet()).toBe(270)
    await member.call('POST', '/api/wallet/transferAll', { body: { to: 'WALLET' } })
    expect(await member.wallet()).toBe(300)
  })

  it('is not held up by a game that never had anything to do with it', async () => {
    const member = await nearlyLost()
    await member.open('SLOTXO')
    const provider = world.providerOf('SLOTXO')
    const { read } = provider
    provider.read = () => Promise.resolve(null)
    expect((await member.clear()).body).toEqual({ message: 'BONUS_CLEAR', status: 'SUCCESS' })
    provider.read = read
    await expectLost(member)
  })

  it('takes what is won while it ends into account, and decides no more', async () => {
    const member = await nearlyLost()
    const provider = world.providerOf('PG')
    const { move } = provider
    let isPlayed = false
    provider.move = async (order) => {
      if (!isPlayed) {
        isPlayed = true
        await member.play('PG', 5_000)
      }
      return move(order)
    }
    await member.clear()
    await untilOver(member)
    provider.move = move
    // All of the bonus is taken: what was won with it is his, as it would be had it come a moment later.
    expect(await member.state()).toBeNull()
    expect(await member.wallet()).toBe(300 + 40 + 5_000 - 200)
  })

  it('counts what is booked at its very last moment', async () => {
    const member = await nearlyLost()
    const { ledger } = world.process
    const submit = ledger.submit.bind(ledger)
    ledger.submit = async (submission) => {
      if (submission.movements.some((movement) => 'code' in movement && movement.code === 'bonus-end')) {
        ledger.submit = submit
        await member.play('PG', 100)
        await member.call('GET', '/api/wallet/refresh/slot')
      }
      return submit(submission)
    }
    await member.clear()
    expect(ledger.submit).toBe(submit)
    await untilOver(member)
    expect(await member.state()).toBeNull()
    await member.call('POST', '/api/wallet/transferAll', { body: { to: 'WALLET' } })
    // The 140 that were left of the bonus in the end are taken, not the 40 of a moment before.
    expect(await member.wallet()).toBe(300)
  })

  it('[MON-004] is not kept waiting for ever by a transfer that nobody told of for hours', async () => {
    const member = await nearlyLost()
    const provider = world.providerOf('JOKER')
    const { move, moveStatus } = provider
    provider.move = async (order) => {
      await move.call(provider, order)
      return 'unknown'
    }
    provider.moveStatus = () => Promise.resolve({ status: 'unknown', credits: null })
    await member.transfer('JOKER', 'WALLET', 10)
    for (let hour = 0; hour < 6; hour += 1) {
      world.clock.advance(HOUR_MS)
      await world.work()
    }
    expect((await member.clear()).body['message']).toBe('TRANSFER_PENDING')
    Object.assign(provider, { move, moveStatus })
    world.clock.advance(HOUR_MS)
    await world.work()
    expect((await member.clear()).body).toEqual({ message: 'BONUS_CLEAR', status: 'SUCCESS' })
    await expectLost(member)
  })

  it('happens once in twenty tabs', async () => {
    const member = await nearlyLost()
    const answers = await Promise.all(Array.from({ length: 20 }, () => member.clear()))
    for (const { status, body } of answers) {
      expect([200, 404, 409]).toContain(status)
      expect(String(body['message'])).toMatch(/^(BONUS_CLEAR|NO_DATA|TRANSFER_PENDING)$/)
    }
    await untilOver(member)
    await expectLost(member)
  })
})

/** What a process that dies at its n-th step throws there and at all that it tries after: what is not done stays undone. */
class Killed extends Error {}

interface Life {
  step: number
  count: number
  isDead: boolean
}

/** Lets calls die at a step of theirs: the database or the ledger answers them no more. Others pass by unharmed. */
function mortalCalls(): { dyingAt(step: number, call: () => Promise<unknown>): Promise<Life>; restore(): void } {
  const lives = new AsyncLocalStorage<Life>()
  const { database } = world
  const { ledger } = world.process
  const { query, transaction } = database
  const { submit } = ledger
  const tick = () => {
    const life = lives.getStore()
    if (life === undefined) return
    life.count += 1
    life.isDead ||= life.count === life.step
    if (life.isDead) throw new Killed(`at step ${life.step}`)
  }
  const wrap =
    <Arguments extends unknown[], Result>(work: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      // To die right after a change is to die right before the next one, and before a reading too: it changes nothing.
      if (!/^\s*select\b/.test(String(given[0]))) tick()
      return work(...given)
    }
  database.query = wrap(query) as typeof query
  database.transaction = wrap(transaction) as typeof transaction
  ledger.submit = wrap(submit.bind(ledger)) as Ledger['submit']
  return {
    async dyingAt(step, call) {
      const life = { step, count: 0, isDead: false }
      await lives.run(life, call).catch(() => null)
      return life
    },
    restore: () => void Object.assign(database, { query, transaction }),
  }
}

describe('a process that dies at any step of an end', () => {
  it('leaves an end that the next process brings to the same result', async () => {
    const killed: BonusMember[] = []
    const calls = mortalCalls()
    // The first step is before anything is marked.
    for (let step = 1; ; step += step === 1 ? 1 + (searchSeed % STRIDE) : STRIDE) {
      const member = await nearlyLost()
      const life = await calls.dyingAt(step, () => member.clear())
      if (!life.isDead) {
        // How many steps there are differs by one or two: what is done side by side may find another's work done.
        await expectLost(member)
        break
      }
      killed.push(member)
    }
    calls.restore()
    expect(killed.length).toBeGreaterThan(20 / STRIDE)
    const held = () =>
      world.rows<{ memberId: string; state: string }>(
        `select member_id as "memberId", state from user_bonus
         where member_id = any($1) and state in ('granted', 'ending')`,
        [killed.map(({ id }) => id)],
      )
    // Some died before anything was marked.
    expect(new Set((await held()).map(({ state }) => state))).toEqual(new Set(['granted', 'ending']))

    await world.restart()
    await world.rows('delete from member_lease')
    for (let passedMs = 0; passedMs < HOUR_MS; passedMs += 30_000) {
      const open = await held()
      if (open.length === 0) break
      // Whose call was lost before it began anything sends it again.
      for (const { memberId } of open.filter(({ state }) => state === 'granted'))
        await killed.find(({ id }) => id === memberId)?.clear()
      world.clock.advance(30_000)
      await world.work()
    }
    for (const member of killed) await expectLost(member)
    await world.audit()
  })
})

describe('a refund that is a bonus (decisions 2.86)', () => {
  it('is granted at once under its own percentages, and ends as any other', async () => {
    const member = await world.player()
    await member.open('PG')
    const [from, to] = ['house/refund', `member/${member.id}/refundable`]
    await book(world.process, { from, to, amountMinor: 200_00, code: 'refund', at: world.clock.now() })
    await world.rows(
      `insert into refund_rule select $1, true, percent_hundredths, minimum_minor, lapse_days, 10, 200, info
       from refund_rule order by valid_from desc limit 1`,
      [world.clock.now()],
    )
    expect((await member.call('GET', '/api/refund/addWallet')).status).toBe(200)
    expect((await member.call('GET', '/api/bonus/check/active')).body).toMatchObject({
      type: 'refund',
      kind: null,
      progress: { state: 'granted', base: 200, current: 200, failBelow: 20, passFrom: 400 },
    })
    expect((await member.call('POST', '/api/wallet/withdraw', { body: { amount: 100 } })).body).toMatchObject({
      message: 'BONUS_REMAINING',
    })
    await member.transfer('WALLET', 'PG', 200)
    await member.play('PG', -185)
    expect((await member.clear()).body).toEqual({ message: 'BONUS_CLEAR', status: 'SUCCESS' })
    expect([await member.wallet(), await member.state()]).toEqual([0, null])
    const { body } = await member.call('POST', '/api/statement', { body: {} })
    expect(body['statements']).toMatchObject([
      { statementType: 'finish_bonus', amount: 15, refund: {} },
      { statementType: 'transfer' },
      { statementType: 'transfer' },
      { statementType: 'bonus', amount: 200, refund: {} },
    ])
  })
})

describe('what an operator can do', () => {
  const operate = async (...words: string[]) => {
    const { runCommand } = await import('../../../platform/commands/index.ts')
    return runCommand(world.process.rewards.commands, words)
  }

  it('lists what is held, and ends it whatever its condition, which is written down', async () => {
    const member = await world.player()
    await member.open('PG')
    await member.arm('FIRST20')
    expect((await operate('bonuses', 'list')).text).toContain(`armed  bonus FIRST20  member ${member.id}`)
    await member.deposit(1_000)
    await member.transfer('WALLET', 'PG', 600)
    expect((await operate('bonuses', 'list')).text).toContain('base 1,200.00  current 1,200.00  lost below 60.00')
    expect(await operate('bonuses', 'end', member.id)).toMatchObject({ exitCode: 1 })
    expect((await operate('bonuses', 'end', member.id, 'failed', 'played', 'by', 'a', 'machine')).exitCode).toBe(0)
    expect((await operate('bonuses', 'end', member.id, 'failed')).text).toContain('ending already')
    await untilOver(member)
    expect(await member.wallet()).toBe(1_000)
    const deeds = await world.rows<object>(
      `select before, after, reason from deed where member_id = $1 and what = 'bonus-ended'`,
      [member.id],
    )
    expect(deeds).toEqual([
      {
        before: { code: 'FIRST20', state: 'granted' },
        after: { state: 'ending', outcome: 'failed' },
        reason: 'played by a machine',
      },
    ])
  })

  it('gives an armed one back', async () => {
    const member = await world.player()
    await member.arm('FIRST20')
    expect((await operate('bonuses', 'end', member.id)).text).toContain('given back')
    expect(await member.state()).toBeNull()
    expect(await operate('bonuses', 'end', member.id)).toMatchObject({ exitCode: 1 })
  })
})

describe('what is forgotten', () => {
  it('is a bonus that was given back, after a week; one that was granted stays', async () => {
    const member = await world.player()
    const states = async () =>
      (
        await world.rows<{ state: string }>('select state from user_bonus where member_id = $1 order by armed_at, id', [
          member.id,
        ])
      ).map(({ state }) => state)
    await member.arm('FIRST20')
    await member.clear()
    world.clock.advance(1_000)
    await member.arm('FIRST20')
    await member.deposit(200)
    world.clock.advance(7 * DAY_MS - 1_000)
    await world.work()
    expect(await states()).toEqual(['cancelled', 'granted'])
    world.clock.advance(600_000)
    await world.work()
    expect(await states()).toEqual(['granted'])
  })

  it('is the note of a call that found a bonus ending, after two days', async () => {
    const member = await world.player()
    await member.arm('FIRST20')
    await member.deposit(200)
    const [bonus] = await world.rows<{ id: string }>('select id from user_bonus where member_id = $1', [member.id])
    const now = world.clock.now()
    await world.rows(
      `update user_bonus set state = 'ending', outcome = 'failed', ending_at = $2, ask_at = null where id = $1`,
      [bonus?.id, now],
    )
    await world.rows(`update member set bonus_state = 'ending', version = version + 1 where id = $1`, [member.id])
    expect((await member.clear()).body).toMatchObject({ status: 'IN_PROGRESS' })
    const notes = () => world.rows('select from bonus_clearing where user_bonus_id = $1', [bonus?.id])
    world.clock.advance(2 * DAY_MS)
    await world.work()
    expect(await notes()).toHaveLength(1)
    world.clock.advance(600_000)
    await world.work()
    expect(await notes()).toEqual([])
  })
})
