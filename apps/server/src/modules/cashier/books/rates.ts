import type { Currency } from '@krapao/money'
import type { CashierParts } from '../cashier.parts.ts'
import { bahtForLak } from './lak.rules.ts'
import { noteRate, rateAt } from './rates.store.ts'

// Kip for one baht, now and at a moment that has passed: money is worth what it was when the bank received it. The history
// of the operator's rate is kept as far as this product has seen it change (rulings 2.5).

/** The rate that holds now; a changed one is written down. */
export async function currentRate(parts: CashierParts): Promise<number> {
  const { lakPerBaht } = await parts.operator.settings()
  return parts.memory.lakPerBaht === lakPerBaht ? lakPerBaht : writeDown(parts)
}

/** Writes down the rate that holds now from the moment when the operator set it. */
async function writeDown(parts: CashierParts): Promise<number> {
  const { database, clock, memory } = parts
  const { value: lakPerBaht, changedAt } = await parts.lakPerBaht()
  const since = changedAt ?? clock.now()
  await noteRate(database, lakPerBaht, since)
  memory.lakPerBaht = lakPerBaht
  return lakPerBaht
}

/** What money is worth in satang: baht as they are, kip at the rate when the bank received them (rulings 2.5). */
export async function worthOf(
  parts: CashierParts,
  { amountMinor, currency, occurredAt }: { amountMinor: number; currency: Currency; occurredAt: Date },
): Promise<number> {
  if (currency === 'BAHT') return amountMinor
  // Read anew: what kip are worth does not wait until a job sees that the operator changed the rate.
  const lakPerBaht = await writeDown(parts)
  return bahtForLak(amountMinor, (await rateAt(parts.database, occurredAt)) ?? lakPerBaht)
}
