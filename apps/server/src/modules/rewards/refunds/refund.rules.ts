/** A refund that was computed and not received. */
export interface RefundDay {
  amountMinor: number
  lapsesAt: Date
}

/** Those that can still be received; at the moment of its lapse a refund is gone. */
export function unlapsed<Day extends RefundDay>(days: readonly Day[], now: Date): Day[] {
  return days.filter(({ lapsesAt }) => now < lapsesAt)
}

/** Why nothing can be received, in the order of rulings 4.5; null when something can. */
export function refundProblem(days: readonly RefundDay[], now: Date): 'NO_REFUND' | 'REFUND_CONDITION' | null {
  if (days.length === 0) return 'NO_REFUND'
  return unlapsed(days, now).length === 0 ? 'REFUND_CONDITION' : null
}
