import { calls } from '@krapao/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newKey, waitUntil } from '../stage/client.ts'
import {
  drawnQr,
  newPhone,
  newPlayer,
  payer,
  type Player,
  registrationOf,
  verifyPhone,
  walletOf,
} from '../stage/players.ts'
import {
  allowWithdrawals,
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
} from '../stage/stories.ts'

// Every call of the journey is sent twice at once: under one key it is one call; without one the rules decide.

const world = sharedWorld()

beforeAll(() => allowWithdrawals(world, 1_000))
beforeEach((context) => showLogOnFailure(world, context))

/** Sends a call twice at the same moment. */
function twice<Result>(send: () => Promise<Result>): Promise<[Result, Result]> {
  return Promise.all([send(), send()])
}

/** The two answers in short, in no order: `OK`, or status and code of the refusal. */
async function outcomes(send: () => Promise<{ status: number; refusal: string | null }>): Promise<string[]> {
  const answers = await twice(send)
  return answers.map(({ status, refusal }) => (refusal === null ? 'OK' : `${status} ${refusal}`)).toSorted()
}

/** Sends a call twice at once under one key, and a third time afterwards: all have the answer that is given back. */
async function asOne<Body>(
  send: (key: string) => Promise<{ status: number; refusal: string | null; body: Body }>,
): Promise<Body> {
  const key = newKey()
  const [first, second] = await twice(() => send(key))
  const third = await send(key)
  const short = ({ status, refusal, body }: typeof first) => ({ status, refusal, body })
  expect(short(second)).toEqual(short(first))
  expect(short(third)).toEqual(short(first))
  expect(first.refusal).toBeNull()
  return first.body
}

describe('registration', { retry: 0 }, () => {
  it('sends one SMS, takes the code from both, and makes one member', async () => {
    const { api, sandbox } = world
    const phone = newPhone()
    expect(await outcomes(() => api.call(calls.otpSend, { body: { phoneNumber: phone } }))).toEqual([
      '429 REQUEST_LIMIT_1MIN',
      'OK',
    ])
    expect(await sandbox.messages(phone)).toHaveLength(1)

    const other = newPhone()
    const { otpToken } = await api.ok(calls.otpSend, { body: { phoneNumber: other } })
    const headers = { 'x-otp-token': otpToken ?? '' }
    const body = { otpToken: otpToken ?? '', otpCode: await sandbox.otpCode(other) }
    expect(await outcomes(() => api.call(calls.otpVerify, { headers, body }))).toEqual(['OK', 'OK'])
    const registration = registrationOf(other)
    expect(await outcomes(() => api.call(calls.accountValidate, { headers, body: registration }))).toEqual(['OK', 'OK'])
    expect(await outcomes(() => api.call(calls.accountRegister, { headers, body: registration }))).toEqual([
      '409 EXISTING_USER',
      'OK',
    ])
  })

  it('gives one bank account to one of two who want it', async () => {
    const { api } = world
    const phones = [newPhone(), newPhone()]
    const bankAccountNo = newPhone()
    const [first = {}, second = {}] = await Promise.all(phones.map((phone) => verifyPhone(world, phone)))
    const register = (phone: string, headers: Record<string, string>) =>
      api.call(calls.accountRegister, { headers, body: { ...registrationOf(phone), bankAccountNo } })
    const answers = await Promise.all([register(phones[0] ?? '', first), register(phones[1] ?? '', second)])
    expect(answers.map(({ refusal }) => refusal ?? 'OK').toSorted()).toEqual(['EXISTING_BANK', 'OK'])
  })

  it('logs in twice with two tokens, and logs each out once', async () => {
    const { api } = world
    const player = await newPlayer(world)
    const body = { username: player.phone, password: player.password }
    const [one, other] = await twice(() => api.ok(calls.login, { body }))
    expect(one.token).not.toBe(other.token)
    const [first, second] = await outcomes(() => api.call(calls.logout, { token: one.token }))
    expect(second).toBe('OK')
    expect(['OK', '401 invalid-token']).toContain(first)
    expect(await api.refused(calls.walletAmount, { token: one.token })).toBe('401 invalid-token')
    expect(await api.ok(calls.walletAmount, { token: other.token })).toEqual({ amount: 0 })
  })
})

