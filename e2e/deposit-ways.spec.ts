import { Buffer } from 'node:buffer'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import {
  beginning,
  comeAs,
  expect,
  expectAccessible,
  type Language,
  languages,
  type Stage,
  test,
  tile,
  word,
} from './browser.ts'
import { expectWholeText } from './layout.ts'
import { newPlayer, ownAccountOf, walletOf } from './players.ts'
import { heldMs } from './sandbox.ts'
import { transferByHand } from './slips.ts'

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
    async choose(picture: Uint8Array, name = 'slip.png'): Promise<void> {
      await expect(button('slip.upload.choose').or(button('slip.upload.change'))).toBeEnabled()
      const file = { name, mimeType: 'image/png', buffer: Buffer.from(picture) }
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

test.afterEach(async ({ stage }) => {
  await stage.sandbox.fault('bank', 'none')
  await stage.sandbox.fault('gift', 'none')
})

for (const language of languages) {
  test(`[DEP-001] [SLP-001] [SLP-005] [STM-003] a slip is looked at, sent, credited and listed with its picture, in ${language}`, async ({
    page,
    context,
    stage,
  }) => {
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
}

test('a wrong picture is told before anything is sent', async ({ page, context, stage }) => {
  const { deposit } = await come(page, context, stage, 'th')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/wallet/slip')) sent.push(request.method())
  })
  await deposit.open(stage, 'slip')
  await deposit.choose(await page.screenshot())
  await expect(deposit.sheet.getByText(deposit.w('slip.upload.noQr'))).toBeVisible()
  await expectAccessible(page)
  expect(sent).toEqual([])
})

test('[SLP-011] [ERR-081] a slip that was credited already is told as that', async ({ page, context, stage }) => {
  const { player, deposit } = await come(page, context, stage, 'lo')
  const { w, sheet, message } = deposit
  const slip = await transferByHand(stage, ownAccountOf(player), 300)
  await deposit.open(stage, 'slip')
  await deposit.choose(slip)
  await deposit.send()
  await expect(message).toContainText(w('qr.paid', { amount: '300.00' }))
  await message.getByRole('button', { name: w('common.ok') }).click()

  await deposit.open(stage, 'slip')
  await deposit.choose(slip)
  await deposit.send()
  const reason = w('slip.failedWith', { reason: w('slip.reason.SLIP_REFNO_DUPLICATED') })
  await expect(sheet.getByRole('heading', { name: reason })).toBeVisible()
  await expectAccessible(page)
  expect(await walletOf(stage, player)).toBe(300)
  // The keyboard goes on to the list of slips, where both stand.
  await deposit.button('slip.upload.viewStatus').focus()
  await page.keyboard.press('Enter')
  const rows = page.getByRole('dialog', { name: w('slip.title') }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(reason)
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

test('[DEP-021] [LIM-028] a gift link of less than 2 baht is refused, and stays whole', async ({
  page,
  context,
  stage,
}) => {
  const { player, deposit } = await come(page, context, stage, 'en')
  await deposit.open(stage, 'gift')
  await expect(deposit.sheet.getByText(deposit.w('gift.minimum', { amount: 2 }))).toBeVisible()
  await deposit.link.fill(await stage.sandbox.giftLink(1.99))
  await deposit.button('gift.submit').click()
  // The reference for support follows.
  await expect(deposit.link).toHaveAccessibleDescription(
    beginning(`${deposit.w('error.DEPOSIT_MINIMUM', { min: '2.00' })} `),
  )
  expect(await walletOf(stage, player)).toBe(0)
})

test('a gift link whose issuer takes his time is shown as that until its money comes', async ({
  page,
  context,
  stage,
}) => {
  const { player, deposit } = await come(page, context, stage, 'lo')
  const link = await stage.sandbox.giftLink(64)
  await stage.sandbox.fault('gift', 'in-progress', { ms: heldMs, times: 1 })
  await deposit.open(stage, 'gift')
  await deposit.link.fill(link)
  await deposit.button('gift.submit').click()
  await expect(deposit.sheet.getByRole('heading', { name: deposit.w('gift.checking') })).toBeVisible()
  await expectAccessible(page)
  await stage.sandbox.release()
  await expect(deposit.message).toContainText(deposit.w('qr.paid', { amount: '64.00' }))
  expect(await walletOf(stage, player)).toBe(64)
})

test('[DEP-023] a transfer without a slip is told to the operator, and credits nothing', async ({
  page,
  context,
  stage,
}) => {
  const { player, deposit } = await come(page, context, stage, 'lo')
  const { w, sheet } = deposit
  await deposit.open(stage, 'bank')
  await deposit.button('deposit.notice.open').click()
  const amount = sheet.getByRole('textbox', { name: w('deposit.notice.amount') })
  await expect(amount).toBeFocused()
  await expectAccessible(page)
  await amount.fill('350')
  await amount.press('Enter')
  await expect(page.getByText(w('deposit.notice.done')).first()).toBeVisible()
  expect(await walletOf(stage, player)).toBe(0)
})

for (const [name, width, fontSize] of [
  ['at 320 px', 320, '100%'],
  ['with text at 200 %', 360, '200%'],
] as const) {
  test(`the ways to deposit have all their text ${name}`, async ({ page, context, stage }) => {
    await page.setViewportSize({ width, height: 800 })
    const { player } = await come(page, context, stage, 'th')
    const slip = await transferByHand(stage, ownAccountOf(player), 20)
    for (const language of languages) {
      await context.clearCookies()
      await context.addCookies([{ name: 'locale', value: language, url: stage.product.walletUrl }])
      await page.addInitScript((locale) => localStorage.setItem('locale', locale), language)
      const at = depositIn(page, language)
      await at.open(stage, 'bank')
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize)
      await at.button('deposit.notice.open').click()
      await expectWholeText(page, `bank, ${language}`)
      await at.to('gift')
      await expectWholeText(page, `gift, ${language}`)
      await at.to('slip')
      await expectWholeText(page, `slip, ${language}`)
      await at.choose(slip)
      await expect(at.sheet.getByText(at.w('slip.upload.readable'))).toBeVisible()
      await expectWholeText(page, `slip chosen, ${language}`)
    }
  })
}
