import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../platform/commands/index.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { createOperator } from '../operator/index.ts'
import { hasOpenCase } from './cases.store.ts'
import { commandsOf, type GamesWorld, openGamesWorld } from './games-world.fixture.ts'
import { type LegRow, findLeg, movementsBetween } from './games.store.ts'
import { refreshAll } from './readings/refresh.ts'
import type { Behaviour, ScriptedProvider } from './scripted-provider.fixture.ts'
import { transfer } from './transfers/transfer.ts'

let world: GamesWorld
let provider: ScriptedProvider
beforeAll(async () => {
  world = await openGamesWorld()
  provider = world.provider('PG')
})
afterAll(() => world.close())

/** Whatever was done: the books add up, nothing was taken for a result, and what the ledger says of the game is so. */
afterEach(async () => {
  provider.isDown = false
  provider.isStatusDown = false
  expect((await world.ledger.audit(world.database)).problems).toEqual([])
  const house = await world.ledger.states(world.database, ['house/provider:PG'])
  expect(house.get('house/provider:PG')?.postedMinor ?? 0).toBe(0)
})

const send = (memberId: string, from: string, to: string, amount: number): Promise<unknown> =>
  transfer(world.parts, { memberId, operationId: newId(new Date()), from, to, amount, rules: () => {} }).catch(
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
/** Whoever ends a transfer says what he saw. */
const seen = (words: string[]) =>
  ['done', 'void'].includes(words[1] ?? '') ? [...words, 'seen', 'in', 'their', 'list'] : words
const operate = (...words: string[]) => runCommand(commandsOf(world.parts), seen(words))
const spendable = (memberId: string) =>
  Promise.all(['wallet', 'game:PG', 'game:JOKER'].map((place) => world.amount(memberId, place)))
const theirs = async (memberId: string) => provider.balances.get(await world.usernameOf(memberId, 'PG'))
const newestStatus = async (memberId: string) => {
  const [newest] = await world.transfersOf(memberId)
  return newest?.status
}
/** What his statement tells of money between him and the house, the oldest first. */
const adjustments = async (memberId: string) =>
  (await movementsBetween(world.database, { memberId, fromNumber: 1, toNumber: 1_000 }))
    .filter(({ kind }) => kind === 'adjustment')
    .toSorted((one, other) => one.number - other.number)
    .map(({ from, to, amountMinor }) => `${from}>${to} ${amountMinor}`)
/** Satang in the wallet and in games together, by the statement: what he came with, and what was set right since. */
const toldMinor = async (memberId: string) => {
  const lines = await movementsBetween(world.database, { memberId, fromNumber: 1, toNumber: 1_000 })
  const changes = lines
    .filter(({ kind }) => kind === 'adjustment')
    .map(({ from, amountMinor }) => (from === 'HOUSE' ? amountMinor : -amountMinor))
  return changes.reduce((sum, change) => sum + change, 100_00)
}
const legOf = async (memberId: string): Promise<LegRow> => {
  const rows = await world.database.query<{ id: string }>(
    'select id from game_leg where member_id = $1 order by called_at desc, id desc limit 1',
    [memberId],
  )
  const leg = await findLeg(world.database, rows[0]?.id ?? '')
  if (leg === null) throw new Error('the member has no leg')
  return leg
}

/** A member with 60 baht in the wallet and 40 in the game, and one move of 20 more that went in a certain way. */
async function movedSo(behaviour: Behaviour, way: 'in' | 'out' = 'in'): Promise<{ member: string; leg: LegRow }> {
  const member = await world.member(100_00, ['PG', 'JOKER'])
  await send(member, 'WALLET', 'PG', 40)
  world.advance(1_000)
  provider.script.push(behaviour)
  await (way === 'in' ? send(member, 'WALLET', 'PG', 20) : send(member, 'PG', 'WALLET', 20))
  expect(provider.script).toEqual([])
  return { member, leg: await legOf(member) }
}

/** As `movedSo`, with a provider that has told nothing of the move for more than an hour. */
async function inReview(behaviour: Behaviour, way: 'in' | 'out' = 'in'): Promise<{ member: string; leg: LegRow }> {
  provider.isStatusDown = true
  const moved = await movedSo(behaviour, way)
  await world.settle(70 * MINUTE_MS, 10 * MINUTE_MS)
  const leg = await legOf(moved.member)
  expect(leg.state).toBe('review')
  return { member: moved.member, leg }
}

describe('what no answer tells', () => {
  it.each([
    ['done', 'cut-after', 'in', 'SUCCESS', [40_00, 60_00, 0]],
    ['done on its way out', 'cut-after', 'out', 'SUCCESS', [80_00, 20_00, 0]],
    ['never done', 'cut-before', 'in', 'FAILED', [60_00, 40_00, 0]],
  ] as const)(
    '[MON-004] is asked about for 25 hours and settles by itself: %s',
    async (_w, how, way, status, amounts) => {
      const { member, leg } = await inReview(how, way)
      const before = provider.asked.length
      await world.settle(24 * HOUR_MS, 10 * MINUTE_MS)
      expect((await legOf(member)).state).toBe('review')
      // At a falling pace: each minute it would have been asked 1,440 times.
      expect(provider.asked.length - before).toBeGreaterThan(20)
      expect(provider.asked.length - before).toBeLessThan(150)
      provider.isStatusDown = false
      await world.settle(2 * HOUR_MS, 10 * MINUTE_MS)
      expect(await newestStatus(member)).toBe(status)
      expect(await spendable(member)).toEqual(amounts)
      expect((await operate('transfers', 'list')).text).not.toContain(leg.id)
      expect(await hasOpenCase(world.database, member)).toBe(false)
    },
  )

  it('is asked about by one of two processes at a time, and settles once', async () => {
    const { member, leg } = await inReview('cut-after')
    provider.isStatusDown = false
    const workers = [world.startProcess(), world.startProcess(), world.startProcess()]
    world.advance(HOUR_MS)
    const before = provider.asked.length
    await Promise.all(workers.flatMap((worker) => [worker.work(), worker.work()]))
    expect(provider.asked.slice(before).filter((id) => id === leg.id)).toHaveLength(1)
    expect(await spendable(member)).toEqual([40_00, 60_00, 0])
  })
})

describe('a person who ends what is unknown', () => {
  it('[MON-005] is refused while the provider says that it is under way, and nothing becomes a win', async () => {
    const { member, leg } = await movedSo('in-progress')
    await world.settle(70 * MINUTE_MS, 10 * MINUTE_MS)
    for (const deed of ['void', 'done']) {
      const { text, exitCode } = await operate('transfers', deed, leg.id)
      expect([exitCode, text]).toEqual([1, expect.stringMatching(/^MOVED_ON: UNDER_WAY, by PG/)])
    }
    expect(await legOf(member)).toMatchObject({ state: 'review' })
    expect(await spendable(member)).toEqual([40_00, 40_00, 0])
    provider.carryOut({ ...leg })
    await world.settle(2 * HOUR_MS, 10 * MINUTE_MS)
    await refreshAll(world.parts, member)
    expect(await spendable(member)).toEqual([40_00, 60_00, 0])
  })

  it.each([
    ['void', 'cut-after', 'DONE', [40_00, 60_00, 0]],
    ['done', 'cut-before', 'NOT_FOUND', [60_00, 40_00, 0]],
  ] as const)('[MON-005] hears the definite word of the provider instead: %s', async (deed, how, said, amounts) => {
    const { member, leg } = await inReview(how)
    provider.isStatusDown = false
    expect((await operate('transfers', deed, leg.id)).text).toContain(`MOVED_ON: ${said}, by PG`)
    expect(await spendable(member)).toEqual(amounts)
    expect((await operate('transfers', deed, leg.id)).exitCode).toBe(1)
  })

  it.each([
    ['both free it', 'cut-before', true, ['void', 'void'], [60_00, 40_00, 0]],
    ['both take it as done', 'cut-after', true, ['done', 'done'], [40_00, 60_00, 0]],
    ['the provider says that it is done', 'cut-after', false, ['void', 'done'], [40_00, 60_00, 0]],
    ['the provider does not know it', 'cut-before', false, ['done', 'void'], [60_00, 40_00, 0]],
  ] as const)(
    '[MON-005] of two at once one is told that he ended it: %s',
    async (_words, how, isSilent, deeds, amounts) => {
      const { member, leg } = await inReview(how)
      provider.isStatusDown = isSilent
      const other = commandsOf(world.startProcess().parts)
      const [mine, yours] = await Promise.all([
        operate('transfers', deeds[0], leg.id),
        runCommand(other, seen(['transfers', deeds[1], leg.id])),
      ])
      const told = [mine.text, yours.text]
      expect(told.filter((text) => / (done|void): done\.|, by PG\./.test(text))).toHaveLength(1)
      expect(told.filter((text) => text.startsWith('MOVED_ON') && !text.includes('by PG'))).toHaveLength(1)
      expect(await spendable(member)).toEqual(amounts)
    },
  )

  it('[MON-005] of two who say the opposite at once in silence, the one who is told so had his way', async () => {
    const { member, leg } = await inReview('cut-before')
    const other = commandsOf(world.startProcess().parts)
    const [freed, taken] = await Promise.all([
      operate('transfers', 'void', leg.id),
      runCommand(other, seen(['transfers', 'done', leg.id])),
    ])
    expect([freed.exitCode, taken.exitCode].toSorted()).toEqual([0, 1])
    expect((await legOf(member)).state).toBe(freed.exitCode === 0 ? 'watched' : 'assumed')
    expect(await spendable(member)).toEqual(freed.exitCode === 0 ? [60_00, 40_00, 0] : [40_00, 60_00, 0])
  })

  it('[MON-005] a definite no frees it for good, whatever he says', async () => {
    const { member, leg } = await inReview('cut-before')
    provider.isStatusDown = false
    provider.refused.add(leg.id)
    expect((await operate('transfers', 'done', leg.id)).text).toContain('MOVED_ON: REFUSED, by PG')
    expect(await spendable(member)).toEqual([60_00, 40_00, 0])
  })

  it('[MON-005] in silence has his way, and the late truth is booked as the transfer it was', async () => {
    const { member, leg } = await inReview('late')
    expect((await operate('transfers', 'void', leg.id)).text).toContain('void: done.  state watched')
    expect(await spendable(member)).toEqual([60_00, 40_00, 0])
    for (const move of provider.arriving.splice(0)) provider.carryOut(move)
    // A reading that comes before the answer books nothing.
    const pg = (await refreshAll(world.parts, member)).find(({ code }) => code === 'PG')
    expect(pg).toMatchObject({ stale: true, amountMinor: 40_00 })
    await world.settle(30 * HOUR_MS, HOUR_MS)
    expect((await legOf(member)).state).toBe('watched')
    provider.isStatusDown = false
    await world.settle(2 * HOUR_MS, 10 * MINUTE_MS)
    expect(await spendable(member)).toEqual([40_00, 60_00, 0])
    expect([await theirs(member), await newestStatus(member)]).toEqual([60_00, 'SUCCESS'])
    expect(await hasOpenCase(world.database, member)).toBe(false)
  })

  it('[MON-006] and what the wallet no longer covers is lent, and holds withdrawals until somebody decides', async () => {
    const { member, leg } = await inReview('late')
    await operate('transfers', 'void', leg.id)
    await send(member, 'WALLET', 'JOKER', 60)
    for (const move of provider.arriving.splice(0)) provider.carryOut(move)
    provider.isStatusDown = false
    await world.settle(2 * HOUR_MS, 10 * MINUTE_MS)
    expect(await spendable(member)).toEqual([0, 60_00, 60_00])
    expect(await hasOpenCase(world.database, member)).toBe(true)
    const [row] = await world.database.query<{ id: string }>('select id from game_case where leg_id = $1', [leg.id])
    expect((await operate('arrivals', 'list')).text).toContain('late-arrival')
    expect((await operate('arrivals', 'close', row?.id ?? '')).text).toContain('cannot be done')
    expect((await operate('arrivals', 'collect', row?.id ?? '')).text).toContain('does not hold that much')
    expect(await adjustments(member)).toEqual(['HOUSE>WALLET 2000'])
    const said = await Promise.all([1, 2, 3].map(() => operate('arrivals', 'forgive', row?.id ?? '')))
    expect(said.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1, 1])
    expect(await hasOpenCase(world.database, member)).toBe(false)
    // The lending was told; that the house bears it changes nothing of what he has.
    expect(await adjustments(member)).toEqual(['HOUSE>WALLET 2000'])
    expect(await toldMinor(member)).toBe(120_00)
    expect((await spendable(member)).reduce((sum, amount) => sum + amount)).toBe(120_00)
  })

  it('[MON-005] what he took as done and the provider confirms is done', async () => {
    const { member, leg } = await inReview('cut-after')
    expect((await operate('transfers', 'done', leg.id)).text).toContain('done: done.  state assumed')
    expect(await spendable(member)).toEqual([40_00, 60_00, 0])
    provider.isStatusDown = false
    await world.settle(10 * MINUTE_MS, MINUTE_MS)
    expect(await legOf(member)).toMatchObject({ state: 'done', askAt: null })
    expect(await newestStatus(member)).toBe('SUCCESS')
  })

  it.each([
    ['in', 'refused', 'undone', [60_00, 40_00, 0]],
    ['in', 'not found', 'watched', [60_00, 40_00, 0]],
    ['out', 'refused', 'undone', [60_00, 40_00, 0]],
    ['out', 'not found', 'watched', [60_00, 40_00, 0]],
  ] as const)('[MON-005] what he took as done and was not goes back: %s, %s', async (way, said, state, amounts) => {
    const { member, leg } = await inReview('cut-before', way)
    await operate('transfers', 'done', leg.id)
    expect(await spendable(member)).toEqual(way === 'in' ? [40_00, 60_00, 0] : [80_00, 20_00, 0])
    expect((await refreshAll(world.parts, member)).find(({ code }) => code === 'PG')?.stale).toBe(true)
    provider.isStatusDown = false
    if (said === 'refused') provider.refused.add(leg.id)
    world.advance(MINUTE_MS)
    await world.settle()
    // That it is not known has to be said twice.
    if (said === 'not found') expect((await legOf(member)).state).toBe('assumed')
    await world.settle(5 * MINUTE_MS, MINUTE_MS)
    expect((await legOf(member)).state).toBe(state)
    expect(await spendable(member)).toEqual(amounts)
    expect([await theirs(member), await newestStatus(member)]).toEqual([40_00, 'FAILED'])
  })

  it.each([
    ['in', [40_00, 60_00, 0]],
    ['out', [80_00, 20_00, 0]],
  ] as const)('[MON-005] nor is it a result while it was denied only once: %s', async (way, taken) => {
    const { member, leg } = await inReview('cut-before', way)
    await operate('transfers', 'done', leg.id)
    provider.isStatusDown = false
    const pg = (await refreshAll(world.parts, member)).find(({ code }) => code === 'PG')
    expect(pg).toMatchObject({ stale: true, amountMinor: taken[1] })
    expect(await spendable(member)).toEqual(taken)
    await world.settle(5 * MINUTE_MS, MINUTE_MS)
    expect(await spendable(member)).toEqual([60_00, 40_00, 0])
    expect((await refreshAll(world.parts, member)).find(({ code }) => code === 'PG')?.stale).toBe(false)
  })

  it('[MON-005] and what was not found twice and then arrives after all is booked again', async () => {
    const { member, leg } = await inReview('late')
    await operate('transfers', 'done', leg.id)
    provider.isStatusDown = false
    await world.settle(5 * MINUTE_MS, MINUTE_MS)
    expect(await spendable(member)).toEqual([60_00, 40_00, 0])
    for (const move of provider.arriving.splice(0)) provider.carryOut(move)
    await world.settle(HOUR_MS, 10 * MINUTE_MS)
    expect((await legOf(member)).state).toBe('late')
    expect(await spendable(member)).toEqual([40_00, 60_00, 0])
    expect([await theirs(member), await newestStatus(member)]).toEqual([60_00, 'SUCCESS'])
  })

  it('[MON-006] money that he gave to the wallet, that was spent and never left the game, is lent and collected', async () => {
    const { member, leg } = await inReview('cut-before', 'out')
    await operate('transfers', 'done', leg.id)
    await send(member, 'WALLET', 'JOKER', 80)
    provider.isStatusDown = false
    provider.refused.add(leg.id)
    await world.settle(5 * MINUTE_MS, MINUTE_MS)
    expect(await spendable(member)).toEqual([0, 40_00, 80_00])
    expect(await hasOpenCase(world.database, member)).toBe(true)
    expect((await operate('arrivals', 'list')).text).toContain('undone')
    await send(member, 'JOKER', 'WALLET', 30)
    const [row] = await world.database.query<{ id: string }>('select id from game_case where leg_id = $1', [leg.id])
    const said = await Promise.all([1, 2, 3].map(() => operate('arrivals', 'collect', row?.id ?? '')))
    expect(said.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1, 1])
    expect(await spendable(member)).toEqual([10_00, 40_00, 50_00])
    expect(await hasOpenCase(world.database, member)).toBe(false)
    expect(await adjustments(member)).toEqual(['HOUSE>WALLET 2000', 'WALLET>HOUSE 2000'])
    expect(await toldMinor(member)).toBe(100_00)
  })
})

