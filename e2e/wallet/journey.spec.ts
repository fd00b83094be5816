import type { Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { expectWithdrawal } from '../stage/acts.ts'
import {
  comeAs,
  containing,
  expect,
  expectAccessible,
  goldenLotus,
  type Language,
  languages,
  pressUntilGone,
  type Stage,
  test,
  tile,
  word,
} from '../stage/browser.ts'
import { newPhone } from '../stage/players.ts'

// As `npm start` runs it.
test.use({ isEmbedded: true })

const password = 'seven quiet lanterns'

/** The top sheet or dialog. */
const top = (page: Page) => page.getByRole('dialog').last()

/** Closes a message on top of everything by its one button. */
async function acknowledge(page: Page, language: Language, text: string): Promise<void> {
  const message = page.getByRole('alertdialog').filter({ hasText: text })
  await expect(message).toBeVisible()
  await message.getByRole('button', { name: word(language, 'common.ok') }).click()
  await expect(message).toBeHidden()
}

async function register(page: Page, stage: Stage, language: Language, phone: string): Promise<void> {
  const w = (key: string) => word(language, key)
  await page.goto(`${stage.product.walletUrl}/register`)
  await page.getByLabel(w('field.phone')).fill(phone)
  await expectAccessible(page)
  await page.getByRole('button', { name: w('common.continue') }).click()
  await expect(page.getByLabel(w('register.otp.label'))).toBeVisible()
  await page.getByLabel(w('register.otp.label')).fill(await stage.sandbox.otpCode(phone))
  await page.getByLabel(w('field.profileName')).fill('Kham Souk')
  await page.getByLabel(w('field.password'), { exact: true }).fill(password)
  await page.getByLabel(w('register.profile.confirm'), { exact: true }).fill(password)
  await expectAccessible(page)
  await page.getByRole('button', { name: w('common.continue') }).click()
  await page.getByLabel(w('field.bank'), { exact: true }).selectOption('SCB')
  await page.getByLabel(w('field.accountNumber')).fill(phone)
  await page.getByLabel(w('register.bank.firstName')).fill('kham')
  await page.getByLabel(w('register.bank.lastName')).fill('souk')
  await expect(page.getByLabel(w('register.bank.firstName'))).toHaveValue('KHAM')
  await page
    .getByRole('button', { name: w('register.title') })
    .last()
    .click()
  await expect(page.getByText(w('register.success'))).toBeVisible()
  await page.waitForURL('**/login')
}

async function logIn(page: Page, language: Language, phone: string): Promise<void> {
  const w = (key: string) => word(language, key)
  await page.getByLabel(w('field.phone')).fill(phone)
  await page.getByLabel(w('field.password'), { exact: true }).fill(password)
  await page
    .locator('form')
    .getByRole('button', { name: w('login.submit') })
    .click()
  await page.waitForURL('**/user/home')
  await expect(tile(page, language, 'tile.deposit')).toBeVisible()
}

async function depositByQr(page: Page, stage: Stage, language: Language, phone: string): Promise<void> {
  const w = (key: string) => word(language, key)
  await tile(page, language, 'tile.deposit').click()
  await top(page).getByRole('textbox').fill('1000')
  await expectAccessible(page)
  await top(page)
    .getByRole('button', { name: w('qr.create') })
    .click()
  await expect(top(page).getByRole('button', { name: w('qr.done') })).toBeVisible()
  await expectAccessible(page)
  const token = await page.evaluate(() => sessionStorage.getItem('token') ?? localStorage.getItem('token') ?? '')
  const qr = await stage.api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })
  await stage.sandbox.pay(qr.payload ?? '', { bankCode: 'SCB', accountNo: phone, name: 'KHAM SOUK' })
  await acknowledge(page, language, '1,000.00')
  await expect(page.getByRole('main')).toContainText('1,000')
}

async function openGame(page: Page, language: Language): Promise<void> {
  const card = page.getByRole('button', { name: goldenLotus[language] }).first()
  await card.click()
  const account = word(language, 'games.account.title', { name: goldenLotus[language] })
  await expect(page.getByRole('dialog', { name: account })).toBeVisible()
  const activate = top(page).getByRole('button', { name: word(language, 'games.account.activate') })
  await expectAccessible(page)
  await activate.click()
  await expect(top(page).getByRole('button', { name: word(language, 'transfer.title') })).toBeVisible()
}

