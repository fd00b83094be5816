import { notFound } from '../http/refusal.ts'

/** The game providers' codes (specification, section 9). */
export const providerCodes = [
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

/** The code as it is written in the list, found in either case (rulings 6.7); 404 when there is none. */
export function readProvider(given: string): string {
  const wanted = given.toUpperCase()
  const found = providerCodes.find((code) => code === wanted)
  if (found === undefined) throw notFound(`there is no provider ${given}`)
  return found
}
