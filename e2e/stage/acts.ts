import type { Locator, Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { beginning, comeAs, expect, type Language, pressUntilGone, type Stage, tile, word } from './browser.ts'
import type { Player } from './players.ts'

/** The steps of a withdrawal at its end: which one is the last, and what it says. */
const lastSteps = { paid: [2, 'tracker.paid'], returned: [1, 'tracker.returned'] } as const
export type WithdrawalEnd = keyof typeof lastSteps

/** Where a withdrawal stands, on its receipt. */
export function withdrawalSteps(page: Page, language: Language): Locator {
  return page.getByRole('list', { name: word(language, 'tracker.label') }).getByRole('listitem')
}

/** Waits until the withdrawal whose receipt is on top has ended so. */
export async function expectWithdrawal(page: Page, language: Language, end: WithdrawalEnd): Promise<void> {
  const [index, key] = lastSteps[end]
  await expect(withdrawalSteps(page, language).nth(index)).toContainText(word(language, key), { timeout: 120_000 })
}

/** What a member sees and does on home and on the sheets that move money, found by the words of a language. */
export interface Acts {
  readonly page: Page
  w(key: string, values?: Record<string, string | number>): string
  /** A button of the top dialog, or of the page where none is open, by the text of its key. */
  button(key: string, values?: Record<string, string | number>): Locator
  /** The purse with the total. */
  readonly purse: Locator
  /** The sheet with a title. */
  sheet(key: string): Locator
  /** What happened, in a dialog of its own. */
  readonly message: Locator
  /** Takes note of the message on top. */
  acknowledge(): Promise<void>
  /** Money that is neither here nor there, on home. */
  readonly underWay: Locator
  /** Where a withdrawal stands, on its receipt. */
  readonly steps: Locator
  /** Waits until the withdrawal whose receipt is on top has ended so. */
  expectWithdrawal(end: WithdrawalEnd): Promise<void>
  /** What the wallet or a game is called. */
  nameOf(code: string): string
  /** The card of a game. */
  card(code: string): Locator
  /** Opens the account of a game from its card. */
  openGame(code: string): Promise<void>
  /** Goes to the review of a transfer. */
  reviewTransfer(from: string, to: string, amount: string): Promise<void>
  /** Confirms the transfer on the review. */
  readonly confirmTransfer: Locator
  /** Goes to the review of a withdrawal. */
  reviewWithdrawal(amount: string): Promise<void>
  /** Confirms the withdrawal; what comes at once is taken for the second half of a double tap, so it is pressed until it counts. */
  confirmWithdrawal(): Promise<void>
  /** Opens the deposit and makes a QR. */
  makeQr(amount: string): Promise<void>
  /** The picture of a QR. */
  qr(amount: string): Locator
  /** Holds that this is the page that was opened: it was not fetched again since. */
  expectSamePage(): Promise<void>
}

/** Opens home as a member, in a language. */
export async function openHome(page: Page, stage: Stage, player: Player, language: Language = 'en'): Promise<Acts> {
  await comeAs(page.context(), stage, player, language)
  await page.goto(`${stage.product.walletUrl}/user/home`)
  const headers = { 'accept-language': language }
  const { slots } = await stage.api.ok(calls.walletHome, { token: player.token, headers })
  const acts = actsOn(page, language, new Map(slots.map(({ code, name }) => [code, name])))
  await expect(acts.purse).toContainText('฿')
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  return acts
}

function actsOn(page: Page, language: Language, games: ReadonlyMap<string, string>): Acts {
  const w: Acts['w'] = (key, values) => word(language, key, values)
  const button: Acts['button'] = (key, values) => page.getByRole('button', { name: w(key, values), exact: true })
  const sheet: Acts['sheet'] = (key) => page.getByRole('dialog', { name: w(key), exact: true })
  const purse = page.getByRole('region', { name: w('home.totalBalance') })
  const message = page.getByRole('alertdialog')
  const confirmTransfer = sheet('transfer.reviewTitle').getByRole('button', {
    name: beginning(w('transfer.confirmAmount', { amount: '' })),
  })
  const confirmWithdrawal = page.getByRole('button', { name: w('withdraw.confirm', { amount: '' }) })
  const nameOf: Acts['nameOf'] = (code) => (code === 'WALLET' ? w('field.mainWallet') : (games.get(code) ?? code))
  const card: Acts['card'] = (code) => page.getByRole('button', { name: nameOf(code) })
  return {
    page,
    w,
    button,
    purse,
    sheet,
    message,
    confirmTransfer,
    nameOf,
    card,
    underWay: page.getByRole('region', { name: w('statement.status.IN_PROGRESS') }),
    steps: withdrawalSteps(page, language),
    expectWithdrawal: (end) => expectWithdrawal(page, language, end),
    qr: (amount) => page.getByRole('img', { name: w('aria.qrImage', { amount }) }),
    async acknowledge() {
      await message.getByRole('button', { name: w('common.ok') }).click()
      await expect(message).toHaveCount(0)
    },
    async openGame(code) {
      await card(code).focus()
      await card(code).press('Enter')
      await expect(page.getByRole('dialog', { name: w('games.account.title', { name: nameOf(code) }) })).toBeVisible()
    },
    async reviewTransfer(from, to, amount) {
      await purse.getByRole('button', { name: w('transfer.title') }).click()
      const form = sheet('transfer.title')
      await form.getByLabel(w('transfer.from'), { exact: true }).selectOption(from)
      await form.getByLabel(w('transfer.to'), { exact: true }).selectOption(to)
      await form.getByLabel(w('common.amount'), { exact: true }).fill(amount)
      await form.getByRole('button', { name: w('common.continue') }).click()
      await expect(confirmTransfer).toBeVisible()
    },
    async reviewWithdrawal(amount) {
      await button('tile.withdraw').click()
      await page.getByRole('textbox', { name: w('withdraw.amount'), exact: true }).fill(amount)
      await button('common.continue').click()
      await expect(sheet('withdraw.reviewTitle')).toBeVisible()
    },
    confirmWithdrawal: () => pressUntilGone(confirmWithdrawal),
    async makeQr(amount) {
      await tile(page, language, 'tile.deposit').click()
      const form = sheet('deposit.title')
      await form.getByRole('textbox', { name: w('common.amount') }).fill(amount)
      await form.getByRole('button', { name: beginning(w('qr.create')) }).click()
    },
    async expectSamePage() {
      expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
    },
  }
}

/** Keeps the answers to a call from a page until what this gives back is called: what it shows meanwhile stands so long. */
export async function holdAnswer(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    const response = await route.fetch()
    await promise
    return route.fulfill({ response })
  })
  return resolve
}

/** What a member has where, in baht, as the server's books say. */
export async function holdings({ api }: Stage, { token }: Player): Promise<Record<string, number>> {
  const { wallet, slots } = await api.ok(calls.walletHome, { token })
  const active = slots.filter(({ isActive }) => isActive)
  return { WALLET: wallet.amount, ...Object.fromEntries(active.map(({ code, amount }) => [code, amount])) }
}

/** The statement in words, newest first, such as `transfer WALLET>PG 50 SUCCESS`. */
export async function history({ api }: Stage, { token }: Player): Promise<string[]> {
  const { statements } = await api.ok(calls.statementList, { token, body: { page: 1, limit: 100 } })
  return statements.map(({ statementType, from, to, amount, status }) => {
    return `${statementType} ${from}>${to} ${amount} ${status}`
  })
}

/** The idempotency keys that a page sends with a call, in order. */
export function keysOf(page: Page, path: string): readonly string[] {
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) {
      keys.push(request.headers()['idempotency-key'] ?? '')
    }
  })
  return keys
}
