import type { Language } from '@krapao/web'
/** The recordings that there are, in public/videos. Made by `npm run howto`: record again instead of editing. */

export type HowtoId = 'wallet' | 'game' | 'balance' | 'bonus-receive' | 'bonus-end'

/** One video: how long it is, and the bytes of its larger file. Its files are named after what it explains and its language. */
export interface Recording {
  readonly id: HowtoId
  readonly language: Language
  readonly durationS: number
  readonly bytes: number
}

export const recordings: readonly Recording[] = [
  { id: 'wallet', language: 'th', durationS: 40, bytes: 407028 },
  { id: 'wallet', language: 'lo', durationS: 39, bytes: 417278 },
  { id: 'wallet', language: 'en', durationS: 40, bytes: 450439 },
  { id: 'game', language: 'th', durationS: 23, bytes: 234856 },
  { id: 'game', language: 'lo', durationS: 23, bytes: 237589 },
  { id: 'game', language: 'en', durationS: 24, bytes: 243508 },
  { id: 'balance', language: 'th', durationS: 26, bytes: 195009 },
  { id: 'balance', language: 'lo', durationS: 26, bytes: 200343 },
  { id: 'balance', language: 'en', durationS: 26, bytes: 202492 },
  { id: 'bonus-receive', language: 'th', durationS: 26, bytes: 239299 },
  { id: 'bonus-receive', language: 'lo', durationS: 26, bytes: 251552 },
  { id: 'bonus-receive', language: 'en', durationS: 27, bytes: 278390 },
  { id: 'bonus-end', language: 'th', durationS: 20, bytes: 188232 },
  { id: 'bonus-end', language: 'lo', durationS: 20, bytes: 191873 },
  { id: 'bonus-end', language: 'en', durationS: 21, bytes: 208190 },
]
