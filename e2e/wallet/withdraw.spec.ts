import type { Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { expectWithdrawal, type WithdrawalEnd, withdrawalSteps } from '../stage/acts.ts'
import {
  comeAs,
  expect,
  expectAccessible,
  type Language,
  pressUntilGone,
  type Stage,
  test,
  word,
} from '../stage/browser.ts'
import { newPlayer, type Player } from '../stage/players.ts'

const withdrawAll = '**/api/wallet/withdrawAll'

/** What a member sees and does in the withdrawal, in one language. */
function withdrawal(page: Page, language: Language) {
  const w = (key: string, values?: Record<string, string | number>): string => word(language, key, values)
  const button = (key: string, values?: Record<string, string | number>) =>
    page.getByRole('button', { name: w(key, values), exact: true })
  return {
    w,
    button,
    amount: page.getByRole('textbox', { name: w('withdraw.amount'), exact: true }),
    dialog: page.getByRole('alertdialog'),
    /** Of a withdrawal that was made just now. */
    receipt: page.getByRole('dialog', { name: w('dialog.successTitle') }),
    steps: withdrawalSteps(page, language),
    expectEnd: (end: WithdrawalEnd) => expectWithdrawal(page, language, end),
    async open(): Promise<void> {
      await button('tile.withdraw').click()
      await expect(page.getByRole('heading', { name: w('withdraw.title'), exact: true })).toBeVisible()
    },
    async review(typed: string): Promise<void> {
      await page.getByRole('textbox', { name: w('withdraw.amount'), exact: true }).fill(typed)
      await button('common.continue').click()
      await expect(page.getByRole('heading', { name: w('withdraw.reviewTitle') })).toBeVisible()
    },
    /** Whatever the amount is. */
    confirm: () => pressUntilGone(page.getByRole('button', { name: w('withdraw.confirm', { amount: '' }) })),
  }
}

async function openHome(page: Page, stage: Stage, player: Player, language: Language) {
  await comeAs(page.context(), stage, player, language)
  await page.goto(`${stage.product.walletUrl}/user/home`)
  return withdrawal(page, language)
}

async function historyOf({ api }: Stage, { token }: Player): Promise<string[]> {
  const { statements } = await api.ok(calls.statementList, { token, body: { page: 1, limit: 20 } })
  return statements.filter((row) => row.statementType === 'withdraw').map(({ amount, status }) => `${amount} ${status}`)
}

test.afterEach(({ stage }) => stage.sandbox.fault('bank', 'none'))

test('[WDR-001] [WDR-002] [ERR-098] a withdrawal is reviewed, sent and paid before the player’s eyes', async ({
  page,
  stage,
}) => {
  const language = 'th'
  const player = await newPlayer(stage, { amount: 1_000 })
  await stage.sandbox.fault('bank', 'down')
  const { w, amount, dialog, receipt, steps, ...screen } = await openHome(page, stage, player, language)
  await screen.open()
  await expect(page.getByText(`xxx-xxx-${player.bank.bankAccountNo.slice(-4)}`)).toBeVisible()
  await expectAccessible(page)
  await amount.fill('50')
  await screen.button('common.continue').click()
  await expect(dialog).toContainText(w('withdraw.error.minimum', { amount: '100.00' }))
  await expectAccessible(page)
  await screen.button('common.ok').click()
  await screen.review('300.25')
  await expect(page.getByRole('dialog')).toContainText('699.75')
  await expectAccessible(page)
  await screen.confirm()
  await expect(receipt).toContainText(w('withdraw.success'))
  await expect(dialog).toHaveCount(0)
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step')
  await expectAccessible(page)
  await stage.sandbox.fault('bank', 'none')
  await screen.expectEnd('paid')
  expect(await historyOf(stage, player)).toEqual(['300.25 SUCCESS'])
})

test('the money of games comes home when the main wallet lacks some', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 500, games: ['PG'] })
  const { token } = player
  await stage.api.ok(calls.walletTransfer, { token, body: { from: 'WALLET', to: 'PG', amount: 400 } })
  const { w, ...screen } = await openHome(page, stage, player, 'en')
  await screen.open()
  await screen.review('450')
  await expect(page.getByRole('dialog')).toContainText(`${w('withdraw.fromGames')}฿350.00`)
  await screen.confirm()
  await expect(screen.receipt).toContainText(w('withdraw.success'))
  await expect.poll(() => historyOf(stage, player)).toEqual(['450 SUCCESS'])
})

test('an answer that is lost on the way is asked for under the same key: withdrawn once', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 800 })
  const { w, ...screen } = await openHome(page, stage, player, 'th')
  let lost = 0
  await page.route(withdrawAll, async (route) => {
    lost += 1
    if (lost > 1) return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await screen.open()
  await screen.review('200')
  await screen.confirm()
  await expect(page.getByRole('heading', { name: w('result.unknownTitle') })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await screen.button('tile.withdraw').click()
  await screen.button('withdraw.unknown.ask').click()
  await screen.expectEnd('paid')
  await expect.poll(() => historyOf(stage, player)).toEqual(['200 SUCCESS'])
  expect(await stage.sandbox.payoutsTo(player.bank.bankAccountNo)).toHaveLength(1)
})

test('two tabs: what one withdraws the other shows, and not enough is left for both', async ({
  context,
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 300 })
  const first = await openHome(page, stage, player, 'en')
  const other = await context.newPage()
  await other.goto(`${stage.product.walletUrl}/user/home`)
  const second = withdrawal(other, 'en')
  await second.open()
  await second.review('250')
  await first.open()
  await first.review('250')
  await first.confirm()
  await expect(first.receipt).toContainText(first.w('withdraw.success'))
  await second.confirm()
  await expect(second.dialog).toContainText('Not enough balance.')
  await second.button('common.ok').click()
  await expect(other.getByText(second.w('withdraw.available', { amount: '50.00' }))).toBeVisible()
  await expect.poll(() => historyOf(stage, player)).toEqual(['250 SUCCESS'])
})
