import type { Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { comeAs, expect, expectAccessible, type Language, type Stage, test, word } from '../stage/browser.ts'
import { newPlayer, type Player } from '../stage/players.ts'
import { heldMs } from '../stage/sandbox.ts'

async function openTransfer(page: Page, stage: Stage, player: Player, language: Language = 'en'): Promise<void> {
  await comeAs(page.context(), stage, player, language)
  await page.goto(`${stage.product.walletUrl}/user/home`)
  const purse = page.getByRole('region', { name: word(language, 'home.totalBalance') })
  await purse.getByRole('button', { name: word(language, 'transfer.title') }).click()
  await expect(page.getByRole('dialog', { name: word(language, 'transfer.title') })).toBeVisible()
}

const from = (page: Page) => page.getByRole('combobox', { name: 'From', exact: true })
const to = (page: Page) => page.getByRole('combobox', { name: 'To', exact: true })
const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount', exact: true })
const proceed = (page: Page) => page.getByRole('button', { name: 'Continue' })
const confirm = (page: Page) => page.getByRole('button', { name: /^Transfer ฿/ })
const message = (page: Page) => page.getByRole('alertdialog')

/** Chooses, types and goes on to the review. */
async function review(page: Page, target: string, amount: string, source = 'WALLET'): Promise<void> {
  await from(page).selectOption(source)
  await to(page).selectOption(target)
  await amountField(page).fill(amount)
  await proceed(page).click()
  await expect(page.getByRole('dialog', { name: word('en', 'transfer.reviewTitle') })).toBeVisible()
}

/** How often the page asks for a transfer, and under which keys. */
function watchTransfers(page: Page): { keys: () => string[] } {
  const keys: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/wallet/transfer') {
      keys.push(request.headers()['idempotency-key'] ?? '')
    }
  })
  return { keys: () => keys }
}

async function amounts({ api }: Stage, { token }: Player): Promise<Record<string, number>> {
  const { wallet, slots } = await api.ok(calls.walletHome, { token })
  const active = slots.filter(({ isActive }) => isActive)
  return { WALLET: wallet.amount, ...Object.fromEntries(active.map(({ code, amount }) => [code, amount])) }
}

async function shut(page: Page): Promise<void> {
  await message(page).getByRole('button', { name: 'OK' }).click()
  await expect(message(page)).toHaveCount(0)
}

test('[TRF-002] [TRF-003] [TRF-004] [TRF-005] [LIM-025] [ERR-099] what is wrong is said in a dialog, and what was typed stays', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 100, games: ['PG', 'IMI'] })
  const sent = watchTransfers(page)
  await openTransfer(page, stage, player)
  await amountField(page).fill('20')
  await proceed(page).click()
  await expect(message(page)).toContainText(word('en', 'transfer.error.select'))
  await shut(page)
  await expect(amountField(page)).toHaveValue('20')

  await to(page).selectOption('WALLET')
  await proceed(page).click()
  await expect(message(page)).toContainText(/cannot transfer/i)
  await shut(page)

  await to(page).selectOption('PG')
  await amountField(page).fill('0.99')
  await proceed(page).click()
  await expect(message(page)).toContainText('Minimum amount 1 baht')
  await shut(page)

  await to(page).selectOption('IMI')
  await amountField(page).fill('10.05')
  await proceed(page).click()
  await expect(message(page)).toContainText(word('en', 'transfer.error.step', { step: '0.10', amount: '10.00' }))
  await shut(page)

  await amountField(page).fill('100.10')
  await proceed(page).click()
  await expect(message(page)).toContainText('Not enough balance')
  await shut(page)
  expect(sent.keys()).toEqual([])

  await to(page).selectOption('PG')
  await amountField(page).fill('1')
  await proceed(page).click()
  await expect(confirm(page)).toBeVisible()
})

