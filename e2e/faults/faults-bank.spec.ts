import { calls } from '@krapao/contract'
import { history, holdings, keysOf, openHome } from '../stage/acts.ts'
import { expect, expectAccessible, type Stage } from '../stage/browser.ts'
import { newPlayer, payer, type Player } from '../stage/players.ts'
import { heldMs } from '../stage/sandbox.ts'
import { test } from './unanswered.ts'

test.afterEach(({ stage }) => stage.sandbox.fault('bank', 'none'))

/** What is to be paid by the QR that a player has on the screen. */
async function payloadOf({ api }: Stage, { token }: Player): Promise<string> {
  const { payload } = await api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })
  if (payload === null) throw new Error('there is no QR')
  return payload
}

test('a bank that knows of a payment only after a while: the QR stays until its money is there, then closes itself', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  const acts = await openHome(page, stage, player, 'lo')
  await acts.makeQr('200')
  await expect(acts.qr('200.00')).toBeVisible()
  await stage.sandbox.fault('bank', 'late', { times: 1, ms: heldMs })
  await stage.sandbox.pay(await payloadOf(stage, player), payer)
  // It has been paid, and nobody knows of it.
  await expect(acts.qr('200.00')).toBeVisible()
  await stage.sandbox.release()
  await expect(acts.message).toContainText(acts.w('qr.paid', { amount: '200.00' }))
  await expect(acts.sheet('deposit.title')).toHaveCount(0)
  await acts.acknowledge()
  await expect(acts.purse).toContainText('200.00')
  await acts.expectSamePage()
  expect(await history(stage, player)).toEqual(['deposit BANK>WALLET 200 SUCCESS'])
})

test('[DEP-012] money that comes when its QR is over is credited, and told on the sheet that had it', async ({
  page,
  stage,
}) => {
  await page.clock.install()
  const player = await newPlayer(stage)
  const acts = await openHome(page, stage, player, 'lo')
  await acts.makeQr('150')
  await expect(acts.qr('150.00')).toBeVisible()
  const payload = await payloadOf(stage, player)
  await page.clock.fastForward('15:30')
  const form = acts.sheet('deposit.title')
  await expect(form.getByText(acts.w('qr.expired'))).toBeVisible()
  await expect(form.getByRole('textbox', { name: acts.w('common.amount') })).toHaveValue('150')
  await expectAccessible(page)
  await stage.sandbox.pay(payload, payer)
  await expect(acts.message).toContainText(acts.w('qr.paid', { amount: '150.00' }))
  await acts.acknowledge()
  await expect(acts.purse).toContainText('150.00')
  expect(await history(stage, player)).toEqual(['deposit BANK>WALLET 150 SUCCESS'])
})

test("a payout whose answer is cut off is under way until the bank is sure, and is paid once before the player's eyes", async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 500 })
  const acts = await openHome(page, stage, player, 'en')
  const { w } = acts
  const keys = keysOf(page, '/api/wallet/withdrawAll')
  await acts.reviewWithdrawal('200')
  await stage.sandbox.fault('bank', 'cut-after', { times: 1, ms: 3_000 })
  await acts.confirmWithdrawal()
  await expect(acts.sheet('dialog.successTitle')).toContainText(w('withdraw.success'))
  expect(await holdings(stage, player)).toEqual({ WALLET: 300 })
  await acts.expectWithdrawal('paid')
  await page.goBack()
  await expect(acts.purse).toContainText('300.00')
  await acts.expectSamePage()
  expect(await history(stage, player)).toEqual(['withdraw WALLET>BANK 200 SUCCESS', 'deposit BANK>WALLET 500 SUCCESS'])
  const [payout, ...others] = await stage.sandbox.payoutsTo(player.bank.bankAccountNo)
  expect(others).toEqual([])
  expect(payout).toMatchObject({ amount: 200, state: 'PAID' })
  expect(keys).toHaveLength(1)
})

test('a payout that the bank refuses is shown as such, with the money in the main wallet', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 500 })
  const acts = await openHome(page, stage, player, 'lo')
  await acts.reviewWithdrawal('200')
  await stage.sandbox.fault('bank', 'refuse', { times: 1 })
  await acts.confirmWithdrawal()
  await acts.expectWithdrawal('returned')
  await expectAccessible(page)
  await page.goBack()
  await expect(acts.purse).toContainText('500.00')
  expect(await history(stage, player)).toEqual(['withdraw WALLET>BANK 200 FAILED', 'deposit BANK>WALLET 500 SUCCESS'])
})
