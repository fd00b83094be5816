import { notFound, Refusal } from '../http/refusal.ts'

/**
 * The languages that providers speak: JSON with a bearer key; JSON under a signature; forms with an amount above or
 * below zero under a signature; forms with a token, answered by error codes.
 */
export type ProviderFamily = 'plain-json' | 'signed-json' | 'signed-form' | 'token-form'

/** The game providers' codes (specification, section 9), each with the one language it speaks. */
const families = {
  JOKER: 'signed-form',
  SEXYGAME: 'signed-json',
  BETFLIX: 'signed-json',
  ASKMEBET: 'signed-json',
  UFABET: 'plain-json',
  SUPERSLOT: 'signed-json',
  PG: 'token-form',
  SLOTXO: 'signed-form',
  IMI: 'token-form',
  USUN: 'plain-json',
  AREASLOT: 'plain-json',
  CIRCUS: 'token-form',
  SLOTRACHA: 'signed-form',
  PGSLOT: 'token-form',
  JOKER2: 'signed-form',
} as const satisfies Record<string, ProviderFamily>

/** The code of a provider, as it is written in the specification. */
export type ProviderCode = keyof typeof families

/** All codes, in the order of the specification. */
export const providerCodes = Object.keys(families) as readonly ProviderCode[]

/** One value for each provider. */
export function mapProviders<Value>(make: (code: ProviderCode) => Value): Record<ProviderCode, Value> {
  return Object.fromEntries(providerCodes.map((code) => [code, make(code)])) as Record<ProviderCode, Value>
}

/** The code as it is written in the list, found in either case (rulings 6.7); 404 when there is none. */
export function readProvider(given: string): ProviderCode {
  const wanted = given.toUpperCase()
  const found = providerCodes.find((code) => code === wanted)
  if (found === undefined) throw notFound(`there is no provider ${given}`)
  return found
}

/** As `readProvider`, for a door that only providers of one language have; 404 NO_SUCH_DOOR at any other. */
export function readSpeaker(given: string, family: ProviderFamily): ProviderCode {
  const code = readProvider(given)
  if (families[code] !== family) throw new Refusal(404, 'NO_SUCH_DOOR', `${code} speaks ${families[code]}`)
  return code
}

/** What the demo operator calls them, as a player knows them. */
const names: Record<ProviderCode, string> = {
  JOKER: 'โคมลอย',
  SEXYGAME: 'โต๊ะริมโขง',
  BETFLIX: 'แข่งเรือยาว',
  ASKMEBET: 'สนามตะกร้อ',
  UFABET: 'ตะกร้อลีก',
  SUPERSLOT: 'บั้งไฟ',
  PG: 'ดอกบัวทอง',
  SLOTXO: 'นาคา',
  IMI: 'โต๊ะทอง',
  USUN: 'โต๊ะราตรี',
  AREASLOT: 'บัวหลวง',
  CIRCUS: 'ละครช้าง',
  SLOTRACHA: 'ราชาเรือยาว',
  PGSLOT: 'ช้างมงคล',
  JOKER2: 'โคมแดง',
}

/** The name of a game beside the code that the provider goes by: the wallet shows the one, its calls the other. */
export function providerName(code: string): string {
  return names[code as ProviderCode] ?? code
}
