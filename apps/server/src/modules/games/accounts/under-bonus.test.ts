import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { gamesJobs } from '../games.jobs.ts'
import { type GamesWorld, openGamesWorld } from '../games-world.fixture.ts'
import { listPositions, refreshMoved } from '../readings/for-bonuses.ts'
import { refreshAll } from '../readings/refresh.ts'
import { transfer } from '../transfers/transfer.ts'
import { resultsUnder } from './under-bonus.ts'

let world: GamesWorld

beforeAll(async () => {
  world = await openGamesWorld()
})
afterAll(() => world.close())

const grantedAt = () => world.parts.clock.now()

/** Sets the bonus of a member as a grant or an end does. */
async function hold(memberId: string, bonusId: string | null, state: string | null = 'granted'): Promise<void> {
  await world.database.query('update member set bonus_state = $2, bonus_id = $3, version = version + 1 where id = $1', [
    memberId,
    bonusId === null ? null : state,
    bonusId,
  ])
}

async function send(memberId: string, from: string, to: string, amount: number): Promise<string> {
  try {
    const operationId = newId(world.parts.clock.now())
    const { status } = await transfer(world.parts, { memberId, operationId, from, to, amount, rules: () => {} })
    return status
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

async function resultsOf(memberId: string, code: string) {
  const entries = await world.ledger.entries(world.database, `member/${memberId}/game:${code}`, { limit: 50 })
  const results = entries.filter((entry) => entry.code === 'game-result')
  return Promise.all(
    results.map(async ({ amountMinor, transfer: id }) => {
      const metadata = (await world.ledger.transfer(world.database, id))?.metadata ?? null
      return { amountMinor, metadata }
    }),
  )
}

async function win(memberId: string, code: string, change: number): Promise<void> {
  const { balances } = world.provider(code)
  const username = await world.usernameOf(memberId, code)
  balances.set(username, (balances.get(username) ?? 0) + change)
}

describe('a reading under a granted bonus', () => {
  it('is flagged with the bonus, but for the first of each game after the grant', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    await win(member, 'PG', 7_00)
    const since = grantedAt()
    await hold(member, 'bonus-one')
    await refreshAll(world.parts, member)
    await win(member, 'PG', 5_00)
    await win(member, 'JOKER', 3_00)
    await refreshAll(world.parts, member)
    await win(member, 'PG', -2_00)
    await refreshAll(world.parts, member)
    expect(await resultsOf(member, 'PG')).toEqual([
      { amountMinor: -2_00, metadata: { bonus: 'bonus-one' } },
      { amountMinor: 5_00, metadata: { bonus: 'bonus-one' } },
      { amountMinor: 7_00, metadata: null },
    ])
    expect(await resultsOf(member, 'JOKER')).toEqual([{ amountMinor: 3_00, metadata: { bonus: 'bonus-one' } }])
    expect(await resultsUnder(world.parts, member, 'bonus-one', since)).toBe(6_00)
    expect(await resultsUnder(world.parts, member, 'bonus-two', since)).toBe(0)
  })

  it('is not flagged while a bonus is only armed, nor after its end', async () => {
    const member = await world.member(100_00, ['PG'])
    await hold(member, 'bonus-armed', 'armed')
    await win(member, 'PG', 5_00)
    await refreshAll(world.parts, member)
    await hold(member, 'bonus-armed')
    await refreshAll(world.parts, member)
    await hold(member, null)
    await win(member, 'PG', 6_00)
    await refreshAll(world.parts, member)
    expect(await resultsOf(member, 'PG')).toEqual([
      { amountMinor: 6_00, metadata: null },
      { amountMinor: 5_00, metadata: null },
    ])
  })

  it('is thrown away when the bonus was granted, or ended, while it was made', async () => {
    const member = await world.member(100_00, ['PG'])
    const provider = world.provider('PG')
    for (const bonusId of ['bonus-meanwhile', null]) {
      await win(member, 'PG', 5_00)
      provider.whileReading = async () => {
        provider.whileReading = async () => {}
        await hold(member, bonusId)
      }
      const read = await refreshAll(world.parts, member)
      expect(read.find(({ code }) => code === 'PG')).toMatchObject({ stale: true, unreachable: false })
      await refreshAll(world.parts, member)
    }
    expect((await resultsOf(member, 'PG')).every(({ metadata }) => metadata === null)).toBe(true)
  })
})

describe('a game that is unread since a grant', () => {
  it('is read by a job, which asks again until it answers', async () => {
    const member = await world.member(100_00, ['PG'])
    await hold(member, 'bonus-job')
    const now = world.parts.clock.now().toISOString()
    await world.ledger.submit({
      movements: [],
      rows: [
        {
          table: 'game_first_reading',
          insert: { id: 'bonus-job', member_id: member, ask_at: now, created_at: now },
        },
      ],
    })
    const isUnread = async () => (await listPositions(world.parts, world.database, member))[0]?.isUnread
    const job = gamesJobs(world.parts).find(({ name }) => name === 'games.first-readings')
    const work = () => job?.run(new AbortController().signal)
    world.provider('PG').isDown = true
    expect([await work(), await work(), await isUnread()]).toEqual([1, 0, true])
    // Each ten seconds while the grant is young; a provider that is gone is asked after a twentieth of the bonus's age.
    world.advance(10_000)
    expect(await work()).toBe(1)
    world.advance(600_000)
    expect(await work()).toBe(1)
    world.advance(30_000)
    expect(await work()).toBe(0)
    world.provider('PG').isDown = false
    world.advance(1_000)
    expect([await work(), await isUnread()]).toEqual([1, false])
    world.advance(10_000)
    expect(await work()).toBe(0)
  })

  it('is read first where a transfer wants to touch it, or not touched', async () => {
    const member = await world.member(100_00, ['PG'])
    await hold(member, 'bonus-touch')
    world.provider('PG').isDown = true
    expect(await send(member, 'WALLET', 'PG', 10)).toBe('TRANSFER_PENDING')
    expect(await send(member, 'PG', 'WALLET', 10)).toBe('TRANSFER_FAIL')
    world.provider('PG').isDown = false
    await win(member, 'PG', 9_00)
    expect(await send(member, 'WALLET', 'PG', 10)).toBe('SUCCESS')
    expect(await resultsOf(member, 'PG')).toEqual([{ amountMinor: 9_00, metadata: null }])
  })

  it('takes no second leg of a transfer between games: its money stays in the wallet', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    expect(await send(member, 'WALLET', 'PG', 50)).toBe('SUCCESS')
    const provider = world.provider('PG')
    provider.whileMoving = async () => {
      provider.whileMoving = async () => {}
      await hold(member, 'bonus-second-leg')
    }
    expect(await send(member, 'PG', 'JOKER', 20)).toBe('TRANSFER_FAIL')
    expect(await world.amount(member, 'wallet')).toBe(70_00)
    expect(await world.amount(member, 'game:JOKER')).toBe(0)
  })
})

