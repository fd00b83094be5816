import type { Page } from '@playwright/test'
import { holdAnswer } from '../stage/acts.ts'
import { comeAs, expect, expectAccessible, type Language, type Stage, tile, word } from '../stage/browser.ts'
import { newPhone } from '../stage/players.ts'
import { test } from './unanswered.ts'

test.afterEach(({ stage }) => stage.sandbox.fault('sms', 'none'))

const password = 'seven quiet lanterns'

async function openRegister(page: Page, stage: Stage, language: Language) {
  await comeAs(page.context(), stage, null, language)
  await page.goto(`${stage.product.walletUrl}/register`)
  const w = (key: string) => word(language, key)
  return {
    w,
    phone: page.getByLabel(w('field.phone')),
    code: page.getByLabel(w('register.otp.label')),
    field: (key: string) => page.getByLabel(w(key), { exact: true }),
    button: (key: string) => page.getByRole('button', { name: w(key), exact: true }),
    /** What went wrong, in the reader's language, wherever it is said. */
    said: (key: string) => page.getByText(w(key)).last(),
  }
}

/** How many calls of each kind the server has answered. */
function answered(page: Page): (path: string) => number {
  const paths: string[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST') paths.push(new URL(response.url()).pathname)
  })
  return (path) => paths.filter((one) => one === path).length
}

test('[ERR-025] an SMS that cannot be sent is told, and the next try goes on', async ({ page, stage }) => {
  const { w, phone, code, button, said } = await openRegister(page, stage, 'lo')
  const number = newPhone()
  await phone.fill(number)
  await stage.sandbox.fault('sms', 'refuse')
  await button('common.continue').click()
  await expect(said('error.OTP_SEND_FAIL')).toBeVisible()
  await expect(phone).toHaveValue(number)
  await expectAccessible(page)
  await stage.sandbox.fault('sms', 'slow', { ms: 1_500 })
  const sent = await holdAnswer(page, '**/api/otp/send')
  await button('common.continue').dblclick()
  await expect(button('common.sending')).toBeDisabled()
  sent()
  await expect(code).toBeVisible()
  await stage.sandbox.fault('sms', 'none')
  // The codes of tries that failed count for nothing.
  await code.fill(await stage.sandbox.otpCode(number))
  await expect(page.getByLabel(w('field.profileName'))).toBeVisible()
})

test('each step of a registration, and the login, is safe from a network that goes and comes back', async ({
  page,
  context,
  stage,
}) => {
  const { w, phone, code, field, button, said } = await openRegister(page, stage, 'lo')
  const count = answered(page)
  const number = newPhone()

  async function offline(act: () => Promise<void>): Promise<void> {
    await context.setOffline(true)
    await act()
    await expect(said('error.network')).toBeVisible()
    await context.setOffline(false)
  }
  const press = (key: string) => () => button(key).last().click()

  await phone.fill(number)
  await offline(press('common.continue'))
  await expect(phone).toHaveValue(number)
  await press('common.continue')()
  await expect(code).toBeVisible()
  const digits = await stage.sandbox.otpCode(number)
  await offline(() => code.fill(digits))
  await expect(code).toHaveValue(digits)
  await press('common.confirm')()

  await field('field.profileName').fill('Kham Souk')
  await field('field.password').fill(password)
  await field('register.profile.confirm').fill(password)
  await offline(press('common.continue'))
  await expect(field('field.profileName')).toHaveValue('Kham Souk')
  await expect(field('field.password')).toHaveValue(password)
  await press('common.continue')()

  await field('field.bank').selectOption('SCB')
  await field('field.accountNumber').fill(number)
  await field('register.bank.firstName').fill('kham')
  await field('register.bank.lastName').fill('souk')
  await offline(press('register.title'))
  await expectAccessible(page)
  await press('common.ok')()
  await expect(field('field.bank')).toHaveValue('SCB')
  await expect(field('register.bank.firstName')).toHaveValue('KHAM')
  await press('register.title')()
  await expect(said('register.success')).toBeVisible()
  const paths = ['/api/otp/send', '/api/otp/verify', '/api/account/validate', '/api/account']
  expect(paths.map(count)).toEqual([1, 1, 1, 1])
  await page.waitForURL('**/login')

  await phone.fill(number)
  await field('field.password').fill(password)
  const submit = page.locator('form').getByRole('button', { name: w('login.submit') })
  await offline(() => submit.click())
  await expect(phone).toHaveValue(number)
  await expect(field('field.password')).toHaveValue(password)
  await submit.dblclick()
  await page.waitForURL('**/user/home')
  await expect(tile(page, 'lo', 'tile.deposit')).toBeVisible()
  expect(count('/api/login')).toBe(1)
})

test('a reload in the middle of a registration loses nothing but the password and the bank account, which no browser keeps', async ({
  page,
  stage,
}) => {
  const { w, phone, code, field, button, said } = await openRegister(page, stage, 'th')
  const count = answered(page)
  const number = newPhone()
  const press = (key: string) => button(key).last().click()
  const typePassword = async (): Promise<void> => {
    await field('field.password').fill(password)
    await field('register.profile.confirm').fill(password)
  }

  await phone.fill(number)
  await press('common.continue')
  await expect(code).toBeVisible()
  await page.reload()
  await code.fill(await stage.sandbox.otpCode(number))

  await field('field.profileName').fill('Mali')
  await typePassword()
  await page.reload()
  await expect(field('field.profileName')).toHaveValue('Mali')
  await expect(field('field.password')).toHaveValue('')
  await typePassword()
  await press('common.continue')

  const typeBank = async (): Promise<void> => {
    await field('field.bank').selectOption('SCB')
    await field('field.accountNumber').fill(number)
    await field('register.bank.firstName').fill('mali')
    await field('register.bank.lastName').fill('dee')
  }
  await typeBank()
  await page.reload()
  await expect(page.getByRole('heading', { name: w('register.profile.title') })).toBeVisible()
  await typePassword()
  await press('common.continue')
  await expect(field('field.accountNumber')).toHaveValue('')
  await typeBank()
  await press('register.title')
  await expect(said('register.success')).toBeVisible()
  expect(['/api/otp/send', '/api/otp/verify', '/api/account'].map(count)).toEqual([1, 1, 1])
})
