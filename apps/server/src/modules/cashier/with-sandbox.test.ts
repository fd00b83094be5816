import { calls } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { newPhone, registeredMember, type StoryMember } from '../../testing/worlds/stories.ts'

/** The cashier and the real sandbox, each in its process, speaking HTTP: that both mean the same by their words. */
let app: TestApp
let member: StoryMember

beforeAll(async () => {
  app = await startTestApp({ sandbox: true, settings: { withdrawPerDay: 100 } })
  member = await registeredMember(app)
})
afterAll(() => app.close())

const wallet = async (): Promise<number> => (await app.ok(calls.walletAmount, { token: member.token })).amount

/** What the other process does in its own time is waited for. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 280_000, interval: 50 })

async function payQr(bankCode: 'KBANK' | 'WW', amount: number, paid: object = {}): Promise<void> {
  const { payload } = await app.ok(calls.qrCreate, { token: member.token, params: { bankCode }, body: { amount } })
  const from = { bankCode: 'SCB', accountNo: '1234567890', name: 'SOMCHAI JAIDEE' }
  await app.sandbox().ask('POST', '/api/bank/pay', { payload, from, ...paid })
}

const payoutsOf = async (reference: string) => {
  const { payouts } = await app.sandbox().ask<{ payouts: { reference: string }[] }>('GET', '/api/bank/payouts')
  return payouts.filter((payout) => payout.reference === reference)
}

async function withdraw(amount: number): Promise<string> {
  return (await app.ok(calls.walletWithdraw, { token: member.token, body: { amount } }))._id
}

const statusOf = async (id: string) => {
  const { statements } = await app.ok(calls.statementList, { token: member.token, body: {} })
  return statements.find(({ _id }) => _id === id)?.status
}

it('[MON-002] the bank is asked whose an account is that registration gives, and anew of a changed one', async () => {
  const [first, strange, second] = [newPhone(), newPhone(), newPhone()]
  // The bank knows as holder who has paid from an account.
  for (const [accountNo, name] of [
    [first, 'SOMCHAI JAIDEE'],
    [strange, 'MALEE SUKJAI'],
    [second, 'SOMCHAI JAIDEE'],
  ] as const)
    await payQr('KBANK', 1, { from: { bankCode: 'SCB', accountNo, name } })
  const { memberId, token, password } = await registeredMember(app, { phone: first })
  const isProven = async () => {
    await app.settle()
    const [row] = await app.database.query<{ isProven: boolean; isAsked: boolean }>(
      `select proven_at is not null as "isProven", ask_at is null as "isAsked" from member_bank_account
       where member_id = $1`,
      [memberId],
    )
    return row
  }
  const change = (bankAccountNo: string) =>
    app.ok(calls.accountUpdateProfile, {
      token,
      body: { name: 'Somchai Jaidee', bankCode: 'SCB', bankAccountName: 'SOMCHAI JAIDEE', bankAccountNo, password },
    })
  expect(await isProven()).toEqual({ isProven: true, isAsked: true })
  await change(strange)
  expect(await isProven()).toEqual({ isProven: false, isAsked: true })
  await change(second)
  expect(await isProven()).toEqual({ isProven: true, isAsked: true })
})

describe('deposits', () => {
  it.each(['KBANK', 'WW'] as const)('a paid QR of %s is credited by the callback', async (bankCode) => {
    const before = await wallet()
    await payQr(bankCode, 150.5)
    await eventually(async () => expect(await wallet()).toBe(before + 150.5))
  })

  it('a callback that comes twice is credited once', async () => {
    const before = await wallet()
    await app.sandbox().fault({ party: 'bank', mode: 'duplicate-callback', times: 1 })
    await payQr('KBANK', 20)
    await eventually(async () => expect(await wallet()).toBe(before + 20))
    await app.settle(30_000, 10_000)
    expect(await wallet()).toBe(before + 20)
  })

  it('a payment whose callback is lost is found by asking', async () => {
    const before = await wallet()
    await app.sandbox().fault({ party: 'bank', mode: 'drop-callback', times: 1 })
    await payQr('KBANK', 30)
    await app.settle(10_000)
    expect(await wallet()).toBe(before + 30)
  })

  it('another amount than the asked one is credited as it was paid', async () => {
    const before = await wallet()
    await payQr('KBANK', 500, { amount: 40 })
    await eventually(async () => expect(await wallet()).toBe(before + 40))
  })

  it('without a bank there is no QR', async () => {
    await app.sandbox().fault({ party: 'bank', mode: 'down' })
    const answer = await app.ok(calls.qrCreate, {
      token: member.token,
      params: { bankCode: 'KBANK' },
      body: { amount: 50 },
    })
    await app.sandbox().fault({ party: 'bank', mode: 'none' })
    expect(answer).toMatchObject({ hasQrcode: false, message: 'QR_FAIL' })
  })
})

describe('withdrawals', () => {
  it('are paid once, and their end is told by callback', async () => {
    await payQr('KBANK', 1_000)
    await eventually(async () => expect(await wallet()).toBeGreaterThan(1_000))
    const id = await withdraw(100)
    await app.settle()
    await eventually(async () => expect(await statusOf(id)).toBe('SUCCESS'))
    expect(await payoutsOf(id)).toMatchObject([
      {
        amount: 100,
        state: 'PAID',
        to: { bankCode: 'SCB', accountNo: member.bank.bankAccountNo, name: 'SOMCHAI JAIDEE' },
      },
    ])
  })

  it('that the bank returns later come back into the wallet', async () => {
    const before = await wallet()
    const id = await withdraw(100)
    await app.settle()
    await eventually(async () => expect(await statusOf(id)).toBe('SUCCESS'))
    await app.sandbox().ask('POST', `/api/bank/payouts/${id}`, { state: 'RETURNED' })
    await eventually(async () => expect(await statusOf(id)).toBe('FAILED'))
    expect(await wallet()).toBe(before)
  })

  it.each(['cut-before', 'cut-after', 'error', 'in-progress'])(
    'are paid once when the bank fails (%s)',
    async (mode) => {
      await app.sandbox().fault({ party: 'bank', mode, times: 1, ms: 300 })
      const id = await withdraw(100)
      await app.settle()
      await eventually(async () => {
        await app.settle(1_000)
        expect(await statusOf(id)).toBe('SUCCESS')
      })
      expect(await payoutsOf(id)).toHaveLength(1)
    },
  )

  it('that the bank refuses leave the money in the wallet', async () => {
    const before = await wallet()
    await app.sandbox().fault({ party: 'bank', mode: 'refuse', times: 1 })
    const id = await withdraw(100)
    await app.settle()
    await eventually(async () => expect(await statusOf(id)).toBe('FAILED'))
    expect(await wallet()).toBe(before)
  })
})

it('the ledger proves itself after all of this', async () => {
  const { problems } = await app.app().ledger.audit(app.database)
  expect(problems).toEqual([])
})
