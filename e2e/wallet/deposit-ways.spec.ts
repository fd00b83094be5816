import { Buffer } from 'node:buffer'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { comeAs, expect, expectAccessible, type Language, type Stage, test, tile, word } from '../stage/browser.ts'
import { newPlayer, ownAccountOf, walletOf } from '../stage/players.ts'
import { transferByHand } from '../stage/slips.ts'

type Way = 'bank' | 'gift' | 'slip'

/** The deposit sheet at one of its ways, found by the words of a language. */
function depositIn(page: Page, language: Language) {
  const w = (key: string, values?: Record<string, string | number>): string => word(language, key, values)
  const sheet = page.getByRole('dialog', { name: w('deposit.title') })
  const button = (key: string): Locator => sheet.getByRole('button', { name: w(key), exact: true })
  return {
    w,
    sheet,
    button,
    link: sheet.getByRole('textbox', { name: w('gift.title') }),
    /** What happened, in a dialog of its own. */
    message: page.getByRole('alertdialog'),
    async open(stage: Stage, way: Way): Promise<void> {
      await page.goto(`${stage.product.walletUrl}/user/home`)
      await tile(page, language, 'tile.deposit').click()
      await this.to(way)
    },
    async to(way: Way): Promise<void> {
      await sheet.getByRole('tab', { name: w(`deposit.method.${way}`) }).click()
    },
    async choose(picture: Uint8Array): Promise<void> {
      await expect(button('slip.upload.choose').or(button('slip.upload.change'))).toBeEnabled()
      const file = { name: 'slip.png', mimeType: 'image/png', buffer: Buffer.from(picture) }
      await sheet.locator('input[type=file]').first().setInputFiles(file)
    },
    async send(): Promise<void> {
      await expect(sheet.getByText(w('slip.upload.readable'))).toBeVisible()
      await button('slip.upload.title').click()
    },
  }
}

async function come(page: Page, context: BrowserContext, stage: Stage, language: Language) {
  const player = await newPlayer(stage)
  await comeAs(context, stage, player, language)
  return { player, deposit: depositIn(page, language) }
}

test('[DEP-001] [SLP-001] [SLP-005] [STM-003] a slip is looked at, sent, credited and listed with its picture', async ({
  page,
  context,
  stage,
}) => {
  const language = 'lo'
  const { player, deposit } = await come(page, context, stage, language)
  const { w, sheet, message } = deposit
  const slip = await transferByHand(stage, ownAccountOf(player), 1_250.5)
  await deposit.open(stage, 'slip')
  await expect(sheet.getByText(w('deposit.slipWithin'))).toBeVisible()
  await expect(sheet.getByText(w('deposit.credited'))).toBeVisible()
  await expectAccessible(page)
  await deposit.choose(slip)
  await expect(sheet.getByRole('img', { name: w('aria.slipPreview') })).toBeVisible()
  await expect(sheet.getByText(w('slip.upload.readable'))).toBeVisible()
  await expectAccessible(page)
  await deposit.send()
  await expect(message).toContainText(w('qr.paid', { amount: '1,250.50' }))
  expect(await walletOf(stage, player)).toBe(1_250.5)
  await message.getByRole('button', { name: w('common.ok') }).click()

  await page.goto(`${stage.product.walletUrl}/user/statement`)
  await page.getByRole('button', { name: w('statement.slipButton'), exact: true }).click()
  const list = page.getByRole('dialog', { name: w('slip.title') })
  const row = list.getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(w('slip.status.SUCCESS'))
  await expect(row).toContainText('1,250.50')
  await expectAccessible(page)
  const opening = context.waitForEvent('page')
  await row.getByText(w('slip.viewImage')).click()
  const picture = await opening
  await picture.waitForLoadState()
  expect(await picture.evaluate(() => document.contentType)).toMatch(/^image\//)
})

test('an upload without a connection keeps its picture, and counts once when its answer was lost', async ({
  page,
  context,
  stage,
}) => {
  const { player, deposit } = await come(page, context, stage, 'lo')
  const { w, sheet, message } = deposit
  const slip = await transferByHand(stage, ownAccountOf(player), 410)
  await deposit.open(stage, 'slip')
  await deposit.choose(slip)
  await expect(sheet.getByText(w('slip.upload.readable'))).toBeVisible()
  await context.setOffline(true)
  await deposit.send()
  await expect(sheet.getByRole('alert')).toContainText(w('error.network'))
  await expect(sheet.getByRole('img', { name: w('aria.slipPreview') })).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)

  // The server has it, and the answer is lost on its way.
  const keys: (string | undefined)[] = []
  await page.route('**/api/wallet/slip', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await deposit.button('slip.upload.again').click()
  await expect.poll(() => keys.length).toBe(1)
  await deposit.button('slip.upload.again').click()
  await expect(message).toContainText(w('qr.paid', { amount: '410.00' }))
  expect(keys[1]).toBe(keys[0])
  expect(await walletOf(stage, player)).toBe(410)
  const { total } = await stage.api.ok(calls.slipList, { token: player.token, body: {} })
  expect(total).toBe(1)
})

test('[DEP-003] [DEP-025] [DEP-026] a gift link is sent hidden and credited, and used once', async ({
  page,
  context,
  stage,
}) => {
  const { player, deposit } = await come(page, context, stage, 'th')
  const { w, sheet, message } = deposit
  const link = await stage.sandbox.giftLink(88.5)
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/wallet/truelink')) bodies.push(request.postData() ?? '')
  })
  await deposit.open(stage, 'gift')
  await expectAccessible(page)
  await expect(deposit.button('gift.submit')).toBeDisabled()
  await deposit.link.fill(link)
  await deposit.link.press('Enter')
  await expect(message).toContainText(w('qr.paid', { amount: '88.50' }))
  expect(await walletOf(stage, player)).toBe(88.5)
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).not.toContain(new URL(link).searchParams.get('v'))
  await message.getByRole('button', { name: w('common.ok') }).click()

  await deposit.open(stage, 'gift')
  await deposit.link.fill(link)
  await deposit.button('gift.submit').click()
  await expect(sheet.getByRole('region').getByText(w('gift.yours', { amount: '88.50' }))).toBeVisible()
  await expect(deposit.link).toHaveValue(link)
  await expectAccessible(page)
  expect(await walletOf(stage, player)).toBe(88.5)
})
