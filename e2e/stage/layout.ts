import { expect, type Page } from '@playwright/test'
import { untilStill } from './quiet.ts'

/** Waits until what moves stands and what is written is drawn in its own fonts. */
async function settle(page: Page): Promise<void> {
  await untilStill(page)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** What of a page's text is cut, lies beside the page or over other text; each said in a line. Runs in the page. */
function findBrokenText(): string[] {
  const found: string[] = []
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const seen: { text: string; box: DOMRect; place: Element | null }[] = []
  /** Bars that what is below them moves under: it can be read as long as they leave it room. */
  const staying = new Set<Element>()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (parent === null || text === '' || parent.closest('.vh, script, style, option') !== null) continue
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    // Of what ends in an ellipsis only the beginning is meant to be read here.
    if (getComputedStyle(parent).textOverflow === 'ellipsis') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue
      const short = text.slice(0, 40)
      let isScrolledAway = false
      let place: Element | null = null
      for (let around: Element | null = parent; around !== null && around !== root; around = around.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(around)
        if (position === 'fixed' || position === 'sticky') place ??= around
        const edge = around.getBoundingClientRect()
        isScrolledAway ||= /auto|scroll/.test(overflowY) && (box.bottom > edge.bottom || box.top < edge.top)
        const isBeside = box.right > edge.right + 1 || box.left < edge.left - 1
        // The next of a row that can be moved.
        isScrolledAway ||= isBeside && /auto|scroll/.test(overflowX)
        if (isBeside && !isScrolledAway && overflowX !== 'visible') found.push(`cut at its side: ${short}`)
        // Letters stand well inside their box: a few points of it may be over the edge.
        if (overflowY === 'hidden' && (box.bottom > edge.bottom + 6 || box.top < edge.top - 6)) {
          found.push(`cut above or below: ${short}`)
        }
      }
      if (isScrolledAway) continue
      if (box.left < -1 || box.right > innerWidth + 1) found.push(`beside the page: ${short}`)
      if (place !== null) staying.add(place)
      place ??= parent.closest('main, nav, header, dialog, section[aria-live]')
      for (const other of seen) {
        if (other.place !== place) continue
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        if (wide > 2 && high > Math.min(box.height, other.box.height) / 2) found.push(`"${short}" over "${other.text}"`)
      }
      seen.push({ text: short, box, place })
    }
  }
  for (const bar of staying) {
    const { height } = bar.getBoundingClientRect()
    if (getComputedStyle(bar).position === 'sticky' && height > innerHeight / 3) {
      found.push(`stays over ${Math.round(height)} of ${innerHeight} points: ${bar.textContent?.trim().slice(0, 40)}`)
    }
  }
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide, the screen ${innerWidth}`)
  if (seen.length === 0) found.push('no text at all')
  return found
}

/** What has letters of its own: text, a text that its style draws, the number of a list. */
const withText =
  '(//main | //nav | //header | //dialog[@open] | //section[@aria-live])//*' +
  '[text()[normalize-space()] or not(*) or self::li or @data-initial or @data-text]'

/** What was drawn in the app's own fonts before, by style: the letters themselves, and what styles and fields draw, whole. */
const known = new Map<string, Set<string>>()

/** What elements of a page show that is not among what is known, by the number that they are marked with. */
interface Shown {
  style: string
  letters: string[]
}

/** Marks the elements whose letters have to be looked at, and says what they show. Runs in the page. */
function markUnknown({ path, seen }: { path: string; seen: Record<string, string[]> }): Shown[] {
  const sets = new Map(Object.entries(seen).map(([style, letters]) => [style, new Set(letters)]))
  const split = new Intl.Segmenter()
  const shown: Shown[] = []
  const found = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
  for (let place = 0; place < found.snapshotLength; place += 1) {
    const element = found.snapshotItem(place)
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || !element.checkVisibility()) continue
    const { fontFamily, fontWeight, fontStyle, display, listStyle } = getComputedStyle(element)
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    const text = texts.map((node) => node.textContent ?? '').join(' ')
    const drawn = [
      ...['::before', '::after'].map((part) => getComputedStyle(element, part).content),
      ...(display === 'list-item' ? [listStyle] : []),
      ...(element instanceof HTMLInputElement ? [element.value, element.placeholder] : []),
      ...(element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement ? [element.value] : []),
      ...['initial', 'text'].map((name) => element.dataset[name] ?? ''),
    ].filter((one) => !['', 'none', 'normal', '""'].includes(one))
    const letters = new Set([...split.segment(text)].map(({ segment }) => segment).filter((one) => one.trim() !== ''))
    if (drawn.length > 0) letters.add(`drawn: ${drawn.join(' ')}`)
    const language = element.closest('[lang]')?.getAttribute('lang') ?? ''
    const style = [fontFamily, fontWeight, fontStyle, language].join('; ')
    const before = sets.get(style) ?? new Set()
    const unknown = [...letters].filter((one) => !before.has(one))
    if (unknown.length === 0) continue
    sets.set(style, new Set([...before, ...unknown]))
    element.dataset['letters'] = String(shown.push({ style, letters: unknown }) - 1)
  }
  return shown
}

/**
 * The text that is drawn in a font that is not the app's: boxes, on a machine that has no other. The browser is asked about
 * each element by itself, which takes long: only about those with letters that were not seen in their style yet.
 */
async function findForeignFonts(page: Page): Promise<string[]> {
  const seen = Object.fromEntries([...known].map(([style, letters]) => [style, [...letters]]))
  const shown = await page.evaluate(markUnknown, { path: withText, seen })
  if (shown.length === 0) return []
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  await devtools.send('DOM.getDocument', { depth: 0 })
  const { searchId, resultCount } = await devtools.send('DOM.performSearch', { query: '//*[@data-letters]' })
  const terms = { searchId, fromIndex: 0, toIndex: resultCount }
  const { nodeIds } = resultCount === 0 ? { nodeIds: [] } : await devtools.send('DOM.getSearchResults', terms)
  const found = await Promise.all(
    nodeIds.map(async (nodeId) => {
      const node = await devtools.send('DOM.getAttributes', { nodeId }).catch(() => null)
      const answer = await devtools.send('CSS.getPlatformFontsForNode', { nodeId }).catch(() => null)
      const one = shown[Number(node?.attributes[node.attributes.indexOf('data-letters') + 1])]
      // What is gone meanwhile was not looked at.
      if (answer === null || one === undefined) return []
      const foreign = answer.fonts.filter(({ isCustomFont }) => !isCustomFont)
      if (foreign.length === 0) {
        if (answer.fonts.length > 0) known.set(one.style, new Set([...(known.get(one.style) ?? []), ...one.letters]))
        return []
      }
      const { outerHTML } = await devtools.send('DOM.getOuterHTML', { nodeId })
      return foreign.map(({ familyName }) => `${familyName}: ${outerHTML.slice(0, 120)}`)
    }),
  )
  await devtools.detach()
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement | SVGElement>('[data-letters]'))
      delete element.dataset['letters']
  })
  return found.flat()
}

/** What is wrong with the text of a page, or of the dialog on it, a line each; empty when nothing is. */
export async function brokenTextOf(page: Page): Promise<string[]> {
  await settle(page)
  return [...(await page.evaluate(findBrokenText)), ...(await findForeignFonts(page))]
}

/** Holds that all text of a page, or of the dialog on it, is whole, apart from other text, and in the app's fonts. */
export async function expectWholeText(page: Page, name: string): Promise<void> {
  expect.soft(await brokenTextOf(page), name).toEqual([])
}
