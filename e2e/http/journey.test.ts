import { calls } from '@krapao/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { newKey, waitUntil } from '../stage/client.ts'
import { drawnQr, newPhone, payer, type Player, registrationOf, usernameAt, walletOf } from '../stage/players.ts'
import {
  checkLedger,
  checkSums,
  historyOf,
  inWords,
  play,
  settledStatement,
  showLogOnFailure,
  transfer,
  transferAll,
  sharedWorld,
  withdraw,
  withdrawAll,
} from '../stage/stories.ts'

const world = sharedWorld()
const phone = newPhone()
const { bankCode, bankAccountName, bankAccountNo, ...person } = registrationOf(phone)
let player: Player

beforeEach((context) => showLogOnFailure(world, context))

/** The newest lines of the statement, as they were made. */
async function newest(count: number): Promise<string[]> {
  return (await historyOf(world, player)).slice(0, count).toReversed()
}

async function gamesNow(): Promise<Record<string, number>> {
  const { slots } = await world.api.ok(calls.walletRefreshSlot, { token: player.token })
  return Object.fromEntries(slots.filter(({ isActive }) => isActive).map(({ code, amount }) => [code, amount]))
}

describe('a new player', () => {
  it('[OTP-001, OTP-002, OTP-003] proves that the phone is his', async () => {
    const { api, sandbox } = world
    const body = { ...person, bankCode: '', bankAccountName: '', bankAccountNo: '' }
    expect(await api.refused(calls.accountValidate, { body })).toBe('422 UNVERIFIED_OTP')

    const sent = await api.ok(calls.otpSend, { body: { phoneNumber: phone } })
    expect(sent).toEqual({ code: 'SUCCESS', otpRef: expect.stringMatching(/^[A-Z]{4}$/), otpToken: expect.any(String) })
    const [text] = await sandbox.messages(phone)
    expect(text).toContain(sent.otpRef)
    const otpToken = sent.otpToken ?? ''
    const headers = { 'x-otp-token': otpToken }
    const otpCode = await sandbox.otpCode(phone)
    const wrongCode = otpCode === '000000' ? '000001' : '000000'
    expect(await api.refused(calls.otpVerify, { headers, body: { otpToken, otpCode: wrongCode } })).toBe(
      '422 OTP_CODE_INVALID',
    )
    expect(await api.ok(calls.otpVerify, { headers, body: { otpToken, otpCode } })).toEqual({ code: 'OTP_CODE_VALID' })
    expect(await api.ok(calls.otpSend, { headers, body: { phoneNumber: phone } })).toEqual({
      code: 'OTP_VERIFIED',
      otpRef: null,
      otpToken: null,
    })
    expect(await sandbox.messages(phone)).toHaveLength(1)

    expect(await api.ok(calls.accountValidate, { headers, body })).toEqual({ code: 'OK' })
    const registration = { ...person, bankCode, bankAccountName, bankAccountNo, currency: 'BAHT' as const }
    // Whoever has not verified the phone himself cannot register it.
    expect(await api.refused(calls.accountRegister, { headers: { 'x-otp-token': 'no' }, body: registration })).toBe(
      '422 UNVERIFIED_OTP',
    )
    const { _id } = await api.ok(calls.accountRegister, { headers, body: registration })
    player = {
      memberId: _id,
      token: '',
      phone,
      password: person.password,
      bank: { bankCode, bankAccountName, bankAccountNo },
    }
    expect(await api.refused(calls.otpSend, { body: { phoneNumber: phone } })).toBe('409 EXISTING_USER')
  })

  it('[REG-001, REG-038, LOG-006, PRF-028] logs in with phone and password, and only so', async () => {
    const { api } = world
    const wrong = { username: phone, password: 'six quiet lanterns' }
    expect(await api.refused(calls.login, { body: wrong })).toBe('401 WRONG_CREDENTIAL')
    expect(await api.refused(calls.walletAmount, {})).toBe('401 UNAUTHORIZED')
    expect(await api.refused(calls.walletAmount, { token: 'made-up' })).toBe('401 invalid-token')
    player.token = (await api.ok(calls.login, { body: { username: phone, password: person.password } })).token
    const { profile, bankAccount } = await api.ok(calls.accountProfile, { token: player.token })
    expect(profile).toMatchObject({ _id: player.memberId, username: phone, name: person.name })
    expect(bankAccount).toMatchObject({ bankCode, bankAccountName, bankAccountNo })
  })

  it('[HOM-022, HOM-023] starts with an empty wallet and closed games', async () => {
    const { api } = world
    const home = await api.ok(calls.walletHome, { token: player.token })
    expect(Object.keys(home).toSorted()).toEqual(['bankAccount', 'invite', 'profile', 'slots', 'wallet'])
    expect(home.wallet).toEqual({ amount: 0 })
    expect(home.slots.length).toBeGreaterThan(0)
    expect(home.slots.every(({ isActive, amount }) => !isActive && amount === 0)).toBe(true)
    expect(await api.ok(calls.walletAmount, { token: player.token })).toEqual({ amount: 0 })
    expect(await historyOf(world, player)).toEqual([])
  })
})

