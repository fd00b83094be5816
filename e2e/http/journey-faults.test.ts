import { calls } from '@krapao/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newKey, waitUntil } from '../stage/client.ts'
import { newPlayer, type Player, usernameAt, walletOf } from '../stage/players.ts'
import { type FaultMode, type FaultTerms, heldMs } from '../stage/sandbox.ts'
import {
  checkLedger,
  checkSums,
  historyOf,
  play,
  settledStatement,
  sharedWorld,
  showLogOnFailure,
  transfer,
  transferAll,
  withdraw,
  withdrawAll,
  withFault,
} from '../stage/stories.ts'

// What a provider does not know is given back only when it says so twice, the second time after 90 seconds. All tests
// of this file wait side by side, each with games of its own, because a misbehaviour is one of the whole provider.
const longMs = 290_000
const givenBackWithinMs = 280_000
vi.setConfig({ testTimeout: longMs, maxConcurrency: 30 })

const world = sharedWorld()

beforeEach((context) => showLogOnFailure(world, context))

async function gameAmount(player: Player, game: string): Promise<number> {
  const { slots } = await world.api.ok(calls.walletHome, { token: player.token })
  return slots.find(({ code }) => code === game)?.amount ?? -1
}

/**
 * Moves 50 baht while the provider misbehaves so that nobody knows what became of them: they are neither here nor
 * there, and the answer says so. Answers the key.
 */
async function losesTheAnswer(
  player: Player,
  from: string,
  to: string,
  mode: FaultMode,
  terms: FaultTerms = {},
): Promise<string> {
  const game = from === 'WALLET' ? to : from
  const key = newKey()
  const before = { wallet: await walletOf(world, player), game: await gameAmount(player, game) }
  const left = { wallet: before.wallet, game: before.game }
  if (from === 'WALLET') left.wallet -= 50
  else left.game -= 50
  await withFault(world, `game:${game}`, mode, { times: 1, ...terms }, async () => {
    const { status, body } = await transfer(world, player, from, to, 50, key)
    expect({ http: status, ...body }).toMatchObject({
      http: 200,
      status: 'IN_PROGRESS',
      wallet: { amount: left.wallet },
    })
    expect(body.slots).toContainEqual({ code: game, amount: left.game })
    expect(await world.sandbox.fired(`game:${game}`)).toBe(1)
  })
  return key
}

/** What the same call answers now. */
async function askedAgain(player: Player, from: string, to: string, key: string): Promise<string> {
  const { status, refusal, body } = await transfer(world, player, from, to, 50, key)
  return refusal === null ? body.status : `${status} ${refusal}`
}

const back = '502 TRANSFER_FAIL'

