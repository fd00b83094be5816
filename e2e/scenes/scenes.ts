import { calls } from '@krapao/contract'
import { containing, goldenLotus, type Language, type Stage, word } from '../stage/browser.ts'
import { newKey } from '../stage/client.ts'
import { logIn, newPhone, type Player } from '../stage/players.ts'
import { openTile, press, type Scene, scene, type SceneTools, sheet } from './scene.ts'
import { brokenScenes } from './scenes-broken.ts'
import { chatScenes } from './scenes-chat.ts'
import { depositScenes } from './scenes-deposit.ts'
import { protectionScenes } from './scenes-protection.ts'
import { securityScenes } from './scenes-security.ts'
import { rewardScenes } from './scenes-rewards.ts'

async function openGame(tools: SceneTools): Promise<void> {
  const card = tools.page.getByRole('button', { name: goldenLotus[tools.language] }).first()
  await card.focus()
  await card.click()
  await tools.page.getByRole('dialog').waitFor()
}

async function registerTo(tools: SceneTools, step: 'otp' | 'profile' | 'bank'): Promise<void> {
  const { page, w, stage } = tools
  const phone = `07${String(Math.floor(Math.random() * 100_000_000)).padStart(8, '0')}`
  await page.getByLabel(w('field.phone')).fill(phone)
  await press(tools, w('common.continue'))
  const code = page.getByLabel(w('register.otp.label'))
  await code.waitFor()
  if (step === 'otp') return
  await code.fill(await stage.sandbox.otpCode(phone))
  const name = page.getByLabel(w('field.profileName'))
  await name.waitFor()
  if (step === 'profile') return
  await name.fill('สมชาย ใจดี')
  await page.getByLabel(w('field.password'), { exact: true }).fill('seven quiet lanterns')
  await page.getByLabel(w('register.profile.confirm'), { exact: true }).fill('seven quiet lanterns')
  await press(tools, w('common.continue'))
  await page.getByLabel(w('register.bank.firstName')).waitFor()
}

/** Shows the profile as of somebody who registered a Thai name where none is taken any more. */
async function withThaiNameAtKtb({ page, w }: SceneTools): Promise<void> {
  await page.route('**/api/account/profile', async (route) => {
    const response = await route.fetch()
    const { profile, bankAccount } = (await response.json()) as Record<string, Record<string, unknown>>
    const bank = { nameTH: 'ธนาคารกรุงไทย', nameLO: 'ທະນາຄານກຸງໄທ', nameEN: 'Krungthai Bank', latinNamesOnly: true }
    const json = { profile, bankAccount: { ...bankAccount, bankCode: 'KTB', bankAccountName: 'สมชาย ใจดี', bank } }
    await route.fulfill({ response, json })
  })
  await page.reload()
  await page.getByRole('button', { name: w('bankName.title') }).waitFor()
}

