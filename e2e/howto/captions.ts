import type { Language } from '../stage/browser.ts'

/** What is said at a moment of a video, in each language. */
export type Said = Readonly<Record<Language, string>>

/** A caption: from when to when, in seconds of the video. */
export interface Cue {
  readonly fromS: number
  readonly toS: number
  readonly said: Said
}

/** Captions of a language as WebVTT. They stand at the top: what is pressed is mostly below. */
export function webVtt(cues: readonly Cue[], language: Language): string {
  const blocks = cues.map(
    ({ fromS, toS, said }) => `${clockTime(fromS)} --> ${clockTime(toS)} line:4%\n${said[language]}\n`,
  )
  return `WEBVTT\n\n${blocks.join('\n')}`
}

function clockTime(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000))
  const [minutes, rest] = [Math.floor(ms / 60_000), ms % 60_000]
  return `00:${String(minutes).padStart(2, '0')}:${String(Math.floor(rest / 1000)).padStart(2, '0')}.${String(rest % 1000).padStart(3, '0')}`
}
