import { createHash } from 'node:crypto'
import type { Post, TransferRecord } from '../types.ts'

/**
 * The post that takes back what was posted of a transfer, under the same business reference. Its id follows from the
 * transfer's, so that however many callers reverse it, money moves back once.
 */
export function reversalOf(transfer: TransferRecord, occurredAt: Date): Post {
  return {
    kind: 'post',
    id: createHash('sha256').update(`reversal of ${transfer.id}`).digest('hex'),
    from: transfer.to,
    to: transfer.from,
    amountMinor: transfer.settledMinor ?? 0,
    code: 'reversal',
    reference: transfer.reference,
    occurredAt,
    metadata: { reverses: transfer.id },
  }
}
