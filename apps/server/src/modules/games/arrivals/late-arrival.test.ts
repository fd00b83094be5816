import { afterAll, beforeAll, expect, it } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { book } from '../../../testing/book.ts'
import { until } from '../../../testing/until.ts'
import { type GamesWorld, openGamesWorld } from '../games-world.fixture.ts'
import { lookAgain } from './late-arrival.ts'
import { findLeg } from '../games.store.ts'
import { transfer } from '../transfers/transfer.ts'

let world: GamesWorld
beforeAll(async () => {
  world = await openGamesWorld()
})
afterAll(() => world.close())

const send = (memberId: string, from: string, to: string, amount: number): Promise<unknown> =>
  transfer(world.parts, { memberId, operationId: newId(new Date()), from, to, amount, rules: () => {} }).catch(
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

it.each([
  ['to another game stays FAILED, because its money came no further than the wallet', 'JOKER', 'FAILED'],
  ['to the wallet is SUCCESS after all', 'WALLET', 'SUCCESS'],
])('a transfer out of a game %s', async (_what, to, status) => {
  const provider = world.provider('PG')
  const member = await world.member(100_00, ['PG', 'JOKER'])
  await send(member, 'WALLET', 'PG', 100)
  provider.script.push('late')
  await send(member, 'PG', to, 40)
  await world.settle(100_000, 5_000)
  for (const move of provider.arriving.splice(0)) provider.carryOut(move)
  await world.settle(6 * 60_000, 10_000)
  const [newest] = await world.transfersOf(member)
  expect(newest).toMatchObject({ from: 'PG', to, status })
  const amounts = ['wallet', 'game:PG', 'game:JOKER'].map((account) => world.amount(member, account))
  expect(await Promise.all(amounts)).toEqual([40_00, 60_00, 0])
})

it('a transfer out of a game is booked though what is left there is held by another one', async () => {
  const provider = world.provider('PG')
  const member = await world.member(100_00, ['PG'])
  await send(member, 'WALLET', 'PG', 100)
  provider.script.push('late')
  await send(member, 'PG', 'WALLET', 40)
  await world.settle(100_000, 5_000)
  provider.script.push('in-progress')
  await send(member, 'PG', 'WALLET', 70)
  const username = await world.usernameOf(member, 'PG')
  provider.balances.set(username, 110_00)
  for (const move of provider.arriving.splice(0)) provider.carryOut(move)
  await world.settle(6 * 60_000, 10_000)
  // 30 of the 40 were there to be spent: the rest must have been won.
  expect([await world.amount(member, 'wallet'), await world.amount(member, 'game:PG')]).toEqual([40_00, 0])
  for (const move of provider.moves.values()) if (move.state === 'in-progress') provider.carryOut(move)
  await world.settle(120_000, 10_000)
  expect([await world.amount(member, 'wallet'), await world.amount(member, 'game:PG')]).toEqual([110_00, 0])
  expect(provider.balances.get(username)).toBe(0)
})

it('what was taken for a loss is given back after whoever books for the same member in another process', async ({
  skip,
}) => {
  if (world.database.engine !== 'postgres') return skip('there is no PostgreSQL here: on one connection nothing meets')
  const provider = world.provider('PG')
  const member = await world.member(100_00, ['PG'])
  await send(member, 'WALLET', 'PG', 100)
  provider.script.push('late')
  await send(member, 'PG', 'WALLET', 40)
  await world.settle(100_000, 5_000)
  for (const move of provider.arriving.splice(0)) provider.carryOut(move)
  // A reading that the provider's status contradicted has booked it as lost meanwhile.
  const [from, to] = [`member/${member}/game:PG`, 'house/provider:PG']
  await book(world, { from, to, amountMinor: 70_00, code: 'game-result', at: world.parts.clock.now() })
  const [row] = await world.database.query<{ id: string }>(
    "select id from game_leg where member_id = $1 and state = 'watched'",
    [member],
  )
  const leg = await findLeg(world.database, row?.id ?? '')
  if (leg === null) throw new Error('no leg is watched')

  const { parts } = world.startProcess()
  const [isHeld, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = world.database.transaction(async (tx) => {
    await tx.query('select from member where id = $1 for update', [member])
    isHeld.resolve()
    await isOver.promise
  })
  await isHeld.promise
  const booking = lookAgain(parts, leg)
  await until('the booking waits for the member', async () => {
    const waiting = await world.database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return waiting.length > 0
  })
  expect(await world.amount(member, 'wallet')).toBe(0)
  isOver.resolve()
  await other
  expect(await booking).toBe('booked')
  expect([await world.amount(member, 'wallet'), await world.amount(member, 'game:PG')]).toEqual([40_00, 0])
})
