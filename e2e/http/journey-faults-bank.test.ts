import { calls } from '@krapao/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newKey, waitUntil } from '../stage/client.ts'
import { drawnQr, newPhone, newPlayer, payer, type Player, walletOf } from '../stage/players.ts'
import { type FaultMode, heldMs } from '../stage/sandbox.ts'
import {
  allowWithdrawals,
  checkLedger,
  checkSums,
  historyOf,
  settledStatement,
  sharedWorld,
  showLogOnFailure,
  tellPayment,
  transfer,
  withdraw,
  withdrawAll,
  withFault,
} from '../stage/stories.ts'

const world = sharedWorld()

beforeAll(() => allowWithdrawals(world, 1_000))
beforeEach((context) => showLogOnFailure(world, context))

/** The poller asks about a live QR every 10 seconds. */
const polledWithinMs = 120_000

async function credited(player: Player, amount: number, withinMs?: number): Promise<void> {
  await waitUntil(
    `${amount} in the wallet`,
    () => walletOf(world, player),
    (now) => now === amount,
    withinMs,
  )
}

/** Has the bank call back for two other payments, so that whatever it still held back before them is out. */
async function flushCallbacks(): Promise<void> {
  for (let again = 0; again < 2; again += 1) await newPlayer(world, { amount: 5 })
}

describe("the bank's word on a payment", () => {
  it('comes twice: credited once', async () => {
    const player = await newPlayer(world)
    await withFault(world, 'bank', 'duplicate-callback', { times: 1 }, async () => {
      await world.sandbox.pay(await drawnQr(world, player, 250.25), payer)
      expect(await world.sandbox.fired('bank')).toBe(1)
    })
    await credited(player, 250.25)
    await flushCallbacks()
    expect(await historyOf(world, player)).toEqual(['deposit BANK>WALLET 250.25 SUCCESS'])
    expect((await checkSums(world, player, { deposited: 250.25 })).wallet).toBe(250.25)
  })

  it('does not come at all: the poller credits', async () => {
    const player = await newPlayer(world)
    await withFault(world, 'bank', 'drop-callback', { times: 1 }, async () => {
      await world.sandbox.pay(await drawnQr(world, player, 77), payer)
      expect(await world.sandbox.fired('bank')).toBe(1)
    })
    await credited(player, 77, polledWithinMs)
    expect((await checkSums(world, player, { deposited: 77 })).wallet).toBe(77)
  })

  it('comes after the poller has found the payment: credited once', async () => {
    const player = await newPlayer(world)
    await withFault(world, 'bank', 'out-of-order', { times: 1, ms: 600_000 }, async () => {
      await world.sandbox.pay(await drawnQr(world, player, 60), payer)
      expect(await world.sandbox.fired('bank')).toBe(1)
    })
    await credited(player, 60, polledWithinMs)
    // The next word of the bank sets the held one free.
    await flushCallbacks()
    expect(await historyOf(world, player)).toEqual(['deposit BANK>WALLET 60 SUCCESS'])
    expect((await checkSums(world, player, { deposited: 60 })).wallet).toBe(60)
  })

  it('comes late, as does the payment itself: nothing before, then credited once', async () => {
    const player = await newPlayer(world)
    await withFault(world, 'bank', 'late', { times: 1, ms: heldMs }, async () => {
      await world.sandbox.pay(await drawnQr(world, player, 45.5), payer)
      expect(await world.sandbox.fired('bank')).toBe(1)
    })
    const { token } = player
    expect(await walletOf(world, player)).toBe(0)
    const shown = await world.api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })
    expect(shown).toMatchObject({ hasQrcode: true, amount: 45.5 })
    await world.sandbox.release()
    await credited(player, 45.5)
    expect((await checkSums(world, player, { deposited: 45.5 })).wallet).toBe(45.5)
  })

  it('comes out of order, of a replaced QR last: each is credited', async () => {
    const player = await newPlayer(world)
    const first = await drawnQr(world, player, 100)
    const second = await drawnQr(world, player, 200, 'WW')
    await withFault(world, 'bank', 'out-of-order', { times: 1, ms: 600_000 }, async () => {
      await world.sandbox.pay(first, payer)
    })
    await world.sandbox.pay(second, payer)
    await credited(player, 300, polledWithinMs)
    expect(await historyOf(world, player)).toEqual([
      'deposit BANK>WALLET 100 SUCCESS',
      'deposit BANK>WALLET 200 SUCCESS',
    ])
    await checkSums(world, player, { deposited: 300 })
  })

  it('is of a QR that was paid twice, and of another amount: what was paid is credited', async () => {
    const player = await newPlayer(world)
    const payload = await drawnQr(world, player, 30)
    await Promise.all([world.sandbox.pay(payload, payer), world.sandbox.pay(payload, payer, 12.34)])
    await credited(player, 42.34)
    await checkSums(world, player, { deposited: 42.34 })
  })

  it('is said again and again, or by somebody without the key: nothing is credited twice or for nothing', async () => {
    const player = await newPlayer(world)
    const receipt = await world.sandbox.pay(await drawnQr(world, player, 150), payer)
    await credited(player, 150)
    for (let again = 0; again < 3; again += 1) expect(await tellPayment(world, receipt, 150)).toBe(200)
    const made = { ...receipt, transRef: 'MADEUP0000000000001' }
    expect(await tellPayment(world, made, 150, { key: '0'.repeat(64) })).toBe(401)
    expect((await checkSums(world, player, { deposited: 150 })).wallet).toBe(150)
  })
})

