import type { Locator, Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { comeAs, expect, expectAccessible, type Language, type Stage, test, word } from '../stage/browser.ts'
import { newKey } from '../stage/client.ts'
import { logIn, newPlayer, payIn, type Player } from '../stage/players.ts'

/** The profile and what is on it, found by the words of a language. */
async function openProfile(page: Page, stage: Stage, player: Player, language: Language = 'en') {
  await comeAs(page.context(), stage, player, language)
  await page.goto(`${stage.product.walletUrl}/user/profile`)
  const w = (key: string, values?: Record<string, string | number>): string => word(language, key, values)
  const main = page.getByRole('main')
  const field = (key: string): Locator => page.getByLabel(w(key), { exact: true })
  const message = page.getByRole('alertdialog')
  await expect(main).toContainText(player.phone)
  return {
    w,
    main,
    message,
    edit: main.getByRole('button', { name: w('profile.edit') }),
    save: main.getByRole('button', { name: w('common.save') }),
    name: field('field.profileName'),
    bank: field('field.bank'),
    accountName: field('field.accountName'),
    accountNo: field('field.accountNumber'),
    password: field('field.password'),
    devices: page.getByRole('region', { name: w('sessions.title') }),
    async acknowledge(text: string): Promise<void> {
      await expect(message).toContainText(text)
      await message.getByRole('button', { name: w('common.ok') }).click()
      await expect(message).toHaveCount(0)
    },
  }
}

const profileOf = ({ api }: Stage, { token }: Player) => api.ok(calls.accountProfile, { token })

/** Holds that nothing is cut and nothing lies beside the page. */
async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test('leaving what was half edited by the menu asks first', async ({ page, stage }) => {
  const player = await newPlayer(stage)
  const profile = await openProfile(page, stage, player)
  const { w } = profile
  const menu = page
    .getByRole('navigation')
    .getByRole('link', { name: w('nav.home') })
    .first()
  const question = page.getByRole('alertdialog', { name: w('dialog.leaveTitle') })
  await profile.edit.click()
  await profile.name.fill('Somebody else')
  await menu.click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: w('dialog.stay') }).click()
  await expect(question).toHaveCount(0)
  await expect(profile.name).toHaveValue('Somebody else')
  await menu.click()
  await question.getByRole('button', { name: w('dialog.leave') }).click()
  await expect(page).toHaveURL(/\/user\/home$/)
  expect((await profileOf(stage, player)).profile.name).toBe('สมชาย ใจดี')

  await page.goBack()
  await profile.edit.click()
  await menu.click()
  await expect(page).toHaveURL(/\/user\/home$/)
})

test('[PRF-001] [PRF-004] [PRF-013] the profile is edited and kept', async ({ page, stage }) => {
  const language = 'th'
  const player = await newPlayer(stage)
  const profile = await openProfile(page, stage, player, language)
  await expect(profile.main).toContainText('สมชาย ใจดี')
  await expectAccessible(page)
  await profile.edit.click()
  await expect(profile.name).toBeFocused()
  await profile.name.fill('ນາງ ແສງດາວ')
  await profile.bank.selectOption('BBL')
  await profile.accountName.fill('saengdao')
  await profile.accountNo.fill(`1${player.phone}`)
  await profile.password.fill('not the password')
  await expectAccessible(page)
  await profile.save.click()
  await expect(profile.main.getByRole('alert').filter({ visible: true }).first()).toBeVisible()
  await expect(profile.password).toBeFocused()
  await expect(profile.accountName).toHaveValue('SAENGDAO')
  await profile.password.fill(player.password)
  await profile.save.click()
  await profile.acknowledge(profile.w('profile.savedBank'))
  await page.reload()
  await expect(profile.main).toContainText('ນາງ ແສງດາວ')
  await expect(profile.main).toContainText('SAENGDAO')
  expect((await profileOf(stage, player)).bankAccount).toMatchObject({
    bankCode: 'BBL',
    bankAccountName: 'SAENGDAO',
    bankAccountNo: `1${player.phone}`,
  })
})

