import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { bangkokDay, bangkokTime, DAY_MS } from '../stage/bangkok-time.ts'
import { comeAs, expect, test } from '../stage/browser.ts'
import { newAgent, sitDown } from '../stage/desk-stage.ts'
import { drawnQr, newPlayer, payer, walletOf } from '../stage/players.ts'

// The desk is a desktop's app first.
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('[OFC-041] [OFC-042] [OFC-043] [OFC-044] a bonus is drafted, tried, published, taken by a player, and stopped', async ({
  page,
  browser,
  stage,
}) => {
  const player = await newPlayer(stage, { games: ['PG'] })
  await sitDown(page, await newAgent(stage, 'Ton', ['MARKETING']), 'en')
  await page.goto(`${stage.product.deskUrl}/#/bonuses`)
  await page.getByText('New bonus', { exact: true }).click()
  const code = `J${player.phone.slice(2)}`
  const name = `Journey ${code}`
  await page.getByLabel('Code').fill(code)
  await page.getByLabel('Bonus (% of the deposit)').fill('20')
  await page.getByLabel('At most (baht)').fill('100')
  for (const language of ['ไทย', 'ລາວ', 'English']) {
    await page.getByLabel(`Name · ${language}`).fill(name)
    await page.getByLabel(`Description · ${language}`).fill(name)
  }
  await expect(page.getByRole('figure').nth(2)).toContainText('฿100.00 + ฿20.00')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
  await expect(button(page, 'Publish')).toBeDisabled()
  await button(page, 'Simulate').click()
  await expect(page.getByText('Members who would have received it')).toBeVisible()
  await page.getByLabel('Reason').first().fill('for the journey')
  await button(page, 'Publish').click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Live')

  const phone = await browser.newContext()
  await comeAs(phone, stage, player, 'en')
  const wallet = await phone.newPage()
  const card = wallet.getByRole('main').getByRole('listitem').filter({ hasText: name }).getByRole('button')
  await wallet.goto(`${stage.product.walletUrl}/user/bonus`)
  await card.click()
  await button(wallet, 'Choose this bonus').click()
  await expect(wallet.getByRole('main')).toContainText('Waiting for your next deposit')
  await stage.sandbox.pay(await drawnQr(stage, player, 100), payer)
  await expect.poll(() => walletOf(stage, player)).toBe(120)

  await page.getByLabel('Reason').last().fill('the journey is over')
  await button(page, 'Stop it').click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Ended')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('held by 1')
  const other = await browser.newContext()
  await comeAs(other, stage, await newPlayer(stage), 'en')
  const later = await other.newPage()
  await later.goto(`${stage.product.walletUrl}/user/bonus`)
  await later.getByRole('main').getByRole('listitem').first().waitFor()
  await expect(later.getByText(name)).toHaveCount(0)
  await Promise.all([phone.close(), other.close()])
})

test('[OFC-052] [OFC-054] a figure of the report opens its movements, which add up to it, and goes along as a file', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 341 })
  await sitDown(page, await newAgent(stage, 'Suda', ['OWNER', 'PAYMENTS']), 'en')
  await page.goto(`${stage.product.deskUrl}/#/reports`)
  await page.getByRole('row', { name: /Open/ }).getByRole('link').first().click()
  const behind = page.getByRole('region', { name: 'Behind the figure' })
  await expect(behind.getByRole('heading', { name: /^Deposits/ })).toBeVisible()
  await expect(behind.getByRole('row').filter({ hasText: '341.00' }).first()).toBeVisible()
  await expect(behind.getByText('Transactions add up to this figure')).toBeVisible()

  await page.getByRole('button', { name: /^Export/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Download/ }).click()
  await expect(dialog.getByText('Fill in this field')).toBeVisible()
  await dialog.getByLabel('What the file is for').fill('the books of the day')
  const loading = page.waitForEvent('download')
  await page.keyboard.press('Control+Enter')
  const file = await loading
  expect(file.suggestedFilename()).toMatch(/^krapao-deposits-\d{4}-\d\d-\d\d\.csv$/)
  // It takes its step of the history back as it closes.
  await expect(dialog).toHaveCount(0)
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv.startsWith('\uFEFFat,memberNo,name,amount,code,reference\r\n')).toBe(true)
  expect(csv).toContain(',341,deposit,')
  await page.goto(`${stage.product.deskUrl}/#/members/${player.memberId}`)
  await expect(page.getByRole('row', { name: /^Main wallet/ })).toContainText('341.00')
})

test('[OFC-055] [OFC-056] [OFC-058] a statement is taken in, a pair is matched, the rest explained, and a day closed', async ({
  page,
  stage,
}) => {
  await newPlayer(stage, { amount: 317.43 })
  await sitDown(page, await newAgent(stage, 'Keng', ['PAYMENTS']), 'en')
  const [today, yesterday] = [bangkokDay(), bangkokDay(DAY_MS)]
  const take = async (...lines: string[]): Promise<void> => {
    const text = ['Date,Amount,Account,Balance', ...lines].join('\n')
    const file = { name: 'kbank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.locator('input[type=file]').setInputFiles(file)
  }
  const left = page.getByRole('list', { name: 'Figures of the day' }).getByRole('listitem').last()

  await page.goto(`${stage.product.deskUrl}/#/recon/bank/KBANK/${yesterday}`)
  await button(page, 'Columns').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Date order').selectOption('Year/month/day')
  await dialog.getByLabel('Two-digit years').selectOption('Common era')
  for (const [label, head] of [
    ['Date', 'Date'],
    ['Signed amount', 'Amount'],
    ['Other account, or username', 'Account'],
    ['Balance', 'Balance'],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(head)
  }
  await dialog.getByRole('button', { name: /^Save the columns/ }).click()
  await expect(dialog).toHaveCount(0)

  await take(`${yesterday} 09:00:00,-12.5,,987.50`, `${yesterday} 10:00:0x,1,,988.50`)
  await expect(page.getByRole('alert')).toContainText('Line 3')
  await take(`${yesterday} 09:00:00,-12.5,,987.50`)
  await expect(page.getByText(/^Imported: 1 line,/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Close \d/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Explain' }).first().click()
  await dialog.getByLabel('This is').selectOption('Fee')
  await dialog.getByLabel('Details').fill('of the month')
  await page.keyboard.press('Control+Enter')
  await expect(left).toContainText('0')
  await page.getByRole('button', { name: /^Close \d/ }).click()
  await expect(dialog).toContainText('987.50')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Closed by Keng at/)).toBeVisible()

  // Nothing fits the line: it names another account. A person sees that the two are one.
  await page.goto(`${stage.product.deskUrl}/#/recon/bank/KBANK/${today}`)
  await take(`${bangkokTime().replace('T', ' ')},317.43,x0000,1304.93`)
  await expect(page.getByText(/^Imported: 1 line,/)).toBeVisible()
  for (const side of ['In the file, not in our books', 'In our books, not in the file']) {
    await page.getByRole('region', { name: side }).getByRole('checkbox', { name: 'Choose 317.43' }).first().check()
  }
  await page.getByRole('button', { name: /^Match ฿317.43/ }).click()
  await expect(page.getByRole('region', { name: /^Matched by/ })).toContainText('317.43')
  await expect(page.getByRole('button', { name: /^Close \d/ })).toBeDisabled()
})