test('[TRF-001] [ERR-097] money moves into a game and back, each time reviewed and told', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 500, games: ['SLOTXO'] })
  const sent = watchTransfers(page)
  await openTransfer(page, stage, player)
  await review(page, 'SLOTXO', '120.50')
  const sheet = page.getByRole('dialog', { name: word('en', 'transfer.reviewTitle') })
  await expect(sheet).toContainText('1,205.00')
  await expect(sheet).toContainText('379.50')
  // A double tap is one transfer.
  await confirm(page).dblclick()
  await expect(message(page)).toContainText(word('en', 'transfer.done'))
  await expect(message(page)).toContainText('Main wallet →')
  await shut(page)
  expect(sent.keys()).toHaveLength(1)
  expect(await amounts(stage, player)).toEqual({ WALLET: 379.5, SLOTXO: 120.5 })

  const card = page.getByRole('button', { name: /Naka/ })
  await card.focus()
  await card.press('Enter')
  await page.getByRole('button', { name: word('en', 'games.account.back') }).click()
  await expect(page.getByRole('dialog', { name: word('en', 'transfer.reviewTitle') })).toContainText('120.50')
  await confirm(page).click()
  await expect(message(page)).toContainText(word('en', 'transfer.done'))
  expect(await amounts(stage, player)).toEqual({ WALLET: 500, SLOTXO: 0 })
  // Its receipt is the one that the statement has, under the same number.
  await message(page)
    .getByRole('button', { name: word('en', 'common.viewReceipt') })
    .click()
  await expect(message(page)).toHaveCount(0)
  const receipt = page.getByRole('dialog', { name: word('en', 'receipt.title') })
  const { statements } = await stage.api.ok(calls.statementList, { token: player.token, body: { page: 1, limit: 1 } })
  await expect(receipt).toContainText('120.50')
  await expect(receipt).toContainText(statements[0]?.receiptNumber ?? 'none')
})

test('presets, all there is, and swapping fill the form', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 250.55, games: ['PG', 'IMI'] })
  await openTransfer(page, stage, player)
  await page.getByRole('button', { name: word('en', 'aria.preset', { amount: '100' }) }).click()
  await expect(amountField(page)).toHaveValue('100')
  await to(page).selectOption('IMI')
  await page.getByRole('button', { name: word('en', 'transfer.all'), exact: true }).click()
  await expect(amountField(page)).toHaveValue('250.50')
  await page.getByRole('button', { name: word('en', 'transfer.swap') }).click()
  await expect(from(page)).toHaveValue('IMI')
  await expect(to(page)).toHaveValue('WALLET')
})

test('closed meanwhile, it is shown on home as what it is, found again, and told when it is done', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 300, games: ['UFABET'] })
  await openTransfer(page, stage, player)
  await review(page, 'UFABET', '70')
  await stage.sandbox.fault('game:UFABET', 'late', { times: 1, ms: heldMs })
  try {
    await confirm(page).click()
    const waiting = page.getByRole('dialog', { name: word('en', 'transfer.pendingTitle') })
    await waiting.getByRole('button', { name: 'Close', exact: true }).click()
    const underWay = page.getByRole('region', { name: word('en', 'statement.status.IN_PROGRESS') })
    await expect(underWay).toContainText('70.00')
    await expect(page.getByRole('region', { name: word('en', 'home.totalBalance') })).toContainText('230.00')
    await page.getByRole('button', { name: word('en', 'transfer.title') }).click()
    await expect(waiting).toBeVisible()
    await waiting.getByRole('button', { name: 'Close', exact: true }).click()
    await stage.sandbox.release()
    await expect(page.getByText('Transferred ฿70.00')).toBeVisible()
    await expect(underWay).toHaveCount(0)
    await expect(page.getByRole('region', { name: word('en', 'home.totalBalance') })).toContainText('300.00')
  } finally {
    await stage.sandbox.fault('game:UFABET', 'none')
  }
})

test('an answer that gets lost is asked for under the same key: the money moves once', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 300, games: ['PG'] })
  const sent = watchTransfers(page)
  await openTransfer(page, stage, player)
  await review(page, 'PG', '60')
  // The server does it; the answer never reaches the page.
  await page.route(
    '**/api/wallet/transfer',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await confirm(page).click()
  const unknown = page.getByRole('dialog', { name: word('en', 'result.unknownTitle') })
  await expect(unknown).toContainText(word('en', 'transfer.unknown'))
  await expectAccessible(page)
  await unknown.getByRole('button', { name: word('en', 'transfer.ask') }).click()
  await expect(message(page)).toContainText('฿60.00')
  expect(new Set(sent.keys()).size).toBe(1)
  expect(sent.keys()).toHaveLength(2)
  expect(await amounts(stage, player)).toEqual({ WALLET: 240, PG: 60 })
})

test('without an open game there is a way to one', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 50 })
  await openTransfer(page, stage, player)
  await expect(page.getByText(word('en', 'transfer.noGames'))).toBeVisible()
  await expectAccessible(page)
})
