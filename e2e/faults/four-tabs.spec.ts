import type { BrowserContext } from '@playwright/test'
import { calls } from '@krapao/contract'
import { type Acts, holdings, history, openHome } from '../stage/acts.ts'
import { expect, type Stage, test } from '../stage/browser.ts'
import { newKey, waitUntil } from '../stage/client.ts'
import { drawnQr, newPlayer, payer, type Player, usernameAt } from '../stage/players.ts'
import type { FaultMode } from '../stage/sandbox.ts'

// Four pages at once, each with several movements, while the games and the bank misbehave.
test.describe.configure({ timeout: 600_000 })

const games = ['PG', 'JOKER', 'USUN', 'SUPERSLOT']
const faults: readonly (readonly [game: string, mode: FaultMode])[] = [
  ['PG', 'in-progress'],
  ['JOKER', 'cut-after'],
  ['USUN', 'refuse'],
  ['SUPERSLOT', 'slow'],
]

test.afterEach(async ({ stage }) => {
  for (const game of games) await stage.sandbox.fault(`game:${game}`, 'none')
  await stage.sandbox.fault('bank', 'none')
})

/** One more tab of the same browser: the same member, the same storage. */
async function openTab(context: BrowserContext, stage: Stage, player: Player): Promise<Acts> {
  return openHome(await context.newPage(), stage, player)
}

/** Whatever came of the last step, the tab is at home again with nothing open. */
async function goHome(acts: Acts, stage: Stage): Promise<void> {
  // The app itself may lead on at the same moment, which ends this navigation: the tab is sent home again then.
  await expect(async () => {
    await acts.page.goto(`${stage.product.walletUrl}/user/home`)
    await expect(acts.purse).toContainText('฿')
  }).toPass()
}

/** Moves money on the screen; it may be refused, here or by the server, or be under way when the tab goes on. */
async function transfer(acts: Acts, stage: Stage, from: string, to: string, amount: string): Promise<void> {
  const { w, sheet, message, confirmTransfer } = acts
  const form = sheet('transfer.title')
  // While another transfer of this member is under way it stands in the form's place.
  await expect(async () => {
    await goHome(acts, stage)
    await acts.purse.getByRole('button', { name: w('transfer.title') }).click()
    await expect(form.getByLabel(w('transfer.from'), { exact: true })).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 300_000 })
  await form.getByLabel(w('transfer.from'), { exact: true }).selectOption(from)
  await form.getByLabel(w('transfer.to'), { exact: true }).selectOption(to)
  await form.getByLabel(w('common.amount'), { exact: true }).fill(amount)
  await form.getByRole('button', { name: w('common.continue') }).click()
  await expect(confirmTransfer.or(message).first()).toBeVisible()
  if (await confirmTransfer.isVisible()) {
    await confirmTransfer.click()
    await expect(message.or(sheet('transfer.pendingTitle')).first()).toBeVisible()
  }
  await goHome(acts, stage)
}

async function withdraw(acts: Acts, stage: Stage, amount: string): Promise<void> {
  await acts.reviewWithdrawal(amount)
  await acts.confirmWithdrawal()
  await expect(acts.message.or(acts.steps.first()).first()).toBeVisible()
  await goHome(acts, stage)
}

async function deposit(acts: Acts, stage: Stage, player: Player, amount: number): Promise<void> {
  await acts.makeQr(String(amount))
  await expect(acts.qr(`${amount}.00`)).toBeVisible()
  const qr = await stage.api.ok(calls.qrCurrent, { token: player.token, params: { bankCode: 'KBANK' } })
  await stage.sandbox.pay(qr.payload ?? '', payer)
  await goHome(acts, stage)
}

/** Everything that a member owns or was paid, in satang. */
async function total(stage: Stage, player: Player): Promise<number> {
  const owned = Object.values(await holdings(stage, player)).reduce((sum, amount) => sum + Math.round(amount * 100), 0)
  const payouts = await stage.sandbox.payoutsTo(player.bank.bankAccountNo)
  return payouts.reduce((sum, { amount }) => sum + Math.round(amount * 100), owned)
}

test('one member in four tabs does everything at once, and not a satang is lost or made', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 2_000, games })
  const { token } = player
  for (const game of games) {
    await stage.api.ok(calls.walletTransfer, { token, key: newKey(), body: { from: 'WALLET', to: game, amount: 150 } })
  }
  const first = await openHome(page, stage, player)
  const context = page.context()
  const [second, third, fourth] = [
    await openTab(context, stage, player),
    await openTab(context, stage, player),
    await openTab(context, stage, player),
  ]
  for (const [game, mode] of faults) await stage.sandbox.fault(`game:${game}`, mode, { times: 2, ms: 1_500 })
  await stage.sandbox.fault('bank', 'duplicate-callback')

  const won = await Promise.all([
    (async () => {
      await transfer(first, stage, 'WALLET', 'PG', '70')
      await transfer(first, stage, 'PG', 'WALLET', '40')
      await deposit(first, stage, player, 300)
      return 0
    })(),
    (async () => {
      await transfer(second, stage, 'JOKER', 'USUN', '30')
      await transfer(second, stage, 'USUN', 'JOKER', '20')
      await second.button('tile.refresh').click()
      await goHome(second, stage)
      return 0
    })(),
    (async () => {
      await withdraw(third, stage, '120')
      const change = 33.5
      await stage.sandbox.play('SUPERSLOT', await usernameAt(stage, player, 'SUPERSLOT'), change)
      await transfer(third, stage, 'SUPERSLOT', 'WALLET', '50')
      await withdraw(third, stage, '110')
      return change
    })(),
    (async () => {
      const change = -12.25
      await stage.sandbox.play('PG', await usernameAt(stage, player, 'PG'), change)
      await fourth.button('tile.refresh').click()
      // All of the games, while the other tabs move money of the same games.
      await stage.api.call(calls.walletTransferAll, { token, key: newKey(), body: { to: 'WALLET' } })
      await transfer(fourth, stage, 'WALLET', 'SUPERSLOT', '60')
      await stage.sandbox.pay(await drawnQr(stage, player, 200), payer)
      return change
    })(),
  ])

  for (const [game] of faults) await stage.sandbox.fault(`game:${game}`, 'none')
  await stage.sandbox.fault('bank', 'none')
  const results = won.reduce((sum, change) => sum + change, 0)
  const paidIn = 2_000 + 300 + 200
  await waitUntil(
    'everything settled and read',
    async () => {
      await stage.api.ok(calls.walletRefreshSlot, { token })
      const open = (await history(stage, player)).filter(
        (line) => line.startsWith('transfer') && line.endsWith('IN_PROGRESS'),
      )
      return { open, satang: await total(stage, player) }
    },
    ({ open, satang }) => open.length === 0 && satang === Math.round((paidIn + results) * 100),
    300_000,
  )

  const books = await holdings(stage, player)
  for (const game of games) {
    expect(await stage.sandbox.credits(game, await usernameAt(stage, player, game)), game).toBe(books[game])
  }
  const lines = await history(stage, player)
  const deposits = lines.filter((line) => line.startsWith('deposit'))
  expect(deposits.map((line) => line.split(' ')[2]).toSorted()).toEqual(['200', '2000', '300'])

  const sum = Object.values(books).reduce((all, amount) => all + Math.round(amount * 100), 0) / 100
  const shown = sum.toLocaleString('en', { minimumFractionDigits: 2 })
  for (const tab of [first, second, third, fourth]) await expect(tab.purse).toContainText(shown)
})
