import type { BrowserContext, Page } from '@playwright/test'
import { beginning, comeAs, expect, expectAccessible, type Language, test, word } from '../stage/browser.ts'
import { type Build, type BuildServer, buildVariant, copyUsualBuild, serveBuild } from '../stage/build-server.ts'
import { expectWholeText } from '../stage/layout.ts'
import { newPlayer } from '../stage/players.ts'

test.use({ serviceWorkers: 'allow' })

const purse = (page: Page, language: Language = 'en') =>
  page.getByRole('region', { name: word(language, 'home.totalBalance') })
const button = (page: Page, key: string, language: Language = 'en') =>
  page.getByRole('button', { name: word(language, key), exact: true })
const navigation = (page: Page, key: string, language: Language = 'en') =>
  page.getByRole('navigation').getByRole('link', { name: word(language, key) })

/** Waits until the worker has what the page was drawn with, and the last of what a quiet page fetches ahead. */
async function untilKept(page: Page): Promise<void> {
  const isKept = (): Promise<boolean> =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller === null) return false
      const assets = await caches.open('krapao-assets')
      const kept = new Set((await assets.keys()).map(({ url }) => url))
      const drawn = performance.getEntriesByType('resource').map(({ name }) => name)
      const files = drawn.filter((name) => name.includes('/assets/') && !name.includes('?'))
      return [...kept].some((name) => name.includes('/errors.')) && files.every((name) => kept.has(name))
    })
  await expect.poll(isKept).toBe(true)
}

/** Opens an address in a tab of its own, after all others were closed. */
async function openAnew(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.goto(address)
  return page
}

const balanceIn = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('lastBalance'), sessionStorage.getItem('lastBalance')])

test('opens without a network after one visit, on the last known balance, and comes back by itself', async ({
  page,
  context,
  stage,
}) => {
  const language = 'lo'
  const { walletUrl } = stage.product
  const player = await newPlayer(stage, { amount: 1_234.5 })
  await comeAs(context, stage, player, language)
  await page.goto(`${walletUrl}/user/home`)
  await expect(purse(page, language)).toContainText('1,234.50')
  await untilKept(page)
  await context.setOffline(true)

  const again = await openAnew(context, walletUrl)
  await expect(purse(again, language)).toContainText('1,234.50')
  const asOf = word(language, 'home.asOf', { time: '' }).trim()
  await expect(purse(again, language)).toContainText(asOf)
  await expect(again.getByRole('status')).toContainText(word(language, 'pwa.offline.title'))
  await expect(again.locator('html')).toHaveAttribute('lang', language)
  // Nothing here moves money, and nothing looks as if it did.
  await expect(button(again, 'tile.deposit', language)).toHaveCount(0)
  await expect(button(again, 'transfer.title', language)).toHaveCount(0)
  await expectAccessible(again)
  await expectWholeText(again, `home without a network, ${language}`)

  await button(again, 'common.retry', language).click()
  await expect(again.getByRole('status')).toContainText(word(language, 'pwa.offline.title'))
  await context.setOffline(false)
  await expect(button(again, 'tile.deposit', language)).toBeVisible()
  await expect(purse(again, language)).toContainText('1,234.50')
  await expect(again.getByText(word(language, 'pwa.offline.title'))).toHaveCount(0)
})

test('a page whose worker has its files is told to fetch nothing beside them', async ({ page, context, stage }) => {
  const home = `${stage.product.walletUrl}/user/home`
  await comeAs(context, stage, await newPlayer(stage, { amount: 20 }), 'en')
  const first = await page.goto(home)
  expect(first?.headers()['link']).toContain('rel=preload')
  await untilKept(page)
  const again = await page.goto(home)
  expect(again?.fromServiceWorker()).toBe(true)
  expect(again?.headers()['link']).toBeUndefined()
  await expect(purse(page)).toContainText('20.00')
})

test('an amount that is hidden stays so without a network', async ({ page, context, stage }) => {
  const player = await newPlayer(stage, { amount: 77 })
  await comeAs(context, stage, player, 'en')
  await page.goto(`${stage.product.walletUrl}/user/home`)
  await button(page, 'home.hideBalance').click()
  await untilKept(page)
  await context.setOffline(true)
  const again = await openAnew(context, stage.product.walletUrl)
  await expect(again.getByRole('status')).toContainText(word('en', 'pwa.offline.title'))
  await expect(purse(again)).not.toContainText('77')
})