describe.concurrent('a game provider', () => {
  it('cuts the connection before anything happened: into a game', async () => {
    const player = await newPlayer(world, { amount: 500, games: ['PG'] })
    const key = await losesTheAnswer(player, 'WALLET', 'PG', 'cut-before')
    expect(await askedAgain(player, 'WALLET', 'PG', key)).toBe('IN_PROGRESS')
    expect(await historyOf(world, player)).toContain('transfer WALLET>PG 50 IN_PROGRESS')
    // The rest of his money is free meanwhile, and what is held is not.
    expect((await transfer(world, player, 'WALLET', 'PG', 450.01)).refusal).toBe('MONEY_NOT_ENOUGH')
    expect((await transfer(world, player, 'WALLET', 'PG', 100)).body.status).toBe('SUCCESS')
    const sums = await checkSums(world, player, { deposited: 500 }, givenBackWithinMs)
    expect(sums).toEqual({ wallet: 400, games: { PG: 100 } })
    expect(await historyOf(world, player)).toContain('transfer WALLET>PG 50 FAILED')
    expect(await askedAgain(player, 'WALLET', 'PG', key)).toBe(back)
  })

  it('cuts the connection before anything happened: out of a game', async () => {
    const player = await newPlayer(world, { amount: 500, games: ['JOKER'] })
    await transfer(world, player, 'WALLET', 'JOKER', 200)
    await play(world, player, 'JOKER', 20)
    await world.api.ok(calls.walletRefreshSlot, { token: player.token })
    const key = await losesTheAnswer(player, 'JOKER', 'WALLET', 'cut-before')
    const sums = await checkSums(world, player, { deposited: 500, won: 20 }, givenBackWithinMs)
    expect(sums).toEqual({ wallet: 300, games: { JOKER: 220 } })
    expect(await askedAgain(player, 'JOKER', 'WALLET', key)).toBe(back)
  })

  it('cuts the connection after it happened: the transfer is found and settled', async () => {
    const player = await newPlayer(world, { amount: 500, games: ['SUPERSLOT'] })
    const inKey = await losesTheAnswer(player, 'WALLET', 'SUPERSLOT', 'cut-after')
    expect(await checkSums(world, player, { deposited: 500 })).toEqual({ wallet: 450, games: { SUPERSLOT: 50 } })
    expect(await askedAgain(player, 'WALLET', 'SUPERSLOT', inKey)).toBe('SUCCESS')
    await play(world, player, 'SUPERSLOT', 7.5)
    await world.api.ok(calls.walletRefreshSlot, { token: player.token })
    const outKey = await losesTheAnswer(player, 'SUPERSLOT', 'WALLET', 'cut-after')
    const sums = await checkSums(world, player, { deposited: 500, won: 7.5 })
    expect(sums).toEqual({ wallet: 500, games: { SUPERSLOT: 7.5 } })
    expect(await askedAgain(player, 'SUPERSLOT', 'WALLET', outKey)).toBe('SUCCESS')
  })

  it('[ERR-066] refuses: the money is back at once and the statement says FAILED', async () => {
    const player = await newPlayer(world, { amount: 500, games: ['UFABET'] })
    await transfer(world, player, 'WALLET', 'UFABET', 100)
    for (const [from, to] of [
      ['WALLET', 'UFABET'],
      ['UFABET', 'WALLET'],
    ] as const) {
      const key = newKey()
      await withFault(world, 'game:UFABET', 'refuse', {}, async () => {
        expect(await askedAgain(player, from, to, key)).toBe(back)
      })
      expect(await historyOf(world, player)).toContain(`transfer ${from}>${to} 50 FAILED`)
      // The provider would do it now, but this call has its answer; only a new one is tried.
      expect(await askedAgain(player, from, to, key)).toBe(back)
    }
    expect(await checkSums(world, player, { deposited: 500 })).toEqual({ wallet: 400, games: { UFABET: 100 } })
  })

  it('knows of a transfer only after a while: it is waited for, not given back', async () => {
    const player = await newPlayer(world, { amount: 500, games: ['SLOTRACHA'] })
    const inKey = await losesTheAnswer(player, 'WALLET', 'SLOTRACHA', 'late', { ms: 10_000 })
    expect(await checkSums(world, player, { deposited: 500 }, givenBackWithinMs)).toEqual({
      wallet: 450,
      games: { SLOTRACHA: 50 },
    })
    const outKey = await losesTheAnswer(player, 'SLOTRACHA', 'WALLET', 'late', { ms: 10_000 })
    expect(await checkSums(world, player, { deposited: 500 }, givenBackWithinMs)).toEqual({
      wallet: 500,
      games: { SLOTRACHA: 0 },
    })
    expect(await askedAgain(player, 'WALLET', 'SLOTRACHA', inKey)).toBe('SUCCESS')
    expect(await askedAgain(player, 'SLOTRACHA', 'WALLET', outKey)).toBe('SUCCESS')
  })

  it('fails inside before anything happened: that is no answer, and the money waits for one', async () => {
    const player = await newPlayer(world, { amount: 500, games: ['BETFLIX'] })
    const key = await losesTheAnswer(player, 'WALLET', 'BETFLIX', 'error')
    const sums = await checkSums(world, player, { deposited: 500 }, givenBackWithinMs)
    expect(sums).toEqual({ wallet: 500, games: { BETFLIX: 0 } })
    expect(await askedAgain(player, 'WALLET', 'BETFLIX', key)).toBe(back)
  })

  // Nothing of it is done before the call that began it is answered, on a slow machine too.
  it('is slower than anybody waits, or says that it is under way', async () => {
    const player = await newPlayer(world, { amount: 500, games: ['SEXYGAME'] })
    await losesTheAnswer(player, 'WALLET', 'SEXYGAME', 'slow', { ms: 15_000 })
    expect(await checkSums(world, player, { deposited: 500 })).toEqual({ wallet: 450, games: { SEXYGAME: 50 } })
    await losesTheAnswer(player, 'SEXYGAME', 'WALLET', 'in-progress', { ms: 10_000 })
    expect(await checkSums(world, player, { deposited: 500 })).toEqual({ wallet: 500, games: { SEXYGAME: 0 } })
    await losesTheAnswer(player, 'WALLET', 'SEXYGAME', 'in-progress', { ms: 10_000 })
    expect(await checkSums(world, player, { deposited: 500 })).toEqual({ wallet: 450, games: { SEXYGAME: 50 } })
  })

  it('is down: balances are old and say so, nothing is opened, and money on its way waits', async () => {
    const player = await newPlayer(world, { amount: 500, games: ['ASKMEBET'] })
    const other = await newPlayer(world, { amount: 100 })
    const { token } = player
    await transfer(world, player, 'WALLET', 'ASKMEBET', 100)
    const key = await withFault(world, 'game:ASKMEBET', 'down', {}, async () => {
      const { slots } = await world.api.ok(calls.walletRefreshSlot, { token })
      expect(slots).toContainEqual({ code: 'ASKMEBET', amount: 100, isActive: true, stale: true })
      expect((await transfer(world, player, 'ASKMEBET', 'WALLET', 50)).refusal).toBe('TRANSFER_FAIL')
      const closed = { token: other.token, params: { slotCode: 'ASKMEBET' } }
      expect(await world.api.refused(calls.walletActivate, closed)).toBe('502 SLOT_ACTIVATE_FAIL')
      const inKey = newKey()
      expect(await askedAgain(player, 'WALLET', 'ASKMEBET', inKey)).toBe('IN_PROGRESS')
      return inKey
    })
    const opened = await world.api.ok(calls.walletActivate, {
      token: other.token,
      params: { slotCode: 'ASKMEBET' },
    })
    expect(opened.isActive).toBe(true)
    const sums = await checkSums(world, player, { deposited: 500 }, givenBackWithinMs)
    expect(sums).toEqual({ wallet: 400, games: { ASKMEBET: 100 } })
    expect(await askedAgain(player, 'WALLET', 'ASKMEBET', key)).toBe(back)
  })

  it('misbehaves on one leg between two games: the money ends in one of three places', async () => {
    const player = await newPlayer(world, { amount: 500, games: ['IMI', 'USUN'] })
    await transfer(world, player, 'WALLET', 'USUN', 200)
    const toOther = (key = newKey()) => transfer(world, player, 'USUN', 'IMI', 50, key)

    await withFault(world, 'game:USUN', 'refuse', { times: 1 }, async () =>
      expect((await toOther()).refusal).toBe('TRANSFER_FAIL'),
    )
    expect(await checkSums(world, player, { deposited: 500 })).toEqual({ wallet: 300, games: { IMI: 0, USUN: 200 } })
    await withFault(world, 'game:IMI', 'refuse', { times: 1 }, async () =>
      expect((await toOther()).refusal).toBe('TRANSFER_FAIL'),
    )
    expect((await world.api.ok(calls.walletHome, { token: player.token })).wallet.amount).toBe(350)
    for (const party of ['game:USUN', 'game:IMI']) {
      const key = newKey()
      await withFault(world, party, 'cut-after', { times: 1 }, async () =>
        expect((await toOther(key)).body.status).toBe('IN_PROGRESS'),
      )
      await settledStatement(world, player)
      expect((await toOther(key)).body.status).toBe('SUCCESS')
    }
    expect((await historyOf(world, player)).toReversed().slice(2)).toEqual([
      'transfer USUN>IMI 50 FAILED',
      'transfer USUN>IMI 50 FAILED',
      'transfer USUN>IMI 50 SUCCESS',
      'transfer USUN>IMI 50 SUCCESS',
    ])
    const { slots } = await world.api.ok(calls.walletRefreshSlot, { token: player.token })
    expect(slots.filter(({ isActive }) => isActive)).toEqual([
      { code: 'IMI', amount: 100, isActive: true, stale: false },
      { code: 'USUN', amount: 50, isActive: true, stale: false },
    ])
  })

  it('fails while all games are brought home, for the wallet or for a withdrawal', async () => {
    const player = await newPlayer(world, { amount: 500, games: ['PGSLOT', 'SLOTXO'] })
    await transfer(world, player, 'WALLET', 'PGSLOT', 200)
    await transfer(world, player, 'WALLET', 'SLOTXO', 100)

    await withFault(world, 'game:PGSLOT', 'refuse', {}, async () => {
      expect((await transferAll(world, player, 'WALLET')).body).toMatchObject({
        wallet: { amount: 300 },
        slots: [
          { code: 'SLOTXO', amount: 0, moved: 100, status: 'SUCCESS' },
          { code: 'PGSLOT', amount: 200, moved: 0, status: 'FAILED' },
        ],
        status: 'SUCCESS',
      })
      // Now nothing moves and one fails.
      expect(await transferAll(world, player, 'WALLET')).toMatchObject({ status: 502, refusal: 'TRANSFER_FAIL' })
      expect(await withdrawAll(world, player, 500)).toMatchObject({ status: 502, refusal: 'TRANSFER_FAIL' })
    })
    expect(await checkSums(world, player, { deposited: 500 })).toEqual({
      wallet: 300,
      games: { PGSLOT: 200, SLOTXO: 0 },
    })

    const allKey = newKey()
    await withFault(world, 'game:PGSLOT', 'cut-after', { times: 1 }, async () => {
      expect((await transferAll(world, player, 'WALLET', allKey)).body).toMatchObject({
        wallet: { amount: 300 },
        slots: [
          { code: 'SLOTXO', moved: 0, status: 'NONE' },
          { code: 'PGSLOT', amount: 0, moved: 200, status: 'IN_PROGRESS' },
        ],
        status: 'IN_PROGRESS',
      })
    })
    await settledStatement(world, player)
    expect((await transferAll(world, player, 'WALLET', allKey)).body).toMatchObject({
      wallet: { amount: 500 },
      slots: [{ status: 'NONE' }, { code: 'PGSLOT', moved: 200, status: 'SUCCESS' }],
      status: 'SUCCESS',
    })

    await transfer(world, player, 'WALLET', 'PGSLOT', 450)
    const key = newKey()
    await withFault(world, 'game:PGSLOT', 'cut-after', { times: 1 }, async () => {
      expect(await withdrawAll(world, player, 400, key)).toMatchObject({ status: 409, refusal: 'TRANSFER_PENDING' })
    })
    // It came home in the end, but no withdrawal is made by itself; the player asks again.
    const sums = await checkSums(world, player, { deposited: 500 })
    expect(sums).toEqual({ wallet: 400, games: { PGSLOT: 100, SLOTXO: 0 } })
    expect((await withdrawAll(world, player, 400, key)).body).toMatchObject({ amount: 400, wallet: { amount: 0 } })
    expect((await checkSums(world, player, { deposited: 500, withdrawn: 400 })).wallet).toBe(0)
  })
})

