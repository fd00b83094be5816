import { calls } from '@krapao/contract'
import { holdings, openHome } from '../stage/acts.ts'
import { expect, type Language, type Stage, test as base } from '../stage/browser.ts'
import { newPlayer, walletOf } from '../stage/players.ts'
import { openParties, payInBySlip, withdrawBy } from './parties-stage.ts'

// Those of which the first journeys have none: EasySlip knows slips, a gateway of the Jeepay kind pays out, PG Soft and
// JOKER are played at as they speak.

/** Games that are at a provider of another family than the demo's. */
const families = { PG: 'pg-soft', JOKER2: 'joker' } as const
type Code = keyof typeof families

base.describe.configure({ timeout: 300_000, mode: 'serial' })

const test = base.extend<object, { parties: Stage }>({
  parties: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const stage = await openParties({
        furnish({ games }, sandboxUrl) {
          for (const game of games) {
            const family = families[game.code as Code]
            if (family === undefined) continue
            const url = `/games/${game.code}/${family}`
            game.provider = { family, url, launchUrl: `${sandboxUrl}${url}` }
          }
        },
        choose: (gateways, at) => ({
          KRAPAO_PARTIES: JSON.stringify({
            ...gateways,
            easy: at('easyslip', { key: '00000000-0000-4000-8000-000000000001' }),
          }),
          KRAPAO_PAYOUTS: 'jeepay',
          KRAPAO_SLIPS: 'easy',
        }),
      })
      await give(stage)
      await stage.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

test('[CNX-005] [CNX-009] a slip that EasySlip knows is credited, and a gateway of the Jeepay kind pays out', async ({
  page,
  parties,
}) => {
  const player = await newPlayer(parties)
  const acts = await openHome(page, parties, player, 'lo')
  await payInBySlip(parties, acts, player, 'lo')
  await withdrawBy(parties, acts, 'jeepay')
  expect(await walletOf(parties, player)).toBe(699.75)
})

const games: [Code, Language][] = [
  ['PG', 'th'],
  ['JOKER2', 'en'],
]
for (const [code, language] of games) {
  test(`[GAM-004] money goes into a game of ${families[code]}, is played with and comes home, in ${language}`, async ({
    page,
    parties,
  }) => {
    const player = await newPlayer(parties, { amount: 60, games: [code] })
    const acts = await openHome(page, parties, player, language)
    await acts.openGame(code)
    await acts.button('games.account.play').click()
    await page.waitForURL((url) => url.origin === parties.product.sandboxUrl && url.searchParams.has('session'))
    const seat = page.getByRole('region', { name: 'Player' })
    await expect(seat).toContainText('60.00')
    const { username } = await parties.api.ok(calls.walletAccount, { token: player.token, params: { slotCode: code } })
    await expect(seat).toContainText(username)
    await parties.sandbox.play(code, username, 50)

    await page.goto(`${parties.product.walletUrl}/user/home`)
    await expect(page.getByRole('main')).toContainText('110')
    await acts.reviewTransfer(code, 'WALLET', '110')
    await acts.confirmTransfer.click()
    await expect(acts.message).toContainText('110.00')
    expect(await holdings(parties, player)).toEqual({ WALLET: 110, [code]: 0 })
  })
}
