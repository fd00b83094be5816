import type { Page } from '@playwright/test'
import { comeAs, expect, languages, type Stage, test, word } from '../stage/browser.ts'
import { newPhone, newPlayer } from '../stage/players.ts'
import { untilQuiet } from '../stage/quiet.ts'

for (const language of languages) {
  test(`[GEN-005] [GEN-006] the first paint is in the chosen language: ${language}`, async ({ page, stage }) => {
    const { walletUrl } = stage.product
    await comeAs(page.context(), stage, null, language)
    // What the page was, from its first element on.
    await page.addInitScript(() => {
      const seen = new Set<string>()
      Object.assign(globalThis, { seen })
      new MutationObserver(() => {
        seen.add(document.documentElement.lang)
        const words = document.querySelector('main')?.innerText ?? ''
        if (/ยินดีต้อนรับ/.test(words)) seen.add('th')
        if (/ຍິນດີຕ້ອນຮັບ/.test(words)) seen.add('lo')
        if (/Welcome/.test(words)) seen.add('en')
      }).observe(document, { attributes: true, childList: true, subtree: true })
    })
    const response = await page.goto(`${walletUrl}/login`)
    expect(await response?.text()).toContain(`<html lang="${language}">`)
    await expect(page.getByText(word(language, 'login.welcome'))).toBeVisible()
    expect(await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])).toEqual([language])
  })
}

test('what a page has fetched ahead is used: fonts are drawn with, styles hold', async ({ browser, stage }) => {
  const member = await newPlayer(stage)
  for (const path of ['/login', '/contact', '/user/home', '/user/statement', '/user/bonus', '/user/contact']) {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    await comeAs(context, stage, path.startsWith('/user/') ? member : null, 'th')
    const page = await context.newPage()
    const response = await page.goto(`${stage.product.walletUrl}${path}`)
    await page.getByRole('main').waitFor()
    await untilQuiet(page)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const header = (await response?.allHeaders())?.['link'] ?? ''
    const named = [...header.matchAll(/<([^>]+)>; rel=preload/g)].map((match) => match[1] ?? '')
    expect.soft(await page.evaluate(unusedOf, named), path).toEqual([])
    await context.close()
  }
})

/** In the page: which of these files, and of those that the page itself names, nothing has come to need. */
function unusedOf(named: string[]): string[] {
  const ahead = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map((link) => link.href)
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  const nameOf = (family: string): string => family.replaceAll(/["']/g, '')
  const isUsed = (address: string): boolean => {
    if (address.endsWith('.css')) return [...document.styleSheets].some(({ href }) => href?.endsWith(address) ?? false)
    const file = new URL(address, location.href).pathname
    const families = rules
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .filter((rule) => rule.cssText.includes(file.split('/').at(-1) ?? ''))
      .map((rule) => nameOf(rule.style.getPropertyValue('font-family')))
    return [...document.fonts].some((face) => face.status === 'loaded' && families.includes(nameOf(face.family)))
  }
  return [...new Set([...named, ...ahead])].filter((address) => !isUsed(address))
}

const password = 'seven quiet lanterns'

/** Fills in /login and sends it. */
async function logIn(page: Page, phone: string, typed: string): Promise<void> {
  await page.getByLabel(word('lo', 'field.phone')).fill(phone)
  await page.getByLabel(word('lo', 'field.password'), { exact: true }).fill(typed)
  await page
    .getByRole('main')
    .getByRole('button', { name: word('lo', 'login.submit'), exact: true })
    .click()
}

/** Goes through the wizard up to the phone's verification. */
async function enterPhone(page: Page, stage: Stage, phone: string): Promise<void> {
  await page.goto(`${stage.product.walletUrl}/register`)
  await page.getByLabel(word('lo', 'field.phone')).fill(phone)
  await page.getByRole('button', { name: word('lo', 'common.continue') }).click()
}

test('[REG-001] [REG-010] [LOG-007] [LOG-011] [ERR-009] [ERR-018] [ERR-028] [LIM-030] from a registration to its limits', async ({
  page,
  stage,
}) => {
  const w = (key: string): string => word('lo', key)
  const phone = newPhone()
  await comeAs(page.context(), stage, null, 'lo')
  const code = page.getByLabel(w('register.otp.label'))
  await enterPhone(page, stage, phone)
  await expect(code).toBeVisible()
  await code.fill(await stage.sandbox.otpCode(phone))
  await page.getByLabel(w('field.profileName')).fill('ນາງ ແສງດາວ')
  await page.getByLabel(w('field.password'), { exact: true }).fill(password)
  await page.getByLabel(w('register.profile.confirm')).fill(password)
  await page.getByRole('button', { name: w('common.continue') }).click()
  for (const bankCode of ['SCB', 'KBANK', 'GSB', 'BCEL', 'TW', 'KTB', 'TMB', 'BBL']) {
    await expect(page.getByLabel(w('field.bank')).locator(`option[value=${bankCode}]`)).toHaveCount(1)
  }
  await page.getByLabel(w('field.bank')).selectOption('BCEL')
  await page.getByLabel(w('field.accountNumber')).fill(phone)
  await page.getByLabel(w('register.bank.firstName')).fill('saengdao')
  await page.getByLabel(w('register.bank.lastName')).fill('vong')
  await page
    .getByRole('main')
    .getByRole('button', { name: w('register.title') })
    .click()
  await expect(page.getByText(w('register.success'))).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)

  await logIn(page, phone, password)
  await expect(page).toHaveURL(/\/user\/home$/)
  await page.getByRole('button', { name: w('nav.logout') }).click()
  await expect(page).toHaveURL(/\/login$/)
  await logIn(page, phone, 'nine loud lanterns')
  await expect(page.getByRole('alert')).toContainText(word('lo', 'error.WRONG_CREDENTIAL'))

  await page.getByRole('link', { name: w('login.forgot') }).click()
  await expect(page.getByRole('banner').getByRole('heading')).toHaveText(w('forgot.title'))
  await page.getByLabel(w('field.phone')).fill(phone)
  await page.getByRole('button', { name: w('common.continue') }).click()
  // What strangers asked for keeps no known device waiting; its own codes are one a minute.
  await expect(page.getByLabel(w('register.otp.label'))).toBeVisible()
  await page.reload()
  await page.getByLabel(w('field.phone')).fill(phone)
  await page.getByRole('button', { name: w('common.continue') }).click()
  await expect(page.getByRole('alert')).toContainText(w('error.REQUEST_LIMIT_1MIN'))
  await expect(page.getByLabel(w('field.phone'))).toHaveValue(phone)

  await enterPhone(page, stage, phone)
  await expect(page.getByRole('alert')).toContainText(w('error.EXISTING_USER'))
})
