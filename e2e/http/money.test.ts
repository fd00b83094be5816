import { calls } from '@krapao/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newKey, waitUntil } from '../stage/client.ts'
import { drawnQr, newPlayer, payer, walletOf } from '../stage/players.ts'
import {
  allowWithdrawals,
  checkLedger,
  checkSums,
  play,
  settledStatement,
  sharedWorld,
  showLogOnFailure,
  statementOf,
  tellPayment,
  transfer,
  transferAll,
  withdraw,
  withdrawAll,
  withFault,
} from '../stage/stories.ts'

const world = sharedWorld()
const callers = Array.from({ length: 64 }, (_, index) => index)

beforeAll(() => allowWithdrawals(world, 1_000))
beforeEach((context) => showLogOnFailure(world, context))

/** How many of the callers got which answer, such as `{ SUCCESS: 20, '409 MONEY_NOT_ENOUGH': 44 }`. */
async function together(
  spend: (caller: number) => Promise<{ status: number; refusal: string | null; body: { status?: string } }>,
): Promise<Record<string, number>> {
  const answers = await Promise.all(callers.map(spend))
  const counts: Record<string, number> = {}
  for (const { status, refusal, body } of answers) {
    const answer = refusal === null ? (body.status === 'FAILED' ? 'FAILED' : 'SUCCESS') : `${status} ${refusal}`
    counts[answer] = (counts[answer] ?? 0) + 1
  }
  return counts
}

describe('64 callers spend the same balance', { retry: 0 }, () => {
  it('by transfers: exactly what it covers succeeds', async () => {
    const player = await newPlayer(world, { amount: 1_020, games: ['PG'] })
    expect(await together(() => transfer(world, player, 'WALLET', 'PG', 50))).toEqual({
      SUCCESS: 20,
      '409 MONEY_NOT_ENOUGH': 44,
    })
    expect(await checkSums(world, player, { deposited: 1_020 })).toEqual({ wallet: 20, games: { PG: 1_000 } })
    expect(await together(() => transfer(world, player, 'PG', 'WALLET', 90))).toEqual({
      SUCCESS: 11,
      '409 MONEY_NOT_ENOUGH': 53,
    })
    expect(await checkSums(world, player, { deposited: 1_020 })).toEqual({ wallet: 1_010, games: { PG: 10 } })
  })

  it('by withdrawals: exactly what it covers succeeds, and the bank pays each once', async () => {
    const player = await newPlayer(world, { amount: 1_250.5 })
    expect(await together(() => withdraw(world, player, 100))).toEqual({ SUCCESS: 12, '409 MONEY_NOT_ENOUGH': 52 })
    expect(await walletOf(world, player)).toBe(50.5)
    const sums = await checkSums(world, player, { deposited: 1_250.5, withdrawn: 1_200 })
    expect(sums.wallet).toBe(50.5)
    expect(await world.sandbox.payoutsTo(player.bank.bankAccountNo)).toHaveLength(12)
  })

  it('by withdrawals, but only so many a day: never one more', async () => {
    const player = await newPlayer(world, { amount: 5_000 })
    await allowWithdrawals(world, 3)
    try {
      expect(await together(() => withdraw(world, player, 100))).toEqual({ SUCCESS: 3, '429 WITHDRAW_LIMIT': 61 })
    } finally {
      await allowWithdrawals(world, 1_000)
    }
    expect(await checkSums(world, player, { deposited: 5_000, withdrawn: 300 })).toEqual({ wallet: 4_700, games: {} })
  })

  it('by transfers into two games and withdrawals, mixed', async () => {
    const player = await newPlayer(world, { amount: 1_550, games: ['PG', 'JOKER'] })
    const spend = (caller: number) => {
      if (caller % 2 === 0) return withdraw(world, player, 100)
      return transfer(world, player, 'WALLET', caller % 4 === 1 ? 'PG' : 'JOKER', 100)
    }
    expect(await together(spend)).toEqual({ SUCCESS: 15, '409 MONEY_NOT_ENOUGH': 49 })
    expect(await walletOf(world, player)).toBe(50)
    const rows = await settledStatement(world, player)
    const withdrawn = rows.filter(({ statementType }) => statementType === 'withdraw').length * 100
    expect((await checkSums(world, player, { deposited: 1_550, withdrawn })).wallet).toBe(50)
  })

  it('to and fro, whole and in parts, while he plays: nothing is made, lost or below zero', async () => {
    const player = await newPlayer(world, { amount: 3_000, games: ['PG', 'JOKER'] })
    await transfer(world, player, 'WALLET', 'PG', 1_000)
    await transfer(world, player, 'WALLET', 'JOKER', 1_000)
    const moves = [
      () => transfer(world, player, 'WALLET', 'PG', 130.5),
      () => transfer(world, player, 'PG', 'WALLET', 77.77),
      () => transfer(world, player, 'JOKER', 'PG', 210),
      () => transfer(world, player, 'PG', 'JOKER', 60),
      () => withdraw(world, player, 110),
      () => withdrawAll(world, player, 310),
      () => transferAll(world, player, 'WALLET'),
      () => transferAll(world, player, 'JOKER'),
    ]
    let isOver = false
    async function watch(): Promise<void> {
      while (!isOver) {
        const { wallet, slots } = await world.api.ok(calls.walletHome, { token: player.token })
        expect(Math.min(wallet.amount, ...slots.map(({ amount }) => amount))).toBeGreaterThanOrEqual(0)
      }
    }
    const watching = watch()
    const playing = Promise.all([play(world, player, 'PG', 25.25), play(world, player, 'JOKER', 4.75)])
    const answers = await together((caller) => moves[caller % moves.length]?.() ?? Promise.reject(new Error('no move')))
    await playing
    isOver = true
    await watching
    const known = ['SUCCESS', '409 MONEY_NOT_ENOUGH', '409 TRANSFER_PENDING', '502 TRANSFER_FAIL']
    expect(Object.keys(answers).filter((answer) => !known.includes(answer))).toEqual([])
    const rows = await settledStatement(world, player)
    const paid = rows.filter(({ statementType, status }) => statementType === 'withdraw' && status === 'SUCCESS')
    const withdrawn = paid.reduce((sum, { amount }) => sum + amount, 0)
    await checkSums(world, player, { deposited: 3_000, won: 30, withdrawn })
  })
})

