import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../platform/commands/index.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { transferAll } from './transfers/gather.ts'
import { commandsOf, type GamesWorld, openGamesWorld } from './games-world.fixture.ts'
import type { GamesParts } from './games.parts.ts'
import { hasOpenCase } from './cases.store.ts'
import { type LegRow, findLeg, findTransfer } from './games.store.ts'
import { applyLegAnswer } from './legs/legs.ts'
import type { Move } from './providers/provider.ts'
import { refreshAll } from './readings/refresh.ts'
import type { Behaviour, ScriptedProvider } from './scripted-provider.fixture.ts'
import { nextLegOf, transfer } from './transfers/transfer.ts'

/** The rules by which money at providers is reconciled, each proven by its number (docs/house.md). */
let world: GamesWorld
let provider: ScriptedProvider
beforeAll(async () => {
  world = await openGamesWorld()
  provider = world.provider('PG')
})
afterAll(() => world.close())
afterEach(async () => {
  provider.whileMoving = async () => {}
  provider.isDown = false
  provider.isStatusDown = false
  expect(provider.script).toEqual([])
  expect((await world.ledger.audit(world.database)).problems).toEqual([])
})

const operation = () => newId(new Date())
const send = (
  memberId: string,
  from: string,
  to: string,
  amount: number,
  given: { id?: string; parts?: GamesParts } = {},
) =>
  transfer(given.parts ?? world.parts, {
    memberId,
    operationId: given.id ?? operation(),
    from,
    to,
    amount,
    rules: () => {},
  })
const gather = (memberId: string, parts = world.parts) =>
  transferAll(parts, { memberId, operationId: operation(), to: 'WALLET', rules: () => {} })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
const statuses = async (memberId: string) => (await world.transfersOf(memberId)).map((row) => row.status)
/** The amounts a member can spend: in the wallet and in the game. */
const spendable = async (memberId: string) => [
  await world.amount(memberId, 'wallet'),
  await world.amount(memberId, 'game:PG'),
]
const legOf = async (memberId: string): Promise<LegRow> => {
  const rows = await world.database.query<{ id: string }>(
    'select id from game_leg where member_id = $1 order by called_at desc, id desc limit 1',
    [memberId],
  )
  const leg = await findLeg(world.database, rows[0]?.id ?? '')
  if (leg === null) throw new Error('the member has no leg')
  return leg
}
/** Sends 40 of 100 baht into the game in a certain way and answers the leg. */
const sendSo = async (memberId: string, behaviour: Behaviour): Promise<LegRow> => {
  provider.script.push(behaviour)
  await refusal(send(memberId, 'WALLET', 'PG', 40))
  return legOf(memberId)
}
const arrive = () => {
  for (const move of provider.arriving.splice(0)) provider.carryOut(move)
}

describe('rule 1: what is meant is kept, with its id, before the provider is called', () => {
  it('the hold, the transfer and its leg stand in the database when the call goes out', async () => {
    const member = await world.member(100_00, ['PG'])
    const id = operation()
    const seen: unknown[] = []
    provider.whileMoving = async (move) => {
      const leg = await findLeg(world.database, move.id)
      const row = await findTransfer(world.database, leg?.transferId ?? '')
      seen.push({ leg: leg?.state, credits: leg?.credits, transfer: row?.status, operation: row?.operationId })
      seen.push(await spendable(member))
    }
    await send(member, 'WALLET', 'PG', 40, { id })
    expect(seen).toEqual([{ leg: 'held', credits: 40_00, transfer: 'IN_PROGRESS', operation: id }, [60_00, 0]])
  })
})

describe('rule 2: a transfer has one id, whatever happens to it', () => {
  it('asking again, by whoever, never calls again and never with another id', async () => {
    const member = await world.member(100_00, ['PG'])
    const id = operation()
    const called: string[] = []
    const asked: string[] = []
    provider.whileMoving = async (move) => void called.push(move.id)
    const moveStatus = provider.moveStatus.bind(provider)
    provider.moveStatus = (moveId) => {
      asked.push(moveId)
      return moveStatus(moveId)
    }
    provider.script.push('cut-after')
    provider.isStatusDown = true
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await send(member, 'WALLET', 'PG', 40, { id })).toMatchObject({ status: 'IN_PROGRESS' })
      await world.settle(2_000)
    }
    provider.isStatusDown = false
    await world.settle(70_000, 5_000)
    provider.moveStatus = moveStatus
    expect(await send(member, 'WALLET', 'PG', 40, { id })).toMatchObject({ status: 'SUCCESS' })
    expect(called).toEqual([(await legOf(member)).id])
    expect(new Set(asked)).toEqual(new Set(called))
    expect(await spendable(member)).toEqual([60_00, 40_00])
  })
})