/** Every screen and every modal that there is, in the order of the contact sheets. */
export const scenes: readonly Scene[] = [
  scene('login', 'guest', '/login'),
  scene('login-refused', 'guest', '/login', async (tools) => {
    const { page, w } = tools
    await page.getByLabel(w('field.phone')).fill('0812345678')
    await page.getByLabel(w('field.password'), { exact: true }).fill('not the password')
    await page
      .locator('form')
      .getByRole('button', { name: w('login.submit') })
      .click()
    await page.getByRole('alert').first().waitFor()
  }),
  scene('register-phone', 'guest', '/register'),
  scene('register-otp', 'guest', '/register', (tools) => registerTo(tools, 'otp')),
  scene('register-profile', 'guest', '/register', (tools) => registerTo(tools, 'profile')),
  scene('register-bank', 'guest', '/register', (tools) => registerTo(tools, 'bank')),
  scene('forgot', 'guest', '/forgot'),
  scene('forgot-code', 'guest', '/forgot', async (tools) => {
    const { page, w } = tools
    await page.getByLabel(w('field.phone')).fill(newPhone())
    await press(tools, w('common.continue'))
    await page.getByLabel(w('register.otp.label')).waitFor()
  }),
  scene('contact', 'guest', '/contact'),
  scene('howto', 'guest', '/howto'),
  scene('howto-video', 'guest', '/howto', (tools) => press(tools, tools.w('howto.wallet'))),
  scene('not-found', 'guest', '/no-such-page'),
  scene('home', 'rich', '/user/home'),
  scene('home-new', 'new', '/user/home'),
  scene('slot-account-closed', 'new', '/user/home', (tools) => openGame(tools)),
  scene('slot-account', 'rich', '/user/home', (tools) => openGame(tools)),
  scene('transfer', 'rich', '/user/home', async (tools) => {
    await press(tools, tools.w('transfer.title'))
    await tools.page.getByRole('dialog').waitFor()
  }),
  scene('transfer-review', 'rich', '/user/home', async (tools) => {
    const { page, w } = tools
    await press(tools, w('transfer.title'))
    await sheet(tools).getByRole('combobox').nth(1).selectOption('PG')
    await sheet(tools).getByRole('textbox').fill('150')
    await sheet(tools)
      .getByRole('button', { name: w('common.continue') })
      .click()
    await page.getByRole('heading', { name: w('transfer.reviewTitle') }).waitFor()
  }),
  scene('transfer-same', 'rich', '/user/home', async (tools) => {
    const { page, w } = tools
    await press(tools, w('transfer.title'))
    await sheet(tools).getByRole('textbox').fill('150')
    await sheet(tools)
      .getByRole('button', { name: w('common.continue') })
      .click()
    await page.getByRole('alertdialog').getByText(w('transfer.error.select')).waitFor()
  }),
  ...depositScenes,
  scene('withdraw', 'rich', '/user/home', (tools) => openTile(tools, 'tile.withdraw', 'withdraw.title')),
  scene('withdraw-review', 'rich', '/user/home', async (tools) => {
    const { page, w } = tools
    await openTile(tools, 'tile.withdraw', 'withdraw.title')
    await sheet(tools).getByRole('textbox').fill('300')
    await sheet(tools)
      .getByRole('button', { name: w('common.continue') })
      .click()
    await page.getByRole('heading', { name: w('withdraw.reviewTitle') }).waitFor()
  }),
  scene('statement', 'rich', '/user/statement'),
  scene('statement-empty', 'new', '/user/statement'),
  scene('statement-narrowed', 'rich', '/user/statement', async ({ page, w }) => {
    await page.getByRole('checkbox', { name: w('statement.type.transfer') }).check()
    await page.getByRole('checkbox', { name: w('statement.type.withdraw') }).check()
    await page.getByRole('main').getByRole('listitem').nth(2).waitFor()
  }),
  scene('statement-none-fit', 'new', '/user/statement', async ({ page, w }) => {
    await page.getByRole('checkbox', { name: w('statement.filter.bonus') }).check()
    await page.getByText(w('statement.filter.empty')).waitFor()
  }),
  scene('statement-days', 'rich', '/user/statement', async ({ page, w }) => {
    await page.getByRole('button', { name: containing(w('statement.filter.time')) }).click()
    await page.getByRole('radio', { name: w('statement.filter.own') }).check()
    await page.getByLabel(w('statement.filter.toDay'), { exact: true }).waitFor()
  }),
  scene('statement-file', 'rich', '/user/statement', async (tools) => {
    await press(tools, tools.w('statement.openExport'))
    await tools.page.getByRole('dialog').waitFor()
  }),
  scene('receipt', 'rich', '/user/statement', async (tools) => {
    await tools.page.getByRole('list').getByRole('button').first().click()
    await tools.page.getByRole('dialog').waitFor()
  }),
  scene('profile', 'rich', '/user/profile'),
  scene('profile-foot', 'rich', '/user/profile', async ({ page, w }) => {
    await page
      .getByRole('region', { name: w('sessions.title') })
      .getByRole('listitem')
      .first()
      .waitFor()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  }),
  scene('profile-edit', 'rich', '/user/profile', async (tools) => {
    await press(tools, tools.w('profile.edit'))
    await tools.page.getByLabel(tools.w('field.accountNumber')).waitFor()
  }),
  scene('profile-edit-bank', 'rich', '/user/profile', async (tools) => {
    const { page, w } = tools
    await press(tools, w('profile.edit'))
    await page.getByLabel(w('field.accountNumber')).fill('12345')
    await page.getByLabel(w('field.password'), { exact: true }).fill('seven quiet lanterns')
    await press(tools, w('common.save'))
    await page.getByRole('alert').filter({ visible: true }).first().waitFor()
  }),
  scene('profile-pencil', 'new', '/user/profile', async (tools) => {
    await withThaiNameAtKtb(tools)
  }),
  scene('bank-name', 'new', '/user/profile', async (tools) => {
    await withThaiNameAtKtb(tools)
    await press(tools, tools.w('bankName.title'))
    await sheet(tools).getByRole('textbox').fill('สมชาย')
    await press(tools, tools.w('common.save'))
    await tools.page.getByText(tools.w('bankName.requiredEngLang')).first().waitFor()
  }),
  scene('password', 'rich', '/user/profile', async (tools) => {
    const { w } = tools
    await press(tools, w('password.title'))
    await sheet(tools).getByLabel(w('password.old')).fill('seven quiet lanterns')
    await sheet(tools).getByLabel(w('password.new'), { exact: true }).fill('nine loud rivers')
    await sheet(tools).getByLabel(w('password.confirm'), { exact: true }).fill('nine loud river')
    await sheet(tools)
      .getByRole('button', { name: w('password.title') })
      .click()
    await tools.page.getByText(w('password.notEqual')).waitFor()
  }),
  scene('session-end', 'rich', '/user/profile', async (tools) => {
    const { page, stage, player, w } = tools
    const { sessions } = await stage.api.ok(calls.accountSessions, { token: player.token })
    if (sessions.length < 2) await logIn(stage, player.phone)
    await page.reload()
    const devices = page.getByRole('region', { name: w('sessions.title') })
    await devices.getByRole('listitem').nth(1).getByRole('button').click()
    await page.getByRole('alertdialog').waitFor()
  }),
  ...rewardScenes,
  ...brokenScenes,
  ...protectionScenes,
  ...securityScenes,
  scene('member-contact', 'rich', '/user/contact'),
  ...chatScenes,
  scene('agreement', 'rich', '/user/statement', async ({ page, w }) => {
    await page.evaluate(() => localStorage.removeItem('rememberAgreement'))
    await page
      .getByRole('navigation')
      .getByRole('link', { name: w('nav.home') })
      .click()
    await page
      .getByRole('dialog', { name: w('agreement.title') })
      .getByRole('listitem')
      .first()
      .waitFor()
  }),
  scene('conditions', 'rich', '/user/home', async (tools) => {
    await press(tools, tools.w('conditions.title'))
    await tools.page.getByRole('dialog').waitFor()
  }),
]

/** Gives a player a past: games, a win, a withdrawal, a transfer under way. */
export async function makeHistory({ api, sandbox }: Stage, player: Player): Promise<void> {
  const { token } = player
  const move = (from: string, to: string, amount: number) =>
    api.ok(calls.walletTransfer, { token, key: newKey(), body: { from, to, amount } })
  await move('WALLET', 'PG', 1_240)
  await move('WALLET', 'SLOTXO', 500)
  const { username } = await api.ok(calls.walletAccount, { token, params: { slotCode: 'PG' } })
  await sandbox.play('PG', username, 360.5)
  await api.ok(calls.walletRefreshSlot, { token })
  await api.ok(calls.walletWithdraw, { token, key: newKey(), body: { amount: 300 } })
}

/** The texts of a language, as scenes want them. */
export function wordsOf(language: Language): SceneTools['w'] {
  return (key, values) => word(language, key, values)
}
