import { createHash } from 'node:crypto'
import { LedgerMistake } from './mistake.ts'
import type { Post, TransferRecord } from './types.ts'

/**
 * The post that takes a transfer back: what was posted of it goes the other way, under the same business reference. Its
 * id follows from the transfer's, so that however many callers reverse it, money moves back once. Throws a LedgerMistake
 * for a hold that is pending or was voided: nothing of it was posted.
 */
export function reversalOf(transfer: TransferRecord, occurredAt: Date): Post {
  if (transfer.settledMinor === null || transfer.settledMinor === 0) {
    throw new LedgerMistake(`nothing of transfer ${transfer.id} was posted: it is ${transfer.state}`)
  }
  return {
    kind: 'post',
    id: createHash('sha256').update(`reversal of ${transfer.id}`).digest('hex'),
    from: transfer.to,
    to: transfer.from,
    amountMinor: transfer.settledMinor,
    code: 'reversal',
    reference: transfer.reference,
    occurredAt,
    metadata: { reverses: transfer.id },
  }
}
