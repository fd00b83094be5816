import { expect, languages, test } from '../stage/browser.ts'
import { makePlayers } from './open-scene.ts'
import { narrowViews, problemsOfScene } from './scene-check.ts'
import { scenes } from './scenes.ts'

// No language needs anything of another.
test.describe.configure({ mode: 'parallel' })

/**
 * Every second scene, each in one of the languages, where least has room. All of them in all languages and views are
 * `npm run screens -- --check`, for whoever changes what is drawn.
 */
const chosen = scenes.filter((_, index) => index % 2 === 0)

for (const [place, language] of languages.entries()) {
  test(`screens and sheets are for everyone: axe, contrast, whole text, controls for fingers, the content policy, in ${language}`, async ({
    browser,
    stage,
  }) => {
    test.setTimeout(1_500_000)
    const players = await makePlayers(stage)
    const own = chosen.filter((_, index) => index % languages.length === place)
    expect(own.length).toBeGreaterThan(10)
    const found: string[] = []
    for (const scene of own) {
      const problems = await problemsOfScene({ browser, stage, players, language }, scene, narrowViews)
      found.push(...problems.map((problem) => `${scene.name}: ${problem}`))
    }
    expect(found).toEqual([])
  })
}
