import type { IncomingHttpHeaders } from 'node:http'
import type { Collector } from './collector.ts'
import type { PayoutSender } from './payout-sender.ts'
import type { PartyCheck } from '../../../platform/parties/index.ts'
import type { SlipVerifier } from './slip-verifier.ts'

/** The name by which the bank goes that is reached at KRAPAO_BANK_URL. */
export const BANK = 'bank'

/** What a party sent to its door, as it came. */
export interface Delivery {
  headers: IncomingHttpHeaders
  body: Uint8Array
  now: Date
}

/**
 * What a delivery is about. It is a hint and nothing more: the party is asked, and its answer is what is booked. A QR is
 * named by our reference or by the party's own id of it.
 */
export type Hint =
  | { about: 'qr'; reference: string }
  | { about: 'qr'; partyId: string }
  | { about: 'payout'; reference: string }

/** What was understood of a delivery, and what its sender wants to hear; other answers are failures to him. */
export interface Heard {
  hints: readonly Hint[]
  answer: { mediaType: 'application/json' | 'text/plain'; text: string }
}

/** A party as the settings name it: what it can do, and how its calls to us are read. */
export interface Connector {
  collector?: Collector
  payoutSender?: PayoutSender
  slipVerifier?: SlipVerifier
  /** Null: not signed as this party signs. Absent: it calls nobody. */
  hear?(delivery: Delivery): Heard | null
  /** Finds out that it is there and lets us in; moves nothing. */
  check?(): Promise<PartyCheck>
}

/** The parties by the names that the settings give them, and which of them does what. */
export interface Connectors {
  named: ReadonlyMap<string, Connector>
  /** Who pays out: the first of these that pays in the currency of the order. */
  payouts: readonly string[]
  /** Who is asked about slips: each of these until one knows the transfer. */
  slips: readonly string[]
}

/** The JSON of a delivery; null for what is none. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    return null
  }
}
