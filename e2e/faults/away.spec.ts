import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { startWireCutter, type WireCutter } from '@krapao/server/wire-cutter'
import { holdings, keysOf, openHome } from '../stage/acts.ts'
import { comeAs, expect, expectAccessible, type Stage, test as base, word } from '../stage/browser.ts'
import { createClient } from '../stage/client.ts'
import { newAgent, sitDown } from '../stage/desk-stage.ts'
import { newPlayer } from '../stage/players.ts'
import { makeDatabase, startProduct } from '../stage/product.ts'
import { createSandbox } from '../stage/sandbox.ts'

// The database of a running product goes away and comes back, as in a failover. What is open says so, loses nothing and goes on.

const test = base.extend<object, { away: Stage & { wire: WireCutter } }>({
  away: [
    async ({ browserName }, use) => {
      const database = await makeDatabase()
      if (database === null) throw new Error(`${browserName} needs a server with PostgreSQL`)
      const wire = await startWireCutter(database.url)
      const secret = randomBytes(32).toString('hex')
      const settings = { DATABASE_URL: wire.url, KRAPAO_SECRET: secret }
      const product = await startProduct(settings, { isEmbedded: true })
      await use({ product, api: createClient(product.walletUrl), sandbox: createSandbox(product.sandboxUrl), wire })
      wire.mend()
      await product.close()
      wire.close()
      await database.drop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

/** Answers that a page got to a call, by their status. */
function statusesOf(page: Page, path: string): readonly number[] {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === path) statuses.push(response.status())
  })
  return statuses
}

test('says that the database is away, keeps what was typed, and goes on by itself', async ({ page, away }) => {
  const { wire, product } = away
  const language = 'lo'
  const player = await newPlayer(away, { amount: 300, games: ['PG'] })
  const acts = await openHome(page, away, player, language)
  const told = page.getByRole('alert').filter({ hasText: word(language, 'error.away') })
  const path = '/api/wallet/transfer'
  const [keys, statuses] = [keysOf(page, path), statusesOf(page, path)]
  await acts.reviewTransfer('WALLET', 'PG', '120')
  wire.cut()
  await acts.confirmTransfer.click()
  await expect(told).toBeVisible()
  await expect(told).toHaveCount(1)
  await expectAccessible(page)
  // It goes out again by itself, and again, as long as nobody answers for it.
  await expect.poll(() => statuses.filter((status) => status === 503).length).toBeGreaterThan(1)
  await expect(acts.message).toHaveCount(0)
  wire.mend()
  await expect(acts.message.or(acts.sheet('transfer.pendingTitle')).first()).toBeVisible()
  await expect(told).toHaveCount(0)
  await expect.poll(() => holdings(away, player)).toEqual({ WALLET: 180, PG: 120 })
  expect(keys.length).toBeGreaterThan(2)
  expect(new Set(keys).size).toBe(1)
  const { statements } = await away.api.ok(calls.statementList, { token: player.token, body: { page: 1, limit: 9 } })
  expect(statements.filter(({ statementType }) => statementType === 'transfer')).toHaveLength(1)
  await acts.expectSamePage()

  // A page that is opened meanwhile waits as well, and what is typed into one stays.
  const second = await page.context().newPage()
  await second.goto(`${product.walletUrl}/user/home`)
  await expect(second.getByRole('region', { name: word(language, 'home.totalBalance') })).toContainText('300.00')
  await second.getByRole('button', { name: word(language, 'tile.withdraw'), exact: true }).click()
  const amount = second.getByRole('textbox', { name: word(language, 'withdraw.amount'), exact: true })
  await amount.fill('55')
  wire.cut()
  await page.reload()
  await expect(told).toBeVisible()
  await expect(amount).toHaveValue('55')
  wire.mend()
  await expect(acts.purse).toContainText('300.00')
  await expect(told).toHaveCount(0)
  await expect(amount).toHaveValue('55')
  await second.close()
})

test('a login waits with what was typed until the database is back', async ({ page, away }) => {
  const { wire, product } = away
  const player = await newPlayer(away, { amount: 40 })
  await comeAs(page.context(), away, null, 'th')
  await page.goto(`${product.walletUrl}/login`)
  await page.getByLabel(word('th', 'field.phone')).fill(player.phone)
  await page.getByLabel(word('th', 'field.password'), { exact: true }).fill(player.password)
  wire.cut()
  await page.getByRole('button', { name: word('th', 'login.submit'), exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: word('th', 'error.away') })).toBeVisible()
  await expect(page.getByLabel(word('th', 'field.phone'))).toHaveValue(player.phone)
  wire.mend()
  await page.waitForURL('**/user/home')
  await expect(page.getByRole('region', { name: word('th', 'home.totalBalance') })).toContainText('40.00')
})

test.describe('the desk', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 })

  test('says so, keeps a note that was typed and goes on by itself', async ({ page, away }) => {
    const { wire, product } = away
    const player = await newPlayer(away, { amount: 20, name: 'Somchai Dee' })
    await sitDown(page, await newAgent(away, 'Noi'), 'th')
    await page.goto(`${product.deskUrl}/#/members/${player.memberId}`)
    await page.getByText('Somchai Dee').first().waitFor()
    const path = `/api/desk/members/${player.memberId}/notes`
    const keys = keysOf(page, path)
    await page.keyboard.press('n')
    const note = page.getByRole('dialog').getByRole('textbox').first()
    await note.fill('call before 18:00')
    wire.cut()
    await page.keyboard.press('Control+Enter')
    const told = page.getByRole('alert').filter({ hasText: 'ระบบขัดข้องชั่วคราว' })
    await expect(told).toBeVisible()
    await expect(note).toHaveValue('call before 18:00')
    await expectAccessible(page)
    await expect.poll(() => keys.length).toBeGreaterThan(1)
    wire.mend()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(told).toHaveCount(0)
    await expect(page.getByText('call before 18:00').first()).toBeVisible()
    expect(new Set(keys).size).toBe(1)
  })
})
