import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '@krapao/web/look.css'
import '../ui/base.css'
import type { Language } from '../lib/texts/language.ts'
import { languageNames, languages } from '../lib/texts/language.ts'
import { startTexts } from '../lib/texts/texts.ts'
import { clearBrowser } from '../testing/open-app.tsx'
import { Gallery, galleryTexts } from './gallery.tsx'

beforeEach(async () => {
  await page.viewport(360, 800)
  await startTexts('en', galleryTexts)
})

afterEach(clearBrowser)

const other = (language: Language): Language => (language === 'th' ? 'lo' : 'th')

describe('the gallery', () => {
  it.each(languages)(
    'shows every piece in the language %s, with no raw key and no wider than a phone',
    async (language) => {
      const { container } = await render(<Gallery />)
      for (const next of [other(language), language]) {
        await page.getByRole('radio', { name: languageNames[next] }).click()
        await expect.poll(() => document.documentElement.lang).toBe(next)
      }
      expect(container.querySelectorAll('main section[aria-label] > h2:first-child').length).toBeGreaterThanOrEqual(18)
      expect(container.textContent).not.toMatch(
        /\b(common|field|qr|tile|games|aria|tracker|register|home|theme)\.[a-z]/i,
      )
      expect(document.documentElement.scrollWidth).toBe(360)
    },
  )

  it('answers a press by the look of what is pressed, never in the colour of the browser', async () => {
    const { container } = await render(<Gallery />)
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    const pressed = rules
      .filter((rule) => rule instanceof CSSStyleRule)
      .filter(({ selectorText }) => selectorText.includes(':active'))
      .map(({ selectorText }) => selectorText.replaceAll(':active', ''))
    const controls = [...container.querySelectorAll('a[href], button:enabled, label:has(input:enabled)')]
    expect(controls.length).toBeGreaterThan(30)
    for (const control of controls) {
      expect(getComputedStyle(control).getPropertyValue('-webkit-tap-highlight-color')).toBe('rgba(0, 0, 0, 0)')
      expect(pressed.some((selector) => control.matches(selector))).toBe(true)
    }
  })

  it('is shown in both themes', async () => {
    await render(<Gallery />)
    const grounds = new Set<string>()
    for (const [name, theme] of [
      ['Light', 'light'],
      ['Dark', 'dark'],
    ] as const) {
      await page.getByRole('radio', { name }).click()
      await expect.poll(() => document.documentElement.dataset['theme']).toBe(theme)
      grounds.add(getComputedStyle(document.documentElement).backgroundColor)
    }
    expect(grounds.size).toBe(2)
  })

  it.each(['sheet', 'long sheet', 'question', 'dangerous question', 'done', 'failed', 'waiting'])(
    'opens its %s and closes it',
    async (name) => {
      await render(<Gallery />)
      await page.getByRole('button', { name, exact: true }).click()
      const dialog = document.querySelector('dialog')
      expect(dialog?.open).toBe(true)
      const close = { sheet: 'Close this window', 'long sheet': 'Close this window', question: 'Keep editing' }[name]
      await page.getByRole('button', { name: close ?? (name === 'dangerous question' ? 'Keep it' : 'OK') }).click()
      await expect.poll(() => document.querySelector('dialog')).toBeNull()
    },
  )
})
