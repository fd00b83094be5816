import { HOUR_MS } from '../../../platform/durations.ts'
import { type DeedName, HOLD_HOURS_MAX } from '@krapao/contract'
import { type By, decisionSubject, writeDeed } from '../../deeds/index.ts'
import { walletNews } from '../../members/index.ts'
import { type CashierParts, PAYOUTS_JOB } from '../cashier.parts.ts'
import { mayBeAskedNow } from '../books/asking.rules.ts'
import { changeWithdrawal, type WithdrawalChange, type WithdrawalRow } from '../withdrawals/withdrawals.store.ts'

// What a person does about a withdrawal that was never sent: lets it go, or keeps it for further questions.

interface Change {
  by: By
  deed: DeedName
  change: WithdrawalChange
  after: Readonly<Record<string, string | number | null>>
  reason: string | null
}

/** Changes a withdrawal that is as it was read, and writes down by whom, both or neither; false when it moved. */
function changeByHand(parts: CashierParts, row: WithdrawalRow, given: Change): Promise<boolean> {
  const { by, deed, change, after, reason } = given
  return parts.database.transaction(async (tx) => {
    if ((await changeWithdrawal(tx, row, change)) === null) return false
    await writeDeed(tx, {
      ...by,
      deed,
      memberId: row.memberId,
      subject: decisionSubject('withdrawal', row.id),
      before: { state: row.state, waitReason: row.waitReason },
      after,
      reason,
      at: parts.clock.now(),
    })
    await parts.ledger.post(tx, { movements: [], news: [walletNews(row.memberId, 'withdraw')] })
    return true
  })
}

/** Lets a withdrawal go that waits for a person; false when it is not as it was read any more. */
export async function releasePayout(parts: CashierParts, row: WithdrawalRow, by: By): Promise<boolean> {
  const change = { state: 'due', waitReason: null, approved: true, askAt: parts.clock.now() } as const
  const after = { state: 'due', amountMinor: row.amountMinor }
  const isReleased = await changeByHand(parts, row, { by, deed: 'withdrawal-released', change, after, reason: null })
  if (isReleased) parts.jobs.wake(PAYOUTS_JOB)
  return isReleased
}

/** For how many hours more it may be held: 72 from when it was held first. */
export function holdHoursLeft({ heldAt }: Pick<WithdrawalRow, 'heldAt'>, now: Date): number {
  if (heldAt === null) return HOLD_HOURS_MAX
  return Math.max(0, Math.floor((heldAt.getTime() + HOLD_HOURS_MAX * HOUR_MS - now.getTime()) / HOUR_MS))
}

/**
 * Keeps one that waits for so many hours more, by when the member is told to hear. When they are over it waits as before:
 * nothing is paid by lapse. False when it is not as it was read any more.
 */
export function holdPayout(
  parts: CashierParts,
  row: WithdrawalRow,
  { by, hours, note }: { by: By; hours: number; note: string },
): Promise<boolean> {
  const now = parts.clock.now()
  const heldUntil = new Date(now.getTime() + hours * HOUR_MS)
  const change = { heldAt: row.heldAt ?? now, heldUntil, heldNote: note }
  const after = { state: row.state, heldUntil: heldUntil.toISOString() }
  return changeByHand(parts, row, { by, deed: 'withdrawal-held', change, after, reason: note })
}

/**
 * Has the bank asked now about a payout without an answer, by the job that asks whatever is due: what it says is booked as
 * at any time. That it is asked for is the deed.
 */
export async function askBankNow(
  parts: CashierParts,
  row: WithdrawalRow,
  by: By,
): Promise<'asked' | 'too-soon' | 'moved'> {
  const now = parts.clock.now()
  if (row.state !== 'sent') return 'moved'
  const isAbout = row.askAt !== null && row.askAt <= now
  if (isAbout || mayBeAskedNow(row.askedAt, now)) return 'too-soon'
  const isDue = await parts.database.transaction(async (tx) => {
    // Of two who ask at once, or one and the job, the bank is asked for one.
    if ((await changeWithdrawal(tx, row, { askAt: now })) === null) return false
    const subject = decisionSubject('withdrawal', row.id)
    await writeDeed(tx, { ...by, deed: 'withdrawal-asked', memberId: row.memberId, subject, at: now })
    return true
  })
  if (!isDue) return 'too-soon'
  parts.jobs.wake(PAYOUTS_JOB)
  return 'asked'
}
