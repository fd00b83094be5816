import type { CashierParts } from '../cashier.parts.ts'
import type { Collector, PaymentPage } from '../providers/collector.ts'
import { BANK } from '../providers/connectors.ts'
import type { QrRow } from './qr.store.ts'

/** The collector of this name; null when the settings name none such, or one that does not collect. */
export function collectorNamed({ bank, connectors }: Pick<CashierParts, 'bank' | 'connectors'>, name: string) {
  const named: Collector | undefined = name === BANK ? bank : connectors.named.get(name)?.collector
  return named ?? null
}

/** Asks whoever collects for a QR what was paid for it; null also when the settings name him no more. */
export async function paymentsOf(parts: CashierParts, row: QrRow): Promise<PaymentPage> {
  const { reference, partyId, chargeMinor: amountMinor, currency, createdAt } = row
  return (
    (await collectorNamed(parts, row.collector)?.paymentsOf({
      reference,
      partyId,
      amountMinor,
      currency,
      createdAt,
    })) ?? null
  )
}

/** Whether all that a collector receives is read from a list of its own too, so that no QR need be asked about for it. */
export function isListed(parts: Pick<CashierParts, 'bank' | 'connectors'>, collector: string): boolean {
  return collector === BANK || collectorNamed(parts, collector)?.paymentsSince !== undefined
}
