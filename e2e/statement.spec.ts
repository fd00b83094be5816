import type { Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { comeAs, expect, expectAccessible, type Language, type Stage, test, word } from './browser.ts'
import { newKey } from './client.ts'
import { newPlayer, type Player } from './players.ts'

async function openHistory(page: Page, stage: Stage, player: Player, language: Language) {
  await comeAs(page.context(), stage, player, language)
  await page.goto(`${stage.product.walletUrl}/user/statement`)
  return {
    w: (key: string, values?: Record<string, string | number>): string => word(language, key, values),
    rows: page.getByRole('main').getByRole('listitem'),
    button: (key: string) => page.getByRole('button', { name: word(language, key), exact: true }),
  }
}

test.afterEach(({ stage }) => stage.sandbox.fault('bank', 'none'))

test('[STM-001] [STM-002] the history shows every kind of movement in pages of ten', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 1_000, games: ['PG'] })
  const { token } = player
  for (let number = 1; number <= 11; number += 1) {
    const [from, to] = number % 2 === 1 ? ['WALLET', 'PG'] : ['PG', 'WALLET']
    await stage.api.ok(calls.walletTransfer, {
      token,
      key: newKey(),
      body: { from, to, amount: number === 11 ? 21 : 10 },
    })
  }
  const { w, rows, button } = await openHistory(page, stage, player, 'th')
  await expect(rows).toHaveCount(10)
  await expect(rows.first()).toContainText(w('statement.type.transfer'))
  await expect(rows.first()).toContainText('21.00')
  await expect(page.getByText(w('pager.range', { from: 1, to: 10, total: 12 }))).toBeVisible()
  await expectAccessible(page)
  await button('pager.last').click()
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText(w('statement.type.deposit'))
  await expect(rows.last()).toContainText('1,000.00')
  await rows.last().getByRole('button').click()
  await expect(page.getByRole('dialog')).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/)
  await expectAccessible(page)
})

test('a withdrawal in progress settles on the page, and its receipt can be kept', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 1_000 })
  const { token } = player
  await stage.sandbox.fault('bank', 'down')
  const { _id } = await stage.api.ok(calls.walletWithdraw, { token, key: newKey(), body: { amount: 200 } })
  const { w, rows, button } = await openHistory(page, stage, player, 'lo')
  await expect(rows.first()).toContainText(w('statement.status.IN_PROGRESS'))
  await expectAccessible(page)
  await stage.sandbox.fault('bank', 'none')
  await expect(rows.first()).toContainText(w('statement.status.SUCCESS'), { timeout: 30_000 })
  await rows.first().getByRole('button').click()
  await expect(page.getByRole('dialog')).toContainText(_id)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await button('receipt.save').click()
  expect((await download).suggestedFilename()).toBe(`krapao-${_id}.png`)
  await expect(page.getByText(w('receipt.saved'))).toBeVisible()
})

test('a refused payout is shown as failed, without sign, with the money back', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 1_000 })
  await stage.sandbox.fault('bank', 'refuse', { times: 1 })
  const { token } = player
  await stage.api.ok(calls.walletWithdraw, { token, key: newKey(), body: { amount: 200 } })
  const { w, rows } = await openHistory(page, stage, player, 'en')
  await expect(rows.first()).toContainText(w('statement.status.FAILED'), { timeout: 30_000 })
  await expect(rows.first()).not.toContainText('−')
  await rows.first().getByRole('button').click()
  await expect(page.getByRole('dialog')).toContainText(w('tracker.returned'))
})

test('offline the last known rows stay, and it says of when they are', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 1_000 })
  const { w, rows, button } = await openHistory(page, stage, player, 'th')
  await expect(rows).toHaveCount(1)
  await page.context().setOffline(true)
  await button('common.refresh').click()
  await expect(page.getByRole('alert')).toContainText(w('statement.stale', { time: '' }).trim())
  await expect(rows).toHaveCount(1)
  await expectAccessible(page)
  await page.context().setOffline(false)
  await button('common.retry').click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('what another tab does appears by itself', async ({ context, page, stage }) => {
  const player = await newPlayer(stage, { amount: 1_000, games: ['PG'] })
  const { rows } = await openHistory(page, stage, player, 'en')
  await expect(rows).toHaveCount(1)
  const other = await context.newPage()
  await other.goto(`${stage.product.walletUrl}/user/home`)
  const { token } = player
  await stage.api.ok(calls.walletTransfer, { token, key: newKey(), body: { from: 'WALLET', to: 'PG', amount: 33 } })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('33.00')
})

test('a new member is led to a deposit', async ({ page, stage }) => {
  const { w, button } = await openHistory(page, stage, await newPlayer(stage), 'lo')
  await expect(page.getByRole('heading', { name: w('statement.empty') })).toBeVisible()
  await expectAccessible(page)
  await button('statement.type.deposit').click()
  await expect(page.getByRole('heading', { name: w('deposit.title'), exact: true })).toBeVisible()
})