describe('rule 3: what is held cannot be spent', () => {
  it('neither by another transfer nor by gathering, on either way', async () => {
    const member = await world.member(100_00, ['PG'])
    const refused: unknown[] = []
    provider.whileMoving = async () => {
      provider.whileMoving = async () => {}
      refused.push(await refusal(send(member, 'WALLET', 'PG', 61)))
    }
    await send(member, 'WALLET', 'PG', 40)
    provider.script.push('cut-after')
    await send(member, 'PG', 'WALLET', 30)
    expect(await spendable(member)).toEqual([60_00, 10_00])
    refused.push(await refusal(send(member, 'PG', 'WALLET', 11)))
    expect(refused).toEqual(['MONEY_NOT_ENOUGH', 'MONEY_NOT_ENOUGH'])
    await world.settle(3_000)
    expect(await spendable(member)).toEqual([90_00, 10_00])
  })
})

describe('rule 4: no answer is neither a yes nor a no', () => {
  it.each<Behaviour>(['cut-before', 'cut-after', 'late', 'in-progress'])(
    'a transfer that ends in %s is IN_PROGRESS and keeps its hold',
    async (behaviour) => {
      const member = await world.member(100_00, ['PG'])
      provider.script.push(behaviour)
      expect(await send(member, 'WALLET', 'PG', 40)).toMatchObject({ wallet: { amount: 60 }, status: 'IN_PROGRESS' })
      expect(await statuses(member)).toEqual(['IN_PROGRESS'])
      expect((await legOf(member)).state).toBe('held')
      provider.arriving.splice(0)
    },
  )
})

describe('rule 5: only a definite no, or "not found" twice after the wait, frees a hold', () => {
  it('a refusal frees it at once', async () => {
    const member = await world.member(100_00, ['PG'])
    expect((await sendSo(member, 'refuse')).state).toBe('void')
    expect(await spendable(member)).toEqual([100_00, 0])
  })

  it('"not found" within the wait frees nothing, however often', async () => {
    const member = await world.member(100_00, ['PG'])
    const leg = await sendSo(member, 'cut-before')
    for (let asks = 0; asks < 10; asks += 1) {
      world.advance(1_900)
      await applyLegAnswer(
        world.parts,
        leg.id,
        { status: 'not-found', credits: null, asked: true },
        nextLegOf(world.parts),
      )
    }
    expect((await legOf(member)).state).toBe('held')
  })

  it('one "not found" after the wait frees nothing, and one that another answer interrupts starts anew', async () => {
    const member = await world.member(100_00, ['PG'])
    const leg = await sendSo(member, 'cut-before')
    for (const [status, state] of [
      ['not-found', 'held'],
      ['unknown', 'held'],
      ['not-found', 'held'],
      ['not-found', 'watched'],
    ] as const) {
      world.advance(21_000)
      await applyLegAnswer(world.parts, leg.id, { status, credits: null, asked: true }, nextLegOf(world.parts))
      expect((await legOf(member)).state).toBe(state)
    }
    expect(await spendable(member)).toEqual([100_00, 0])
  })

  it('silence frees nothing at all: after an hour a person is asked', async () => {
    const member = await world.member(100_00, ['PG'])
    provider.isStatusDown = true
    await sendSo(member, 'cut-before')
    await world.settle(3 * 60 * 60_000, 60_000)
    expect((await legOf(member)).state).toBe('review')
    expect(await spendable(member)).toEqual([60_00, 0])
  })

  it('a provider with a longer wait is waited for', async () => {
    const member = await world.member(100_00, ['PG'])
    Object.assign(provider, { notFoundAfterMs: 300_000 })
    await sendSo(member, 'cut-before')
    await world.settle(290_000, 10_000)
    expect((await legOf(member)).state).toBe('held')
    await world.settle(150_000, 10_000)
    expect((await legOf(member)).state).toBe('watched')
    Object.assign(provider, { notFoundAfterMs: undefined })
  })

  it('a provider that says another amount or another way frees and settles nothing', async () => {
    for (const wrong of [{ credits: 41_00 }, { credits: 40_00, direction: 'out' as const }]) {
      const member = await world.member(100_00, ['PG'])
      const leg = await sendSo(member, 'cut-before')
      await applyLegAnswer(world.parts, leg.id, { status: 'done', ...wrong, asked: true }, nextLegOf(world.parts))
      expect((await legOf(member)).state).toBe('review')
      expect(await spendable(member)).toEqual([60_00, 0])
    }
  })
})

