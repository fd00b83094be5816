/** Codes of the game providers (LIM-034). */
export const GAME_CODES = [
  'JOKER',
  'SEXYGAME',
  'BETFLIX',
  'ASKMEBET',
  'UFABET',
  'SUPERSLOT',
  'PG',
  'SLOTXO',
  'IMI',
  'USUN',
  'AREASLOT',
  'CIRCUS',
  'SLOTRACHA',
  'PGSLOT',
  'JOKER2',
] as const

/** Providers whose launch link the server makes, and whether the call carries the password too (decisions 2.61). */
const AUTO_LOGIN: ReadonlyMap<string, 'username' | 'username-and-password'> = /* @__PURE__ */ new Map([
  ['pg', 'username'],
  ['betflix', 'username'],
  ['askmebet', 'username-and-password'],
  ['imi', 'username-and-password'],
  ['usun', 'username-and-password'],
  ['circus', 'username-and-password'],
  ['slotracha', 'username-and-password'],
  ['pgslot', 'username-and-password'],
  ['areaslot', 'username'],
  ['joker2', 'username'],
])

/** What the launch call of a game carries, its code in either case; null when it is launched by its `web` link. */
export function autoLoginOf(gameCode: string): 'username' | 'username-and-password' | null {
  return AUTO_LOGIN.get(gameCode.toLowerCase()) ?? null
}
