import type { Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { comeAs, expect, expectAccessible, type Language, type Stage, test, word } from '../stage/browser.ts'
import { newKey, waitUntil } from '../stage/client.ts'
import { drawnQr, newPlayer, payer, type Player, usernameAt, walletOf } from '../stage/players.ts'

async function open(page: Page, stage: Stage, player: Player, path: string, language: Language = 'en'): Promise<void> {
  await comeAs(page.context(), stage, player, language)
  await page.goto(`${stage.product.walletUrl}${path}`)
}

const held = (page: Page, language: Language = 'en') =>
  page.getByRole('region', { name: word(language, 'bonus.active.title') })
const codeField = (page: Page, language: Language = 'en') => page.getByLabel(word(language, 'bonus.code.label'))
const firstCard = (page: Page) => page.getByRole('main').getByRole('listitem').first().getByRole('button')
const sheet = (page: Page) => page.getByRole('dialog').last()
const button = (page: Page, key: string, language: Language = 'en') =>
  page.getByRole('button', { name: word(language, key), exact: true })

/** Arms the first bonus of the operator: 20 % on top, lost below 5 %, passed from 300 %. */
async function armFirst(page: Page): Promise<void> {
  await firstCard(page).click()
  await button(page, 'bonus.modal.receive').click()
  await expect(held(page)).toContainText(word('en', 'bonus.active.waiting'))
}

/** Confirms what is asked; a press at once is taken for the second half of a double tap. */
async function confirm(page: Page, key: string): Promise<void> {
  const question = page.getByRole('alertdialog')
  const yes = question.getByRole('button', { name: word('en', key), exact: true })
  await expect(async () => {
    if (await yes.isVisible()) await yes.click({ timeout: 5_000 })
    await expect(yes).toBeHidden({ timeout: 1_000 })
  }).toPass()
}

/** Puts the whole wallet into the game PG and books a win or a loss there. */
async function playAll(stage: Stage, player: Player, change: number): Promise<void> {
  const { token } = player
  const amount = await walletOf(stage, player)
  await waitUntil(
    'the money in the game',
    () => stage.api.call(calls.walletTransfer, { token, key: newKey(), body: { from: 'WALLET', to: 'PG', amount } }),
    ({ status }) => status === 200,
  )
  await waitUntil(
    'an empty wallet',
    () => walletOf(stage, player),
    (now) => now === 0,
  )
  await stage.sandbox.play('PG', await usernameAt(stage, player, 'PG'), change)
  await stage.api.ok(calls.walletRefreshSlot, { token })
}

test('[BON-001] [BON-007] [BON-021] [BON-022] [BON-023] [BON-024] a bonus is armed, granted with a deposit before the reader’s eyes, lost and ended', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { games: ['PG'] })
  await open(page, stage, player, '/user/bonus')
  await armFirst(page)
  await expect(firstCard(page)).toContainText(word('en', 'bonus.card.current'))
  await stage.sandbox.pay(await drawnQr(stage, player, 100), payer)
  await expect(held(page)).toContainText('120.00')
  await expect(held(page)).toContainText('360.00')
  await expect(held(page)).toContainText('6.00')
  expect(await walletOf(stage, player)).toBe(120)
  expect(
    await stage.api.refused(calls.qrCreate, {
      token: player.token,
      key: newKey(),
      params: { bankCode: 'KBANK' },
      body: { amount: 100 },
    }),
  ).toBe('409 BONUS_REMAINING')
  await expectAccessible(page)

  // Neither passed nor lost: it stays, and a dialog says why (ERR-117).
  await button(page, 'bonus.end').click()
  await confirm(page, 'bonus.end')
  // The question may be there still.
  await expect(page.getByRole('alertdialog').filter({ hasText: word('en', 'error.BONUS_CONDITION') })).toBeVisible()
  await button(page, 'common.ok').click()

  await playAll(stage, player, -118)
  await page.reload()
  await expect(held(page)).toContainText(word('en', 'bonus.progress.failed'))
  await button(page, 'bonus.end').click()
  await expect(page.getByRole('alertdialog')).toContainText(word('en', 'bonus.endTextFail', { amount: '2.00' }))
  await confirm(page, 'bonus.end')
  await expect(codeField(page)).toBeVisible()
  const home = await stage.api.ok(calls.walletHome, { token: player.token })
  expect(home.slots.map(({ amount }) => amount).filter((amount) => amount !== 0)).toEqual([])
  expect(home.wallet.amount).toBe(0)
  await expect(firstCard(page)).toContainText(word('en', 'bonus.card.received'))
  await expect(firstCard(page)).toBeDisabled()
})

