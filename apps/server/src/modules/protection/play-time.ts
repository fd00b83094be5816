import type { AnswerOf, calls } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { nextBangkokDay } from '../../platform/bangkok-time.ts'
import type { Sql } from '../../platform/database/types.ts'
import { atMoment, heard, isCheckDue, isUsedUp, type PlayTime, withLimit } from './play-time.rules.ts'
import { lockPlayTime, writePlayTime } from './play-time.store.ts'
import type { ProtectionParts } from './protection.parts.ts'
import { markLimits } from './set-limit.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

type Answer = AnswerOf<typeof calls.protectionUse>

// How long a member uses the wallet: a limit of the day, and a check every so often (beyond 3.3).

/** How often a check comes to a member, in minutes, as he chose or else as the operator has it; null: never. */
export async function checkMinutesOf({ operator }: Pick<ProtectionParts, 'operator'>, time: PlayTime) {
  return time.checkMinutes ?? (await operator.settings()).realityCheckMinutes
}

async function answerOf(parts: ProtectionParts, memberId: string, time: PlayTime, now: Date) {
  const { uncheckedSince } = time
  const checkMinutes = await checkMinutesOf(parts, time)
  const answer: Answer = {
    usedMinutes: Math.floor(time.usedMs / MINUTE_MS),
    limitMinutes: time.limitMinutes,
    next: time.nextFrom && { minutes: time.nextMinutes, from: time.nextFrom.toISOString() },
    isUsedUp: isUsedUp(time),
    resetsAt: nextBangkokDay(now).toISOString(),
    checkMinutes,
    check: null,
  }
  if (!isCheckDue(checkMinutes, time) || uncheckedSince === null) return answer
  const { depositsMinor, withdrawalsMinor, resultsMinor } = await parts.statements.sumsSince(
    parts.database,
    memberId,
    uncheckedSince,
  )
  return {
    ...answer,
    check: {
      minutes: Math.floor(time.uncheckedMs / MINUTE_MS),
      since: uncheckedSince.toISOString(),
      deposits: toWireAmount(depositsMinor),
      withdrawals: toWireAmount(withdrawalsMinor),
      results: toWireAmount(resultsMinor),
    },
  }
}

async function change(
  parts: ProtectionParts,
  memberId: string,
  work: (tx: Sql, now: Date) => Promise<PlayTime>,
): Promise<Answer> {
  const now = parts.clock.now()
  const time = await parts.database.transaction((tx) => work(tx, now))
  return answerOf(parts, memberId, time, now)
}

async function write(tx: Sql, memberId: string, work: (time: PlayTime) => PlayTime): Promise<PlayTime> {
  const time = work(await lockPlayTime(tx, memberId))
  await writePlayTime(tx, memberId, time)
  return time
}

/** POST /api/protection/use: a page is looked at. Answers the day's use, and the check that is due. */
export function hear(parts: ProtectionParts, memberId: string): Promise<Answer> {
  return change(parts, memberId, (tx, now) => write(tx, memberId, (before) => heard(before, now)))
}

/** POST /api/protection/use/continue: the check was read, on whichever page; the next one is due after its time. */
export function goOn(parts: ProtectionParts, memberId: string): Promise<Answer> {
  return change(parts, memberId, (tx, now) =>
    write(tx, memberId, (before) => ({ ...heard(before, now), uncheckedMs: 0, uncheckedSince: now })),
  )
}

/** PUT /api/protection/time: a lower limit holds at once, a higher one or none after 24 hours; what is not said stays. */
export function setTime(
  parts: ProtectionParts,
  memberId: string,
  { limitMinutes, checkMinutes }: { limitMinutes?: number | null | undefined; checkMinutes?: number | undefined },
): Promise<Answer> {
  return change(parts, memberId, async (tx, now) => {
    await parts.members.lockStanding(tx, memberId)
    const time = await write(tx, memberId, (before) => ({
      ...(limitMinutes === undefined ? atMoment(before, now) : withLimit(before, limitMinutes, now)),
      checkMinutes: checkMinutes ?? before.checkMinutes,
    }))
    await markLimits(parts, tx, memberId)
    return time
  })
}
