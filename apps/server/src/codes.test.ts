import { calls } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { newId } from './platform/ids.ts'
import { startTestApp } from './testing/app.ts'
import { memberWithMoney, newPhone, registeredMember } from './testing/worlds/stories.ts'

const app = await startTestApp({ sandbox: true, settings: { registerOTP: false } })
afterAll(() => app.close())

const { token, memberId, password } = await memberWithMoney(app, 500)
await app.ok(calls.walletActivate, { token, params: { slotCode: 'PG' } })

const refused = (status: number, message: string, details?: object) => ({
  status,
  body: details === undefined ? { message } : { message, details },
})

async function whileDown(party: string, work: () => Promise<void>): Promise<void> {
  await app.sandbox().fault({ party, mode: 'down' })
  try {
    await work()
  } finally {
    await app.sandbox().fault({ party, mode: 'none' })
  }
}

describe('codes of the wallet and the games', () => {
  it('[ERR-059] a game that is none is NO_GAME', async () => {
    for (const slotCode of ['NOGAME', 'WALLET', 'pg ', '__proto__']) {
      const answers = [
        await app.call(calls.walletActivate, { token, params: { slotCode } }),
        await app.call(calls.walletAccount, { token, params: { slotCode } }),
        await app.call(calls.walletTransfer, { token, body: { from: 'WALLET', to: 'NOGAME', amount: 10 } }),
      ]
      for (const answer of answers) expect(answer).toMatchObject(refused(404, 'NO_GAME'))
    }
  })

  it('[ERR-060] a game that is open already is SLOT_ALREADY_ACTIVE', async () => {
    expect(await app.call(calls.walletActivate, { token, params: { slotCode: 'PG' } })).toMatchObject(
      refused(409, 'SLOT_ALREADY_ACTIVE'),
    )
  })

  it('[ERR-061] a provider that does not open an account is SLOT_ACTIVATE_FAIL, until it does', async () => {
    const sent = { token, params: { slotCode: 'SLOTXO' } }
    await whileDown('game:SLOTXO', async () => {
      expect(await app.call(calls.walletActivate, sent)).toMatchObject(refused(502, 'SLOT_ACTIVATE_FAIL'))
    })
    expect(await app.call(calls.walletActivate, sent)).toMatchObject({ status: 200, body: { isActive: true } })
  })

  it('[ERR-062] a game that is not open is SLOT_NO_ACCOUNT', async () => {
    const params = { slotCode: 'UFABET' }
    for (const call of [calls.walletAccount, calls.walletResetPassword] as const) {
      expect(await app.call(call, { token, params })).toMatchObject(refused(404, 'SLOT_NO_ACCOUNT'))
    }
    const body = { from: 'WALLET', to: 'UFABET', amount: 10 }
    expect(await app.call(calls.walletTransfer, { token, body })).toMatchObject(refused(404, 'SLOT_NO_ACCOUNT'))
  })

  it('[ERR-063] a provider that sets no password is SLOT_RESET_PASSWORD_FAIL, and the old one holds', async () => {
    const sent = { token, params: { slotCode: 'PG' } }
    const before = await app.ok(calls.walletAccount, sent)
    await whileDown('game:PG', async () => {
      expect(await app.call(calls.walletResetPassword, sent)).toMatchObject(refused(502, 'SLOT_RESET_PASSWORD_FAIL'))
    })
    expect(await app.ok(calls.walletAccount, sent)).toEqual(before)
    expect((await app.ok(calls.walletResetPassword, sent)).password).not.toBe(before.password)
  })

  it('[ERR-064] a transfer of less than a baht is TRANSFER_MINIMUM', async () => {
    for (const amount of [0, 0.99, -1]) {
      const body = { from: 'WALLET', to: 'PG', amount }
      expect(await app.call(calls.walletTransfer, { token, body })).toMatchObject(refused(422, 'TRANSFER_MINIMUM'))
    }
  })

  it('[ERR-065] more than there is is MONEY_NOT_ENOUGH', async () => {
    const body = { from: 'WALLET', to: 'PG', amount: 500.01 }
    expect(await app.call(calls.walletTransfer, { token, body })).toMatchObject(refused(409, 'MONEY_NOT_ENOUGH'))
    const back = { from: 'PG', to: 'WALLET', amount: 1 }
    expect(await app.call(calls.walletTransfer, { token, body: back })).toMatchObject(refused(409, 'MONEY_NOT_ENOUGH'))
    const toBank = { amount: 500.01 }
    expect(await app.call(calls.walletWithdraw, { token, body: toBank })).toMatchObject(
      refused(409, 'MONEY_NOT_ENOUGH'),
    )
  })

  it('[ERR-057] a bank that takes no QR payments is NO_BANK', async () => {
    for (const bankCode of ['NOBANK', 'SCB', 'kbank']) {
      expect(await app.call(calls.qrCurrent, { token, params: { bankCode } })).toMatchObject(refused(404, 'NO_BANK'))
      const sent = { token, params: { bankCode }, body: { amount: 100 } }
      expect(await app.call(calls.qrCreate, sent)).toMatchObject(refused(404, 'NO_BANK'))
    }
  })

  it('[ERR-058] a member without a wallet is told NO_WALLET', async () => {
    const phone = newPhone()
    await app.database.query(
      `insert into member (id, username, name, password_hash, created_at)
       select $1, $2, name, password_hash, created_at from member where id = $3`,
      [newId(app.clock.now()), phone, memberId],
    )
    const bare = await app.ok(calls.login, { body: { username: phone, password } })
    expect(await app.call(calls.walletAmount, { token: bare.token })).toMatchObject(refused(404, 'NO_WALLET'))
    // Nor has he a bank account, which a withdrawal asks for first.
    const sent = { token: bare.token, body: { amount: 100 } }
    expect(await app.call(calls.walletWithdraw, sent)).toMatchObject(refused(404, 'NO_BANK'))
  })

  it('[ERR-038] money that a bonus holds is BONUS_REMAINING, before any rule', async () => {
    const setBonus = (state: string | null) =>
      app.database.query('update member set bonus_state = $2, version = version + 1 where id = $1', [memberId, state])
    for (const state of ['granted', 'ending']) {
      await setBonus(state)
      for (const call of [calls.walletWithdraw, calls.walletWithdrawAll] as const) {
        expect(await app.call(call, { token, body: { amount: 0.001 } })).toMatchObject(refused(409, 'BONUS_REMAINING'))
      }
      const qr = { token, params: { bankCode: 'KBANK' }, body: { amount: 0.001 } }
      expect(await app.call(calls.qrCreate, qr)).toMatchObject(refused(409, 'BONUS_REMAINING'))
    }
    await setBonus(null)
  })

  it('[LIM-034] all games can be opened by their codes', async () => {
    const player = await registeredMember(app)
    for (const { code: slotCode } of await app.app().operator.games()) {
      const opened = await app.ok(calls.walletActivate, { token: player.token, params: { slotCode } })
      expect(opened).toMatchObject({ code: slotCode, isActive: true, amount: 0 })
    }
  })
})

