import { notFound, Refusal } from '../http/refusal.ts'
import { operator, type ProviderFamily } from '../operator.ts'

const codeShape = /^[A-Z0-9]{1,20}$/

/**
 * The code as it is written in the list, in capitals, found in either case (rulings 6.7). Any code is played: one that the
 * operator's file does not name in whatever language it is spoken to. 404 for what is no code.
 */
export function readProvider(given: string): string {
  const code = given.toUpperCase()
  if (!codeShape.test(code)) throw notFound(`there is no provider ${given}`)
  return code
}

/** As `readProvider`, for a door that only providers of one language have; 404 NO_SUCH_DOOR at any other. */
export function readSpeaker(given: string, family: ProviderFamily): string {
  const code = readProvider(given)
  const spoken = operator().providers.find((provider) => provider.code === code)?.family ?? family
  if (spoken !== family) throw new Refusal(404, 'NO_SUCH_DOOR', `${code} speaks ${spoken}`)
  return code
}

/** The providers of the operator's file, and those that were played besides. */
export function providerCodes(played: readonly string[] = []): string[] {
  return [...new Set([...operator().providers.map(({ code }) => code), ...played])]
}

/** The name of a game beside the code that the provider goes by: the wallet shows the one, its calls the other. */
export function providerName(code: string): string {
  return operator().providers.find((provider) => provider.code === code)?.name ?? code
}

/** The colours that the sites have to tell them apart by. */
export const hues: readonly number[] = [8, 332, 212, 158, 276, 28, 190, 352, 128, 244, 88, 304, 44, 228, 172]

/** The colour of a provider's site. */
export function hueOf(code: string): number {
  const index = operator().providers.findIndex((provider) => provider.code === code)
  return hues[(index === -1 ? code.length : index) % hues.length] ?? 0
}
