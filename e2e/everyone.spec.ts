import { expect, languages, test } from './browser.ts'
import { makePlayers, type Players } from './open-scene.ts'
import { problemsOfScene } from './scene-check.ts'
import { scenes } from './scenes.ts'

/**
 * Every scene in one of the languages, each after the other: all of them in all three are `npm run screens -- --check`,
 * which takes three times as long and is for whoever changes what is drawn.
 */
const parts = ['first', 'second', 'third'] as const

for (const [part, name] of parts.entries()) {
  test(`screens and sheets are for everyone: axe, contrast, whole text, controls for fingers, the ${name} third`, async ({
    browser,
    stage,
  }) => {
    test.setTimeout(240_000)
    const players: Players = await makePlayers(stage)
    const own = scenes.slice(Math.floor((scenes.length * part) / 3), Math.floor((scenes.length * (part + 1)) / 3))
    expect(own.length).toBeGreaterThan(10)
    const found: string[] = []
    for (const [index, scene] of own.entries()) {
      const language = languages[index % languages.length] ?? 'th'
      const problems = await problemsOfScene({ browser, stage, players, language }, scene)
      found.push(...problems.map((problem) => `${scene.name}, ${language}: ${problem}`))
    }
    expect(found).toEqual([])
  })
}
