/** The recordings that there are, in public/videos. Made by `npm run howto`: record again instead of editing. */

export type HowtoId = 'wallet' | 'game' | 'balance' | 'bonus-receive' | 'bonus-end'

/** One video: how long it is, and the bytes of its larger file. Its files are named after what it explains and `spoken`. */
export interface Recording {
  readonly id: HowtoId
  readonly language: 'th' | 'lo'
  readonly durationS: number
  readonly bytes: number
}

export const recordings: readonly Recording[] = []
