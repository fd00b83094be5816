import { calls } from '@krapao/contract'
import { containing, expect, test as base, type Stage, word } from '../stage/browser.ts'
import { buildVariant, serveBuild } from '../stage/build-server.ts'
import { createClient } from '../stage/client.ts'
import { startProduct } from '../stage/product.ts'
import { createSandbox } from '../stage/sandbox.ts'

// The product of the other country: its server, its demo operator, and its build of the app.
base.describe.configure({ timeout: 300_000 })

const test = base.extend<{ lao: Stage & { url: string } }>({
  // oxlint-disable-next-line no-empty-pattern
  lao: async ({}, give) => {
    const isLaos = { KRAPAO_LAOS: '1' }
    // On the embedded database the server itself changes a setting, and knows it at once.
    const starting = startProduct(isLaos, { isEmbedded: true })
    const [product, build] = await Promise.all([starting, buildVariant(isLaos)])
    const server = await serveBuild(build.folder, product.walletUrl)
    const { walletUrl, sandboxUrl } = product
    await give({ product, api: createClient(walletUrl), sandbox: createSandbox(sandboxUrl), url: server.url })
    server.close()
    build.remove()
    await product.close()
  },
})

const typed = '02055512345'
const [password, newPassword] = ['seven quiet lanterns', 'nine loud lanterns']
const w = (key: string): string => word('lo', key)

test('[GEN-012] [REG-028] [LIM-005] [LIM-006] the product for Laos registers the phone that it gives as an example, in kip, and finds it again by a forgotten password', async ({
  page,
  lao,
}) => {
  const button = (key: string) => page.getByRole('button', { name: w(key), exact: true })
  // The usual build is for Thailand: its rule about phones is not this server's, so it is not served here.
  expect((await fetch(`${lao.product.walletUrl}/login`)).status).toBe(404)

  // A phone gets one code a minute, and the forgotten password needs it.
  await lao.product.operator('settings', 'set', 'registerOTP', 'false')
  await page.goto(`${lao.url}/register`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'lo')
  await expect(page.getByLabel(w('field.phone'))).toHaveAttribute('placeholder', containing(typed))
  await page.getByLabel(w('field.phone')).fill(typed)
  await button('common.continue').click()
  await page.getByLabel(w('field.profileName')).fill('Dao')
  await page.getByLabel(w('field.password'), { exact: true }).fill(password)
  await page.getByLabel(w('register.profile.confirm'), { exact: true }).fill(password)
  await button('common.continue').click()
  const currency = page.getByLabel(w('register.bank.currency'))
  await expect(currency).toHaveValue('LAK')
  expect(await currency.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
    'LAK',
    'BAHT',
  ])
  const bank = page.getByLabel(w('field.bank'), { exact: true })
  // The country's own banks come first.
  await expect(bank.locator('option').nth(1)).toHaveAttribute('value', 'BCEL')
  await bank.selectOption('BCEL')
  await page.getByLabel(w('field.accountNumber')).fill('0101200012')
  await page.getByLabel(w('register.bank.firstName')).fill('dao')
  await page.getByLabel(w('register.bank.lastName')).fill('dee')
  await page
    .getByRole('button', { name: w('register.title') })
    .last()
    .click()
  await page.waitForURL('**/login')

  await page.goto(`${lao.url}/forgot`)
  await page.getByLabel(w('field.phone')).fill(typed)
  await button('common.continue').click()
  await expect(page.getByLabel(w('register.otp.label'))).toBeVisible()
  await page.getByLabel(w('register.otp.label')).fill(await lao.sandbox.otpCode('2055512345'))
  await page.getByLabel(w('forgot.newPasswordField'), { exact: true }).fill(newPassword)
  await page.getByLabel(w('register.profile.confirm'), { exact: true }).fill(newPassword)
  await button('forgot.newPassword').click()
  await page.waitForURL('**/login')
  expect(await lao.api.ok(calls.login, { body: { username: typed, password: newPassword } })).toHaveProperty('token')
})
