import * as v from 'valibot'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { PartyCaller } from '../../../platform/party-call.ts'
import type { Connector } from './connectors.ts'

/** What a family is given beside its party's own terms. */
export interface Surroundings {
  /** The name of the party in the settings, and by which its calls to us are addressed. */
  name: string
  clock: Clock
  logger: Pick<Logger, 'error' | 'warn'>
  /** How it is called. */
  send: PartyCaller
  /** Where this party calls us. */
  hookUrl: string
}

/** Parties that speak alike: what they want to be told of in the settings, and the adapter that is made of it. */
export interface Family {
  /** The connector of what the settings say, or the places that are wrong in them; no value is repeated. */
  connect(said: unknown, surroundings: Surroundings): { connector: Connector } | { wrong: readonly string[] }
}

/** Makes a family of the shape of its terms and what is made of them. */
export function defineFamily<Terms>(
  terms: v.GenericSchema<unknown, Terms>,
  create: (terms: Terms, surroundings: Surroundings) => Connector,
): Family {
  return {
    connect(said, surroundings) {
      const read = v.safeParse(terms, said)
      if (read.success) return { connector: create(read.output, surroundings) }
      return { wrong: [...new Set(read.issues.map((issue) => v.getDotPath(issue) ?? 'it'))] }
    },
  }
}