describe('a transfer that a grant overtakes', () => {
  it('takes nothing out of a game that is unread since, also where the ledger knows an amount', async () => {
    const member = await world.member(100_00, ['PG'])
    expect(await send(member, 'WALLET', 'PG', 50)).toBe('SUCCESS')
    const provider = world.provider('PG')
    provider.script.push('in-progress')
    world.advance(1_000)
    // While a transfer is under way no reading is made.
    expect(await send(member, 'WALLET', 'PG', 10)).toBe('IN_PROGRESS')
    await hold(member, 'bonus-unread-out')
    expect(await send(member, 'PG', 'WALLET', 20)).toBe('TRANSFER_PENDING')
    expect(await world.amount(member, 'game:PG')).toBe(50_00)
    for (const move of provider.moves.values()) if (move.state === 'in-progress') provider.carryOut(move)
    await world.settle(5_000)
  })

  it('opens no second leg between games when it comes between the look at it and the hold', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    expect(await send(member, 'WALLET', 'PG', 50)).toBe('SUCCESS')
    const { ledger } = world.parts
    const submit = ledger.submit.bind(ledger)
    ledger.submit = async (submission) => {
      if (submission.movements.map(({ kind }) => kind).join() === 'settle,hold') {
        ledger.submit = submit
        await hold(member, 'bonus-between-legs')
      }
      return submit(submission)
    }
    expect(await send(member, 'PG', 'JOKER', 20)).toBe('TRANSFER_FAIL')
    expect(ledger.submit).toBe(submit)
    expect(await world.amount(member, 'wallet')).toBe(70_00)
    expect(await world.amount(member, 'game:JOKER')).toBe(0)
  })
})

describe('before a bonus is ended', () => {
  it('the games that were emptied under it are read too, and those that it never touched are not', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    const since = grantedAt()
    await hold(member, 'bonus-emptied')
    await refreshAll(world.parts, member)
    world.advance(1_000)
    expect(await send(member, 'WALLET', 'PG', 40)).toBe('SUCCESS')
    expect(await send(member, 'PG', 'WALLET', 40)).toBe('SUCCESS')
    // A bet that was open when the money left pays.
    await win(member, 'PG', 9_00)
    await win(member, 'JOKER', 7_00)
    const read = await refreshMoved(world.parts, member, since)
    expect(read.map(({ code, amountMinor }) => [code, amountMinor])).toEqual([['PG', 9_00]])
    expect(await resultsUnder(world.parts, member, 'bonus-emptied', since)).toBe(9_00)
  })
})

describe('a loss that was a late transfer', () => {
  it.each([
    ['under a bonus', 'bonus-late', { bonus: 'bonus-late' }],
    ['without one', null, null],
  ])('is given back as it was booked: %s', async (_, bonusId, metadata) => {
    const member = await world.member(100_00, ['PG'])
    await hold(member, bonusId)
    expect(await send(member, 'WALLET', 'PG', 50)).toBe('SUCCESS')
    const provider = world.provider('PG')
    provider.script.push('late')
    expect(await send(member, 'PG', 'WALLET', 30)).toBe('IN_PROGRESS')
    await world.settle(40_000, 5_000)
    expect(await world.amount(member, 'game:PG')).toBe(50_00)
    // It happens after all, and the provider does not say so yet: it looks like a loss.
    const [late] = provider.arriving.splice(0)
    await win(member, 'PG', -30_00)
    await refreshAll(world.parts, member)
    expect(await world.amount(member, 'game:PG')).toBe(20_00)
    if (late !== undefined) provider.moves.set(late.id, { ...late, state: 'done' })
    await world.settle(120_000, 30_000)
    await refreshAll(world.parts, member)
    expect(await world.amount(member, 'wallet')).toBe(80_00)
    expect(await world.amount(member, 'game:PG')).toBe(20_00)
    // What the ledger lacked is given back at once, the rest is found by the next reading.
    expect(await resultsOf(member, 'PG')).toEqual([
      { amountMinor: 20_00, metadata },
      { amountMinor: 10_00, metadata },
      { amountMinor: -30_00, metadata },
    ])
  })
})
