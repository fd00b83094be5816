import { HOUR_MS, SECOND_MS } from '../../platform/durations.ts'
import type { Job } from '../../platform/jobs.ts'
import { askAfterRestore } from './after-restore.ts'
import { type CashierParts, PAYOUTS_JOB, QRS_JOB, SLIPS_JOB } from './cashier.parts.ts'
import { processDueGifts } from './gifts/gift-redemption.ts'
import { failNotices } from './notices/notices.ts'
import { pollQrs, readFeed, readLists } from './qr/payment-watch.ts'
import { processDuePayouts } from './payouts/payouts.ts'
import { processDueSlips } from './slips/slip-decision.ts'

/** What goes on without anybody asking: payouts, the bank's feed, QRs that may have been paid, gifts, slips. */
export function cashierJobs(parts: CashierParts): Job[] {
  return [
    { name: PAYOUTS_JOB, everyMs: SECOND_MS, run: () => processDuePayouts(parts) },
    { name: 'cashier-payment-feed', everyMs: 10 * SECOND_MS, run: () => readFeed(parts) },
    { name: 'cashier-payment-lists', everyMs: HOUR_MS, run: () => readLists(parts).then(() => 0) },
    { name: QRS_JOB, everyMs: 2 * SECOND_MS, run: () => pollQrs(parts) },
    { name: 'cashier-gifts', everyMs: SECOND_MS, run: () => processDueGifts(parts) },
    { name: 'cashier-after-restore', everyMs: 10 * SECOND_MS, run: () => askAfterRestore(parts) },
    { name: 'cashier-notices', everyMs: 60 * SECOND_MS, run: () => failNotices(parts) },
    { name: SLIPS_JOB, everyMs: SECOND_MS, run: () => processDueSlips(parts) },
  ]
}
