import { expect, languages, test } from './browser.ts'
import { makePlayers } from './open-scene.ts'
import { problemsOfScene } from './scene-check.ts'
import { scenes } from './scenes.ts'

// The halves need nothing of each other.
test.describe.configure({ mode: 'parallel' })

/**
 * Every fourth scene, in one of the languages, each after the other: what two cores carry beside all other tests. All of
 * them in all languages are `npm run screens -- --check`, for whoever changes what is drawn.
 */
const chosen = scenes.filter((_, index) => index % 4 === 0)
const halves = [chosen.slice(0, Math.ceil(chosen.length / 2)), chosen.slice(Math.ceil(chosen.length / 2))] as const

for (const [half, name] of ['first', 'second'].entries()) {
  test(`screens and sheets are for everyone: axe, contrast, whole text, controls for fingers, the ${name} half`, async ({
    browser,
    stage,
  }) => {
    test.setTimeout(1_500_000)
    const players = await makePlayers(stage)
    const own = halves[half] ?? []
    expect(own.length).toBeGreaterThan(5)
    const found: string[] = []
    for (const [index, scene] of own.entries()) {
      const language = languages[index % languages.length] ?? 'th'
      const problems = await problemsOfScene({ browser, stage, players, language }, scene)
      found.push(...problems.map((problem) => `${scene.name}, ${language}: ${problem}`))
    }
    expect(found).toEqual([])
  })
}
