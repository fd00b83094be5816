import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { comeAs, type Language, type Stage } from '../stage/browser.ts'
import { newPlayer, type Player } from '../stage/players.ts'
import { untilQuiet, untilStill } from '../stage/quiet.ts'
import type { Scene } from './scene.ts'
import { makeHistory, wordsOf } from './scenes.ts'
import { watchViolations } from './violations.ts'

const sceneWithinMs = 60_000

/** Who plays in scenes: one with money, games and a past, and one without anything. */
export type Players = Record<'new' | 'rich', Player>

/** Registers the players of scenes. */
export async function makePlayers(stage: Stage): Promise<Players> {
  const rich = await newPlayer(stage, { amount: 8_320.5, games: ['PG', 'SLOTXO', 'JOKER', 'UFABET'] })
  await makeHistory(stage, rich)
  return { rich, new: await newPlayer(stage, { name: 'ນາງ ແສງດາວ' }) }
}

/** Where a scene is opened, and by whom. */
export interface SceneTerms {
  browser: Browser
  stage: Stage
  players: Players
  language: Language
  options: BrowserContextOptions
}

/**
 * Opens a scene, hands its page to `look` when everything stands, with what it did against the content policy so far, and
 * closes it again. Throws when it does not come to stand within a minute a step.
 */
export async function withScene(
  { browser, stage, players, language, options }: SceneTerms,
  scene: Scene,
  look: (page: Page, violations: readonly string[]) => Promise<void>,
): Promise<void> {
  const player = scene.who === 'guest' ? null : players[scene.who]
  const context = await browser.newContext({ ...options, timezoneId: 'Asia/Bangkok', serviceWorkers: 'block' })
  context.setDefaultTimeout(sceneWithinMs)
  const violations: string[] = []
  await watchViolations(context, (told) => violations.push(`against the content policy: ${told}`))
  try {
    await comeAs(context, stage, player, language)
    const page = await context.newPage()
    await page.goto(`${stage.product.walletUrl}${scene.path}`)
    await page.getByRole('main').first().waitFor()
    await untilQuiet(page)
    await scene.act?.({ page, stage, player: player ?? players.new, language, w: wordsOf(language) })
    // Sheets rise and cards turn: what counts is what they come to.
    await untilStill(page)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await look(page, [...violations])
  } finally {
    // What a scene changes of an answer may be under way still.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}