describe('rule 6: what succeeds after it was given up is never silent', () => {
  it('it is booked as what it was and told in the log; where the wallet no longer has it, the operator is asked', async () => {
    const [covered, spent] = [await world.member(100_00, ['PG']), await world.member(100_00, ['PG', 'JOKER'])]
    const legs = [await sendSo(covered, 'late'), await sendSo(spent, 'late')]
    await world.settle(100_000, 5_000)
    expect(await statuses(covered)).toEqual(['FAILED'])
    await send(spent, 'WALLET', 'JOKER', 100)
    arrive()
    await world.settle(6 * 60_000, 10_000)
    expect(await spendable(covered)).toEqual([60_00, 40_00])
    expect(await spendable(spent)).toEqual([0, 40_00])
    expect(await hasOpenCase(world.database, covered)).toBe(false)
    expect(await hasOpenCase(world.database, spent)).toBe(true)
    const { text } = await runCommand(commandsOf(world.parts), ['arrivals', 'list'])
    expect(text).toContain('40.00')
    const told = world.lines.filter((line) => line['msg'] === 'a transfer arrived after it was given up')
    expect(told.map((line) => line['leg'])).toEqual(expect.arrayContaining(legs.map((leg) => leg.id)))
  })

  it('also when the provider was down at the last look', async () => {
    const member = await world.member(100_00, ['PG'])
    await sendSo(member, 'late')
    await world.settle(3 * 60 * 60_000, 60_000)
    provider.isStatusDown = true
    await world.settle(24 * 60 * 60_000, 30 * 60_000)
    arrive()
    expect((await legOf(member)).state).toBe('watched')
    provider.isStatusDown = false
    await world.settle(10 * 60_000, 60_000)
    expect((await legOf(member)).state).toBe('late')
    expect(await spendable(member)).toEqual([60_00, 40_00])
  })
})

describe('rule 7: what was under way when the process died goes on', () => {
  it.each([
    ['before the provider acted', false, 'FAILED', [100_00, 0]],
    ['after the provider acted', true, 'SUCCESS', [60_00, 40_00]],
  ] as const)('%s', async (_when, acted, status, amounts) => {
    const member = await world.member(100_00, ['PG'])
    const died = Promise.withResolvers<Move>()
    provider.whileMoving = (move) => {
      if (acted) provider.carryOut(move)
      died.resolve(move)
      // The process that asked never hears the answer.
      return new Promise(() => {})
    }
    const dead = world.startProcess()
    void send(member, 'WALLET', 'PG', 40, { parts: dead.parts })
    await died.promise
    const living = world.startProcess()
    for (let passedMs = 0; passedMs < 120_000; passedMs += 5_000) {
      world.advance(5_000)
      await living.workDue()
    }
    expect(await statuses(member)).toEqual([status])
    expect(await spendable(member)).toEqual(amounts)
  })
})

describe('rule 8: two workers settle once', () => {
  it('when both ask at the same moment', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => world.member(100_00, ['PG'])))
    for (const member of members) await sendSo(member, 'cut-after')
    const workers = [world.startProcess(), world.startProcess(), world.startProcess()]
    world.advance(13_000)
    await Promise.all(workers.flatMap((worker) => [worker.work(), worker.work()]))
    for (const member of members) {
      expect(await spendable(member)).toEqual([60_00, 40_00])
      expect(await statuses(member)).toEqual(['SUCCESS'])
    }
  })

  it('when both hold an answer in hand, also two that differ', async () => {
    const member = await world.member(100_00, ['PG'])
    const leg = await sendSo(member, 'cut-after')
    const workers = [world.startProcess(), world.startProcess()]
    const answers = (['done', 'refused', 'done', 'refused', 'done', 'not-found', 'unknown', 'done'] as const).map(
      (status, index) => {
        const { parts } = workers[index % 2] ?? world
        return applyLegAnswer(parts, leg.id, { status, credits: null, asked: true }, nextLegOf(parts))
      },
    )
    await Promise.all(answers)
    const { state } = await legOf(member)
    expect(await spendable(member)).toEqual(state === 'done' ? [60_00, 40_00] : [100_00, 0])
    expect(await statuses(member)).toEqual([state === 'done' ? 'SUCCESS' : 'FAILED'])
  })

  it('and a late arrival is booked once by all who find it', async () => {
    const member = await world.member(100_00, ['PG'])
    await sendSo(member, 'late')
    await world.settle(100_000, 5_000)
    arrive()
    const workers = [world.startProcess(), world.startProcess()]
    world.advance(5 * 60_000)
    await Promise.all([
      ...workers.map((worker) => worker.work()),
      ...workers.map(({ parts }) => refreshAll(parts, member)),
      refusal(send(member, 'PG', 'WALLET', 1)),
    ])
    await world.settle(70_000, 5_000)
    const [wallet = 0, game = 0] = await spendable(member)
    expect(wallet + game).toBe(100_00)
    expect(game).toBe(provider.balances.get(await world.usernameOf(member, 'PG')))
  })
})

