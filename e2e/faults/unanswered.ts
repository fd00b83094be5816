import type { Browser } from '@playwright/test'
import { calls } from '@krapao/contract'
import { type Acts, openHome } from '../stage/acts.ts'
import { expect, type Language, type Stage, test as base } from '../stage/browser.ts'
import { newKey } from '../stage/client.ts'
import { newPlayer, type Player } from '../stage/players.ts'

/** A transfer that its game never heard of, on an open page. */
export interface Unanswered {
  readonly acts: Acts
  readonly player: Player
}

/** The cases, each with a provider that no other test of the faults uses. */
const cases = [
  { game: 'BETFLIX', isInto: true, mode: 'error', language: 'th' },
  { game: 'ASKMEBET', isInto: false, mode: 'error', language: 'lo' },
  { game: 'SLOTRACHA', isInto: true, mode: 'down', language: 'en' },
] as const

const phone = { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true, timezoneId: 'Asia/Bangkok' }

async function begin(browser: Browser, stage: Stage, one: (typeof cases)[number]): Promise<Unanswered> {
  const { game, isInto, mode } = one
  const language: Language = one.language
  const player = await newPlayer(stage, { amount: 500, games: [game] })
  const { token } = player
  const body = { from: 'WALLET', to: game, amount: 200 }
  await stage.api.ok(calls.walletTransfer, { token, key: newKey(), body })
  const context = await browser.newContext(phone)
  const acts = await openHome(await context.newPage(), stage, player, language)
  await expect(acts.button('tile.refresh')).toBeEnabled()
  await acts.reviewTransfer(isInto ? 'WALLET' : game, isInto ? game : 'WALLET', '50')
  await stage.sandbox.fault(`game:${game}`, mode)
  await acts.confirmTransfer.click()
  await expect(acts.sheet('transfer.pendingTitle')).toBeVisible()
  await stage.sandbox.fault(`game:${game}`, 'none')
  return { acts, player }
}

/**
 * The test of the faults. Money whose game was never asked comes back after a minute and a half: what is to be seen of
 * that is begun before the first test of a worker, and waited for by the last.
 */
export const test = base.extend<object, { unanswered: readonly Unanswered[] }>({
  unanswered: [
    async ({ browser, stage }, use) => {
      const begun: Unanswered[] = []
      for (const one of cases) begun.push(await begin(browser, stage, one))
      await use(begun)
      for (const { acts } of begun) await acts.page.context().close()
    },
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
})
