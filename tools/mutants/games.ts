import type { Mutant } from './mutant.ts'

/** Bugs of the module `games`. */
export const gamesMutants: readonly Mutant[] = []
