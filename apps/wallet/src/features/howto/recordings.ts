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
  { id: 'wallet', language: 'th', durationS: 41, bytes: 386300 },
  { id: 'wallet', language: 'lo', durationS: 41, bytes: 389535 },
  { id: 'game', language: 'th', durationS: 23, bytes: 220181 },
  { id: 'game', language: 'lo', durationS: 23, bytes: 231376 },
  { id: 'balance', language: 'th', durationS: 27, bytes: 206978 },
  { id: 'balance', language: 'lo', durationS: 26, bytes: 176823 },
]
