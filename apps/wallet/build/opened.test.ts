import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { entry, fontSource } from './manifest.ts'
import { openedByAddress, textsOf, writePreloads } from './opened.ts'
import { languages } from './texts.ts'

const folder = mkdtempSync(join(tmpdir(), 'krapao-opened-'))
afterAll(() => rmSync(folder, { recursive: true }))

const talk = 'src/ui/art/talk.svg'
const opened = Object.values(openedByAddress)
const sources = [
  entry,
  talk,
  fontSource('krapao-baht'),
  ...opened.flatMap(({ parts }) => parts),
  ...opened.flatMap(({ texts }) => texts.flatMap((group) => languages.map((language) => textsOf(group, language)))),
]
const manifest = Object.fromEntries(sources.map((source) => [source, { file: source }]))

/** The addresses whose page is told to come with the picture of the chat. */
function withPicture(hasChat: boolean): string[] {
  writePreloads(folder, manifest, { defaultLanguage: 'th', hasChat })
  const written = JSON.parse(readFileSync(join(folder, 'preload.json'), 'utf8')) as Record<string, object>
  return Object.entries(written).flatMap(([path, links]) => (JSON.stringify(links).includes(talk) ? [path] : []))
}

it('names the picture of the chat with the pages that show it, and with none of a build without a chat', () => {
  expect(withPicture(true)).toEqual(['/contact', '/user/contact'])
  expect(withPicture(false)).toEqual([])
})
