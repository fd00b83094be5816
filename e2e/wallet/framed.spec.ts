import { calls } from '@krapao/contract'
import { holdings } from '../stage/acts.ts'
import { comeAs, expect, goldenLotus, test, word } from '../stage/browser.ts'
import { buildVariant, serveBuild } from '../stage/build-server.ts'
import { newPlayer } from '../stage/players.ts'

// The app is built once more, with other settings.
test.describe.configure({ timeout: 300_000 })

test('[GEN-013] [GEN-015] a build for frames opens games in a tab of their own, at the host that it names', async ({
  page,
  stage,
}) => {
  const { port } = new URL(stage.product.sandboxUrl)
  const host = `localhost:${port}`
  const build = await buildVariant({ KRAPAO_IFRAME: '1', KRAPAO_PROVIDER_HOST: host })
  const server = await serveBuild(build.folder, stage.product.walletUrl)
  try {
    const player = await newPlayer(stage, { amount: 60, games: ['PG', 'JOKER'] })
    await comeAs(page.context(), stage, player, 'en')
    await page.goto(`${server.url}/outer`)
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
    server.close()
    build.remove()
  }
})