describe('a definite no', () => {
  it('is asked about once by the id; a yes is not', async () => {
    const before = provider.asked.length
    const { member } = await movedSo('normal')
    expect(provider.asked.length).toBe(before)
    const refused = await movedSo('refuse')
    expect(provider.asked.length).toBe(before + 1)
    expect((await legOf(refused.member)).state).toBe('void')
    expect(await spendable(refused.member)).toEqual([60_00, 40_00, 0])
    expect(await spendable(member)).toEqual([40_00, 60_00, 0])
  })

  it.each([
    ['refuse-after', 'in', [40_00, 60_00, 0]],
    ['refuse-after', 'out', [80_00, 20_00, 0]],
    ['insufficient-after', 'out', [80_00, 20_00, 0]],
  ] as const)(
    '[MON-006] that the provider contradicts keeps the hold and opens a case: %s, %s',
    async (how, way, amounts) => {
      const { member, leg } = await movedSo(how, way)
      expect(leg.state).toBe('review')
      expect(await spendable(member)).toEqual(way === 'in' ? [40_00, 40_00, 0] : [60_00, 20_00, 0])
      expect(await hasOpenCase(world.database, member)).toBe(true)
      const [row] = await world.database.query<{ id: string }>('select id from game_case where leg_id = $1', [leg.id])
      const id = row?.id ?? ''
      expect((await operate('arrivals', 'close', id)).text).toContain('TRANSFER_OPEN')
      expect((await operate('arrivals', 'collect', id)).text).toContain('cannot be done')
      await world.settle(10_000)
      expect((await legOf(member)).state).toBe('done')
      expect(await spendable(member)).toEqual(amounts)
      expect(await theirs(member)).toBe(way === 'in' ? 60_00 : 20_00)
      expect(await hasOpenCase(world.database, member)).toBe(true)
      expect((await operate('arrivals', 'close', id)).exitCode).toBe(0)
      expect(await hasOpenCase(world.database, member)).toBe(false)
    },
  )

  it.each(['refuse', 'insufficient'] as const)(
    'that nobody confirms frees the money and is watched: %s',
    async (how) => {
      provider.isStatusDown = true
      const { member } = await movedSo(how)
      expect((await legOf(member)).state).toBe('watched')
      expect(await spendable(member)).toEqual([60_00, 40_00, 0])
      expect(await newestStatus(member)).toBe('FAILED')
    },
  )

  it('of a move that is under way is none', async () => {
    const moveStatus = provider.moveStatus.bind(provider)
    provider.moveStatus = () => Promise.resolve({ status: 'under-way', credits: null })
    const { member } = await movedSo('refuse-after')
    expect((await legOf(member)).state).toBe('held')
    expect(await spendable(member)).toEqual([40_00, 40_00, 0])
    provider.moveStatus = moveStatus
    await world.settle(20_000)
    expect(await spendable(member)).toEqual([40_00, 60_00, 0])
  })
})