describe('money in', () => {
  it('[DEP-002, DEP-008, DEP-027, DEP-028] is paid by a QR of KBANK or WW', async () => {
    const { api, sandbox } = world
    const { token } = player
    const none = {
      qrcodeId: null,
      hasQrcode: false,
      qrcode: null,
      payload: null,
      amount: null,
      expireIn: null,
      message: null,
    }
    expect(await api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })).toEqual(none)
    const made = await api.ok(calls.qrCreate, { token, params: { bankCode: 'KBANK' }, body: { amount: 500.5 } })
    expect(made).toMatchObject({ hasQrcode: true, amount: 500.5, qrcode: expect.stringMatching(/^<svg/) })
    expect(Date.parse(made.expireIn ?? '')).toBeGreaterThan(Date.now())
    expect(await api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })).toEqual(made)
    await sandbox.pay(made.payload ?? '', payer)
    await waitUntil(
      'the deposit of 500.50',
      () => walletOf(world, player),
      (amount) => amount === 500.5,
    )
    expect(await api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })).toEqual(none)

    const low = await api.call(calls.qrCreate, { token, params: { bankCode: 'WW' }, body: { amount: 19.99 } })
    expect(low).toMatchObject({ status: 422, refusal: 'DEPOSIT_MINIMUM', details: { min: 20 } })
    await sandbox.pay(await drawnQr(world, player, 1000, 'WW'), payer)
    await waitUntil(
      'the deposit of 1000',
      () => walletOf(world, player),
      (amount) => amount === 1500.5,
    )
    expect(await newest(9)).toEqual(['deposit BANK>WALLET 500.5 SUCCESS', 'deposit BANK>WALLET 1000 SUCCESS'])
  })

  it('[DEP-029] has its QR cancelled, and is credited all the same when it was on its way', async () => {
    const { api, sandbox } = world
    const { token } = player
    const { qrcodeId, payload } = await api.ok(calls.qrCreate, {
      token,
      params: { bankCode: 'KBANK' },
      body: { amount: 10 },
    })
    expect(await api.ok(calls.qrCancel, { token, params: { qrcodeId: qrcodeId ?? '' } })).toEqual({ code: 'OK' })
    expect(await api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })).toMatchObject({ hasQrcode: false })
    await sandbox.pay(payload ?? '', payer)
    await waitUntil(
      'the deposit by a cancelled QR',
      () => walletOf(world, player),
      (amount) => amount === 1510.5,
    )
  })
})

