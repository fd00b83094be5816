import type { Language } from '@krapao/web'
import made from './recordings.json' with { type: 'json' }

export type HowtoId = 'wallet' | 'game' | 'balance' | 'bonus-receive' | 'bonus-end'

/** One video: how long it is, and the bytes of its larger file. Its files are named after what it explains and its language. */
export interface Recording {
  readonly id: HowtoId
  readonly language: Language
  readonly durationS: number
  readonly bytes: number
}

/** The recordings that there are, in public/videos. Made by `npm run howto`: record again instead of editing. */
export const recordings = made as readonly Recording[]