describe('a QR', { retry: 0 }, () => {
  it('is made once under one key', async () => {
    const { token } = await newPlayer(world)
    const qr = { token, params: { bankCode: 'KBANK' } }
    const made = await asOne((key) => world.api.call(calls.qrCreate, { ...qr, key, body: { amount: 40 } }))
    expect(await world.api.ok(calls.qrCurrent, qr)).toEqual(made)
    const mismatch = { ...qr, key: newKey() }
    await world.api.ok(calls.qrCreate, { ...mismatch, body: { amount: 40 } })
    expect(await world.api.refused(calls.qrCreate, { ...mismatch, body: { amount: 41 } })).toBe(
      '422 IDEMPOTENCY_MISMATCH',
    )
  })

  it('is made twice under two keys: one is live, and either can be paid', async () => {
    const player = await newPlayer(world)
    const params = { bankCode: 'KBANK' }
    const { token } = player
    const made = await twice(() => world.api.ok(calls.qrCreate, { token, key: newKey(), params, body: { amount: 40 } }))
    const current = await world.api.ok(calls.qrCurrent, { token, params })
    expect(made.map(({ qrcodeId }) => qrcodeId)).toContain(current.qrcodeId)
    for (const { payload } of made) if (payload !== null) await world.sandbox.pay(payload, payer)
    const paid = made.filter(({ payload }) => payload !== null).length * 40
    await waitUntil(
      'what was paid',
      () => walletOf(world, player),
      (amount) => amount === paid,
    )
    await checkSums(world, player, { deposited: paid })
  })

  it('is cancelled twice, while it is being paid: the money is credited', async () => {
    const player = await newPlayer(world)
    const { token } = player
    const payload = await drawnQr(world, player, 55)
    const { qrcodeId } = await world.api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })
    const [answers] = await Promise.all([
      outcomes(() => world.api.call(calls.qrCancel, { token, params: { qrcodeId: qrcodeId ?? '' } })),
      world.sandbox.pay(payload, payer),
    ])
    expect(answers).toEqual(['OK', 'OK'])
    await waitUntil(
      'what was paid',
      () => walletOf(world, player),
      (amount) => amount === 55,
    )
    expect(await world.api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })).toMatchObject({
      hasQrcode: false,
    })
    await checkSums(world, player, { deposited: 55 })
  })
})

describe('a game', { retry: 0 }, () => {
  it('is opened once, and its results are booked once', async () => {
    const player = await newPlayer(world, { amount: 100 })
    const { token } = player
    const activatePg = () => world.api.call(calls.walletActivate, { token, params: { slotCode: 'PG' } })
    // The second comes while the first is opening it, or after that.
    const opened = [expect.stringMatching(/^409 (REQUEST_IN_PROGRESS|SLOT_ALREADY_ACTIVE)$/), 'OK']
    expect(await outcomes(activatePg)).toEqual(opened)
    expect((await activatePg()).refusal).toBe('SLOT_ALREADY_ACTIVE')
    await transfer(world, player, 'WALLET', 'PG', 60)
    await play(world, player, 'PG', 12.5)
    await twice(() => world.api.ok(calls.walletRefreshSlot, { token }))
    await play(world, player, 'PG', -2.5)
    await twice(() => world.api.ok(calls.walletRefreshSlot, { token }))
    expect(await checkSums(world, player, { deposited: 100, won: 10 })).toEqual({ wallet: 40, games: { PG: 70 } })
  })
})

