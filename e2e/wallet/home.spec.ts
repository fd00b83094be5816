import type { Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { comeAs, expect, type Language, type Stage, test, word } from '../stage/browser.ts'
import { newKey } from '../stage/client.ts'
import { newPlayer, payIn, type Player } from '../stage/players.ts'

async function openHome(page: Page, stage: Stage, player: Player, language: Language = 'th'): Promise<void> {
  await comeAs(page.context(), stage, player, language)
  await page.goto(`${stage.product.walletUrl}/user/home`)
  await expect(purse(page, language)).toContainText('฿')
}

const purse = (page: Page, language: Language = 'th') =>
  page.getByRole('region', { name: word(language, 'home.totalBalance') })

function move({ api }: Stage, { token }: Player, from: string, to: string, amount: number): Promise<unknown> {
  return api.ok(calls.walletTransfer, { token, key: newKey(), body: { from, to, amount } })
}

/** Brings the card of a game to the front of its ring and presses it. */
async function openGame(page: Page, name: string): Promise<void> {
  const card = page.getByRole('button', { name })
  await card.focus()
  await card.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
}

test('[HOM-001] [HOM-002] [HOM-003] [HOM-006] [HOM-009] [CAR-009] [LIM-034] home shows who I am, the total and every game, read anew', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 150, games: ['PG', 'UFABET', 'SEXYGAME'], name: 'มะลิ' })
  await move(stage, player, 'WALLET', 'PG', 20)
  await move(stage, player, 'WALLET', 'UFABET', 30)
  const asked = page.waitForRequest(/\/api\/wallet\/refresh\/slot$/)
  await openHome(page, stage, player)
  await asked
  await expect(page.getByText(word('th', 'home.hello', { name: 'มะลิ' }))).toBeVisible()
  await expect(purse(page)).toContainText('150.00')
  const slots = page.getByRole('region', { name: word('th', 'games.slot.title') })
  const others = page.getByRole('region', { name: word('th', 'games.sport.title') })
  await expect(slots.getByRole('listitem')).toHaveCount(9)
  await expect(others.getByRole('listitem')).toHaveCount(6)
  await expect(slots.getByRole('button', { name: /ดอกบัวทอง.*20\.00/ })).toBeAttached()
  await expect(others.getByRole('button', { name: /ตะกร้อลีก.*30\.00/ })).toBeAttached()
  await expect(others.getByRole('button', { name: /โต๊ะริมโขง.*0\.00/ })).toBeAttached()
})

test('[CAR-001] [CAR-002] [CAR-005] [CAR-007] [CAR-008] [CAR-011] the rings show three cards with their art', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { games: ['PG'] })
  await openHome(page, stage, player)
  const { slots } = await stage.api.ok(calls.walletHome, { token: player.token })
  for (const [title, isSlot] of [
    ['games.slot.title', true],
    ['games.sport.title', false],
  ] as const) {
    const cards = page
      .getByRole('region', { name: word('th', title) })
      .getByRole('listitem')
      .getByRole('button')
    await expect
      .poll(() => cards.evaluateAll((all) => all.filter((card) => Number(getComputedStyle(card).opacity) > 0).length))
      .toBe(3)
    const games = slots.filter(({ category }) => (category === 'slot') === isSlot)
    for (const [index, game] of games.entries()) {
      const sources = await cards
        .nth(index)
        .locator('img')
        .evaluateAll((all) => all.map((img) => img.getAttribute('src')))
      expect(sources).toContain(game.logo)
      expect(sources).toContain(game.background)
      if (!game.isActive) await expect(cards.nth(index)).toContainText(word('th', 'games.openAccount'))
    }
  }
  // Every picture is there.
  const broken = await page
    .locator('main img')
    .evaluateAll((all) => all.filter((img) => !(img as HTMLImageElement).naturalWidth).length)
  expect(broken).toBe(0)
})

test('[HOM-004] [HOM-005] [GEN-010] [GEN-031] the age of the balance grows, and a check begins it anew', async ({
  page,
  stage,
}) => {
  await page.clock.install()
  const player = await newPlayer(stage)
  await openHome(page, stage, player)
  const synced = await page.evaluate(() => localStorage.getItem('lastSync'))
  expect(synced).not.toBeNull()
  await page.clock.fastForward('05:00')
  await expect(purse(page)).toContainText('5 นาทีที่แล้ว')
  await expect(purse(page).getByTitle(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}/)).toBeVisible()
  const asked = page.waitForRequest(/\/api\/wallet\/home$/)
  await purse(page)
    .getByRole('button', { name: word('th', 'home.checkBalance') })
    .click()
  await asked
  await expect(purse(page)).toContainText(word('th', 'time.justNow'))
  expect(await page.evaluate(() => localStorage.getItem('lastSync'))).not.toBe(synced)
})

