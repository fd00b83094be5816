import type { Job } from '../../platform/jobs.ts'
import type { Redemptions } from './gift-redemption.ts'
import type { Notices } from './notices.ts'
import type { PaymentWatch } from './payment-watch.ts'
import type { Payouts } from './payouts.ts'

/** The job that pays out, woken when a withdrawal was made. */
export const PAYOUTS_JOB = 'cashier-payouts'

const SECOND_MS = 1_000

/** What goes on without anybody asking: payouts, the bank's feed, QRs that may have been paid, and gifts. */
export function cashierJobs(deps: {
  payouts: Payouts
  watch: PaymentWatch
  redemptions: Redemptions
  notices: Notices
  askAfterRestore: () => Promise<number>
}): Job[] {
  return [
    { name: PAYOUTS_JOB, everyMs: SECOND_MS, run: () => deps.payouts.tend() },
    { name: 'cashier-payment-feed', everyMs: 10 * SECOND_MS, run: () => deps.watch.readFeed() },
    { name: 'cashier-qr-poll', everyMs: 2 * SECOND_MS, run: () => deps.watch.pollQrs() },
    { name: 'cashier-gifts', everyMs: SECOND_MS, run: () => deps.redemptions.tend() },
    { name: 'cashier-after-restore', everyMs: 10 * SECOND_MS, run: () => deps.askAfterRestore() },
    { name: 'cashier-notices', everyMs: 60 * SECOND_MS, run: () => deps.notices.failDue() },
  ]
}