describe('the games', () => {
  it('[GAM-015, GAM-016] are opened once each', async () => {
    const { api } = world
    const { token } = player
    for (const slotCode of ['PG', 'SLOTXO', 'IMI']) {
      const opened = await api.ok(calls.walletActivate, { token, params: { slotCode } })
      expect(opened).toMatchObject({ code: slotCode, isActive: true, amount: 0 })
    }
    expect(await api.refused(calls.walletActivate, { token, params: { slotCode: 'PG' } })).toBe(
      '409 SLOT_ALREADY_ACTIVE',
    )
    expect(await api.refused(calls.walletActivate, { token, params: { slotCode: 'CHESS' } })).toBe('404 NO_GAME')
    expect(await api.refused(calls.walletAccount, { token, params: { slotCode: 'JOKER' } })).toBe('404 SLOT_NO_ACCOUNT')
    const account = await api.ok(calls.walletAccount, { token, params: { slotCode: 'PG' } })
    expect(account).toEqual({ username: expect.stringMatching(/.{12}/), password: expect.stringMatching(/.{6}/) })
  })

  it('[GAM-018, GAM-019, GAM-022] are entered by a link of the provider', async () => {
    const { api } = world
    const { token } = player
    const username = await usernameAt(world, player, 'PG')
    const { link } = await api.ok(calls.autoLogin, { token, params: { provider: 'pg', username } })
    expect(await (await fetch(link)).text()).toContain(username)
    const imi = await api.ok(calls.walletAccount, { token, params: { slotCode: 'IMI' } })
    const other = await api.ok(calls.autoLogin, { token, params: { provider: 'imi', ...imi } })
    expect(await (await fetch(other.link)).text()).toContain(imi.username)
    expect(await api.refused(calls.autoLogin, { token, params: { provider: 'imi', username } })).toBe(
      '404 SLOT_NO_ACCOUNT',
    )
  })

  it('[TRF-001, TRF-006] take money out of the wallet, in their own credits', async () => {
    const { sandbox } = world
    expect(await transfer(world, player, 'WALLET', 'PG', 300.5)).toMatchObject({
      status: 200,
      body: { wallet: { amount: 1210 }, slots: [{ code: 'PG', amount: 300.5 }], status: 'SUCCESS' },
    })
    expect((await transfer(world, player, 'WALLET', 'SLOTXO', 100.55)).body.status).toBe('SUCCESS')
    expect((await transfer(world, player, 'WALLET', 'IMI', 200.1)).body.status).toBe('SUCCESS')
    expect(await walletOf(world, player)).toBe(909.35)
    expect(await sandbox.credits('PG', await usernameAt(world, player, 'PG'))).toBe(300.5)
    expect(await sandbox.credits('SLOTXO', await usernameAt(world, player, 'SLOTXO'))).toBe(1005.5)
    expect(await sandbox.credits('IMI', await usernameAt(world, player, 'IMI'))).toBe(20.01)
  })

  it('refuse what the rules forbid, and nothing moves', async () => {
    const tries = [
      ['WALLET', 'PG', 0.99, '422 TRANSFER_MINIMUM'],
      ['WALLET', 'IMI', 5.05, '422 TRANSFER_MINIMUM'],
      ['WALLET', 'WALLET', 5, '422 TRANSFER_SAME'],
      ['WALLET', 'PG', 909.36, '409 MONEY_NOT_ENOUGH'],
      ['PG', 'WALLET', 300.51, '409 MONEY_NOT_ENOUGH'],
      ['WALLET', 'JOKER', 5, '404 SLOT_NO_ACCOUNT'],
      ['WALLET', 'CHESS', 5, '404 NO_GAME'],
    ] as const
    for (const [from, to, amount, refusal] of tries) {
      const { status, refusal: code } = await transfer(world, player, from, to, amount)
      expect(`${from} ${to} ${amount}: ${status} ${code}`).toBe(`${from} ${to} ${amount}: ${refusal}`)
    }
    expect(await walletOf(world, player)).toBe(909.35)
    expect(await historyOf(world, player)).toHaveLength(6)
  })

  it('[GAM-014] show wins and losses when they are refreshed', async () => {
    const { api } = world
    await play(world, player, 'PG', 120.25)
    await play(world, player, 'PG', -20.75)
    await play(world, player, 'SLOTXO', 50)
    // Less than a satang: it stays at the provider.
    await play(world, player, 'SLOTXO', -0.07)
    await play(world, player, 'IMI', -0.51)
    const before = await api.ok(calls.walletHome, { token: player.token })
    expect(before.slots.find(({ code }) => code === 'PG')?.amount).toBe(300.5)
    expect(await gamesNow()).toEqual({ PG: 400, SLOTXO: 105.54, IMI: 195 })
    expect(await gamesNow()).toEqual({ PG: 400, SLOTXO: 105.54, IMI: 195 })
    expect(await walletOf(world, player)).toBe(909.35)
  })
})

