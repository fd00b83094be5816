import type { Page } from 'playwright'
import { objectionsTo } from '../stage/browser.ts'
import { brokenTextOf } from '../stage/layout.ts'
import { type SceneTerms, withScene } from './open-scene.ts'
import { badControlsOf } from './reach.ts'
import type { Scene } from './scene.ts'

/** The usual phone, a small one, which is also a window of 640 points at 200 %, and the usual one with larger text. */
const views = [
  { name: '360 px', width: 360, height: 800, fontSize: '' },
  { name: '320 px', width: 320, height: 640, fontSize: '' },
  { name: 'text at 200 %', width: 360, height: 800, fontSize: '200%' },
] as const

/** The two in which least has room. */
export const narrowViews: readonly View[] = views.filter(({ name }) => name !== '360 px')

type View = (typeof views)[number]

async function setView(page: Page, { width, height, fontSize }: View): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize)
  // Rows that scroll and cards that turn follow in the next frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Everything that keeps somebody from a scene, a line each: also that it could not be opened. */
export async function problemsOfScene(
  terms: Omit<SceneTerms, 'options'>,
  scene: Scene,
  looked: readonly View[] = views,
): Promise<string[]> {
  const problems: string[] = []
  const options = {
    viewport: { width: views[0].width, height: views[0].height },
    reducedMotion: 'reduce',
    hasTouch: true,
  } as const
  try {
    await withScene({ ...terms, options }, scene, async (page, violations) => {
      problems.push(...violations)
      problems.push(...(await objectionsTo(page)))
      for (const view of looked) {
        await setView(page, view)
        const found = [...(await brokenTextOf(page)), ...(await badControlsOf(page))]
        problems.push(...new Set(found.map((problem) => `${view.name}: ${problem}`)))
      }
    })
  } catch (error) {
    problems.push((error as Error).message.split('\n')[0] ?? '')
  }
  return problems
}