test('amounts are hidden on all of home, and stay hidden', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 1234, games: ['PG'] })
  await openHome(page, stage, player)
  await page.getByRole('button', { name: word('th', 'home.hideBalance') }).click()
  await expect(page.getByText('1,234')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: word('th', 'home.showBalance') })).toBeVisible()
  await expect(page.getByText('1,234')).toHaveCount(0)
  await page.getByRole('button', { name: word('th', 'home.showBalance') }).click()
  await expect(purse(page)).toContainText('1,234.00')
})

test('[HOM-011] [HOM-012] [HOM-013] the tiles open deposit and withdraw, and refresh the games', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 100, games: ['PG'] })
  await move(stage, player, 'WALLET', 'PG', 40)
  await openHome(page, stage, player)
  const tiles = page.getByRole('list', { name: word('th', 'aria.tiles') })
  const { username } = await stage.api.ok(calls.walletAccount, { token: player.token, params: { slotCode: 'PG' } })
  await expect(tiles.getByRole('button', { name: word('th', 'tile.refresh') })).toBeEnabled()
  await stage.sandbox.play('PG', username, 5.5)
  await tiles.getByRole('button', { name: word('th', 'tile.refresh') }).click()
  await expect(page.getByText(word('th', 'home.refreshDone'))).toBeVisible()
  await expect(page.getByRole('button', { name: /ดอกบัวทอง.*45\.50/ })).toBeAttached()
  await expect(purse(page)).toContainText('105.50')
  for (const tile of ['tile.deposit', 'tile.withdraw']) {
    await tiles.getByRole('button', { name: word('th', tile) }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('[ERR-115] a wallet that cannot be loaded leaves an empty state to try again from', async ({ page, stage }) => {
  const player = await newPlayer(stage, { amount: 77 })
  let isBack = false
  await page.route('**/api/wallet/home', (route) => (isBack ? route.continue() : route.abort()))
  await comeAs(page.context(), stage, player, 'en')
  await page.goto(`${stage.product.walletUrl}/user/home`)
  await expect(page.getByText(word('en', 'home.loadError'))).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: word('en', 'aria.notifications') }).getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: word('en', 'common.retry') }).click()
  // What is asked for again is tried a few times, and so the network may come back after the press.
  await expect(page.getByRole('main').getByRole('button', { name: word('en', 'common.loading') })).toBeVisible()
  isBack = true
  await expect(purse(page, 'en')).toContainText('77.00')
})

test('[HOM-019] [HOM-020] [HOM-021] the agreement comes on a first visit, and not after it was accepted', async ({
  page,
  stage,
}) => {
  await page.clock.install()
  const player = await newPlayer(stage)
  await page.addInitScript((token) => {
    localStorage.setItem('token', token)
    localStorage.setItem('locale', 'en')
  }, player.token)
  await page.goto(`${stage.product.walletUrl}/user/home`)
  await expect(purse(page, 'en')).toContainText('฿')
  const agreement = page.getByRole('dialog', { name: word('en', 'agreement.title') })
  await page.clock.runFor(1_500)
  await expect(agreement).toBeVisible()
  const { agreements } = await stage.api.ok(calls.lookupAgreements, { headers: { 'accept-language': 'en' } })
  await expect(agreement.getByRole('listitem')).toHaveCount(agreements.length)
  await agreement.getByRole('button', { name: word('en', 'agreement.accept') }).click()
  await expect(agreement).toHaveCount(0)
  await page.reload()
  await expect(purse(page, 'en')).toContainText('฿')
  await page.clock.runFor(5_000)
  await expect(agreement).toHaveCount(0)
})

test('[CAR-012] [GAM-001] [GAM-005] [GAM-008] [GAM-009] a game account is opened from its card', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  await openHome(page, stage, player, 'en')
  await openGame(page, 'Longboat King')
  const sheet = page.getByRole('dialog', { name: /Longboat King/ })
  const activate = sheet.getByRole('button', { name: word('en', 'games.account.activate') })
  await expect(sheet.getByRole('button', { name: word('en', 'games.account.play') })).toHaveCount(0)
  await activate.click()
  await expect(page.getByText(word('en', 'games.account.activated'))).toBeVisible()
  await expect(activate).toHaveCount(0)
  await expect(sheet.getByRole('button', { name: word('en', 'games.account.play') })).toBeVisible()
  await page.keyboard.press('Escape')
  await openGame(page, 'Naka')
  await expect(page.getByRole('dialog', { name: /Naka/ })).toBeVisible()
})

