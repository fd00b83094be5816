import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, WebSocket } from '@playwright/test'
import { calls } from '@krapao/contract'
import { expect, type Stage, test, word } from '../stage/browser.ts'
import { newKey } from '../stage/client.ts'
import { drawnQr, logIn, newPlayer, payer, type Player, usernameAt } from '../stage/players.ts'

// The server is killed and started again, and a page waits five seconds before it connects anew.
test.describe.configure({ timeout: 300_000 })

/** Pays in, and waits for nothing: the page is to tell. */
async function pay(stage: Stage, player: Player, amount: number): Promise<void> {
  await stage.sandbox.pay(await drawnQr(stage, player, amount), payer)
}

/** What the browser refused or a script failed with: nothing of it belongs on a page. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/ERR_|status of 5\d\d/.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

/** Opens home as a member who is logged in, and waits until the page is let in to be told things. */
async function openHome(page: Page, { product }: Stage, { token }: Player): Promise<WebSocket> {
  await page.addInitScript((given) => {
    if (!sessionStorage.getItem('was-here')) sessionStorage.setItem('token', given)
    sessionStorage.setItem('was-here', 'yes')
  }, token)
  const connecting = nextConnection(page)
  await page.goto(`${product.walletUrl}/user/home`)
  return connecting
}

/** The next connection that the server answers with "connected" (Socket.IO's 40); tries in vain do not count. */
function nextConnection(page: Page): Promise<WebSocket> {
  return new Promise((done) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40')) done(socket)
      })
    })
  })
}

/** The total on home. */
const totalOn = (page: Page) => page.getByRole('region', { name: word('th', 'home.totalBalance') })

async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test('an open home shows a deposit, a game result and a withdrawal when they are booked, without a reload', async ({
  page,
  stage,
}) => {
  const complaints = complaintsOf(page)
  const player = await newPlayer(stage)
  const { token } = player
  const socket = await openHome(page, stage, player)
  expect(new URL(socket.url()).host).toBe(new URL(stage.product.walletUrl).host)
  expect(socket.url()).not.toContain(token)
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))

  await pay(stage, player, 1234.5)
  await expect(totalOn(page)).toContainText('1,234.50')

  await stage.api.ok(calls.walletActivate, { token, params: { slotCode: 'PG' } })
  await stage.api.ok(calls.walletTransfer, { token, key: newKey(), body: { from: 'WALLET', to: 'PG', amount: 200 } })
  await expect(page.getByRole('button', { name: `${word('th', 'field.balance')} 200.00 บาท` })).toBeAttached()
  await stage.sandbox.play('PG', await usernameAt(stage, player, 'PG'), 57.25)
  await stage.api.ok(calls.walletRefreshSlot, { token })
  await expect(totalOn(page)).toContainText('1,291.75')

  await stage.api.ok(calls.walletWithdraw, { token, key: newKey(), body: { amount: 1034.5 } })
  await expect(totalOn(page)).toContainText('257.25')
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  expect(complaints).toEqual([])
})

test('a page that nobody sees is told nothing, and is right as soon as it is seen', async ({ page, stage }) => {
  const player = await newPlayer(stage)
  const socket = await openHome(page, stage, player)
  const closing = socket.waitForEvent('close')
  await setVisibility(page, 'hidden')
  await closing
  await pay(stage, player, 77)
  const connecting = nextConnection(page)
  await setVisibility(page, 'visible')
  await connecting
  await expect(totalOn(page)).toContainText('77.00')
})

test('a page outlives the server: it connects again by itself and is told again', async ({ page, stage }) => {
  const player = await newPlayer(stage)
  const socket = await openHome(page, stage, player)
  const closing = socket.waitForEvent('close')
  await stage.product.server.stop('SIGKILL')
  await closing
  await stage.product.server.start()
  await pay(stage, player, 88)
  await expect(totalOn(page)).toContainText('88.00')
  await pay(stage, player, 11)
  await expect(totalOn(page)).toContainText('99.00')
})

test('a page whose session is ended elsewhere leaves for /login', async ({ page, stage }) => {
  const player = await newPlayer(stage)
  await openHome(page, stage, player)
  await pay(stage, player, 66)
  await expect(totalOn(page)).toContainText('66.00')
  const other = await logIn(stage, player.phone)
  const { sessions } = await stage.api.ok(calls.accountSessions, { token: other })
  const id = sessions.find(({ isCurrent }) => !isCurrent)?._id ?? ''
  await stage.api.ok(calls.accountEndSession, { token: other, params: { id } })
  await expect(page).toHaveURL(/\/login$/)
})

test('guests have no connection, and a member who logs out has none any more', async ({ page, stage }) => {
  const asked: string[] = []
  page.on('websocket', (socket) => asked.push(socket.url()))
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${stage.product.walletUrl}/login`)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.includes('/socket.io/'))).toEqual([])

  const player = await newPlayer(stage)
  const socket = await openHome(page, stage, player)
  const closing = socket.waitForEvent('close')
  await page.evaluate(() => {
    sessionStorage.removeItem('token')
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  })
  await closing
  await expect(page).toHaveURL(/\/login$/)
})

test('a page whose part for being told did not come asks for it again, and is told', async ({ page, stage }) => {
  const player = await newPlayer(stage)
  let cut = 0
  await page.route('**/assets/esm-*.js*', async (route) => {
    // The second try fails too, so that more than one way round a browser's memory is needed.
    cut += 1
    await (cut > 2 ? route.continue() : route.abort('internetdisconnected'))
  })
  await openHome(page, stage, player)
  expect(cut).toBe(3)
  await pay(stage, player, 44)
  await expect(totalOn(page)).toContainText('44.00')
})

test('a network that lets no WebSocket through is no obstacle', async ({ page, stage }) => {
  const proxy = createServer((asked, answer) => {
    const { method, url, headers } = asked
    const passedOn = request(`${stage.product.walletUrl}${url ?? '/'}`, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    passedOn.on('error', () => answer.destroy())
    asked.pipe(passedOn)
  })
  proxy.on('upgrade', (_request, line) => line.destroy())
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const player = await newPlayer(stage)
  await page.addInitScript((given) => sessionStorage.setItem('token', given), player.token)
  const isIn = page.waitForResponse(async (answer) => {
    return answer.url().includes('transport=polling') && /^40/m.test(await answer.text())
  })
  await page.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/user/home`)
  await isIn
  await pay(stage, player, 99)
  await expect(totalOn(page)).toContainText('99.00')
  proxy.closeAllConnections()
  proxy.close()
})