describe('rule 9: a balance that is not known is not zero', () => {
  it('it stays what it was and says that it is old', async () => {
    const member = await world.member(100_00, ['PG'])
    await send(member, 'WALLET', 'PG', 40)
    provider.isDown = true
    const [pg] = (await refreshAll(world.parts, member)).filter(({ code }) => code === 'PG')
    expect(pg).toEqual({ code: 'PG', amountMinor: 40_00, isActive: true, stale: true, unreachable: true })
    expect(await refusal(gather(member))).toBe('TRANSFER_FAIL')
    expect(await spendable(member)).toEqual([60_00, 40_00])
  })

  it.each([null, Number.NaN, '40', -40, undefined])('an answer of %s is not known either', async (balance) => {
    const member = await world.member(100_00, ['PG'])
    await send(member, 'WALLET', 'PG', 40)
    provider.readings.push(balance)
    const [pg] = (await refreshAll(world.parts, member)).filter(({ code }) => code === 'PG')
    expect(pg).toMatchObject({ amountMinor: 40_00, stale: true })
  })
})

describe('rule 10: gathering reads, holds and moves under one lease', () => {
  it('another one of the same member does not even read meanwhile; one of another member does', async () => {
    const [member, other] = [await world.member(100_00, ['PG']), await world.member(100_00, ['PG'])]
    for (const one of [member, other]) await send(one, 'WALLET', 'PG', 40)
    const beside = world.startProcess()
    const seen: unknown[] = []
    let readings = 0
    provider.whileMoving = async () => {
      provider.whileMoving = async () => {}
      provider.whileReading = async () => void (readings += 1)
      seen.push(await refusal(gather(member, beside.parts)), readings)
      seen.push(await refusal(gather(other, beside.parts)), readings)
    }
    expect(await gather(member)).toMatchObject({ wallet: { amount: 100 }, status: 'SUCCESS' })
    provider.whileReading = async () => {}
    expect(seen).toEqual(['TRANSFER_PENDING', 0, 'done', 1])
  })

  it('of many at once each moves what the ones before left', async () => {
    const member = await world.member(100_00, ['PG'])
    await send(member, 'WALLET', 'PG', 40)
    const workers = [world.startProcess(), world.startProcess()]
    await Promise.all(workers.flatMap(({ parts }) => [1, 2].map(() => refusal(gather(member, parts)))))
    expect(await spendable(member)).toEqual([100_00, 0])
    expect(await statuses(member)).toEqual(['SUCCESS', 'SUCCESS'])
  })
})

describe('rule 11: the entries add up at every moment', () => {
  it('before, during and after each kind of call', async () => {
    const member = await world.member(100_00, ['PG'])
    const username = await world.usernameOf(member, 'PG')
    let wonMinor = 0
    let moments = 0
    const addsUp = async (): Promise<void> => {
      moments += 1
      expect((await world.ledger.audit(world.database)).problems).toEqual([])
      const names = [`member/${member}/wallet`, `member/${member}/game:PG`]
      const states = await world.ledger.states(world.database, names)
      const posted = names.map((name) => states.get(name)?.postedMinor ?? 0)
      expect(posted.reduce((sum, one) => sum + one, 0)).toBe(100_00 + wonMinor)
    }
    provider.whileMoving = addsUp
    const behaviours: Behaviour[] = ['normal', 'cut-after', 'cut-before', 'refuse', 'late', 'in-progress', 'normal']
    for (const [index, behaviour] of behaviours.entries()) {
      provider.script.push(behaviour)
      await refusal(index % 2 === 0 ? send(member, 'WALLET', 'PG', 10) : send(member, 'PG', 'WALLET', 5))
      provider.script.splice(0)
      await addsUp()
      for (const move of provider.moves.values()) if (move.state === 'in-progress') provider.carryOut(move)
      await world.settle(100_000, 10_000)
      arrive()
      await addsUp()
      provider.balances.set(username, (provider.balances.get(username) ?? 0) + 1_00)
      wonMinor += 1_00
      await refreshAll(world.parts, member)
      await addsUp()
    }
    expect(moments).toBeGreaterThan(20)
    expect(await world.amount(member, 'game:PG')).toBe(provider.balances.get(username))
  })
})
