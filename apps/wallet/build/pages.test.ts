import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Manifest } from './manifest.ts'
import { entry, fontSource } from './manifest.ts'
import { pageName, writePages } from './pages.ts'
import { languages } from './texts.ts'

const manifest: Manifest = Object.fromEntries([
  ...['latin', 'thai', 'lao'].map((name) => [fontSource(`krapao-${name}`), { file: `assets/${name}-1.woff2` }]),
  ...languages.map((language) => [
    `src/lib/texts/catalogs/shell.${language}.json`,
    { file: `assets/shell.${language}-1.js` },
  ]),
])

const inLanguages = (what: string) => ({ th: `${what} in th`, lo: `${what} in lo`, en: `${what} in en` })
const texts = new Map([
  ['app.name', inLanguages('name')],
  ['app.tagline', inLanguages('words')],
])

const script = "let a='$&'"

let folder: string
let dist: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'krapao-pages-'))
  dist = join(folder, 'dist')
  mkdirSync(dist)
  writeFileSync(
    join(dist, 'index.html'),
    '<html lang="th">\n<head>\n<title>x</title>\n</head>\n<body>\n<img class="splash" />\n</body>\n</html>\n',
  )
  writeFileSync(join(dist, 'mark.svg'), '<svg viewBox="0 0 1 1"><path d="M1 0h1"/></svg>\n')
})

afterEach(() => rmSync(folder, { recursive: true }))

const read = (name: string): string => readFileSync(join(dist, name), 'utf8')

describe('the pages of the build', () => {
  it('have their language, their title, and their texts and fonts fetched at once', () => {
    writePages(dist, manifest, { defaultLanguage: 'th', texts, script })
    for (const language of languages) {
      const page = read(pageName(language))
      expect(page).toContain(`<html lang="${language}">`)
      expect(page).toContain(`<title>name in ${language}</title>`)
      expect(page).toContain(`<meta name="description" content="words in ${language}">`)
      expect(page).toContain(`<link rel="manifest" href="/manifest.${language}.webmanifest">`)
      expect(page).toContain(`<link rel="modulepreload" crossorigin href="/assets/shell.${language}-1.js">`)
      expect(page.includes('thai-1.woff2')).toBe(language === 'th')
      expect(page.includes('lao-1.woff2')).toBe(language === 'lo')
      expect(page).toContain('latin-1.woff2')
      expect(page).toContain(`<script>${script}</script>`)
      expect(page).toContain('<symbol id="mark" viewBox="0 0 1 1"><path d="M1 0h1"/></symbol>')
      expect(page).toContain('<svg class="splash" width="72" height="72" aria-hidden="true"><use href="#mark"/></svg>')
    }
  })

  it('start the app by one script, by whose name it is told which build they are of', () => {
    const script = (file: string): string => `<script type="module" crossorigin src="/assets/${file}"></script>`
    const page = readFileSync(join(dist, 'index.html'), 'utf8')
    writeFileSync(
      join(dist, 'index.html'),
      page.replace('</head>', `${script('react-1.js')}${script('first-1.js')}</head>`),
    )
    const started = { ...manifest, [entry]: { file: 'assets/first-1.js' } }
    writePages(dist, started, { defaultLanguage: 'th', texts, script: '' })
    expect(read('index.html').match(/<script type="module"[^>]*>/g)).toEqual([
      '<script type="module" crossorigin src="/assets/first-1.js">',
    ])
    expect(read('index.html')).toContain('<link rel="modulepreload" crossorigin href="/assets/react-1.js">')
  })

  it.each(['th', 'lo'] as const)('have the one of the default language (%s) for those without a cookie', (language) => {
    writePages(dist, manifest, { defaultLanguage: language, texts, script })
    expect(read('index.html')).toBe(read(pageName(language)))
  })

  it('are not made of a page that has lost its language', () => {
    writeFileSync(join(dist, 'index.html'), '<html><title>x</title></html>')
    expect(() => writePages(dist, manifest, { defaultLanguage: 'th', texts, script })).toThrow('<html lang>')
  })
})
