import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { calls } from '@krapao/contract'
import { holdings } from './acts.ts'
import { comeAs, expect, goldenLotus, test, word } from './browser.ts'
import { newPlayer } from './players.ts'

// The app is built once more, with other settings.
test.describe.configure({ timeout: 120_000 })

const variant = resolve(import.meta.dirname, '../apps/wallet/build/variant.ts')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Serves another build of the app, at /outer within a page of somebody else, beside the calls of a running server. */
async function serveBuild(folder: string, walletUrl: string): Promise<Server> {
  const server = createServer((asked, answer) => {
    const path = (asked.url ?? '/').split('?', 1)[0] ?? '/'
    if (path.startsWith('/api/') || path.startsWith('/socket.io/')) {
      const { method, headers, url = '/' } = asked
      const passedOn = request(`${walletUrl}${url}`, { method, headers }, (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
      })
      passedOn.on('error', () => answer.destroy())
      asked.pipe(passedOn)
      return
    }
    if (path === '/outer') {
      const frame = '<iframe src="/user/home" title="Krapao" width="360" height="760"></iframe>'
      answer.writeHead(200, { 'content-type': 'text/html' }).end(frame)
      return
    }
    const file = join(folder, path)
    const found = existsSync(file) && statSync(file).isFile() ? file : join(folder, 'index.html')
    answer.writeHead(200, { 'content-type': types[extname(found)] ?? 'application/octet-stream' })
    answer.end(readFileSync(found))
  })
  server.on('upgrade', (_request, line) => line.destroy())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

test('[GEN-013] [GEN-015] a build for frames opens games in a tab of their own, at the host that it names', async ({
  page,
  stage,
}) => {
  const { port } = new URL(stage.product.sandboxUrl)
  const host = `localhost:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'krapao-framed-'))
  const env = { ...process.env, KRAPAO_IFRAME: '1', KRAPAO_PROVIDER_HOST: host }
  await promisify(execFile)(process.execPath, [variant, folder], { env })
  const server = await serveBuild(folder, stage.product.walletUrl)
  try {
    const player = await newPlayer(stage, { amount: 60, games: ['PG', 'JOKER'] })
    await comeAs(page.context(), stage, player, 'en')
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/outer`)
    const framed = page.frameLocator('iframe')
    const play = framed.getByRole('button', { name: word('en', 'games.account.play'), exact: true })
    await expect(framed.getByRole('region', { name: word('en', 'home.totalBalance') })).toContainText('60.00')

    const card = framed.getByRole('button', { name: goldenLotus.en })
    await card.focus()
    await card.press('Enter')
    const [tab] = await Promise.all([page.context().waitForEvent('page'), play.click()])
    await tab.waitForURL((url) => url.host === host && url.pathname.toLowerCase() === '/games/pg')
    expect(await tab.evaluate(() => opener)).toBeNull()
    expect(await holdings(stage, player)).toEqual({ WALLET: 0, PG: 60, JOKER: 0 })
    // The app stays where it is.
    await expect(framed.getByRole('dialog')).toBeVisible()
    await tab.close()

    // A game without a link of the server's has its own page, at the same host.
    const { slots } = await stage.api.ok(calls.walletHome, { token: player.token })
    const joker = slots.find(({ code }) => code === 'JOKER')
    await framed.getByRole('button', { name: word('en', 'aria.closeDialog') }).click()
    const other = framed.getByRole('button', { name: joker?.name ?? '' })
    await other.focus()
    await other.press('Enter')
    const [ownPage] = await Promise.all([page.context().waitForEvent('page'), play.click()])
    await ownPage.waitForURL((url) => url.host === host)
    expect(new URL(ownPage.url()).pathname).toBe(new URL(joker?.web ?? '').pathname)
  } finally {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
