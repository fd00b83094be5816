// Photographs every screen and modal in three languages, both themes and two sizes, and lays them on contact sheets.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright'
import { type Language, languages, type Stage } from './browser.ts'
import { createClient } from './client.ts'
import { makePlayers, type SceneTerms, withScene } from './open-scene.ts'
import { startProduct } from './product.ts'
import { createSandbox } from './sandbox.ts'
import type { Scene } from './scene.ts'
import { scenes } from './scenes.ts'
import { deskScenes } from './scenes-desk.ts'

const folder = resolve(import.meta.dirname, '../.build/screens')
const sizes = [
  { name: 'phone', width: 360, height: 800 },
  { name: 'desktop', width: 1280, height: 800 },
] as const
const themes = ['dark', 'light'] as const

interface Shot {
  language: Language
  theme: (typeof themes)[number]
  size: (typeof sizes)[number]
}

const only = process.argv.slice(2)
const all = [...scenes, ...deskScenes]
const chosen = only.length === 0 ? all : all.filter(({ name }) => only.some((word) => name.includes(word)))

/** Takes one picture; answers what went wrong, null when nothing did. */
async function photograph(
  terms: Omit<SceneTerms, 'language' | 'options'>,
  scene: Scene,
  shot: Shot,
): Promise<string | null> {
  const { language, theme, size } = shot
  const options = {
    viewport: { width: size.width, height: size.height },
    colorScheme: theme,
    deviceScaleFactor: 1,
    isMobile: size.name === 'phone',
    hasTouch: size.name === 'phone',
    reducedMotion: 'no-preference',
  } as const
  try {
    await withScene({ ...terms, language, options }, scene, async (page) => {
      await page.screenshot({ path: join(folder, `${nameOf(scene, shot)}.png`) })
    })
    return null
  } catch (error) {
    return `${nameOf(scene, shot)}: ${(error as Error).message.split('\n')[0]}`
  }
}

function nameOf(scene: Scene, { language, theme, size }: Shot): string {
  return `${scene.name}-${language}-${theme}-${size.name}`
}

/** One sheet for a size, a theme and a language: all scenes side by side with their names. */
async function laySheet(browser: Browser, shot: Shot): Promise<string> {
  const { language, theme, size } = shot
  const width = size.name === 'phone' ? 240 : 480
  const cells = chosen.map((scene) => {
    const source = pathToFileURL(join(folder, `${nameOf(scene, shot)}.png`)).href
    return `<figure><img src="${source}" width="${width}" alt=""><figcaption>${scene.name}</figcaption></figure>`
  })
  const style =
    'body{margin:16px;background:#777;font:14px sans-serif;display:grid;gap:12px;' +
    `grid-template-columns:repeat(${size.name === 'phone' ? 6 : 3},max-content)}figure{margin:0}figcaption{color:#fff}`
  const html = join(folder, `sheet-${language}-${theme}-${size.name}.html`)
  writeFileSync(html, `<!doctype html><meta charset="utf-8"><style>${style}</style>${cells.join('')}`)
  const page = await browser.newPage({ viewport: { width: 1560, height: 800 } })
  await page.goto(pathToFileURL(html).href)
  const picture = html.replace(/html$/, 'png')
  await page.screenshot({ path: picture, fullPage: true })
  await page.close()
  return picture
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const product = await startProduct()
const problems: string[] = []
const executablePath = process.env['KRAPAO_TEST_CHROMIUM']
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const stage: Stage = { product, api: createClient(product.walletUrl), sandbox: createSandbox(product.sandboxUrl) }
  const players = await makePlayers(stage)
  for (const language of languages) {
    for (const theme of themes) {
      for (const size of sizes) {
        const shot = { language, theme, size }
        for (const scene of chosen) {
          const problem = await photograph({ browser, stage, players }, scene, shot)
          if (problem !== null) problems.push(problem)
        }
        process.stdout.write(`${await laySheet(browser, shot)}\n`)
      }
    }
  }
} finally {
  await browser.close()
  await product.close()
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(`${chosen.length * 12 - problems.length} pictures, ${problems.length} failed\n`)
process.exitCode = problems.length === 0 ? 0 : 1