describe('money back', () => {
  it('comes from a game, also what was just won there, or goes to another game', async () => {
    await play(world, player, 'PG', 10)
    expect(await transfer(world, player, 'PG', 'WALLET', 410)).toMatchObject({
      status: 200,
      body: { wallet: { amount: 1319.35 }, slots: [{ code: 'PG', amount: 0 }], status: 'SUCCESS' },
    })
    expect(await transfer(world, player, 'IMI', 'SLOTXO', 45)).toMatchObject({
      body: {
        slots: [
          { code: 'IMI', amount: 150 },
          { code: 'SLOTXO', amount: 150.54 },
        ],
        status: 'SUCCESS',
      },
    })
    expect(await newest(2)).toEqual(['transfer PG>WALLET 410 SUCCESS', 'transfer IMI>SLOTXO 45 SUCCESS'])
  })

  it('[TRF-007] goes whole into a game, and comes whole out of all games', async () => {
    expect(await transferAll(world, player, 'PG')).toMatchObject({
      status: 200,
      body: {
        wallet: { amount: 0 },
        slots: [{ code: 'PG', amount: 1319.35, moved: 1319.35, status: 'SUCCESS' }],
        status: 'SUCCESS',
      },
    })
    const again = await transferAll(world, player, 'PG')
    expect(again.body).toMatchObject({ slots: [{ moved: 0, status: 'NONE' }], status: 'SUCCESS' })
    const home = await transferAll(world, player, 'WALLET')
    expect(home.body.wallet).toEqual({ amount: 1619.89 })
    expect(home.body.status).toBe('SUCCESS')
    expect(Object.fromEntries(home.body.slots.map(({ code, moved }) => [code, moved]))).toEqual({
      PG: 1319.35,
      SLOTXO: 150.54,
      IMI: 150,
    })
    expect(await gamesNow()).toEqual({ PG: 0, SLOTXO: 0, IMI: 0 })
  })

  it('[WDR-001, WDR-007] goes to the bank account, within the limits', async () => {
    const { sandbox } = world
    expect(await withdraw(world, player, 99.99)).toMatchObject({ refusal: 'WITHDRAW_MINIMUM', details: { min: 100 } })
    expect(await withdraw(world, player, 50_000.01)).toMatchObject({
      refusal: 'WITHDRAW_MAXIMUM',
      details: { max: 50_000 },
    })
    expect(await withdraw(world, player, 1619.9)).toMatchObject({ status: 409, refusal: 'MONEY_NOT_ENOUGH' })
    const { body } = await withdraw(world, player, 500.25)
    expect(body).toMatchObject({ amount: 500.25, wallet: { amount: 1119.64 } })
    const payouts = await waitUntil(
      'the payout of 500.25',
      () => sandbox.payoutsTo(bankAccountNo),
      ([first]) => first?.state === 'PAID',
    )
    expect(payouts).toEqual([
      {
        reference: body._id,
        amount: 500.25,
        currency: 'BAHT',
        to: { bankCode, accountNo: bankAccountNo, name: bankAccountName },
        state: 'PAID',
      },
    ])
    await settledStatement(world, player)
    expect(await newest(1)).toEqual(['withdraw WALLET>BANK 500.25 SUCCESS'])
  })

  it('[WDR-008] is withdrawn together with what must be brought home for it, and no more', async () => {
    await transfer(world, player, 'WALLET', 'PG', 600)
    await transfer(world, player, 'WALLET', 'IMI', 300)
    expect(await walletOf(world, player)).toBe(219.64)
    expect(await withdrawAll(world, player, 1119.65)).toMatchObject({ status: 409, refusal: 'MONEY_NOT_ENOUGH' })
    expect(await walletOf(world, player)).toBe(219.64)
    // PG has the most: it gives what lacks.
    const { body } = await withdrawAll(world, player, 700)
    expect(body).toMatchObject({ amount: 700, wallet: { amount: 0 } })
    expect(await gamesNow()).toEqual({ PG: 119.64, SLOTXO: 0, IMI: 300 })
    await settledStatement(world, player)
    expect(await newest(2)).toEqual(['transfer PG>WALLET 480.36 SUCCESS', 'withdraw WALLET>BANK 700 SUCCESS'])
    // Off the grid of IMI, which counts in steps of 10 satang: rounded up within what it holds.
    const last = await withdrawAll(world, player, 250.03)
    expect(last.body.wallet).toEqual({ amount: 0.07 })
    expect(await gamesNow()).toEqual({ PG: 119.64, SLOTXO: 0, IMI: 49.9 })
  })
})

