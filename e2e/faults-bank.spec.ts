import { calls } from '@krapao/contract'
import { history, holdAnswer, holdings, keysOf, openHome } from './acts.ts'
import { beginning, expect, expectAccessible, type Language, type Stage, tile } from './browser.ts'
import { newPlayer, payer, type Player } from './players.ts'
import { type FaultMode, heldMs } from './sandbox.ts'
import { test } from './unanswered.ts'

test.afterEach(({ stage }) => stage.sandbox.fault('bank', 'none'))

/** What is to be paid by the QR that a player has on the screen. */
async function payloadOf({ api }: Stage, { token }: Player): Promise<string> {
  const { payload } = await api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })
  if (payload === null) throw new Error('there is no QR')
  return payload
}

test('a bank that is slow: the QR says that it is being made, and a double tap makes one', async ({ page, stage }) => {
  const player = await newPlayer(stage)
  const acts = await openHome(page, stage, player, 'th')
  const keys = keysOf(page, '/api/qrcode/KBANK')
  await tile(page, 'th', 'tile.deposit').click()
  const form = acts.sheet('deposit.title')
  await form.getByRole('textbox', { name: acts.w('common.amount') }).fill('200')
  await stage.sandbox.fault('bank', 'slow', { ms: 1_500 })
  const made = await holdAnswer(page, '**/api/qrcode/KBANK')
  await form.getByRole('button', { name: beginning(acts.w('qr.create')) }).dblclick()
  await expect(form.getByRole('button', { name: acts.w('qr.creating') })).toBeDisabled()
  made()
  await expect(acts.qr('200.00')).toBeVisible()
  expect(keys).toHaveLength(1)
})

const tellings: readonly (readonly [FaultMode, string, Language])[] = [
  // No word of the bank at all: the server asks every ten seconds.
  ['drop-callback', 'does not tell of a payment', 'th'],
  ['duplicate-callback', 'tells of a payment twice', 'lo'],
  ['late', 'knows of a payment only after a while', 'en'],
]

for (const [mode, what, language] of tellings) {
  test(`a bank that ${what}: the QR stays until its money is there, then closes itself`, async ({ page, stage }) => {
    const player = await newPlayer(stage)
    const acts = await openHome(page, stage, player, language)
    await acts.makeQr('200')
    await expect(acts.qr('200.00')).toBeVisible()
    await stage.sandbox.fault('bank', mode, { times: 1, ms: heldMs })
    await stage.sandbox.pay(await payloadOf(stage, player), payer)
    if (mode === 'late') {
      // It has been paid, and nobody knows of it.
      await expect(acts.qr('200.00')).toBeVisible()
      await stage.sandbox.release()
    }
    await expect(acts.message).toContainText(acts.w('qr.paid', { amount: '200.00' }))
    await expect(acts.sheet('deposit.title')).toHaveCount(0)
    await acts.acknowledge()
    await expect(acts.purse).toContainText('200.00')
    await acts.expectSamePage()
    expect(await history(stage, player)).toEqual(['deposit BANK>WALLET 200 SUCCESS'])
  })
}

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

test('a QR that is paid twice, and with another amount: what was paid is told and credited', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  const acts = await openHome(page, stage, player, 'th')
  await acts.makeQr('30')
  await expect(acts.qr('30.00')).toBeVisible()
  const payload = await payloadOf(stage, player)
  await stage.sandbox.pay(payload, payer, 12.34)
  await expect(acts.message).toContainText(acts.w('qr.paid', { amount: '12.34' }))
  await acts.acknowledge()
  await expect(acts.purse).toContainText('12.34')
  await stage.sandbox.pay(payload, payer)
  await expect(acts.purse).toContainText('42.34')
  await acts.expectSamePage()
  expect(await history(stage, player)).toEqual(['deposit BANK>WALLET 30 SUCCESS', 'deposit BANK>WALLET 12.34 SUCCESS'])
})

const payouts: readonly (readonly [FaultMode, Language])[] = [
  ['error', 'th'],
  ['cut-after', 'en'],
  ['late', 'th'],
  ['in-progress', 'lo'],
]

for (const [mode, language] of payouts) {
  test(`a payout that is ${mode} is under way until the bank is sure, and is paid once before the player's eyes`, async ({
    page,
    stage,
  }) => {
    const player = await newPlayer(stage, { amount: 500 })
    const acts = await openHome(page, stage, player, language)
    const { w } = acts
    const keys = keysOf(page, '/api/wallet/withdrawAll')
    await acts.reviewWithdrawal('200')
    await stage.sandbox.fault('bank', mode, { times: 1, ms: 3_000 })
    await acts.confirmWithdrawal()
    await expect(acts.sheet('dialog.successTitle')).toContainText(w('withdraw.success'))
    expect(await holdings(stage, player)).toEqual({ WALLET: 300 })
    await acts.expectWithdrawal('paid')
    await page.goBack()
    await expect(acts.purse).toContainText('300.00')
    await acts.expectSamePage()
    expect(await history(stage, player)).toEqual([
      'withdraw WALLET>BANK 200 SUCCESS',
      'deposit BANK>WALLET 500 SUCCESS',
    ])
    const [payout, ...others] = await stage.sandbox.payoutsTo(player.bank.bankAccountNo)
    expect(others).toEqual([])
    expect(payout).toMatchObject({ amount: 200, state: 'PAID' })
    expect(keys).toHaveLength(1)
  })
}

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
