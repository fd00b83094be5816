import { afterAll, beforeAll, expect, it } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { type GamesWorld, openGamesWorld } from './games-world.fixture.ts'
import { listTransfersByNumber } from './games.store.ts'
import { transfer } from './transfer.ts'

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
  const [newest] = await listTransfersByNumber(world.database, member, 1, 100)
  expect(newest).toMatchObject({ fromCode: 'PG', toCode: to, status })
  const amounts = ['wallet', 'game:PG', 'game:JOKER'].map((account) => world.amount(member, account))
  expect(await Promise.all(amounts)).toEqual([40_00, 60_00, 0])
})
