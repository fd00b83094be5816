import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Language } from '../browser.ts'
import type { Story } from './stories.ts'

/** What the web app knows of a recording; its own type says what each part means. */
export interface RecordingRow {
  readonly id: Story['id']
  readonly language: Language
  readonly durationS: number
  readonly bytes: number
}

const file = resolve(import.meta.dirname, '../../apps/wallet/src/features/howto/recordings.ts')
const mark = 'export const recordings: readonly Recording[] = '
const row = /\{ id: '([a-z-]+)', language: '(th|lo|en)', durationS: (\d+), bytes: (\d+) \}/g

/** Puts recordings into the web app's list, in place of those of the same name and language. */
export function keepRecordings(made: readonly RecordingRow[], order: readonly string[]): void {
  const source = readFileSync(file, 'utf8')
  const kept = [...source.matchAll(row)].map(([, id, language, durationS, bytes]) => ({
    id: id as RecordingRow['id'],
    language: language as RecordingRow['language'],
    durationS: Number(durationS),
    bytes: Number(bytes),
  }))
  const isMade = (one: RecordingRow): boolean => made.some((two) => two.id === one.id && two.language === one.language)
  const all = [...kept.filter((one) => !isMade(one)), ...made].toSorted(
    (one, two) => order.indexOf(one.id) - order.indexOf(two.id) || two.language.localeCompare(one.language),
  )
  const lines = all.map(
    ({ id, language, durationS, bytes }) =>
      `  { id: '${id}', language: '${language}', durationS: ${durationS}, bytes: ${bytes} },\n`,
  )
  writeFileSync(file, `${source.slice(0, source.indexOf(mark))}${mark}[\n${lines.join('')}]\n`)
}
