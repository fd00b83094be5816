import type { Language } from '@krapao/web'
import type { HowtoId, Recording } from './recordings.ts'
import { recordings } from './recordings.ts'

/** The recording in a reader's language: each is made in all of them, which a test holds. */
export function recordingFor(id: HowtoId, language: Language): Recording {
  const found = recordings.find((recording) => recording.id === id && recording.language === language)
  if (found === undefined) throw new Error(`there is no recording of ${id} in ${language}`)
  return found
}

/** The address of a file of a recording: its video, or with a language its captions. */
export function fileOf({ id, language }: Recording, ending: 'mp4' | 'webm' | `${Language}.vtt`): string {
  return `/videos/${id}.${language}.${ending}`
}

/** "0:32" */
export function durationText(durationS: number): string {
  return `${Math.floor(durationS / 60)}:${String(Math.round(durationS) % 60).padStart(2, '0')}`
}

/** "0.4", never less than the least that is told. */
export function megabytesText(bytes: number): string {
  return Math.max(bytes / 1_000_000, 0.1).toFixed(1)
}
