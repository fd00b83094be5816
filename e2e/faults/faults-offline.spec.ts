import type { Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { history, holdings, keysOf, openHome } from '../stage/acts.ts'
import { expect, expectAccessible, tile } from '../stage/browser.ts'
import { newPlayer, payer } from '../stage/players.ts'
import { test } from './unanswered.ts'

/** Has the server do what the first call asks for, and keeps its answer from the page for ever. Answers when it is done. */
function holdFirst(page: Page, path: string): Promise<void> {
  let isFirst = true
  return new Promise((held) => {
    void page.route(path, async (route) => {
      if (!isFirst || route.request().method() !== 'POST') return route.fallback()
      isFirst = false
      await route.fetch()
      held()
      return undefined
    })
  })
}

test('a transfer without a network is not sent, stays on its review, and goes once when it is back', async ({
  page,
  context,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 300, games: ['PG'] })
  const acts = await openHome(page, stage, player, 'lo')
  const keys = keysOf(page, '/api/wallet/transfer')
  await acts.reviewTransfer('WALLET', 'PG', '80')
  await context.setOffline(true)
  await acts.confirmTransfer.click()
  await expect(acts.message).toContainText(acts.w('transfer.offline'))
  await expectAccessible(page)
  await acts.acknowledge()
  expect(keys).toEqual([])
  await context.setOffline(false)
  await expect(acts.sheet('transfer.reviewTitle')).toContainText('80.00')
  await acts.confirmTransfer.dblclick()
  await expect(acts.message).toContainText('80.00')
  expect(keys).toHaveLength(1)
  expect(await holdings(stage, player)).toEqual({ WALLET: 220, PG: 80 })
})

test('an account that could not be opened without a network is opened when it is back', async ({
  page,
  context,
  stage,
}) => {
  const player = await newPlayer(stage)
  const acts = await openHome(page, stage, player, 'th')
  await acts.openGame('PG')
  const activate = acts.button('games.account.activate')
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/wallet/activate/'))
  await activate.click()
  await failed
  await expect(activate).toBeEnabled()
  await context.setOffline(false)
  await activate.dblclick()
  await expect(page.getByText(acts.w('games.account.activated'))).toBeVisible()
  await expect(acts.button('games.account.play')).toBeVisible()
  expect(await holdings(stage, player)).toEqual({ WALLET: 0, PG: 0 })
})

test('the word on a withdrawal outlives a receipt whose code does not come: that says so, and comes by a press', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 500 })
  let isCut = true
  await page.route('**/receipt-sheet*.js', (route) => (isCut ? route.abort('internetdisconnected') : route.continue()))
  const acts = await openHome(page, stage, player, 'lo')
  await acts.reviewWithdrawal('200')
  await acts.confirmWithdrawal()
  // What it has to say of money is said where it cannot be drawn.
  const failed = acts.sheet('common.partError')
  await expect(failed).toContainText(acts.w('withdraw.success'))
  await expectAccessible(page)
  await acts.expectSamePage()
  isCut = false
  await failed.getByRole('button', { name: acts.w('common.retry') }).click()
  await acts.expectWithdrawal('paid')
  expect(await history(stage, player)).toEqual(['withdraw WALLET>BANK 200 SUCCESS', 'deposit BANK>WALLET 500 SUCCESS'])
})

test('a sheet that could not be fetched says so, can be left, and comes by a press once there is a network', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 50, games: ['PG'] })
  let isCut = true
  for (const part of ['**/deposit-sheet*.js', '**/transfer-sheet*.js', '**/mark.svg']) {
    await page.route(part, (route) => (isCut ? route.abort('internetdisconnected') : route.continue()))
  }
  const acts = await openHome(page, stage, player, 'th')
  const failed = acts.sheet('common.partError')
  await acts.purse.getByRole('button', { name: acts.w('transfer.title') }).click()
  await expect(failed).toBeVisible()
  await page.goBack()
  await expect(failed).toHaveCount(0)
  await acts.button('tile.deposit').click()
  await failed.getByRole('button', { name: acts.w('common.retry') }).click()
  await expect(failed).toContainText(acts.w('error.network'))
  // A try under way has another label: the network comes back after it has failed.
  await expect(failed.getByRole('button', { name: acts.w('common.retry') })).toBeVisible()
  isCut = false
  await failed.getByRole('button', { name: acts.w('common.retry') }).click()
  await expect(acts.sheet('deposit.title').getByRole('textbox', { name: acts.w('common.amount') })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(acts.button('tile.deposit')).toBeVisible()
})

test('a page that could not be fetched says so under the menu, and comes by a press once there is a network', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 50 })
  let isCut = true
  await page.route('**/statement-page*.js', (route) => (isCut ? route.abort('internetdisconnected') : route.continue()))
  const acts = await openHome(page, stage, player, 'lo')
  const menu = page.getByRole('navigation')
  await menu.getByRole('link', { name: acts.w('nav.statement') }).click()
  await expect(page.getByRole('main')).toContainText(acts.w('common.partError'))
  await expect(page.getByRole('main')).toContainText(acts.w('error.network'))
  await expect(menu.getByRole('link', { name: acts.w('nav.home') })).toBeVisible()
  await expectAccessible(page)
  isCut = false
  await acts.button('common.retry').click()
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('50.00')
})

