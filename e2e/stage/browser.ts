import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test as base, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { errorTexts, isCode } from '@krapao/contract'
import { createClient } from './client.ts'
import type { Player, World } from './players.ts'
import { startProduct } from './product.ts'
import { untilStill, watchTraffic } from './quiet.ts'
import { createSandbox } from './sandbox.ts'
import { keepSlipDoorOpen } from './slips.ts'

/** The three languages of the product. */
export type Language = 'th' | 'lo' | 'en'
export const languages: readonly Language[] = ['th', 'lo', 'en']

/** A running product, shared by the tests of one worker: each test makes players of its own. */
export type Stage = World

/** Playwright's test with the running product as `stage`: on the embedded database where a file uses `isEmbedded`. */
export const test = base.extend<object, { stage: Stage; isEmbedded: boolean; isNamed: boolean }>({
  isEmbedded: [false, { scope: 'worker', option: true }],
  isNamed: [false, { scope: 'worker', option: true }],
  context: async ({ context }, give) => {
    watchTraffic(context)
    await give(context)
  },
  stage: [
    async ({ isEmbedded, isNamed }, use) => {
      const product = await startProduct({}, { isEmbedded, isNamed })
      await keepSlipDoorOpen({ product })
      await use({ product, api: createClient(product.walletUrl), sandbox: createSandbox(product.sandboxUrl) })
      await product.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})
export { expect }

/** The demo operator's game PG by its name in each language. */
export const goldenLotus: Record<Language, string> = { th: 'ดอกบัวทอง', lo: 'ດອກບົວຄຳ', en: 'Golden Lotus' }

/** Makes every page of the context one of this member, in this language, from its first paint. */
export async function comeAs(
  context: BrowserContext,
  { product }: Stage,
  player: Player | null,
  language: Language,
): Promise<void> {
  watchTraffic(context)
  await context.addCookies([{ name: 'locale', value: language, url: product.walletUrl }])
  await context.addInitScript(
    ([token, locale]) => {
      if (localStorage.getItem('locale') === null) localStorage.setItem('locale', locale ?? '')
      // Only once: a page that logged out must stay so.
      if (token !== null && localStorage.getItem('cameBefore') === null) localStorage.setItem('token', token ?? '')
      localStorage.setItem('cameBefore', 'yes')
      localStorage.setItem('rememberAgreement', 'true')
    },
    [player?.token ?? null, language] as const,
  )
}

const rows = new Map<string, Record<Language, string>>()

// What the built app shows has the words of the glossary joined; by its own build, which no project here refers to.
const joining = new URL('../../apps/wallet/build/joined-texts.ts', import.meta.url).href
const { textJoiner } = (await import(joining)) as { textJoiner: () => (text: string) => string }
const joined = textJoiner()

/** A text of the app in a language, by its key in the list of texts or `error.CODE`, with its values filled in. */
export function word(language: Language, key: string, values: Record<string, string | number> = {}): string {
  if (rows.size === 0) {
    const file = resolve(import.meta.dirname, '../../apps/wallet/texts.tsv')
    for (const line of readFileSync(file, 'utf8').split('\n').slice(1)) {
      const [id = '', th = '', lo = '', en = ''] = line.split('\t')
      if (id !== '') rows.set(id, { th, lo, en })
    }
  }
  const code = key.replace(/^error\./, '')
  const row = rows.get(key) ?? (isCode(code) ? errorTexts[code] : undefined)
  if (row === undefined) throw new Error(`there is no text ${key}`)
  return joined(row[language]).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** A text as an expression. Where a line may end a browser's names have no sign of it, of which expressions are not freed. */
const literally = (text: string): string =>
  text.replaceAll('\u200B', '').replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Names that begin so. */
export function beginning(text: string): RegExp {
  return new RegExp(`^${literally(text)}`)
}

/** Names that hold a text somewhere. */
export function containing(text: string): RegExp {
  return new RegExp(literally(text))
}

/** A tile of home. An empty purse has a button of its own to deposit. */
export function tile(page: Page, language: Language, key: `tile.${string}`): Locator {
  const tiles = page.getByRole('list', { name: word(language, 'aria.tiles') })
  return tiles.getByRole('button', { name: word(language, key) })
}

/** What was looked at in the other theme already: contrast is the same in each language. */
const seenInBothThemes = new Set<string>()

/** Presses a last confirmation until it counts: what comes at once is taken for the second half of a double tap. */
export async function pressUntilGone(confirm: Locator): Promise<void> {
  await expect(async () => {
    if (await confirm.isVisible()) await confirm.click({ timeout: 1_000 })
    await expect(confirm).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
}

/** Holds that a page, and the dialog open on it, has nothing that axe objects to, and in both themes enough contrast. */
export async function expectAccessible(page: Page): Promise<void> {
  // Cards of a ring are filled, and named, after the first frame.
  await expect(page.locator('ul[aria-busy=true]')).toHaveCount(0)
  expect(await objectionsTo(page)).toEqual([])
}

/** Shows a page in a theme, as somebody does whose system changes to it in the evening. */
export async function setTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' })
  // Colours change by and by.
  await untilStill(page)
}

/** What axe objects to on a page, and on the dialog open on it, contrast in both themes included: a line each. */
export async function objectionsTo(page: Page): Promise<string[]> {
  // Cards of games have their pictures and names once the page is painted.
  await expect(page.locator('button:empty:not([aria-label])')).toHaveCount(0)
  await untilStill(page)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const found = await (await axeOn(page)).withTags(tags).analyze()
  const objections = violationsOf(found)
  if (found.passes.length <= 5) objections.push('axe has looked at next to nothing')

  const look = await page.evaluate(() => {
    const classes = [...document.querySelectorAll('[class]')].map((element) => element.getAttribute('class'))
    return `${location.pathname} ${[...new Set(classes)].toSorted().join(' ')}`
  })
  if (seenInBothThemes.has(look)) return objections
  seenInBothThemes.add(look)
  const isDark = await page.evaluate(() => document.documentElement.dataset['theme'] === 'dark')
  await setTheme(page, isDark ? 'light' : 'dark')
  objections.push(...violationsOf(await (await axeOn(page)).withRules(['color-contrast']).analyze()))
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
  return objections
}

/**
 * An axe that looks at a page. Its script is large and is put into each page once. Without the legacy mode it would open
 * a page of its own for each look, for frames of other origins, which ours has none of; and it would tell at length what
 * is right.
 */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(new AxeBuilder({ page })['script']())
  return new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode(true).options({ resultTypes: ['violations'] })
}

function violationsOf({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
