import type { Agenda } from '../agenda.ts'
import type { Clock } from '../clock.ts'
import type { Faults } from '../faults/faults.ts'
import type { Store } from '../store/database.ts'
import type { Banks } from './banks.ts'
import { createCallbacks } from './callbacks.ts'
import { createCallbackRows } from './callback-rows.ts'
import { createPayments } from './payments.ts'
import { createPayouts } from './payouts.ts'
import { createTransfers } from './transfers.ts'

/** All banks at once: their book of transfers, the QR payments, the payouts, and the callbacks to the server. */
export type Bank = ReturnType<typeof createBank>

/** Puts the bank together. */
export function createBank(
  deps: { store: Store; clock: Clock; agenda: Agenda; faults: Faults; banks: Banks; report: (error: unknown) => void },
  settings: { hookUrl: string; hookKey: string },
) {
  const transfers = createTransfers(deps.store, deps.clock, deps.banks)
  const rows = createCallbackRows(deps.store, deps.clock)
  const callbacks = createCallbacks({ ...deps, rows }, { hookUrl: settings.hookUrl, key: settings.hookKey })
  return {
    banks: deps.banks,
    transfers,
    callbacks,
    payments: createPayments({ ...deps, transfers, callbacks }),
    payouts: createPayouts({ ...deps, transfers, callbacks }),
  }
}