describe('after an older copy of the database was put in place', () => {
  /** Moves 20 baht at the provider that the books do not know. */
  const forget = async (member: string, credits: number): Promise<void> => {
    const username = await world.usernameOf(member, 'PG')
    provider.balances.set(username, (provider.balances.get(username) ?? 0) + credits)
  }

  /** Says `restore mark`, and what follows, and waits until all processes know. */
  const restore = async (...words: string[]): Promise<void> => {
    world.advance(1_000)
    const { commands } = createOperator({ database: world.database, clock: world.parts.clock })
    for (const word of words) expect((await runCommand(commands, ['restore', word])).exitCode).toBe(0)
    world.advance(2_000)
  }

  it.each([
    ['mark', 20_00, [40_00, 60_00, 0], 'WALLET', 'PG'],
    ['mark, end', 20_00, [40_00, 60_00, 0], 'WALLET', 'PG'],
    ['mark, end', -15_00, [75_00, 25_00, 0], 'PG', 'WALLET'],
  ])('after %s a game differs by no result but the transfer of %i', async (words, credits, amounts, from, to) => {
    const { member } = await movedSo('refuse')
    await forget(member, credits)
    await restore(...words.split(', '))
    const [pg] = (await refreshAll(world.parts, member)).filter(({ code }) => code === 'PG')
    expect(pg).toMatchObject({ stale: true, amountMinor: 40_00 })
    expect(await hasOpenCase(world.database, member)).toBe(true)
    const { text } = await operate('readings', 'list')
    const line = text.split('\n').find((one) => one.includes(member)) ?? ''
    expect(line).toContain('RESTORED')
    const id = line.split(' ')[0] ?? ''
    expect((await operate('readings', 'transfer', id)).exitCode).toBe(0)
    expect(await spendable(member)).toEqual(amounts)
    const [newest] = await world.transfersOf(member)
    expect(newest).toMatchObject({ from, to, amountMinor: Math.abs(credits), status: 'SUCCESS' })
    expect(await hasOpenCase(world.database, member)).toBe(false)
    const [after] = (await refreshAll(world.parts, member)).filter(({ code }) => code === 'PG')
    expect(after).toMatchObject({ stale: false, amountMinor: amounts[1] })
  })

  it.each(['transfer', 'reject'])('of two who say %s at once one is told that he did it', async (deed) => {
    const { member } = await movedSo('refuse')
    await forget(member, -10_00)
    await restore('mark', 'end')
    await refreshAll(world.parts, member)
    const line = (await operate('readings', 'list')).text.split('\n').find((one) => one.includes(member)) ?? ''
    const words = ['readings', deed, line.split(' ')[0] ?? '', ...(deed === 'reject' ? ['a mistake'] : [])]
    // The second one is done with it while the first has seen that it is open, and no more.
    let second: Awaited<ReturnType<typeof operate>> | null = null
    const database = {
      ...world.parts.database,
      query: async (...query: Parameters<typeof world.parts.database.query>) => {
        const rows = await world.parts.database.query(...query)
        if (query[0].includes('game_reading')) second ??= await operate(...words)
        return rows
      },
    } as typeof world.parts.database
    const first = await runCommand(commandsOf({ ...world.parts, database }), words)
    expect([first.exitCode, second]).toEqual([1, expect.objectContaining({ exitCode: 0 })])
    expect(first.text).toContain('MOVED_ON')
    expect(await spendable(member)).toEqual(deed === 'transfer' ? [70_00, 30_00, 0] : [60_00, 40_00, 0])
  })

  it('[MON-006] what the wallet lacks is not lent: withdrawals wait until it is there', async () => {
    const { member } = await movedSo('refuse')
    await send(member, 'WALLET', 'JOKER', 30)
    await forget(member, 50_00)
    await restore('mark', 'end')
    await refreshAll(world.parts, member)
    const line = (await operate('readings', 'list')).text.split('\n').find((one) => one.includes(member)) ?? ''
    const id = line.split(' ')[0] ?? ''
    const suspense = async () => (await world.ledger.states(world.database, ['house/suspense'])).get('house/suspense')
    const before = (await suspense())?.postedMinor
    for (const words of [[id, 'suspense'], [id]]) {
      expect((await operate('readings', 'transfer', ...words)).exitCode).toBe(1)
    }
    expect(await spendable(member)).toEqual([30_00, 40_00, 30_00])
    expect((await suspense())?.postedMinor).toBe(before)
    expect(await hasOpenCase(world.database, member)).toBe(true)
    await send(member, 'JOKER', 'WALLET', 30)
    expect((await operate('readings', 'transfer', id)).exitCode).toBe(0)
    expect(await spendable(member)).toEqual([10_00, 90_00, 0])
    expect(await hasOpenCase(world.database, member)).toBe(false)
  })

  it('a game that agrees is believed from then on', async () => {
    const { member } = await movedSo('refuse')
    await restore('mark', 'end')
    await refreshAll(world.parts, member)
    await forget(member, 5_00)
    const [pg] = (await refreshAll(world.parts, member)).filter(({ code }) => code === 'PG')
    expect(pg).toMatchObject({ stale: false, amountMinor: 45_00 })
    await forget(member, -5_00)
    await refreshAll(world.parts, member)
  })
})
