import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import {
  comeAs,
  containing,
  expect,
  expectAccessible,
  type Language,
  type Stage,
  test,
  word,
} from '../stage/browser.ts'
import { newKey } from '../stage/client.ts'
import { newPlayer, type Player } from '../stage/players.ts'

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
  await stage.api.ok(calls.walletWithdraw, { token, key: newKey(), body: { amount: 200 } })
  const { w, rows, button } = await openHistory(page, stage, player, 'lo')
  await expect(rows.first()).toContainText(w('statement.status.IN_PROGRESS'))
  await expectAccessible(page)
  await stage.sandbox.fault('bank', 'none')
  await expect(rows.first()).toContainText(w('statement.status.SUCCESS'), { timeout: 120_000 })
  await rows.first().getByRole('button').click()
  const { statements } = await stage.api.ok(calls.statementList, { token, body: {} })
  const number = statements[0]?.receiptNumber ?? 'none'
  expect(number).toMatch(/^KP(-[0-9A-Z]{4}){3}$/)
  await expect(page.getByRole('dialog')).toContainText(number)
  await expectAccessible(page)
  for (const [form, save, saved] of [
    ['png', 'receipt.save', 'receipt.saved'],
    ['pdf', 'receipt.savePdf', 'receipt.savedPdf'],
  ] as const) {
    const download = page.waitForEvent('download')
    await button(save).click()
    expect((await download).suggestedFilename()).toBe(`${number}.${form}`)
    await expect(page.getByText(w(saved), { exact: true })).toBeVisible()
  }
  const found = await stage.product.operator('movements', 'find', number)
  expect(found.exitCode).toBe(0)
  expect(found.text).toContain('200.00 baht  WALLET -> BANK')
  expect(found.text).toContain(player.phone)
})

test('the history is narrowed, and what is left is saved as a file, on the narrowest phone and with large text', async ({
  page,
  stage,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const player = await newPlayer(stage, { amount: 1_000, games: ['PG'] })
  const { token } = player
  for (const amount of [10, 20]) {
    await stage.api.ok(calls.walletTransfer, { token, key: newKey(), body: { from: 'WALLET', to: 'PG', amount } })
  }
  const { w, rows, button } = await openHistory(page, stage, player, 'th')
  await expect(rows).toHaveCount(3)
  await page.getByRole('checkbox', { name: w('statement.type.transfer') }).check()
  await expect(rows).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: containing(w('statement.filter.time')) }).click()
  await page.getByRole('radio', { name: w('statement.filter.own') }).check()
  await expectAccessible(page)
  await page.getByRole('radio', { name: w('time.today') }).check()
  await button('statement.filter.show').click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('checkbox', { name: w('statement.filter.bonus') }).check()
  await page.getByRole('checkbox', { name: w('statement.type.transfer') }).uncheck()
  await expect(page.getByText(w('statement.filter.empty'))).toBeVisible()
  await expectAccessible(page)
  await button('statement.filter.clear').click()
  await expect(rows).toHaveCount(3)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await button('statement.openExport').click()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await button('statement.export.save').click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.startsWith('\uFEFF')).toBe(true)
  expect(file.trim().split('\r\n')).toHaveLength(4)
})

test('a refused payout is shown as failed, without sign, with the money back', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 1_000 })
  await stage.sandbox.fault('bank', 'refuse', { times: 1 })
  const { token } = player
  await stage.api.ok(calls.walletWithdraw, { token, key: newKey(), body: { amount: 200 } })
  const { w, rows } = await openHistory(page, stage, player, 'en')
  await expect(rows.first()).toContainText(w('statement.status.FAILED'), { timeout: 120_000 })
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