// Until it is released, when its money was given back.
const tooLate: FaultTerms = { ms: heldMs }

describe.concurrent('a transfer that happens after its money was given back', () => {
  it('into a game is taken from the wallet again: it is no win', async () => {
    const player = await newPlayer(world, { amount: 500, games: ['JOKER2'] })
    const key = await losesTheAnswer(player, 'WALLET', 'JOKER2', 'late', tooLate)
    await settledStatement(world, player, givenBackWithinMs)
    expect(await walletOf(world, player)).toBe(500)
    expect(await askedAgain(player, 'WALLET', 'JOKER2', key)).toBe(back)
    await arrival(player, 'JOKER2', 50)
    expect(await checkSums(world, player, { deposited: 500 })).toEqual({ wallet: 450, games: { JOKER2: 50 } })
    expect(await historyOf(world, player)).toEqual([
      'transfer WALLET>JOKER2 50 SUCCESS',
      'deposit BANK>WALLET 500 SUCCESS',
    ])
  })

  it('out of a game is credited to the wallet: it is no loss', async () => {
    const player = await newPlayer(world, { amount: 500, games: ['CIRCUS'] })
    await transfer(world, player, 'WALLET', 'CIRCUS', 80)
    await losesTheAnswer(player, 'CIRCUS', 'WALLET', 'late', tooLate)
    await settledStatement(world, player, givenBackWithinMs)
    expect(await gameAmount(player, 'CIRCUS')).toBe(80)
    await arrival(player, 'CIRCUS', 30)
    expect(await checkSums(world, player, { deposited: 500 })).toEqual({ wallet: 470, games: { CIRCUS: 30 } })
  })

  it('into a game when the money is spent is lent by the house, and withdrawals wait for the operator', async () => {
    const player = await newPlayer(world, { amount: 150, games: ['AREASLOT'] })
    await losesTheAnswer(player, 'WALLET', 'AREASLOT', 'late', tooLate)
    await settledStatement(world, player, givenBackWithinMs)
    await withdraw(world, player, 150)
    await checkSums(world, player, { deposited: 150, withdrawn: 150 })
    await arrival(player, 'AREASLOT', 50)
    await checkSums(world, player, { deposited: 150, lent: 50, withdrawn: 150 })
    await play(world, player, 'AREASLOT', 150)
    await transferAll(world, player, 'WALLET')
    const { body } = await withdraw(world, player, 100)
    expect(body).toMatchObject({ status: 'IN_PROGRESS', wallet: { amount: 100 } })
    const { product } = world
    expect((await product.operator('withdrawals', 'list')).text).toMatch(
      new RegExp(`${body._id}  withdrawal  OPEN_CASE`),
    )
    const listed = await product.operator('arrivals', 'list')
    const line = listed.text.split('\n').find((one) => one.includes(player.memberId)) ?? ''
    expect(line).toContain('50.00 baht')
    expect((await product.operator('arrivals', 'collect', line.split(' ')[0] ?? '')).exitCode).toBe(0)
    expect(await walletOf(world, player)).toBe(50)
    expect((await product.operator('withdrawals', 'pay', body._id)).exitCode).toBe(0)
    expect((await checkSums(world, player, { deposited: 150, won: 150, withdrawn: 250 })).wallet).toBe(50)
  })
})

it('the ledger follows from its entries, whatever was done above', () => checkLedger(world))

/** Has the provider carry out a late transfer after all, and waits until the server has heard of it. */
async function arrival(player: Player, game: string, credits: number): Promise<void> {
  await world.sandbox.release(game)
  const username = await usernameAt(world, player, game)
  await waitUntil(
    'the late transfer at the provider',
    () => world.sandbox.credits(game, username),
    (now) => now === credits,
    120_000,
  )
  await waitUntil(
    'a reading that is not stale',
    () => world.api.ok(calls.walletRefreshSlot, { token: player.token }),
    ({ slots }) => slots.find(({ code }) => code === game)?.amount === credits,
  )
}