describe('64 callers say the same', { retry: 0 }, () => {
  it('a transfer under one key happens once, and all get its answer', async () => {
    const player = await newPlayer(world, { amount: 500, games: ['PG'] })
    const key = newKey()
    const answers = await Promise.all(callers.map(() => transfer(world, player, 'WALLET', 'PG', 50, key)))
    const [first] = answers
    expect(first?.body).toMatchObject({
      wallet: { amount: 450 },
      slots: [{ code: 'PG', amount: 50 }],
      status: 'SUCCESS',
    })
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: first?.body })
    expect(await checkSums(world, player, { deposited: 500 })).toEqual({ wallet: 450, games: { PG: 50 } })
  })

  it('a withdrawal under one key is one withdrawal', async () => {
    const player = await newPlayer(world, { amount: 500 })
    const key = newKey()
    const answers = await Promise.all(callers.map(() => withdraw(world, player, 100, key)))
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
    expect(answers.every(({ status, body }) => status === 200 && body.amount === 100)).toBe(true)
    expect(await checkSums(world, player, { deposited: 500, withdrawn: 100 })).toEqual({ wallet: 400, games: {} })
  })

  it('a payment that is told 64 times at once is credited once', async () => {
    const player = await newPlayer(world)
    await withFault(world, 'bank', 'drop-callback', {}, async () => {
      const receipt = await world.sandbox.pay(await drawnQr(world, player, 321.09), payer)
      const statuses = await Promise.all(callers.map(() => tellPayment(world, receipt, 321.09)))
      expect(new Set(statuses)).toEqual(new Set([200]))
    })
    const rows = await waitUntil(
      'the deposit',
      () => statementOf(world, player),
      (lines) => lines.length > 0,
    )
    expect(rows.map(({ amount }) => amount)).toEqual([321.09])
    expect((await checkSums(world, player, { deposited: 321.09 })).wallet).toBe(321.09)
  })
})

it('the ledger follows from its entries, whatever was done above', () => checkLedger(world))
