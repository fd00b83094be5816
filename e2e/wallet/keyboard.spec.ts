import type { Locator, Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { expectWithdrawal } from '../stage/acts.ts'
import { beginning, comeAs, expect, goldenLotus, type Stage, test, tile, word } from '../stage/browser.ts'
import { type Hands, handsOn } from './hands.ts'
import { newPhone, payer } from '../stage/players.ts'

const language = 'en'
const w = (key: string, values?: Record<string, string | number>) => word(language, key, values)
const top = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last()

/** Presses what confirms until it counts: a press at once is taken for the second half of a double one. */
async function confirm(hands: Hands, control: Locator): Promise<void> {
  await expect(async () => {
    if (await control.isVisible()) await hands.press(control)
    await expect(control).toBeHidden({ timeout: 2_000 })
  }).toPass()
}

async function acknowledge(page: Page, hands: Hands, text: string): Promise<void> {
  const message = page.getByRole('alertdialog').filter({ hasText: text })
  await expect(message).toBeVisible()
  await hands.press(message.getByRole('button', { name: w('common.ok') }))
  await expect(message).toBeHidden()
}

/** Chooses in a list of the browser's own by the first letters of what is wanted. */
async function choose(page: Page, hands: Hands, field: Locator, letters: string, value: string): Promise<void> {
  await hands.goTo(field)
  await page.keyboard.type(letters)
  await expect(field).toHaveValue(value)
}

async function registerAndLogIn(page: Page, hands: Hands, stage: Stage, phone: string): Promise<void> {
  const password = 'seven quiet lanterns'
  await hands.press(page.getByRole('navigation').getByRole('link', { name: w('nav.register') }))
  await hands.type(page.getByLabel(w('field.phone')), phone)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(w('register.otp.label'))).toBeVisible()
  await hands.type(page.getByLabel(w('register.otp.label')), await stage.sandbox.otpCode(phone))
  await page.keyboard.press('Enter')
  await hands.type(page.getByLabel(w('field.profileName')), 'Kham Souk')
  await hands.type(page.getByLabel(w('field.password'), { exact: true }), password)
  await hands.type(page.getByLabel(w('register.profile.confirm'), { exact: true }), password)
  await page.keyboard.press('Enter')
  await choose(page, hands, page.getByLabel(w('field.bank'), { exact: true }), 'Siam', 'SCB')
  await hands.type(page.getByLabel(w('field.accountNumber')), phone)
  await hands.type(page.getByLabel(w('register.bank.firstName')), 'kham')
  await hands.type(page.getByLabel(w('register.bank.lastName')), 'souk')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  await hands.type(page.getByLabel(w('field.phone')), phone)
  await hands.type(page.getByLabel(w('field.password'), { exact: true }), password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/user/home')
}

test('the whole way of a player, from his registration to his statement, by the keyboard alone', async ({
  page,
  context,
  stage,
}) => {
  test.setTimeout(600_000)
  const hands = handsOn(page)
  const phone = newPhone()
  await comeAs(context, stage, null, language)
  await page.goto(`${stage.product.walletUrl}/login`)
  await registerAndLogIn(page, hands, stage, phone)
  const token = await page.evaluate(() => sessionStorage.getItem('token') ?? localStorage.getItem('token') ?? '')

  // In.
  await hands.press(tile(page, language, 'tile.deposit'))
  await hands.type(top(page).getByRole('textbox', { name: w('common.amount') }), '1000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: w('aria.qrImage', { amount: '1,000.00' }) })).toBeVisible()
  const qr = await stage.api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })
  await stage.sandbox.pay(qr.payload ?? '', payer)
  await acknowledge(page, hands, '1,000.00')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // An account at a game, found by the arrow keys of its ring.
  const lotus = page.getByRole('button', { name: goldenLotus[language] })
  const front = page
    .getByRole('button')
    .filter({ has: page.locator('img') })
    .first()
  await hands.goTo(front)
  await expect(async () => {
    if (!(await lotus.evaluate((card) => card === document.activeElement))) await page.keyboard.press('ArrowRight')
    await expect(lotus).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await hands.press(top(page).getByRole('button', { name: w('games.account.activate') }))

  // There.
  await hands.press(top(page).getByRole('button', { name: w('transfer.title') }))
  await hands.type(top(page).getByRole('textbox', { name: w('common.amount') }), '400')
  await page.keyboard.press('Enter')
  await expect(top(page).getByRole('heading', { name: w('transfer.reviewTitle') })).toBeVisible()
  await confirm(hands, top(page).getByRole('button', { name: beginning(w('transfer.confirmAmount', { amount: '' })) }))
  await acknowledge(page, hands, '400.00')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Where it was opened from.
  await expect(lotus).toBeFocused()

  // Out.
  await hands.goTo(page.getByRole('button', { name: w('tile.withdraw') }), true)
  await page.keyboard.press('Space')
  await hands.type(top(page).getByRole('textbox'), '300')
  await page.keyboard.press('Enter')
  await expect(top(page).getByRole('heading', { name: w('withdraw.reviewTitle') })).toBeVisible()
  await confirm(hands, top(page).getByRole('button', { name: w('withdraw.confirm', { amount: '300.00' }) }))
  await expect(top(page)).toContainText(w('withdraw.success'))
  await expectWithdrawal(page, language, 'paid')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // What became of it all.
  await hands.press(page.getByRole('navigation').getByRole('link', { name: w('nav.statement') }))
  await page.waitForURL('**/user/statement')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await hands.press(rows.first().getByRole('button'))
  await expect(top(page)).toContainText('300.00')
  await page.keyboard.press('Escape')
  await expect(rows.first().getByRole('button')).toBeFocused()
  expect(await stage.api.ok(calls.walletAmount, { token })).toMatchObject({ amount: 300 })
})

test('a sheet keeps the focus while it is open, and the first press of Tab leads past the bars', async ({
  page,
  context,
  stage,
}) => {
  await comeAs(context, stage, null, language)
  await page.goto(`${stage.product.walletUrl}/contact`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: w('aria.skipToContent') })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')

  await page.goto(`${stage.product.walletUrl}/howto`)
  const hands = handsOn(page)
  await hands.press(page.getByRole('main').getByRole('button', { name: w('howto.bonusReceive') }))
  await expect(top(page)).toBeVisible()
  for (let steps = 0; steps < 12; steps += 1) {
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement === document.body || activeElement?.closest('dialog[open]') !== null
    })
    expect(isInside).toBe(true)
  }
})
