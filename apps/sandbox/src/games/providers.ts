import { notFound, Refusal } from '../http/refusal.ts'
import type { Operator, ProviderFamily } from '../operator.ts'

const codeShape = /^[A-Z0-9]{1,20}$/

/** The colours that the sites have to tell them apart by. */
export const hues: readonly number[] = [8, 332, 212, 158, 276, 28, 190, 352, 128, 244, 88, 304, 44, 228, 172]

/** How a provider's site is known: its code, the name of its game, and its colour. */
export interface Site {
  readonly code: string
  readonly name: string
  readonly hue: number
}

/**
 * The code as it is written in the list, in capitals, found in either case (rulings 6.7). Any code is played: one that the
 * operator's file does not name in whatever language it is spoken to. 404 for what is no code.
 */
export function readProvider(given: string): string {
  const code = given.toUpperCase()
  if (!codeShape.test(code)) throw notFound(`there is no provider ${given}`)
  return code
}

/** The providers that the operator's file names. */
export type Providers = ReturnType<typeof createProviders>

/** Makes them of what the file says. */
export function createProviders({ providers }: Operator) {
  const codes = providers.map(({ code }) => code)
  return {
    codes,
    /** As `readProvider`, for a door that only providers of one language have; 404 NO_SUCH_DOOR at any other. */
    readSpeaker(given: string, family: ProviderFamily): string {
      const code = readProvider(given)
      const spoken = providers[codes.indexOf(code)]?.family ?? family
      if (spoken !== family) throw new Refusal(404, 'NO_SUCH_DOOR', `${code} speaks ${spoken}`)
      return code
    },
    /** The wallet shows the name, its calls the code. */
    siteOf(code: string): Site {
      const index = codes.indexOf(code)
      const hue = hues[(index === -1 ? code.length : index) % hues.length] ?? 0
      return { code, name: providers[index]?.name ?? code, hue }
    },
  }
}
