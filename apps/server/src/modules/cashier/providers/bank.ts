import type { Collector } from './collector.ts'
import type { PayoutSender } from './payout-sender.ts'
import type { SlipVerifier } from './slip-verifier.ts'

/** A bank that is all three: it collects by QR, pays out and knows the transfers behind slips. */
export interface Bank extends Collector, PayoutSender, SlipVerifier {}
