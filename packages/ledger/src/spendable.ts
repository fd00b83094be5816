import type { AccountState } from './types.ts'

/** What an account can spend: posted less held. Nothing of an account that there is not. */
export function spendableMinor(state: Pick<AccountState, 'postedMinor' | 'heldMinor'> | undefined): number {
  return state === undefined ? 0 : state.postedMinor - state.heldMinor
}