describe('the bank', () => {
  it('[ERR-067] cannot register a QR: there is none, in words', async () => {
    const { token } = await newPlayer(world)
    const made = { token, params: { bankCode: 'KBANK' }, body: { amount: 100 } }
    await withFault(world, 'bank', 'down', {}, async () => {
      expect(await world.api.ok(calls.qrCreate, made)).toEqual({
        qrcodeId: null,
        hasQrcode: false,
        qrcode: null,
        payload: null,
        amount: null,
        expireIn: null,
        message: 'QR_FAIL',
      })
      expect(await world.api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })).toMatchObject({
        hasQrcode: false,
      })
    })
    expect(await world.api.ok(calls.qrCreate, made)).toMatchObject({ hasQrcode: true, message: null })
  })

  const unknown: readonly FaultMode[] = ['cut-before', 'cut-after', 'error', 'late', 'in-progress']
  it.each(unknown)('leaves a payout unknown (%s): it is paid, once', async (mode) => {
    const player = await newPlayer(world, { amount: 500 })
    const key = newKey()
    const { _id } = await withFault(world, 'bank', mode, { times: 1, ms: 2_500 }, async () => {
      const { body } = await withdraw(world, player, 120.5, key)
      expect(body).toMatchObject({ status: 'IN_PROGRESS', amount: 120.5, wallet: { amount: 379.5 } })
      await waitUntil(
        'the payout being sent',
        () => world.sandbox.fired('bank'),
        (fired) => fired === 1,
      )
      return body
    })
    const sums = await checkSums(world, player, { deposited: 500, withdrawn: 120.5 })
    expect(sums.wallet).toBe(379.5)
    expect((await withdraw(world, player, 120.5, key)).body).toMatchObject({ _id, status: 'SUCCESS' })
    expect(await world.sandbox.payoutsTo(player.bank.bankAccountNo)).toHaveLength(1)
  })

  it('is down: a withdrawal is under way until the bank is there again', async () => {
    const player = await newPlayer(world, { amount: 300, games: ['PG'] })
    await transfer(world, player, 'WALLET', 'PG', 200)
    await withFault(world, 'bank', 'down', {}, async () => {
      const { body } = await withdrawAll(world, player, 250)
      expect(body).toMatchObject({ status: 'IN_PROGRESS', amount: 250, wallet: { amount: 0 } })
      expect(await historyOf(world, player)).toContain('withdraw WALLET>BANK 250 IN_PROGRESS')
      expect(await world.sandbox.payoutsTo(player.bank.bankAccountNo)).toEqual([])
    })
    const sums = await checkSums(world, player, { deposited: 300, withdrawn: 250 })
    expect(sums).toEqual({ wallet: 0, games: { PG: 50 } })
  })

  it('refuses a payout: the money is back in the wallet, and the statement says FAILED', async () => {
    const player = await newPlayer(world, { amount: 500 })
    await withFault(world, 'bank', 'refuse', { times: 1 }, async () => {
      expect((await withdraw(world, player, 200)).status).toBe(200)
      await settledStatement(world, player)
    })
    expect((await checkSums(world, player, { deposited: 500 })).wallet).toBe(500)
    expect((await historyOf(world, player))[0]).toBe('withdraw WALLET>BANK 200 FAILED')
  })

  it('sends a payout back after it was paid, and pays it later: each is booked as what it is', async () => {
    const player = await newPlayer(world, { amount: 500 })
    const { body } = await withdraw(world, player, 200)
    await checkSums(world, player, { deposited: 500, withdrawn: 200 })
    await world.sandbox.endPayout(body._id, 'RETURNED')
    await credited(player, 500)
    expect((await historyOf(world, player))[0]).toBe('withdraw WALLET>BANK 200 FAILED')
    await checkSums(world, player, { deposited: 500 })
    await world.sandbox.endPayout(body._id, 'PAID')
    await waitUntil(
      'it is paid',
      () => walletOf(world, player),
      (amount) => amount === 300,
    )
    expect((await historyOf(world, player))[0]).toBe('withdraw WALLET>BANK 200 SUCCESS')
    expect((await world.product.operator('cases', 'list')).text).not.toContain(body._id)
    await checkSums(world, player, { deposited: 500, withdrawn: 200 })
  })

  it('drops its callback on a payout: the server asks until it knows', async () => {
    const player = await newPlayer(world, { amount: 500 })
    await withFault(world, 'bank', 'drop-callback', {}, async () => {
      await withdraw(world, player, 100)
      await settledStatement(world, player)
      expect(await world.sandbox.fired('bank')).toBe(1)
    })
    expect((await checkSums(world, player, { deposited: 500, withdrawn: 100 })).wallet).toBe(400)
  })
})

describe('the SMS gateway', () => {
  it.each(['refuse', 'error', 'cut-before', 'cut-after', 'down'] as const)(
    '[ERR-025] does not send a code (%s): registration says so, and goes on with the next one',
    async (mode) => {
      const { api, sandbox } = world
      const phone = newPhone()
      await withFault(world, 'sms', mode, {}, async () => {
        const sent = { body: { phoneNumber: phone } }
        expect(await api.refused(calls.otpSend, sent)).toBe('502 OTP_SEND_FAIL')
      })
      const { otpToken, otpRef } = await api.ok(calls.otpSend, { body: { phoneNumber: phone } })
      expect((await sandbox.messages(phone))[0]).toContain(otpRef ?? '')
      const code = await sandbox.otpCode(phone)
      expect(await api.ok(calls.otpVerify, { body: { otpToken: otpToken ?? '', otpCode: code } })).toEqual({
        code: 'OTP_CODE_VALID',
      })
    },
  )
})

it('the ledger follows from its entries, whatever was done above', () => checkLedger(world))
