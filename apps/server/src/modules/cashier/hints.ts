import { refuse } from '../../platform/errors.ts'
import { BinaryAnswer } from '../../platform/http/index.ts'
import { type CashierParts, PAYOUTS_JOB, QRS_JOB } from './cashier.parts.ts'
import type { Delivery, Hint } from './providers/connectors.ts'
import { hurryQr } from './qr/qr.store.ts'
import { hurryPayout } from './withdrawals/withdrawals.store.ts'

// What parties send to their doors. Nothing of it is believed: it makes us ask, and the answer is what is booked.

/** Takes a delivery of a party, signed or not, and has what it is about asked about now. Refuses with UNAUTHORIZED. */
export async function takeDelivery(
  parts: CashierParts,
  party: string,
  sent: Omit<Delivery, 'now'>,
): Promise<BinaryAnswer> {
  const heard = parts.connectors.named.get(party)?.hear?.({ ...sent, now: parts.clock.now() }) ?? null
  if (heard === null) refuse('UNAUTHORIZED')
  for (const hint of heard.hints) await hurry(parts, party, hint)
  const { mediaType, text } = heard.answer
  return new BinaryAnswer({ bytes: Buffer.from(text), mediaType, name: 'answer.txt', isShown: true, release: () => {} })
}

async function hurry(parts: CashierParts, party: string, hint: Hint): Promise<void> {
  const now = parts.clock.now()
  if (hint.about === 'qr') {
    if (await hurryQr(parts.database, party, hint, now)) parts.jobs.wake(QRS_JOB)
  } else if (await hurryPayout(parts.database, party, hint.reference, now)) parts.jobs.wake(PAYOUTS_JOB)
}
