import type { AnswerOf, calls } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { Language } from '../../platform/http/index.ts'
import { inForce, returnTerms } from './exclusion.rules.ts'
import { readExclusions } from './exclusions.store.ts'
import { confirmationOf, levelOf, type Limit } from './limit.rules.ts'
import { readLimits } from './limits.store.ts'
import { checkMinutesOf } from './play-time.ts'
import { readPlayTime } from './play-time.store.ts'
import type { ProtectionParts } from './protection.parts.ts'
import { lockedInWallet } from './require-limits.ts'
import { remainingMinor, usageOf, whenReset } from './usage.ts'

type Answer = AnswerOf<typeof calls.protection>

const wireTime = (at: Date | null) => at?.toISOString() ?? null

async function wireLimit(parts: ProtectionParts, memberId: string, limit: Limit): Promise<Answer['limits'][number]> {
  const { kind, period, amountMinor, setBy, pendingAmountMinor } = limit
  const usage = await usageOf(parts, parts.database, memberId, limit)
  const resetsAt = await whenReset(parts, parts.database, memberId, { kind, period, usedMinor: usage.usedMinor })
  const pending = confirmationOf(limit, parts.clock.now())
  return {
    kind,
    period,
    amount: toWireAmount(amountMinor),
    used: toWireAmount(usage.usedMinor),
    reserved: toWireAmount(usage.qrMinor + usage.giftsMinor),
    remaining: toWireAmount(remainingMinor(limit, usage)),
    resetsAt: resetsAt.toISOString(),
    pending: pending && {
      amount: pendingAmountMinor === null ? null : toWireAmount(pendingAmountMinor),
      from: pending.from.toISOString(),
      until: pending.until.toISOString(),
    },
    setBy,
    level: levelOf(amountMinor, usage.usedMinor),
  }
}

/** The limits of a member with what is used of them. */
async function readLimitsOf(parts: ProtectionParts, memberId: string): Promise<Answer['limits']> {
  const limits = await readLimits(parts.database, memberId)
  return Promise.all(limits.map((limit) => wireLimit(parts, memberId, limit)))
}

/** The break or exclusion of a member as it holds now; null when he is in none. */
async function readExclusionOf(parts: ProtectionParts, memberId: string): Promise<Answer['exclusion']> {
  const now = parts.clock.now()
  const exclusion = inForce(await readExclusions(parts.database, memberId), now)
  if (exclusion === null) return null
  const terms = returnTerms(exclusion, now)
  return {
    kind: exclusion.kind,
    since: exclusion.since.toISOString(),
    until: wireTime(exclusion.until),
    ending: terms && {
      askFrom: terms.askFrom.toISOString(),
      askedAt: wireTime(terms.askedAt),
      confirmFrom: wireTime(terms.confirmFrom),
      confirmUntil: wireTime(terms.confirmUntil),
    },
  }
}

/** GET /api/protection: how a member is protected now, and what he brought, took and won. */
export async function readProtection(parts: ProtectionParts, memberId: string, language: Language): Promise<Answer> {
  const [limits, exclusion, lockedMinor, net, time, help] = await Promise.all([
    readLimitsOf(parts, memberId),
    readExclusionOf(parts, memberId),
    lockedInWallet(parts, parts.database, memberId),
    parts.statements.netPosition(memberId),
    readPlayTime(parts.database, memberId),
    parts.operator.texts('help', language),
  ])
  return {
    limits,
    exclusion,
    locked: toWireAmount(lockedMinor),
    realityCheckMinutes: await checkMinutesOf(parts, time),
    help: help.join(''),
    net: net.map(({ days, depositsMinor, withdrawalsMinor, resultsMinor }) => ({
      days,
      deposits: toWireAmount(depositsMinor),
      withdrawals: toWireAmount(withdrawalsMinor),
      results: toWireAmount(resultsMinor),
    })),
  }
}

/**
 * What staff read of it: each limit with what is left of it, who set it and to what he wants it raised, and the break or
 * exclusion that holds.
 */
export async function readForStaff(parts: ProtectionParts, memberId: string) {
  const [limits, exclusion] = await Promise.all([readLimitsOf(parts, memberId), readExclusionOf(parts, memberId)])
  return {
    limits: limits.map(({ kind, period, amount, used, remaining, setBy, pending }) => ({
      kind,
      period,
      amount,
      used,
      remaining,
      setBy,
      // A raise to nothing takes the limit away.
      ...(pending && { raiseTo: pending.amount, raiseFrom: pending.from, raiseUntil: pending.until }),
    })),
    exclusion: exclusion && { kind: exclusion.kind, since: exclusion.since, until: exclusion.until },
  }
}
