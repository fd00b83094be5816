import { randomInt } from 'node:crypto'

/** How one turn of the reels came out. Amounts are integer hundredths of credits. */
export interface Spin {
  readonly reels: readonly [number, number, number]
  readonly winHundredths: number
}

/** The pictures on a reel. */
export const reelPictures = 6
/** Credits one can put on a turn. */
export const stakes: readonly number[] = [1, 5, 10, 50]

/** Turns the reels once. `pick(n)` gives a whole number from 0 to n - 1; the machine's own randomness by default. */
export function spin(stakeHundredths: number, pick: (count: number) => number = randomInt): Spin {
  const reels: [number, number, number] = [pick(reelPictures), pick(reelPictures), pick(reelPictures)]
  return { reels, winHundredths: winOf(stakeHundredths, reels) }
}

/** Three alike pay ten times the stake, two alike one and a half times: about 90 % comes back in the long run. */
function winOf(stakeHundredths: number, reels: readonly number[]): number {
  const different = new Set(reels).size
  if (different === 1) return stakeHundredths * 10
  return different === 2 ? Math.floor((stakeHundredths * 3) / 2) : 0
}
