import type { Job } from '../../platform/jobs.ts'
import type { PaymentWatch } from './payment-watch.ts'
import type { Payouts } from './payouts.ts'

/** The job that pays out, woken when a withdrawal was made. */
export const PAYOUTS_JOB = 'cashier-payouts'

const SECOND_MS = 1_000

/** What goes on without anybody asking: payouts, the bank's feed, and the QRs that may have been paid. */
export function cashierJobs(deps: { payouts: Payouts; watch: PaymentWatch }): Job[] {
  return [
    { name: PAYOUTS_JOB, everyMs: SECOND_MS, run: () => deps.payouts.tend() },
    { name: 'cashier-payment-feed', everyMs: 10 * SECOND_MS, run: () => deps.watch.readFeed() },
    { name: 'cashier-qr-poll', everyMs: 2 * SECOND_MS, run: () => deps.watch.pollQrs() },
  ]
}