test('the last known balance goes with the logout, with a dead token and with the end of the service', async ({
  page,
  context,
  stage,
}) => {
  const { walletUrl } = stage.product
  const player = await newPlayer(stage, { amount: 55 })
  await comeAs(context, stage, player, 'en')
  const come = async (token: string): Promise<void> => {
    await page.goto(`${walletUrl}/contact`)
    await page.evaluate((kept) => localStorage.setItem('token', kept), token)
    await page.goto(`${walletUrl}/user/home`)
    await expect(purse(page)).toContainText('55.00')
    expect(Object.keys(JSON.parse((await balanceIn(page))[0] ?? '{}') as object).toSorted()).toEqual([
      'asOfMs',
      'totalMinor',
    ])
  }

  // The service ends while the page is open.
  await come(player.token)
  await page.route('**/api/wallet/home', (route) => route.fulfill({ status: 410, json: { message: 'gone' } }))
  await page.reload()
  await page.waitForURL('**/terminated')
  expect(await balanceIn(page)).toEqual([null, null])
  await page.unroute('**/api/wallet/home')

  // The token is refused.
  await come(player.token)
  await page.evaluate(() => localStorage.setItem('token', 'nobody'))
  await page.reload()
  await page.waitForURL('**/login')
  expect(await balanceIn(page)).toEqual([null, null])

  // Logged out, and looked for without a network.
  await come(player.token)
  await untilKept(page)
  await button(page, 'nav.logout').click()
  await page.waitForURL('**/login')
  expect(await balanceIn(page)).toEqual([null, null])
  await context.setOffline(true)
  const again = await openAnew(context, `${walletUrl}/user/home`)
  await again.waitForURL('**/login')
  await expect(again.getByLabel(word('en', 'field.phone'))).toBeVisible()
  await expect(again.getByText('55.00')).toHaveCount(0)
})

test('nothing that is anybody’s is in a cache, and in storage only what is written down', async ({
  page,
  context,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 500, games: ['PG'], name: 'Bounthavy Quill' })
  await comeAs(context, stage, player, 'en')
  await page.goto(`${stage.product.walletUrl}/user/home`)
  await expect(purse(page)).toContainText('500.00')
  await untilKept(page)
  await button(page, 'tile.deposit').click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: word('en', 'common.amount') })
    .fill('100')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: beginning(word('en', 'qr.create')) })
    .click()
  await expect(page.getByRole('img', { name: word('en', 'aria.qrImage', { amount: '100.00' }) })).toBeVisible()
  for (const path of ['profile', 'bonus', 'statement', 'contact']) {
    await page.goto(`${stage.product.walletUrl}/user/${path}`)
    await page.getByRole('main').getByRole('heading').or(page.getByRole('main').getByRole('listitem')).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  const kept = await page.evaluate(async () => {
    const files: [string, string][] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        files.push([new URL(request.url).pathname, (await (await cache.match(request))?.text()) ?? ''])
      }
    }
    const stored = {
      ...Object.fromEntries(Object.entries(sessionStorage)),
      ...Object.fromEntries(Object.entries(localStorage)),
    }
    return { files, stored, databases: (await indexedDB.databases()).map(({ name }) => name) }
  })
  expect(kept.files.length).toBeGreaterThan(10)
  const secrets = [player.token, player.phone, player.password, player.memberId, 'Bounthavy']
  for (const [path, text] of kept.files) {
    expect(path).toMatch(/^\/(assets\/[^?]+|index(\.\w\w)?\.html|mark\.svg)$/)
    for (const secret of secrets) expect(text.includes(secret), path).toBe(false)
  }
  const { token, lastBalance, ...rest } = kept.stored as Record<string, string>
  expect(token).toBe(player.token)
  expect(Object.keys(JSON.parse(lastBalance ?? '{}') as object).toSorted()).toEqual(['asOfMs', 'totalMinor'])
  for (const secret of secrets) expect(JSON.stringify(rest).includes(secret)).toBe(false)
  expect(kept.databases).toEqual([])
})

const entryOf = (page: Page) => page.locator('script[type=module]').getAttribute('src')
const cachesOf = (page: Page) => page.evaluate(async () => (await caches.keys()).toSorted())