test('a bonus that is passed brings all of it home', async ({ page, stage }) => {
  const player = await newPlayer(stage, { games: ['PG'] })
  await open(page, stage, player, '/user/bonus')
  await armFirst(page)
  await stage.sandbox.pay(await drawnQr(stage, player, 100), payer)
  await expect(held(page)).toContainText('120.00')
  await playAll(stage, player, 300)
  await page.reload()
  await expect(held(page)).toContainText(word('en', 'bonus.progress.passed'))
  await button(page, 'bonus.end').click()
  await expect(page.getByRole('alertdialog')).toContainText(word('en', 'bonus.endTextPass'))
  await confirm(page, 'bonus.end')
  await expect(codeField(page)).toBeVisible()
  expect(await walletOf(stage, player)).toBe(420)
})

test('[PRO-001] [PRO-006] [PRO-008] [PRO-009] [BON-020] a promotion is found by its code, received and cancelled', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  await open(page, stage, player, '/user/bonus')
  await codeField(page).fill('nope')
  await button(page, 'common.search').click()
  await expect(sheet(page)).toContainText(word('en', 'promotion.notFound'))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await codeField(page).fill('lucky77')
  await codeField(page).press('Enter')
  await expect(button(page, 'promotion.receive')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'promotion.receive').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(held(page)).toContainText(word('en', 'bonus.type.promotion'))
  await button(page, 'bonus.cancel').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(held(page)).toBeVisible()
  await button(page, 'bonus.cancel').click()
  await confirm(page, 'bonus.cancel')
  await expect(codeField(page)).toBeVisible()
})

test('[HOM-010] [HOM-014] [HOM-016] [HOM-017] [HOM-018] [INV-003] the tiles lead to banners first, then to invites and refunds', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  await open(page, stage, player, '/user/home')
  const tiles = page.getByRole('list', { name: word('en', 'aria.tiles') })
  await expect(tiles.getByRole('button')).toHaveCount(6)

  await tiles.getByRole('button', { name: word('en', 'tile.invite') }).click()
  await expect(sheet(page).getByRole('img', { name: word('en', 'invite.title') })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'common.continue').click()
  await expect(sheet(page)).toContainText(`${stage.product.walletUrl}/register?code=PR${player.memberId}`)
  await expect(sheet(page)).toContainText(word('en', 'invite.empty'))
  await button(page, 'invite.qr').click()
  await expect(sheet(page).getByRole('img', { name: word('en', 'invite.qrImage') })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await tiles.getByRole('button', { name: word('en', 'tile.refund') }).click()
  await expect(sheet(page).getByRole('img', { name: word('en', 'refund.title') })).toBeVisible()
  await button(page, 'common.continue').click()
  await expect(sheet(page)).toContainText(word('en', 'refund.none'))
  await expect(button(page, 'refund.receive')).toBeDisabled()
  await expectAccessible(page)
})

test('all of it is within reach of the keyboard', async ({ page, stage }) => {
  const player = await newPlayer(stage)
  await open(page, stage, player, '/user/bonus')
  await firstCard(page).focus()
  await page.keyboard.press('Enter')
  await expect(sheet(page)).toBeVisible()
  await button(page, 'bonus.modal.receive').focus()
  await page.keyboard.press('Enter')
  await expect(held(page)).toContainText(word('en', 'bonus.active.waiting'))
  await button(page, 'bonus.cancel').focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  // The way back is first where something is given up.
  await expect(question.getByRole('button', { name: word('en', 'bonus.keep') })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(held(page)).toBeVisible()
})