test('[PRF-003] [PRF-011] a new password ends the other sessions', async ({ page, stage }) => {
  const language = 'en'
  const player = await newPlayer(stage)
  const elsewhere = await logIn(stage, player.phone)
  const { w, main, devices, acknowledge } = await openProfile(page, stage, player, language)
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await main.getByRole('button', { name: w('password.title') }).click()
  const sheet = page.getByRole('dialog', { name: w('password.title') })
  const type = (key: string, text: string): Promise<void> => sheet.getByLabel(w(key), { exact: true }).fill(text)
  await type('password.old', 'not the password')
  await type('password.new', 'nine loud rivers')
  await type('password.confirm', 'nine loud rivers')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: w('password.title') }).click()
  await expect(sheet.getByLabel(w('password.old'), { exact: true })).toBeFocused()
  await expect(sheet.getByLabel(w('password.new'), { exact: true })).toHaveValue('nine loud rivers')
  await expectAccessible(page)
  await type('password.old', player.password)
  await sheet.getByRole('button', { name: w('password.title') }).click()
  await acknowledge(w('password.saved'))
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  expect(await stage.api.refused(calls.accountProfile, { token: elsewhere })).toBe('401 invalid-token')
  const body = { username: player.phone, remember: true }
  expect(await stage.api.refused(calls.login, { body: { ...body, password: player.password } })).toMatch(/^401/)
  await stage.api.ok(calls.login, { body: { ...body, password: 'nine loud rivers' } })
})

test('[PRF-002] [PRF-017] [PRF-018] a Thai name at a bank that wants English is corrected behind a pencil', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  // The server takes no Thai name there any more: this one is of an older registration.
  const { bankAccountNo } = player.bank
  const body = { name: 'Som', bankCode: 'KTB', bankAccountName: 'SOM', bankAccountNo, password: player.password }
  await stage.api.ok(calls.accountUpdateProfile, { token: player.token, body })
  let isOld = true
  await page.route('**/api/account/profile', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { bankAccount: { bankAccountName: string } }
    if (isOld) answer.bankAccount.bankAccountName = 'สมชาย ใจดี'
    await route.fulfill({ response, json: answer })
  })
  const { w, main, acknowledge } = await openProfile(page, stage, player)
  await main.getByRole('button', { name: w('bankName.title') }).click()
  const sheet = page.getByRole('dialog', { name: w('bankName.title') })
  await expectAccessible(page)
  await sheet.getByLabel(w('bankName.label')).fill('สมชาย')
  await sheet.getByRole('button', { name: w('common.save') }).click()
  // In a toast, and below the field for as long as it is wrong.
  await expect(sheet.getByText(w('bankName.requiredEngLang'))).toHaveCount(2)
  await sheet.getByLabel(w('bankName.label')).fill('somchai jaidee')
  isOld = false
  await sheet.getByRole('button', { name: w('common.save') }).click()
  await acknowledge(w('bankName.saved'))
  await expect(main).toContainText('SOMCHAI JAIDEE')
  await expect(main.getByRole('button', { name: w('bankName.title') })).toHaveCount(0)
  expect((await profileOf(stage, player)).bankAccount.bankAccountName).toBe('SOMCHAI JAIDEE')
})

test('a withdrawal after a change of the bank account waits, as the profile said', async ({ page, stage }) => {
  const player = await newPlayer(stage)
  await payIn(stage, player, 500)
  const profile = await openProfile(page, stage, player)
  await profile.edit.click()
  await profile.accountName.fill('SOMCHAI J')
  await profile.password.fill(player.password)
  await profile.save.click()
  await profile.acknowledge('wait for a check by our team')
  const { token } = player
  const answer = await stage.api.ok(calls.walletWithdraw, { token, key: newKey(), body: { amount: 200 } })
  expect(answer.status).toBe('IN_PROGRESS')
  expect(await stage.sandbox.payoutsTo(player.bank.bankAccountNo)).toEqual([])
})

test('a session elsewhere is seen and ended from the profile', async ({ page, stage }) => {
  const player = await newPlayer(stage)
  const elsewhere = await logIn(stage, player.phone)
  const { w, devices } = await openProfile(page, stage, player, 'th')
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByRole('listitem').first()).toContainText(w('sessions.current'))
  await devices.getByRole('listitem').nth(1).getByRole('button').click()
  await expectAccessible(page)
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: w('sessions.end') })
    .click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices).toContainText(w('sessions.only'))
  expect(await stage.api.refused(calls.accountProfile, { token: elsewhere })).toBe('401 invalid-token')
})