test('[ERR-112] an account that could not be opened can be tried again, without a message', async ({ page, stage }) => {
  const player = await newPlayer(stage)
  await openHome(page, stage, player, 'en')
  await openGame(page, 'Rocket Fair')
  await stage.sandbox.fault('game:SUPERSLOT', 'down')
  const sheet = page.getByRole('dialog', { name: /Rocket Fair/ })
  const activate = sheet.getByRole('button', { name: word('en', 'games.account.activate') })
  try {
    const answered = page.waitForResponse(/\/api\/wallet\/activate\//)
    await activate.click()
    expect((await answered).ok()).toBe(false)
    await expect(activate).toBeEnabled()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  } finally {
    await stage.sandbox.fault('game:SUPERSLOT', 'none')
  }
  await activate.click()
  await expect(page.getByRole('button', { name: word('en', 'games.account.play') })).toBeVisible()
})

test('[GAM-002] [GAM-003] [GAM-010] [GAM-011] [ERR-108] [ERR-109] credentials are masked, copied and made anew', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { games: ['SLOTXO'] })
  const account = () => stage.api.ok(calls.walletAccount, { token: player.token, params: { slotCode: 'SLOTXO' } })
  const before = await account()
  await openHome(page, stage, player, 'en')
  await openGame(page, 'Naka')
  const sheet = page.getByRole('dialog', { name: /Naka/ })
  await expect(sheet.getByText(before.username)).toBeVisible()
  await expect(sheet.getByText(before.password)).toHaveCount(0)
  await sheet.getByRole('button', { name: word('en', 'aria.showPassword') }).click()
  await expect(sheet.getByText(before.password)).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await sheet.getByRole('button', { name: word('en', 'aria.copyUsername') }).click()
  await expect(page.getByText(`Copied: ${before.username}`, { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(before.username)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('blocked'))
    document.execCommand = () => false
  })
  await sheet.getByRole('button', { name: word('en', 'aria.copyPassword') }).click()
  await expect(page.getByText('Failed to copy', { exact: true })).toBeVisible()

  await sheet.getByRole('button', { name: word('en', 'games.account.reset') }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(word('en', 'games.account.resetConfirm'))
  await question.getByRole('button', { name: word('en', 'common.confirm') }).click()
  await expect(page.getByText(word('en', 'games.account.resetDone'))).toBeVisible()
  const after = await account()
  expect(after.password).not.toBe(before.password)
  await expect(sheet.getByText(after.password)).toBeVisible()
  await expect(sheet.getByRole('button', { name: word('en', 'games.account.play') })).toBeVisible()
})

test('[GAM-004] [GAM-013] [GEN-014] playing moves the wallet into the game, then opens it here', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 60, games: ['IMI'] })
  await openHome(page, stage, player, 'en')
  await openGame(page, 'Golden Table')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: word('en', 'games.account.play') }).dblclick()
  await page.waitForURL((url) => url.origin === stage.product.sandboxUrl)
  const { username, password } = await stage.api.ok(calls.walletAccount, {
    token: player.token,
    params: { slotCode: 'IMI' },
  })
  expect(asked.filter((path) => path === '/api/wallet/transferAll')).toHaveLength(1)
  expect(asked).toContain(`/api/autoLogin/imi/${username}/${password}`)
  expect((await stage.api.ok(calls.walletAmount, { token: player.token })).amount).toBe(0)
})

test('[GAM-012] with nothing in the wallet playing only opens the game', async ({ page, stage }) => {
  const player = await newPlayer(stage, { games: ['JOKER'] })
  await openHome(page, stage, player, 'en')
  await openGame(page, 'Sky Lantern')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: word('en', 'games.account.play') }).click()
  await page.waitForURL((url) => url.origin === stage.product.sandboxUrl)
  expect(asked).not.toContain('/api/wallet/transferAll')
})

test('an open home takes part in what happens elsewhere: a deposit is seen at once', async ({ page, stage }) => {
  const player = await newPlayer(stage)
  await openHome(page, stage, player)
  await payIn(stage, player, 321)
  await expect(purse(page)).toContainText('321.00')
})
