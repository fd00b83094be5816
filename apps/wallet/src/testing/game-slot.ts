import type { Home } from '../lib/balances.ts'

/** A game on home. */
type Slot = Home['slots'][number]

/** The game Lotus with nothing in it, but for what is said otherwise. */
export function gameSlot(given: Partial<Slot> = {}): Slot {
  return {
    code: 'PG',
    name: 'Lotus',
    logo: '/mark.svg',
    background: '/mark.svg',
    isActive: true,
    amount: 0,
    ftWalletSlot: 1,
    category: 'slot',
    web: null,
    android: null,
    ios: null,
    autoLogin: null,
    ...given,
  }
}
