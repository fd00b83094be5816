import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Language } from '../stage/browser.ts'
import type { Story } from './stories.ts'

/** What the web app knows of a recording; its own type says what each part means. */
export interface RecordingRow {
  readonly id: Story['id']
  readonly language: Language
  readonly durationS: number
  readonly bytes: number
}

const file = resolve(import.meta.dirname, '../../apps/wallet/src/features/howto/recordings.json')

/** Puts recordings into the web app's list, in place of those of the same name and language. */
export function keepRecordings(made: readonly RecordingRow[], order: readonly string[]): void {
  const kept = JSON.parse(readFileSync(file, 'utf8')) as RecordingRow[]
  const isMade = (one: RecordingRow): boolean => made.some((two) => two.id === one.id && two.language === one.language)
  const all = [...kept.filter((one) => !isMade(one)), ...made].toSorted(
    (one, two) => order.indexOf(one.id) - order.indexOf(two.id) || two.language.localeCompare(one.language),
  )
  const rows = all.map(
    ({ id, language, durationS, bytes }) =>
      `  { "id": "${id}", "language": "${language}", "durationS": ${durationS}, "bytes": ${bytes} }`,
  )
  writeFileSync(file, `[\n${rows.join(',\n')}\n]\n`)
}