async function transferIn(page: Page, language: Language, amount: string): Promise<void> {
  const w = (key: string) => word(language, key)
  await top(page)
    .getByRole('button', { name: w('transfer.title') })
    .click()
  await top(page).getByRole('textbox').fill(amount)
  await top(page)
    .getByRole('button', { name: w('common.continue') })
    .click()
  await expect(top(page).getByRole('heading', { name: w('transfer.reviewTitle') })).toBeVisible()
  await expectAccessible(page)
  await top(page)
    .getByRole('button', { name: containing(amount) })
    .click()
}

/** Plays with the rest of the wallet too, wins 50 at the game's own site, and brings everything home. */
async function playAndBringHome(page: Page, stage: Stage, language: Language, username: string): Promise<void> {
  const w = (key: string) => word(language, key)
  const play = top(page).getByRole('button', { name: w('games.account.play') })
  await expect(top(page)).toContainText('400.00')
  await expectAccessible(page)
  await play.click()
  await page.waitForURL((url) => url.origin === stage.product.sandboxUrl)
  await expect(page.getByRole('region', { name: 'Player' })).toContainText(username)
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('1,000.00')
  await stage.sandbox.play('PG', username, 50)
  await page.goto(`${stage.product.walletUrl}/user/home`)
  await expect(page.getByRole('main')).toContainText('1,050')
  await page.getByRole('button', { name: goldenLotus[language] }).first().click()
  await top(page)
    .getByRole('button', { name: w('games.account.back') })
    .click()
  await expect(top(page).getByRole('heading', { name: w('transfer.reviewTitle') })).toBeVisible()
  await top(page).getByRole('button', { name: /1,050/ }).click()
  await acknowledge(page, language, '1,050.00')
  await top(page)
    .getByRole('button', { name: w('aria.closeDialog') })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

for (const language of languages) {
  test(`[GEN-023, TRF-001, TRF-002, WDR-001, WDR-002, DEP-002, DEP-004, GAM-004] the whole way of a player in ${language}`, async ({
    page,
    context,
    stage,
  }) => {
    test.setTimeout(600_000)
    const w = (key: string, values?: Record<string, string | number>) => word(language, key, values)
    const phone = newPhone()
    await comeAs(context, stage, null, language)
    await register(page, stage, language, phone)
    await logIn(page, language, phone)
    await expectAccessible(page)
    await depositByQr(page, stage, language, phone)
    await openGame(page, language)
    await transferIn(page, language, '400')
    await acknowledge(page, language, '400.00')
    const token = await page.evaluate(() => sessionStorage.getItem('token') ?? localStorage.getItem('token') ?? '')
    const { username } = await stage.api.ok(calls.walletAccount, { token, params: { slotCode: 'PG' } })

    await playAndBringHome(page, stage, language, username)

    await page.getByRole('button', { name: w('tile.withdraw') }).click()
    await top(page).getByRole('textbox').fill('300')
    await expectAccessible(page)
    await top(page)
      .getByRole('button', { name: w('common.continue') })
      .click()
    await expect(top(page).getByRole('heading', { name: w('withdraw.reviewTitle') })).toBeVisible()
    await expectAccessible(page)
    await pressUntilGone(top(page).getByRole('button', { name: w('withdraw.confirm', { amount: '300.00' }) }))
    await expect(top(page)).toContainText(w('withdraw.success'))
    await expectWithdrawal(page, language, 'paid')
    await expectAccessible(page)
    await expect.poll(async () => (await stage.sandbox.payoutsTo(phone)).map(({ amount }) => amount)).toEqual([300])
    await expect.poll(async () => (await stage.api.ok(calls.walletAmount, { token })).amount).toBe(750)

    await page.goto(`${stage.product.walletUrl}/user/statement`)
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows.filter({ hasText: '300' }).first()).toBeVisible()
    await expect(rows).toHaveCount(5)
    await expect(rows.last()).toContainText('1,000')
    await expectAccessible(page)
  })
}

test('[LOG-008, LOG-011] a logout forgets the token and goes to the login', async ({ page, context, stage }) => {
  const phone = newPhone()
  await comeAs(context, stage, null, 'en')
  await register(page, stage, 'en', phone)
  await logIn(page, 'en', phone)
  await page.getByRole('button', { name: word('en', 'nav.logout') }).click()
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
  if (await question.isVisible()) await question.getByRole('button').last().click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => [sessionStorage.getItem('token'), localStorage.getItem('token')])).toEqual([
    null,
    null,
  ])
})