describe('money', { retry: 0 }, () => {
  /** 300 in the wallet, 200 in PG. */
  async function player(): Promise<Player> {
    const rich = await newPlayer(world, { amount: 500, games: ['PG'] })
    await transfer(world, rich, 'WALLET', 'PG', 200)
    return rich
  }

  it('is transferred once under one key, into a game and out of it', async () => {
    const one = await player()
    await asOne((key) => transfer(world, one, 'WALLET', 'PG', 250, key))
    expect(await checkSums(world, one, { deposited: 500 })).toEqual({ wallet: 50, games: { PG: 450 } })
    await asOne((key) => transfer(world, one, 'PG', 'WALLET', 300, key))
    expect(await checkSums(world, one, { deposited: 500 })).toEqual({ wallet: 350, games: { PG: 150 } })
    const key = newKey()
    expect((await transfer(world, one, 'WALLET', 'PG', 20, key)).body.status).toBe('SUCCESS')
    expect((await transfer(world, one, 'WALLET', 'PG', 21, key)).refusal).toBe('IDEMPOTENCY_MISMATCH')
  })

  it('is transferred under two keys as far as it goes', async () => {
    const one = await player()
    expect(await outcomes(() => transfer(world, one, 'WALLET', 'PG', 160))).toEqual(['409 MONEY_NOT_ENOUGH', 'OK'])
    expect(await outcomes(() => transfer(world, one, 'PG', 'WALLET', 180))).toEqual(['OK', 'OK'])
    expect(await checkSums(world, one, { deposited: 500 })).toEqual({ wallet: 500, games: { PG: 0 } })
  })

  it('goes whole into a game and whole out of it, once', async () => {
    const one = await player()
    const into = await asOne((key) => transferAll(world, one, 'PG', key))
    expect(into).toMatchObject({ wallet: { amount: 0 }, slots: [{ moved: 300, status: 'SUCCESS' }] })
    const moved = await twice(() => transferAll(world, one, 'WALLET'))
    expect(moved.map(({ body }) => body.slots[0]?.moved).toSorted()).toEqual([0, 500])
    expect(await checkSums(world, one, { deposited: 500 })).toEqual({ wallet: 500, games: { PG: 0 } })
  })

  it('is withdrawn once under one key', async () => {
    const one = await player()
    const key = newKey()
    const answers = await twice(() => withdraw(world, one, 150, key))
    expect(answers.map(({ body }) => body.amount)).toEqual([150, 150])
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
    await settledStatement(world, one)
    // Once it is paid the same call says so.
    expect((await withdraw(world, one, 150, key)).body).toMatchObject({ status: 'SUCCESS', wallet: { amount: 150 } })
    expect((await withdraw(world, one, 151, key)).refusal).toBe('IDEMPOTENCY_MISMATCH')
    await checkSums(world, one, { deposited: 500, withdrawn: 150 })
  })

  it('is withdrawn under two keys as far as it goes', async () => {
    const one = await player()
    expect(await outcomes(() => withdraw(world, one, 160))).toEqual(['409 MONEY_NOT_ENOUGH', 'OK'])
    expect(await checkSums(world, one, { deposited: 500, withdrawn: 160 })).toEqual({ wallet: 140, games: { PG: 200 } })
  })

  it('is withdrawn with what must be brought home for it, once under one key and twice under two', async () => {
    const one = await player()
    const key = newKey()
    const answers = await twice(() => withdrawAll(world, one, 350, key))
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
    const sums = await checkSums(world, one, { deposited: 500, withdrawn: 350 })
    expect(sums).toEqual({ wallet: 0, games: { PG: 150 } })

    const other = await player()
    expect(await outcomes(() => withdrawAll(world, other, 240))).toEqual(['OK', 'OK'])
    expect(await checkSums(world, other, { deposited: 500, withdrawn: 480 })).toEqual({ wallet: 0, games: { PG: 20 } })

    const third = await player()
    expect(await outcomes(() => withdrawAll(world, third, 260))).toEqual(['409 MONEY_NOT_ENOUGH', 'OK'])
    await checkSums(world, third, { deposited: 500, withdrawn: 260 })
  })

  it('is read by two at once as it is', async () => {
    const one = await player()
    const [first, second] = await twice(() => historyOf(world, one))
    expect(first).toEqual(['transfer WALLET>PG 200 SUCCESS', 'deposit BANK>WALLET 500 SUCCESS'])
    expect(second).toEqual(first)
  })
})

it('the ledger follows from its entries, whatever was done above', () => checkLedger(world))