describe('afterwards', () => {
  it('[STM-005, STM-013] the statement has it all, newest first, a page at a time', async () => {
    const { api } = world
    const { token } = player
    const rows = await settledStatement(world, player)
    const lines = rows.map(inWords).toReversed()
    // All games were brought home side by side.
    const gathered = lines.splice(9, 3)
    expect(gathered.toSorted()).toEqual([
      'transfer IMI>WALLET 150 SUCCESS',
      'transfer PG>WALLET 1319.35 SUCCESS',
      'transfer SLOTXO>WALLET 150.54 SUCCESS',
    ])
    expect(lines).toEqual([
      'deposit BANK>WALLET 500.5 SUCCESS',
      'deposit BANK>WALLET 1000 SUCCESS',
      'deposit BANK>WALLET 10 SUCCESS',
      'transfer WALLET>PG 300.5 SUCCESS',
      'transfer WALLET>SLOTXO 100.55 SUCCESS',
      'transfer WALLET>IMI 200.1 SUCCESS',
      'transfer PG>WALLET 410 SUCCESS',
      'transfer IMI>SLOTXO 45 SUCCESS',
      'transfer WALLET>PG 1319.35 SUCCESS',
      'withdraw WALLET>BANK 500.25 SUCCESS',
      'transfer WALLET>PG 600 SUCCESS',
      'transfer WALLET>IMI 300 SUCCESS',
      'transfer PG>WALLET 480.36 SUCCESS',
      'withdraw WALLET>BANK 700 SUCCESS',
      'transfer IMI>WALLET 250.1 SUCCESS',
      'withdraw WALLET>BANK 250.03 SUCCESS',
    ])
    const second = await api.ok(calls.statementList, { token, body: { page: 2, limit: 6 } })
    expect(second.total).toBe(rows.length)
    expect(second.statements).toEqual(rows.slice(6, 12))
    const first = await api.ok(calls.statementList, { token, body: {} })
    expect(first.statements).toEqual(rows.slice(0, 10))
    const beyond = await api.ok(calls.statementList, { token, body: { page: 9, limit: 10 } })
    expect(beyond).toEqual({ total: rows.length, statements: [] })
  })

  it('every satang is accounted for', async () => {
    // PG +99.50 +10, SLOTXO +5.00 -0.01, IMI -5.10.
    const sums = await checkSums(world, player, { deposited: 1510.5, won: 109.39, withdrawn: 1450.28 })
    expect(sums).toEqual({ wallet: 0.07, games: { PG: 119.64, SLOTXO: 0, IMI: 49.9 } })
    await checkLedger(world)
  })

  it('the token is dead at once when he logs out, and a new one sees the same money', async () => {
    const { api } = world
    const { token } = player
    expect(await api.ok(calls.logout, { token })).toEqual({ code: 'OK' })
    expect(await api.refused(calls.walletAmount, { token })).toBe('401 invalid-token')
    const key = newKey()
    expect(await api.refused(calls.walletWithdraw, { token, key, body: { amount: 100 } })).toBe('401 invalid-token')
    player.token = (await api.ok(calls.login, { body: { username: phone, password: person.password } })).token
    expect(await walletOf(world, player)).toBe(0.07)
  })
})
