import type { Submission } from '@krapao/ledger'
import { updateOf } from '../../../platform/database/put-row.ts'
import { houseInvite } from '../../../platform/house-accounts.ts'
import { inviteAccount } from '../../members/index.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { lastFullDay } from './loss-days.rules.ts'
import { closeDays, computeDays, type InviteDayRow, listUnpostedInviteDays, readCalendar } from './loss-days.store.ts'

type LossDaysParts = Pick<RewardsParts, 'database' | 'ledger' | 'clock' | 'logger'>

/** Posts that are under way at once: enough for the ledger to write them together. */
const POSTED_AT_ONCE = 1_000

/**
 * The daily work of refunds and invites (rulings 4.5, 4.6), in steps that may each be repeated, run by several processes
 * or broken off anywhere: close the days that are over, compute them, post what inviters get. Days that were missed are
 * caught up with. It looks at the calendar, not at the time of day. @returns how much there was to do.
 */
export async function workLossDays(parts: LossDaysParts): Promise<number> {
  return (await closeAndCompute(parts)) + (await postInvites(parts))
}

async function closeAndCompute({ database, clock, logger }: LossDaysParts): Promise<number> {
  const calendar = await readCalendar(database)
  const through = lastFullDay(clock.now())
  if (calendar.closedThrough < through) await closeDays(database, through)
  else if (calendar.computedThrough >= calendar.closedThrough) return 0
  const figures = await computeDays(database, clock.now())
  if (figures === null) return 0
  logger.info({ through, figures }, 'the losses of the days were computed')
  return 1
}

function submissionOf(row: InviteDayRow, now: Date): Submission {
  return {
    movements: [
      {
        kind: 'post',
        id: row.id,
        from: houseInvite,
        to: inviteAccount(row.inviterId),
        amountMinor: row.amountMinor,
        code: 'invite',
        reference: row.id,
        occurredAt: now,
      },
    ],
    rows: [updateOf('invite_day', row, { postedAt: now })],
  }
}

/** Another process may have posted a row first: its id and its version let it happen once. */
async function postInvites({ database, ledger, clock, logger }: LossDaysParts): Promise<number> {
  const rows = await listUnpostedInviteDays(database, POSTED_AT_ONCE)
  if (rows.length === 0) return 0
  const inviters = [...new Set(rows.map(({ inviterId }) => inviteAccount(inviterId)))]
  const openings = inviters.map((account) => ({ account, currency: 'BAHT', floorMinor: 0 }))
  await ledger.open(database, [{ account: houseInvite, currency: 'BAHT', floorMinor: null }, ...openings])
  const outcomes = await Promise.all(rows.map((row) => ledger.submit(submissionOf(row, clock.now()))))
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.ok || outcome.refusal === 'GUARD_MOVED') continue
    const { refusal, detail } = outcome
    logger.error({ inviteDay: rows[index]?.id, refusal, detail }, 'the bonus of an inviter was not posted')
  }
  return outcomes.filter((outcome) => outcome.ok).length
}
