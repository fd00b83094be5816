import { calls } from '@krapao/contract'
import { holdings, keysOf, openHome } from '../stage/acts.ts'
import { expect, expectAccessible, type Stage } from '../stage/browser.ts'
import { newKey } from '../stage/client.ts'
import { newPlayer, type Player, usernameAt } from '../stage/players.ts'
import { heldMs } from '../stage/sandbox.ts'
import { test } from './unanswered.ts'

const games = ['JOKER', 'UFABET', 'USUN', 'CIRCUS']

test.afterEach(async ({ stage }) => {
  for (const game of games) await stage.sandbox.fault(`game:${game}`, 'none')
})

/** A player with 200 baht in the wallet and 100 in a game. */
async function playerAt(stage: Stage, game: string): Promise<Player> {
  const player = await newPlayer(stage, { amount: 300, games: [game] })
  const { token } = player
  const body = { from: 'WALLET', to: game, amount: 100 }
  await stage.api.ok(calls.walletTransfer, { token, key: newKey(), body })
  return player
}

/** Holds the books against the provider's own: what a transfer of 80 out of a game left where. */
async function expectMoved(stage: Stage, player: Player, game: string): Promise<void> {
  const left = { WALLET: 280, [game]: 20 }
  expect(await holdings(stage, player)).toEqual(left)
  expect(await stage.sandbox.credits(game, await usernameAt(stage, player, game))).toBe(left[game])
}

test("a transfer out of a game that the game knows of only after a while is shown as under way, and settles before the player's eyes", async ({
  page,
  stage,
}) => {
  const player = await playerAt(stage, 'JOKER')
  const acts = await openHome(page, stage, player, 'lo')
  const keys = keysOf(page, '/api/wallet/transfer')
  await acts.reviewTransfer('JOKER', 'WALLET', '80')
  await stage.sandbox.fault('game:JOKER', 'late', { times: 1, ms: heldMs })
  await acts.confirmTransfer.dblclick()
  await expect(acts.sheet('transfer.pendingTitle')).toContainText(acts.w('statement.status.IN_PROGRESS'))
  await stage.sandbox.release()
  const moved = { amount: '80.00', from: acts.nameOf('JOKER'), to: acts.nameOf('WALLET') }
  await expect(acts.message).toContainText(acts.w('transfer.success', moved))
  await acts.acknowledge()
  await expect(acts.purse).toContainText('300.00')
  await acts.expectSamePage()
  expect(new Set(keys).size).toBe(1)
  await expectMoved(stage, player, 'JOKER')
})

test('[ERR-066] [ERR-095] a transfer out of a game that is down says so, and is there to be sent again', async ({
  page,
  stage,
}) => {
  const player = await playerAt(stage, 'CIRCUS')
  const acts = await openHome(page, stage, player, 'th')
  await expect(acts.button('tile.refresh')).toBeEnabled()
  const keys = keysOf(page, '/api/wallet/transfer')
  await acts.reviewTransfer('CIRCUS', 'WALLET', '80')
  await stage.sandbox.fault('game:CIRCUS', 'down')
  await acts.confirmTransfer.click()
  await expect(acts.message).toContainText(acts.w('error.TRANSFER_FAIL'))
  await expectAccessible(page)
  await acts.acknowledge()
  expect(await holdings(stage, player)).toEqual({ WALLET: 200, CIRCUS: 100 })
  await stage.sandbox.fault('game:CIRCUS', 'none')
  await expect(acts.sheet('transfer.reviewTitle')).toContainText('80.00')
  await acts.confirmTransfer.click()
  await expect(acts.message).toContainText('80.00')
  expect(new Set(keys).size).toBe(2)
  await expectMoved(stage, player, 'CIRCUS')
})

test('a game that cannot be entered says so, and the next press is let in', async ({ page, stage }) => {
  const player = await newPlayer(stage, { games: ['USUN'] })
  const acts = await openHome(page, stage, player, 'lo')
  await expect(acts.button('tile.refresh')).toBeEnabled()
  await acts.openGame('USUN')
  await expect(acts.button('aria.copyUsername')).toBeVisible()
  await stage.sandbox.fault('game:USUN', 'down')
  await acts.button('games.account.play').click()
  await expect(acts.message).toContainText(acts.w('dialog.errorTitle'))
  await expectAccessible(page)
  await acts.acknowledge()
  await acts.expectSamePage()
  await stage.sandbox.fault('game:USUN', 'none')
  await acts.button('games.account.play').click()
  await page.waitForURL((url) => url.origin === stage.product.sandboxUrl)
})

test('a balance that could not be read says so on its card and in the total, until it can', async ({ page, stage }) => {
  const player = await playerAt(stage, 'UFABET')
  await stage.sandbox.fault('game:UFABET', 'down')
  const acts = await openHome(page, stage, player, 'lo')
  await expect(acts.card('UFABET')).toContainText(acts.w('games.lastKnown'))
  await expect(acts.card('UFABET')).toContainText('100.00')
  await expect(acts.purse).toContainText(acts.w('home.stale'))
  await acts.openGame('UFABET')
  await expect(page.getByRole('dialog')).toContainText(acts.w('home.stale'))
  await expectAccessible(page)
  await page.goBack()
  await stage.sandbox.fault('game:UFABET', 'none')
  await stage.sandbox.play('UFABET', await usernameAt(stage, player, 'UFABET'), 11)
  await acts.button('tile.refresh').click()
  await expect(acts.card('UFABET')).toContainText('111.00')
  await expect(acts.card('UFABET')).not.toContainText(acts.w('games.lastKnown'))
  await expect(acts.purse).not.toContainText(acts.w('home.stale'))
  await expect(acts.purse).toContainText('311.00')
})
