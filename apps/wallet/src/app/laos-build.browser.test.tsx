import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { buildSettings } from '../lib/build-settings.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { arriveAt, clearBrowser, openApp } from '../testing/open-app.tsx'
import { bankRows, willing as willingOtherwise } from '../testing/registration-answers.ts'

const willing = {
  ...willingOtherwise,
  'GET /api/lookup/registerOTP': { registerOTP: false },
  'GET /api/lookup/banks': bankRows('BCEL'),
}

const phone = page.getByLabelText('Phone number')
const next = page.getByRole('button', { name: 'Continue' })
const currency = page.getByLabelText('Currency')

async function reachBank(typedPhone: string): Promise<void> {
  await phone.fill(typedPhone)
  await next.click()
  await page.getByLabelText('Profile name').fill('Dao')
  await page.getByLabelText('Password', { exact: true }).fill('correct horse')
  await page.getByLabelText('Confirm password').fill('correct horse')
  await next.click()
  await expect.element(page.getByLabelText('Account number')).toBeVisible()
}

beforeEach(() => {
  clearBrowser()
  buildSettings.isLaos = true
})
afterEach(() => {
  buildSettings.isLaos = false
})

describe('the build for Laos', () => {
  it('[GEN-004] speaks Lao to who has chosen nothing', async () => {
    fakeServer()
    await openApp('/login', { language: 'stored' })
    await expect.element(page.getByText('ຍິນດີຕ້ອນຮັບ')).toBeVisible()
    await expect.element(page.getByPlaceholder(/02055512345/)).toBeVisible()
    expect(document.documentElement.lang).toBe('lo')
  })

  it('[REG-019] registers its phones, and pays out in kip or baht', async () => {
    const server = fakeServer(willing)
    await openApp('/register')
    await reachBank('020 5551 2345')
    await expect.element(currency).toHaveValue('LAK')
    expect([...(currency.element() as HTMLSelectElement).options].map(({ value }) => value)).toEqual(['LAK', 'BAHT'])
    await page.getByLabelText('Bank', { exact: true }).selectOptions('BCEL')
    await page.getByLabelText('Account number').fill('1234567890')
    await page.getByLabelText('Account holder first name').fill('Dao')
    await page.getByLabelText('Account holder last name').fill('Dee')
    await page.getByRole('button', { name: 'Register' }).click()
    await arriveAt('/login')
    expect(server.callsTo('POST /api/account')[0]?.body).toMatchObject({ username: '02055512345', currency: 'LAK' })
  })

  it.each([
    ['2055512', 'Enter a phone number of 8–11 digits'],
    ['020555123456', 'Enter a phone number of 8–11 digits'],
  ])('does not ask for ten digits: %s', async (typed, words) => {
    fakeServer(willing)
    await openApp('/register')
    await phone.fill(typed)
    await next.click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(words)
  })
})

describe('the build for Thailand', () => {
  it('[REG-019] has no choice of a currency, and sends baht', async () => {
    buildSettings.isLaos = false
    const server = fakeServer(willing)
    await openApp('/register')
    await reachBank('0812345678')
    await expect.element(currency).not.toBeInTheDocument()
    await page.getByLabelText('Bank', { exact: true }).selectOptions('BCEL')
    await page.getByLabelText('Account number').fill('1234567890')
    await page.getByLabelText('Account holder first name').fill('Dao')
    await page.getByLabelText('Account holder last name').fill('Dee')
    await page.getByRole('button', { name: 'Register' }).click()
    await arriveAt('/login')
    expect(server.callsTo('POST /api/account')[0]?.body).toMatchObject({ currency: 'BAHT' })
  })
})
