import type { Mutant } from './mutant.ts'

/** Bugs of the module `rewards`. */
export const rewardsMutants: readonly Mutant[] = []
