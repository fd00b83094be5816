import * as v from 'valibot'
import type { Clock } from '../../../platform/clock.ts'
import type { PartyCaller } from '../../../platform/party-call.ts'
import type { Connector, Connectors } from './connectors.ts'

/** What a family is given beside its party's own terms. */
interface FamilySurroundings {
  /** The name of the party in the settings, and by which its calls to us are addressed. */
  name: string
  clock: Clock
  /** How it is called. */
  send: PartyCaller
  /** Where this party calls us. */
  hookUrl: string
}

/** Parties that speak alike: what they want to be told of in the settings, and the adapter that is made of it. */
interface Family<Terms = unknown> {
  terms: v.GenericSchema<unknown, Terms>
  connect(terms: Terms, surroundings: FamilySurroundings): Connector
}

const families: Readonly<Record<string, Family>> = {}

export const cashierFamilies: readonly string[] = Object.keys(families)

/** Makes the parties that the settings name. Throws an Error in words, without a value in it, for one that cannot be. */
export function createConnectors(
  given: { named: ReadonlyMap<string, { family: string }>; payouts: readonly string[]; slips: string },
  { clock, publicUrl, callerOf }: { clock: Clock; publicUrl: string; callerOf(party: string): PartyCaller },
): Connectors {
  const named = new Map<string, Connector>()
  for (const [name, { family: familyName, ...said }] of given.named) {
    const family = families[familyName]
    if (family === undefined) continue
    const read = v.safeParse(family.terms, said)
    if (!read.success) {
      const places = [...new Set(read.issues.map((issue) => v.getDotPath(issue) ?? 'it'))].join(', ')
      throw new Error(`KRAPAO_PARTIES.${name} is not as the family ${familyName} wants it: ${places}.`)
    }
    const hookUrl = `${publicUrl}/api/hooks/${name}`
    named.set(name, family.connect(read.output, { name, clock, send: callerOf(name), hookUrl }))
  }
  for (const name of given.payouts) {
    const connector = named.get(name)
    if (connector !== undefined && !connector.payoutSender)
      throw new Error(`KRAPAO_PAYOUTS names ${name}, which pays nothing out.`)
  }
  if (named.has(given.slips) && !named.get(given.slips)?.slipVerifier) {
    throw new Error(`KRAPAO_SLIPS names ${given.slips}, which knows no slips.`)
  }
  return { named, payouts: given.payouts, slips: given.slips }
}
