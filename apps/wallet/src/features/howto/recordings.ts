/** The recordings that there are, in public/videos. Made by `npm run howto`: record again instead of editing. */

export type HowtoId = 'wallet' | 'game' | 'balance' | 'bonus-receive' | 'bonus-end'

/** One video: how long it is, and the bytes of its larger file. Its files are named after what it explains and `spoken`. */
export interface Recording {
  readonly id: HowtoId
  readonly language: 'th' | 'lo'
  readonly durationS: number
  readonly bytes: number
}

export const recordings: readonly Recording[] = [
  { id: 'wallet', language: 'th', durationS: 45, bytes: 406334 },
  { id: 'wallet', language: 'lo', durationS: 48, bytes: 454754 },
  { id: 'game', language: 'th', durationS: 26, bytes: 249791 },
  { id: 'game', language: 'lo', durationS: 26, bytes: 233084 },
  { id: 'balance', language: 'th', durationS: 28, bytes: 211032 },
  { id: 'balance', language: 'lo', durationS: 27, bytes: 198335 },
  { id: 'bonus-receive', language: 'th', durationS: 33, bytes: 271047 },
  { id: 'bonus-receive', language: 'lo', durationS: 28, bytes: 242742 },
  { id: 'bonus-end', language: 'th', durationS: 21, bytes: 185020 },
  { id: 'bonus-end', language: 'lo', durationS: 21, bytes: 208301 },
]
