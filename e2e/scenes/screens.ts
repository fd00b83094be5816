// Photographs every screen and modal in three languages, both themes and two sizes, and lays them on contact sheets.
// Words choose scenes by name, th, lo or en languages, and widths such as 320 or 1440 take the place of the two sizes.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { type Language, setTheme } from '../stage/browser.ts'
import { withScene } from './open-scene.ts'
import { inPlaces, type Place } from './places.ts'
import type { Scene } from './scene.ts'
import { askedFor } from './scenes-named.ts'

const folder = resolve(import.meta.dirname, '../../.build/screens')
const asked = process.argv.slice(2)
const isWidth = (word: string): boolean => /^\d{3,4}$/.test(word)
const widths = asked.filter(isWidth).map(Number)

interface Size {
  name: string
  width: number
  height: number
}

const usual: readonly Size[] = [
  { name: 'phone', width: 360, height: 800 },
  { name: 'desktop', width: 1280, height: 800 },
]
const sizes = widths.length === 0 ? usual : widths.map((width): Size => ({ name: String(width), width, height: 900 }))
/** Below it a screen is a phone's, under a finger. */
const PHONE_MAX = 600
const isPhone = ({ width }: Size): boolean => width < PHONE_MAX
const themes = ['dark', 'light'] as const

/** Pictures that are taken one after the other, at one place. */
interface Row {
  language: Language
  size: Size
}

interface Shot extends Row {
  theme: (typeof themes)[number]
}

const { spoken, chosen } = askedFor(asked.filter((word) => !isWidth(word)))

/** Takes the pictures of a scene, one in each theme; answers what went wrong, null when nothing did. */
async function photograph(place: Place, scene: Scene, row: Row): Promise<string | null> {
  const { language, size } = row
  const options = {
    viewport: { width: size.width, height: size.height },
    colorScheme: themes[0],
    deviceScaleFactor: 1,
    isMobile: isPhone(size),
    hasTouch: isPhone(size),
    reducedMotion: 'no-preference',
  } as const
  try {
    await withScene({ ...place, language, options }, scene, async (page) => {
      for (const theme of themes) {
        await setTheme(page, theme)
        await page.screenshot({ path: join(folder, `${nameOf(scene, { ...row, theme })}.png`) })
        taken += 1
      }
    })
    return null
  } catch (error) {
    return `${scene.name}-${language}-${size.name}: ${(error as Error).message.split('\n')[0]}`
  }
}

function nameOf(scene: Scene, { language, theme, size }: Shot): string {
  return `${scene.name}-${language}-${theme}-${size.name}`
}

/** One sheet for a size, a theme and a language: all scenes side by side with their names. */
async function laySheet(browser: Browser, shot: Shot): Promise<string> {
  const { language, theme, size } = shot
  const width = isPhone(size) ? 240 : 480
  const cells = chosen.map((scene) => {
    const source = pathToFileURL(join(folder, `${nameOf(scene, shot)}.png`)).href
    return `<figure><img src="${source}" width="${width}" alt=""><figcaption>${scene.name}</figcaption></figure>`
  })
  const style =
    'body{margin:16px;background:#777;font:14px sans-serif;display:grid;gap:12px;' +
    `grid-template-columns:repeat(${isPhone(size) ? 6 : 3},max-content)}figure{margin:0}figcaption{color:#fff}`
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
const rows: Row[] = spoken.flatMap((language) => sizes.map((size) => ({ language, size })))
const problems: string[] = []
let taken = 0
await inPlaces(rows, async (place, row) => {
  for (const scene of chosen) {
    const problem = await photograph(place, scene, row)
    if (problem !== null) problems.push(problem)
  }
  for (const theme of themes) process.stdout.write(`${await laySheet(place.browser, { ...row, theme })}\n`)
})
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(`${taken} pictures, ${problems.length} scenes failed\n`)
process.exitCode = problems.length === 0 ? 0 : 1