/** What people and machines type into a field, and the code of the catalogue that it is answered with. */
const badInputs = [
  ['name', '😀😀', 'INVALID_USER_INFO'],
  ['name', 'Som\u202echai', 'INVALID_USER_INFO'],
  ['name', 'ก'.repeat(10_000), 'INVALID_USER_INFO'],
  ['accountName', '😀', 'INVALID_BANK'],
  ['accountName', '\u2067สมชาย', 'INVALID_BANK'],
  ['accountName', 'A'.repeat(10_000), 'INVALID_BANK'],
  ['accountNo', '๑๒๓๔๕๖๗๘๙๐', 'INVALID_BANK'],
  ['accountNo', 'ສິບສອງ', 'INVALID_BANK'],
  ['accountNo', '12345', 'INVALID_BANK'],
  ['accountNo', '1'.repeat(10_000), 'INVALID_BANK'],
  ['accountNo', '\u200f1234567890', 'INVALID_BANK'],
  ['password', '😀'.repeat(10), 'WRONG_PASSWORD'],
  ['password', 'x'.repeat(10_000), 'WRONG_PASSWORD'],
] as const

test('bad input is answered in words of the catalogue and stays in its field', async ({ page, stage }) => {
  const language = 'lo'
  const player = await newPlayer(stage)
  const profile = await openProfile(page, stage, player, language)
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/')) statuses.push(response.status())
  })
  for (const [field, typed, code] of badInputs) {
    await profile.edit.click()
    // A changed number of the same length: so that the password is asked for whichever field is bad.
    await profile.accountNo.fill('987-654-3210')
    await profile.password.fill(player.password)
    await profile[field].fill(typed)
    await profile.save.click()
    const words = word(language, `error.${code}`)
    await expect(
      page.getByText(words).filter({ visible: true }).first(),
      `${field} ${typed.slice(0, 20)}`,
    ).toBeVisible()
    const ok = profile.message.getByRole('button', { name: profile.w('common.ok') })
    if (await ok.isVisible()) await ok.click()
    await expect(profile[field]).toHaveAttribute('aria-invalid', 'true')
    await expect(profile[field]).toHaveValue(field === 'accountName' ? typed.toUpperCase() : typed)
    await page.getByRole('button', { name: profile.w('common.cancel') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: profile.w('dialog.leave') })
      .click()
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect((await profileOf(stage, player)).bankAccount.bankAccountNo).toBe(player.bank.bankAccountNo)
})

for (const [empty, typed] of [
  ['nothing', ''],
  ['spaces', '   '],
] as const) {
  test(`${empty} in a field stops the save without a word, at the field`, async ({ page, stage }) => {
    const player = await newPlayer(stage)
    const profile = await openProfile(page, stage, player)
    await profile.edit.click()
    for (const field of ['name', 'accountName', 'accountNo'] as const) {
      const before = await profile[field].inputValue()
      await profile[field].fill(typed)
      await profile.save.click()
      await expect(profile[field]).toBeFocused()
      await expect(profile[field]).toHaveAttribute('aria-invalid', 'true')
      await expect(profile.message).toHaveCount(0)
      await profile[field].fill(before)
    }
  })
}

test('a number pasted with dashes is the number, and the keyboard alone does it all', async ({ page, stage }) => {
  const player = await newPlayer(stage)
  const profile = await openProfile(page, stage, player)
  await profile.edit.focus()
  await page.keyboard.press('Enter')
  await expect(profile.name).toBeFocused()
  await profile.accountNo.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(' 987-654-3211 ')
  await profile.password.focus()
  await page.keyboard.type(player.password)
  await page.keyboard.press('Enter')
  await expect(profile.message).toContainText(profile.w('profile.savedBank'))
  await page.keyboard.press('Enter')
  await expect(profile.message).toHaveCount(0)
  await expect(profile.edit).toBeFocused()
  await expect(profile.main).toContainText('987-654-3211')
})

for (const [name, width, fontSize] of [
  ['on a phone of 320 pixels', 320, ''],
  ['with text at 200 %', 360, '200%'],
] as const) {
  test(`the profile of a long name and its form fit ${name}`, async ({ page, stage }) => {
    await page.setViewportSize({ width, height: 640 })
    const player = await newPlayer(stage, { name: 'สมชายผู้มีชื่อยาวมากจริง ๆ' })
    const profile = await openProfile(page, stage, player, 'lo')
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize)
    await expectFits(page)
    await profile.edit.click()
    await profile.accountNo.fill('1')
    await expect(profile.password).toBeVisible()
    await expectFits(page)
  })
}
