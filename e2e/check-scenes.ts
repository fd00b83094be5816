// `npm run screens -- --check`: looks at every screen and modal in three languages without taking a picture: what axe
// says, contrast in both themes, whole text and controls for fingers on a phone, on a small one and with text at 200 %.
import { chromium } from 'playwright'
import { type Language, languages, type Stage } from './browser.ts'
import { createClient } from './client.ts'
import { makePlayers } from './open-scene.ts'
import { startProduct } from './product.ts'
import { createSandbox } from './sandbox.ts'
import { problemsOfScene } from './scene-check.ts'
import { scenes } from './scenes.ts'

const words = process.argv.slice(2)
const only = words.filter((one) => !languages.includes(one as Language))
const spoken = languages.filter((one) => words.includes(one))
const chosen = only.length === 0 ? scenes : scenes.filter(({ name }) => only.some((word) => name.includes(word)))

const product = await startProduct()
const executablePath = process.env['KRAPAO_TEST_CHROMIUM']
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
let problems = 0
let looked = 0
try {
  const stage: Stage = { product, api: createClient(product.walletUrl), sandbox: createSandbox(product.sandboxUrl) }
  const players = await makePlayers(stage)
  for (const language of spoken.length === 0 ? languages : spoken) {
    for (const scene of chosen) {
      const found = await problemsOfScene({ browser, stage, players, language }, scene)
      looked += 1
      problems += found.length
      for (const problem of found) process.stdout.write(`${scene.name}, ${language}: ${problem}\n`)
    }
  }
} finally {
  await browser.close()
  await product.close()
}
process.stdout.write(`${looked} scenes, ${problems} problems\n`)
process.exitCode = problems === 0 && looked > 0 ? 0 : 1
