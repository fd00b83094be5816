import { calls } from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'
import { payQr, registeredMember } from '../../../testing/worlds/stories.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ sandbox: true })
})
afterAll(() => app.close())

it('[PRO-001] [BON-001] is received, played and ended with the real parties of the sandbox', async () => {
  const member = await registeredMember(app)
  const { token } = member
  const wallet = async () => (await app.ok(calls.walletAmount, { token })).amount
  await app.ok(calls.promotionFind, { token, params: { code: 'WELCOME' } })
  const { userBonus } = await app.ok(calls.promotionActivate, { token, params: { code: 'WELCOME' } })
  expect(userBonus).toMatchObject({ isActive: true, state: 'armed' })
  const qr = await app.ok(calls.qrCreate, { token, params: { bankCode: 'KBANK' }, body: { amount: 200 } })
  await payQr(app, member, qr.payload ?? '')
  await until('deposit and promotion were credited', async () => (await wallet()) === 250)
  await app.ok(calls.walletActivate, { token, params: { slotCode: 'PG' } })
  await app.ok(calls.walletTransfer, { token, body: { from: 'WALLET', to: 'PG', amount: 250 } })
  const { username } = await app.ok(calls.walletAccount, { token, params: { slotCode: 'PG' } })
  await app.sandbox().ask('POST', '/api/games/PG/play', { username, change: -245 })
  expect(await app.ok(calls.bonusClear, { token })).toEqual({ message: 'BONUS_CLEAR', status: 'SUCCESS' })
  expect(await wallet()).toBe(0)
  expect(await app.ok(calls.bonusCheckActive, { token })).toMatchObject({ status: false })
  const { statements } = await app.ok(calls.statementList, { token, headers: { 'accept-language': 'en' }, body: {} })
  expect(statements.map(({ statementType }) => statementType)).toEqual([
    'finish_bonus',
    'transfer',
    'transfer',
    'bonus',
    'deposit',
  ])
  expect(statements[3]?.promotion).toEqual({ description: 'Welcome gift, 50 baht' })
})