describe('codes of any call', () => {
  it('[ERR-074] what is not there is NO_DATA', async () => {
    const gone = 'z'.repeat(26)
    expect(await app.call(calls.qrCancel, { token, params: { qrcodeId: gone } })).toMatchObject(refused(404, 'NO_DATA'))
    expect(await app.call(calls.accountEndSession, { token, params: { id: gone } })).toMatchObject(
      refused(404, 'NO_DATA'),
    )
    expect(await app.call(calls.walletTransfer, { token, rawBody: [] })).toMatchObject(refused(400, 'NO_DATA'))
  })

  it('[ERR-073] a defect is INTERNAL_SERVER_ERROR and not a word more', async () => {
    const { database } = app.app()
    const { query } = database
    database.query = (text, values) =>
      text.includes('member_bank_account')
        ? Promise.reject(new Error('relation "member_bank_account" of /srv/secret is broken'))
        : query(text, values)
    const answer = await app.call(calls.accountProfile, { token })
    database.query = query
    expect(answer).toMatchObject({ status: 500, headers: { 'cache-control': 'no-store' } })
    expect(answer.body).toEqual({ message: 'INTERNAL_SERVER_ERROR' })
    expect(JSON.stringify(answer.headers)).not.toMatch(/secret|relation/)
    const told = app.lines.filter((line) => line['requestId'] === answer.headers['x-request-id'])
    expect(told).toContainEqual(expect.objectContaining({ level: 'error', call: 'accountProfile' }))
    expect((await app.call(calls.accountProfile, { token })).status).toBe(200)
  })
})