test('[LIM-001] a withdrawal without an answer for 60 seconds is asked about, and is made once', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 800 })
  await page.clock.install()
  const acts = await openHome(page, stage, player, 'lo')
  const keys = keysOf(page, '/api/wallet/withdrawAll')
  await acts.reviewWithdrawal('200')
  // From here on no time passes but what is let pass, however long the test itself takes.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  const isHeld = holdFirst(page, '**/api/wallet/withdrawAll')
  await acts.button('withdraw.confirm', { amount: '200.00' }).click()
  await isHeld
  await page.clock.runFor(50_000)
  await expect(acts.button('withdraw.submitting')).toBeVisible()
  const isReloaded = page.waitForResponse('**/api/wallet/home')
  await page.clock.runFor(11_000)
  await page.clock.resume()
  const unknown = acts.sheet('result.unknownTitle')
  await expect(unknown).toContainText('200.00')
  await isReloaded
  await expectAccessible(page)
  await unknown.getByRole('button', { name: acts.w('withdraw.unknown.ask') }).click()
  await expect(acts.sheet('dialog.successTitle')).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  await expect
    .poll(() => history(stage, player))
    .toEqual(['withdraw WALLET>BANK 200 SUCCESS', 'deposit BANK>WALLET 800 SUCCESS'])
  expect(await stage.sandbox.payoutsTo(player.bank.bankAccountNo)).toHaveLength(1)
})

test('[LIM-001] a QR without an answer for 60 seconds: the screen asks what there is, and shows the one that was made', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  await page.clock.install()
  const acts = await openHome(page, stage, player, 'th')
  const keys = keysOf(page, '/api/qrcode/KBANK')
  const isHeld = holdFirst(page, '**/api/qrcode/KBANK')
  await acts.makeQr('90')
  await isHeld
  await expect(acts.sheet('deposit.title').getByRole('button', { name: acts.w('qr.creating') })).toBeDisabled()
  await page.clock.fastForward(61_000)
  await expect(acts.qr('90.00')).toBeVisible()
  expect(keys).toHaveLength(1)
})

test('a transfer without an answer is still known after the page was fetched again, and moves once', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 300, games: ['PG'] })
  const acts = await openHome(page, stage, player, 'lo')
  const keys = keysOf(page, '/api/wallet/transfer')
  await acts.reviewTransfer('WALLET', 'PG', '80')
  await page.route(
    '**/api/wallet/transfer',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await acts.confirmTransfer.click()
  const unknown = acts.sheet('result.unknownTitle')
  await expect(unknown).toContainText(acts.w('transfer.unknown'))
  await page.reload()
  await acts.purse.getByRole('button', { name: acts.w('transfer.title') }).click()
  await expect(unknown).toContainText('80.00')
  await unknown.getByRole('button', { name: acts.w('transfer.ask') }).click()
  await expect(acts.message).toContainText(acts.w('transfer.done'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(await holdings(stage, player)).toEqual({ WALLET: 220, PG: 80 })
})

test('two tabs of a member follow each other: an account opened, a QR paid, and money that is enough for one', async ({
  page,
  context,
  stage,
}) => {
  const player = await newPlayer(stage)
  const first = await openHome(page, stage, player, 'lo')
  const second = await openHome(await context.newPage(), stage, player, 'lo')
  for (const tab of [first, second]) await tab.openGame('PG')
  await first.button('games.account.activate').dblclick()
  // The second opens nothing any more: it sees so as it is pressed, or has heard of it before, and has nothing to press.
  await second
    .button('games.account.activate')
    .dblclick({ timeout: 5_000 })
    .catch(() => undefined)
  for (const tab of [first, second]) {
    await expect(tab.button('games.account.play')).toBeVisible()
    await expect(tab.message).toHaveCount(0)
    await tab.page.goBack()
  }

  await first.makeQr('100')
  await expect(first.qr('100.00')).toBeVisible()
  await tile(second.page, 'lo', 'tile.deposit').click()
  await expect(second.qr('100.00')).toBeVisible()
  const qr = await stage.api.ok(calls.qrCurrent, { token: player.token, params: { bankCode: 'KBANK' } })
  await stage.sandbox.pay(qr.payload ?? '', payer)
  for (const tab of [first, second]) {
    await expect(tab.message).toContainText(tab.w('qr.paid', { amount: '100.00' }))
    await tab.acknowledge()
    await expect(tab.purse).toContainText('100.00')
    await tab.reviewTransfer('WALLET', 'PG', '80')
  }

  await first.confirmTransfer.click()
  await expect(first.message).toContainText('80.00')
  // The second has heard of it: what its review was about is there no more.
  await expect(second.sheet('transfer.title')).toContainText(second.w('transfer.available', { amount: '20.00' }))
  await expect(second.page.getByLabel(second.w('common.amount'), { exact: true })).toHaveValue('80')
  await second.button('common.continue').click()
  await expect(second.message).toContainText(second.w('error.MONEY_NOT_ENOUGH'))
  expect(await holdings(stage, player)).toEqual({ WALLET: 20, PG: 80 })
  expect(await history(stage, player)).toHaveLength(2)
})
