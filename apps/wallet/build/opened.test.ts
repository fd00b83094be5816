import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { entry, fontSource } from './manifest.ts'
import { openedByAddress, textsOf, writePreloads } from './opened.ts'
import { languages } from './texts.ts'

const folder = mkdtempSync(join(tmpdir(), 'krapao-opened-'))
afterAll(() => rmSync(folder, { recursive: true }))

const opened = Object.values(openedByAddress)
const sources = [
  ...opened.flatMap(({ parts }) => parts),
  ...opened.flatMap(({ texts }) => texts.flatMap((group) => languages.map((language) => textsOf(group, language)))),
]
const manifest = {
  ...Object.fromEntries(sources.map((source) => [source, { file: source }])),
  [fontSource('krapao-baht')]: { file: 'baht.woff2' },
  react: { file: 'react.js' },
  [entry]: { file: 'first.js', css: ['first.css'], imports: ['react'] },
}

it('names with each page first the app itself, then what the page is drawn with, and no picture', () => {
  writePreloads(folder, manifest, 'lo')
  const written = JSON.parse(readFileSync(join(folder, 'preload.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
  expect(Object.keys(written)).toEqual(Object.keys(openedByAddress))
  expect(written['/contact']?.['index.html']).toBe(written['/contact']?.['index.lo.html'])
  const named = written['/user/home']?.['index.th.html']?.split(', ').map((link) => /<\/(.*)>/.exec(link)?.[1])
  expect(named?.slice(0, 3)).toEqual(['react.js', 'first.css', 'first.js'])
  expect(named).toContain('src/app/member-home.tsx')
  expect(named).toContain('src/lib/texts/catalogs/member.th.json')
  expect(named?.at(-1)).toBe('baht.woff2')
  expect(written['/user/contact']?.['index.th.html']).not.toContain('baht.woff2')
  expect(JSON.stringify(written)).not.toContain('as=image')
})
