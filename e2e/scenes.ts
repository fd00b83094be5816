import { calls } from '@krapao/contract'
import { goldenLotus, type Language, type Stage, word } from './browser.ts'
import { newKey } from './client.ts'
import { logIn, newPhone, type Player } from './players.ts'
import { openTile, press, type Scene, type SceneTools, sheet } from './scene.ts'
import { brokenScenes } from './scenes-broken.ts'
import { chatScenes } from './scenes-chat.ts'
import { depositScenes } from './scenes-deposit.ts'
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
  { name: 'login', who: 'guest', path: '/login' },
  {
    name: 'login-refused',
    who: 'guest',
    path: '/login',
    async act(tools) {
      const { page, w } = tools
      await page.getByLabel(w('field.phone')).fill('0812345678')
      await page.getByLabel(w('field.password'), { exact: true }).fill('not the password')
      await page
        .locator('form')
        .getByRole('button', { name: w('login.submit') })
        .click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'register-phone', who: 'guest', path: '/register' },
  { name: 'register-otp', who: 'guest', path: '/register', act: (tools) => registerTo(tools, 'otp') },
  { name: 'register-profile', who: 'guest', path: '/register', act: (tools) => registerTo(tools, 'profile') },
  { name: 'register-bank', who: 'guest', path: '/register', act: (tools) => registerTo(tools, 'bank') },
  { name: 'forgot', who: 'guest', path: '/forgot' },
  {
    name: 'forgot-code',
    who: 'guest',
    path: '/forgot',
    async act(tools) {
      const { page, w } = tools
      await page.getByLabel(w('field.phone')).fill(newPhone())
      await press(tools, w('common.continue'))
      await page.getByLabel(w('register.otp.label')).waitFor()
    },
  },
  { name: 'contact', who: 'guest', path: '/contact' },
  { name: 'howto', who: 'guest', path: '/howto' },
  { name: 'howto-video', who: 'guest', path: '/howto', act: (tools) => press(tools, tools.w('howto.wallet')) },
  { name: 'not-found', who: 'guest', path: '/no-such-page' },
  { name: 'home', who: 'rich', path: '/user/home' },
  { name: 'home-new', who: 'new', path: '/user/home' },
  {
    name: 'slot-account-closed',
    who: 'new',
    path: '/user/home',
    act: (tools) => openGame(tools),
  },
  { name: 'slot-account', who: 'rich', path: '/user/home', act: (tools) => openGame(tools) },
  {
    name: 'transfer',
    who: 'rich',
    path: '/user/home',
    async act(tools) {
      await press(tools, tools.w('transfer.title'))
      await tools.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'transfer-review',
    who: 'rich',
    path: '/user/home',
    async act(tools) {
      const { page, w } = tools
      await press(tools, w('transfer.title'))
      await sheet(tools).getByRole('combobox').nth(1).selectOption('PG')
      await sheet(tools).getByRole('textbox').fill('150')
      await sheet(tools)
        .getByRole('button', { name: w('common.continue') })
        .click()
      await page.getByRole('heading', { name: w('transfer.reviewTitle') }).waitFor()
    },
  },
  {
    name: 'transfer-same',
    who: 'rich',
    path: '/user/home',
    async act(tools) {
      const { page, w } = tools
      await press(tools, w('transfer.title'))
      await sheet(tools).getByRole('textbox').fill('150')
      await sheet(tools)
        .getByRole('button', { name: w('common.continue') })
        .click()
      await page.getByRole('alertdialog').getByText(w('transfer.error.select')).waitFor()
    },
  },
  ...depositScenes,
  {
    name: 'withdraw',
    who: 'rich',
    path: '/user/home',
    act: (tools) => openTile(tools, 'tile.withdraw', 'withdraw.title'),
  },
  {
    name: 'withdraw-review',
    who: 'rich',
    path: '/user/home',
    async act(tools) {
      const { page, w } = tools
      await openTile(tools, 'tile.withdraw', 'withdraw.title')
      await sheet(tools).getByRole('textbox').fill('300')
      await sheet(tools)
        .getByRole('button', { name: w('common.continue') })
        .click()
      await page.getByRole('heading', { name: w('withdraw.reviewTitle') }).waitFor()
    },
  },
  { name: 'statement', who: 'rich', path: '/user/statement' },
  { name: 'statement-empty', who: 'new', path: '/user/statement' },
  {
    name: 'statement-narrowed',
    who: 'rich',
    path: '/user/statement',
    async act({ page, w }) {
      await page.getByRole('checkbox', { name: w('statement.type.transfer') }).check()
      await page.getByRole('checkbox', { name: w('statement.type.withdraw') }).check()
      await page.getByRole('main').getByRole('listitem').nth(2).waitFor()
    },
  },
  {
    name: 'statement-none-fit',
    who: 'new',
    path: '/user/statement',
    async act({ page, w }) {
      await page.getByRole('checkbox', { name: w('statement.filter.bonus') }).check()
      await page.getByText(w('statement.filter.empty')).waitFor()
    },
  },
  {
    name: 'statement-days',
    who: 'rich',
    path: '/user/statement',
    async act({ page, w }) {
      await page.getByRole('button', { name: new RegExp(w('statement.filter.time')) }).click()
      await page.getByRole('radio', { name: w('statement.filter.own') }).check()
      await page.getByLabel(w('statement.filter.toDay'), { exact: true }).waitFor()
    },
  },
  {
    name: 'statement-file',
    who: 'rich',
    path: '/user/statement',
    async act(tools) {
      await press(tools, tools.w('statement.openExport'))
      await tools.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'receipt',
    who: 'rich',
    path: '/user/statement',
    async act(tools) {
      await tools.page.getByRole('list').getByRole('button').first().click()
      await tools.page.getByRole('dialog').waitFor()
    },
  },
  { name: 'profile', who: 'rich', path: '/user/profile' },
  {
    name: 'profile-foot',
    who: 'rich',
    path: '/user/profile',
    async act({ page, w }) {
      await page
        .getByRole('region', { name: w('sessions.title') })
        .getByRole('listitem')
        .first()
        .waitFor()
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    },
  },
  {
    name: 'profile-edit',
    who: 'rich',
    path: '/user/profile',
    async act(tools) {
      await press(tools, tools.w('profile.edit'))
      await tools.page.getByLabel(tools.w('field.accountNumber')).waitFor()
    },
  },
  {
    name: 'profile-edit-bank',
    who: 'rich',
    path: '/user/profile',
    async act(tools) {
      const { page, w } = tools
      await press(tools, w('profile.edit'))
      await page.getByLabel(w('field.accountNumber')).fill('12345')
      await page.getByLabel(w('field.password'), { exact: true }).fill('seven quiet lanterns')
      await press(tools, w('common.save'))
      await page.getByRole('alert').filter({ visible: true }).first().waitFor()
    },
  },
  {
    name: 'profile-pencil',
    who: 'new',
    path: '/user/profile',
    act: async (tools) => {
      await withThaiNameAtKtb(tools)
    },
  },
  {
    name: 'bank-name',
    who: 'new',
    path: '/user/profile',
    async act(tools) {
      await withThaiNameAtKtb(tools)
      await press(tools, tools.w('bankName.title'))
      await sheet(tools).getByRole('textbox').fill('สมชาย')
      await press(tools, tools.w('common.save'))
      await tools.page.getByText(tools.w('bankName.requiredEngLang')).first().waitFor()
    },
  },
  {
    name: 'password',
    who: 'rich',
    path: '/user/profile',
    async act(tools) {
      const { w } = tools
      await press(tools, w('password.title'))
      await sheet(tools).getByLabel(w('password.old')).fill('seven quiet lanterns')
      await sheet(tools).getByLabel(w('password.new'), { exact: true }).fill('nine loud rivers')
      await sheet(tools).getByLabel(w('password.confirm'), { exact: true }).fill('nine loud river')
      await sheet(tools)
        .getByRole('button', { name: w('password.title') })
        .click()
      await tools.page.getByText(w('password.notEqual')).waitFor()
    },
  },
  {
    name: 'session-end',
    who: 'rich',
    path: '/user/profile',
    async act(tools) {
      const { page, stage, player, w } = tools
      const { sessions } = await stage.api.ok(calls.accountSessions, { token: player.token })
      if (sessions.length < 2) await logIn(stage, player.phone)
      await page.reload()
      const devices = page.getByRole('region', { name: w('sessions.title') })
      await devices.getByRole('listitem').nth(1).getByRole('button').click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  ...rewardScenes,
  ...brokenScenes,
  { name: 'member-contact', who: 'rich', path: '/user/contact' },
  ...chatScenes,
  {
    name: 'agreement',
    who: 'rich',
    path: '/user/statement',
    async act({ page, w }) {
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
    },
  },
  {
    name: 'conditions',
    who: 'rich',
    path: '/user/home',
    async act(tools) {
      await press(tools, tools.w('conditions.title'))
      await tools.page.getByRole('dialog').waitFor()
    },
  },
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