/** Has the browser look for a newer worker, and waits until one is there and waits its turn. */
async function untilUpdateWaits(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })
  const waits = (): Promise<boolean> =>
    page.evaluate(async () => ((await navigator.serviceWorker.getRegistration())?.waiting ?? null) !== null)
  await expect.poll(waits).toBe(true)
}

test.describe('a newer build', () => {
  test.describe.configure({ timeout: 300_000 })
  let usual: Build
  let variant: Build
  let server: BuildServer

  // The newer build is the one for Laos and for frames, whose worker must do the same.
  test.beforeAll(async ({ stage }) => {
    variant = await buildVariant({ KRAPAO_LAOS: '1', KRAPAO_IFRAME: '1' })
    usual = copyUsualBuild()
    server = await serveBuild(usual.folder, stage.product.walletUrl)
  })
  test.afterAll(() => {
    server.close()
    variant.remove()
    usual.remove()
  })

  test('is taken when the reader says so, never in the middle of what he does, and the older one goes', async ({
    page,
    context,
    stage,
  }) => {
    server.show(usual.folder)
    const player = await newPlayer(stage, { amount: 20 })
    await comeAs(context, stage, player, 'en')
    await page.goto(`${server.url}/user/profile`)
    await untilKept(page)
    const [entry, before] = [await entryOf(page), await cachesOf(page)]
    await button(page, 'profile.edit').click()
    await page.getByLabel(word('en', 'field.profileName')).fill('Half a na')

    server.show(variant.folder)
    await untilUpdateWaits(page)
    await expect(page.getByLabel(word('en', 'field.profileName'))).toHaveValue('Half a na')
    await expect(page.getByText(word('en', 'pwa.update.text'))).toHaveCount(0)
    expect([await entryOf(page), (await cachesOf(page)).includes(before[1] ?? '')]).toEqual([entry, true])

    await page.getByRole('button', { name: word('en', 'common.cancel') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: word('en', 'dialog.leave') })
      .click()
    await navigation(page, 'nav.statement').click()
    await expect(page.getByText(word('en', 'pwa.update.text'))).toBeVisible()
    await expectAccessible(page)
    await button(page, 'pwa.update.action').click()
    await expect.poll(() => entryOf(page)).not.toBe(entry)
    await expect(page.getByText(word('en', 'pwa.update.text'))).toHaveCount(0)
    await expect.poll(() => cachesOf(page)).toHaveLength(2)
    expect((await cachesOf(page)).includes(before[1] ?? '')).toBe(false)
    const { lost, kept } = await page.evaluate(async () => {
      const assets = await caches.open('krapao-assets')
      const paths = (await assets.keys()).map(({ url }) => new URL(url).pathname)
      const answers = await Promise.all(paths.map(async (path) => (await fetch(path, { method: 'HEAD' })).ok))
      return { lost: paths.filter((_, index) => answers[index] !== true), kept: paths.length }
    })
    expect(lost).toEqual([])
    expect(kept).toBeGreaterThan(10)

    await navigation(page, 'nav.home').click()
    await expect(purse(page)).toContainText('20.00')
    await context.setOffline(true)
    const again = await openAnew(context, server.url)
    await expect(purse(again)).toContainText('20.00')
    await expect(again.getByRole('status')).toContainText(word('en', 'pwa.offline.title'))
  })

  test('is simply there at the next start', async ({ page, context, stage }) => {
    server.show(usual.folder)
    const player = await newPlayer(stage, { amount: 30 })
    await comeAs(context, stage, player, 'lo')
    await page.goto(`${server.url}/user/home`)
    await untilKept(page)
    const [entry, before] = [await entryOf(page), await cachesOf(page)]
    server.show(variant.folder)
    await untilUpdateWaits(page)
    await page.goto('about:blank')
    const again = await openAnew(context, server.url)
    await expect(purse(again, 'lo')).toContainText('30.00')
    expect(await entryOf(again)).not.toBe(entry)
    await expect.poll(() => cachesOf(again)).not.toContain(before[1])
    await navigation(again, 'nav.statement', 'lo').click()
    await expect(again.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expect(again.getByText(word('lo', 'pwa.update.text'))).toHaveCount(0)
  })
})
