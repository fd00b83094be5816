import { randomUUID } from 'node:crypto'
import { calls } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/played/sandbox.ts'
import { payQr, registeredMember, type StoryMember } from '../../../testing/worlds/stories.ts'

/** Slips as the sandbox's bank draws them, and as it answers about them. */
let sandbox: TestSandbox
let app: TestApp
let member: StoryMember

async function startApp(env: Record<string, string> = {}): Promise<void> {
  app = await startTestApp({ sandbox, env, settings: { slipClosedFrom: null, slipClosedUntil: null } })
  member = await registeredMember(app)
}

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await startApp()
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

const wallet = async (): Promise<number> => (await app.ok(calls.walletAmount, { token: member.token })).amount
const newest = async () => (await app.ok(calls.slipList, { token: member.token, body: {} })).slips[0]

/** Saves an e-slip at the bank and sends it. */
async function send(slipPath: string): Promise<void> {
  app.clock.advance(1_000)
  const image = await fetch(`${app.sandbox().url}${slipPath}`)
  const form = { bytes: Buffer.from(await image.arrayBuffer()) }
  await app.ok(calls.walletSlip, { token: member.token, key: randomUUID(), form })
}

async function transfer(to: { bankCode: string; accountNo: string }, given: object = {}): Promise<string> {
  const { bank } = member
  const from = { bankCode: bank.bankCode, accountNo: bank.bankAccountNo, name: bank.bankAccountName }
  const paid = { from, to, amount: 321.5, at: app.clock.now().toISOString(), ...given }
  return (await app.sandbox().ask<{ slip: string }>('POST', '/api/bank/transfer', paid)).slip
}

const ours = { bankCode: 'SCB', accountNo: '1112223334' }

it('credits an e-slip of the bank, and once only', async () => {
  const before = await wallet()
  const slip = await transfer(ours)
  await send(slip)
  await app.settle()
  expect(await newest()).toMatchObject({ status: 'SUCCESS', amount: 321.5 })
  await send(slip)
  await app.settle()
  expect(await newest()).toMatchObject({ status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' })
  expect(await wallet()).toBe(before + 321.5)
})

it('refuses what went elsewhere, came from elsewhere, or is older than an hour', async () => {
  const before = await wallet()
  const old = new Date(app.clock.now().getTime() - 61 * 60_000).toISOString()
  const stranger = { bankCode: 'KTB', accountNo: '9998887776', name: 'SOMEBODY' }
  const wrong = [
    [await transfer({ bankCode: 'SCB', accountNo: '5556667778' }), 'DEST_ACC_INVALID'],
    [await transfer(ours, { from: stranger }), 'NOT_MATCH'],
    [await transfer(ours, { at: old }), 'EXPIRED_SLIP'],
  ] as const
  for (const [slip, note] of wrong) {
    await send(slip)
    await app.settle()
    expect(await newest()).toMatchObject({ status: 'FAILED', note })
  }
  expect(await wallet()).toBe(before)
})

it('waits for a bank that is down', async () => {
  const before = await wallet()
  const slip = await transfer(ours)
  await app.sandbox().fault({ party: 'bank', mode: 'down' })
  await send(slip)
  await app.settle()
  expect(await newest()).toMatchObject({ status: 'IN_PROGRESS', amount: null, note: null })
  await app.sandbox().fault({ party: 'bank', mode: 'none' })
  await app.advance(5_000)
  expect(await newest()).toMatchObject({ status: 'SUCCESS' })
  expect(await wallet()).toBe(before + 321.5)
})

it('credits a paid QR once, though its slip is sent too', async () => {
  const before = await wallet()
  const body = { amount: 45 }
  const { payload } = await app.ok(calls.qrCreate, { token: member.token, params: { bankCode: 'KBANK' }, body })
  const { slip } = await payQr(app, member, payload ?? '')
  await send(slip)
  await app.settle()
  await expect.poll(() => wallet()).toBe(before + 45)
  await app.settle(20_000, 5_000)
  expect(await wallet()).toBe(before + 45)
})

describe.each([
  ['CNX-004', 'slipok', { branch: '1', key: 'sandbox' }],
  ['CNX-005', 'easyslip', { key: '00000000-0000-4000-8000-000000000001' }],
])('[%s] slips that %s is asked about', (_, family, terms) => {
  beforeAll(async () => {
    await app.close()
    const slips = { family, url: `${sandbox.url}/${family}`, ...terms }
    await startApp({ KRAPAO_PARTIES: JSON.stringify({ slips }), KRAPAO_SLIPS: 'slips' })
  })

  it('are credited once, and judged by our own rules', async () => {
    const before = await wallet()
    const slip = await transfer(ours)
    await send(slip)
    await app.settle()
    expect(await newest()).toMatchObject({ status: 'SUCCESS', amount: 321.5 })
    await send(slip)
    await app.settle()
    expect(await newest()).toMatchObject({ status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' })
    await send(await transfer({ bankCode: 'SCB', accountNo: '5556667778' }))
    await app.settle()
    expect(await newest()).toMatchObject({ status: 'FAILED', note: 'DEST_ACC_INVALID' })
    expect(await wallet()).toBe(before + 321.5)
  })

  it('wait for as long as it tells, and for a quota that is used up', async () => {
    const before = await wallet()
    await sandbox.fault({ party: family, mode: 'in-progress', times: 1, ms: 60_000 })
    await send(await transfer(ours))
    await app.settle()
    await app.advance(59_000)
    expect(await newest()).toMatchObject({ status: 'IN_PROGRESS', amount: null })
    await app.advance(1_000)
    expect(await newest()).toMatchObject({ status: 'SUCCESS' })
    await sandbox.fault({ party: family, mode: 'refuse', times: 1 })
    await send(await transfer(ours))
    await app.settle()
    expect(await newest()).toMatchObject({ status: 'IN_PROGRESS' })
    await app.advance(5_000)
    expect(await newest()).toMatchObject({ status: 'SUCCESS' })
    expect(await wallet()).toBe(before + 643)
  })
})
