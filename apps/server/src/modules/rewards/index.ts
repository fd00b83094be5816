import { bound } from '../../platform/bound.ts'
import type { ReadSql, Sql } from '../../platform/database/types.ts'
import type { MovementRange } from '../members/index.ts'
import { bonusLedgerTables, bonusMigrations } from './bonus.migrations.ts'
import { linesBetween, rewardsMovementSources } from './bonuses/bonus-lines.store.ts'
import { endByExclusion, takenAtMost } from './bonuses/end-by-exclusion.ts'
import { grantFor } from './bonuses/grant.ts'
import { hasLateWin } from './bonuses/late-wins.ts'
import { heldOf } from './bonuses/progress.ts'
import { countHeldOf, depositDetails } from './bonuses/user-bonuses.store.ts'
import { bonusCommands } from './by-hand/bonus.commands.ts'
import { endBonusOf } from './by-hand/end-by-staff.ts'
import { rewardRuleCommands } from './by-hand/reward-rules.commands.ts'
import { creditsBetween } from './credits/reward-credits.store.ts'
import { flagDecisions } from './flags/flag-decisions.ts'
import { flagsOf, hasHighFlag, raiseExcludedAgain } from './flags/flags.store.ts'
import { inviteFigures } from './invites/invite.ts'
import { createPublishing, type PublishingParts } from './offers/offer-publishing.ts'
import { offersRoutes } from './offers/offers.routes.ts'
import { refundLedgerTables, refundMigrations } from './refund.migrations.ts'
import { rewardsFurnishings } from './rewards.furnishing.ts'
import { rewardsJobs } from './rewards.jobs.ts'
import type { RewardsParts } from './rewards.parts.ts'
import { rewardsRoutes } from './rewards.routes.ts'

/** Tables of this module whose rows the ledger may write and guard. */
export const rewardsLedgerTables: readonly string[] = [...bonusLedgerTables, ...refundLedgerTables]

export { rewardsRecords } from './rewards.records.ts'
export { rewardsWaiting } from './bonuses/user-bonuses.store.ts'
export type { DepositGrant } from './bonuses/grant.ts'

export const rewardsMigrations = [...bonusMigrations, ...refundMigrations]

export type Rewards = ReturnType<typeof createRewards>

/** What members get beyond their own money: bonuses and promotions, refunds and invites. */
export function createRewards(parts: RewardsParts & PublishingParts) {
  return {
    routes: rewardsRoutes(parts),
    deskRoutes: offersRoutes(parts, createPublishing(parts)),
    jobs: rewardsJobs(parts),
    commands: [...bonusCommands(parts), ...rewardRuleCommands(parts)],
    decisionKinds: [flagDecisions(parts)],
    furnishings: rewardsFurnishings,
    ...bound(parts, { endBonusOf, endByExclusion, grantFor, hasLateWin, heldOf, inviteFigures }),
    flagsOf,
    countHeldOf,
    takenAtMost,
    hasHighFlag: (sql: Sql, memberId: string) => hasHighFlag(sql, { memberId, now: parts.clock.now() }),
    raiseExcludedAgain: (sql: Sql, memberId: string) => raiseExcludedAgain(sql, memberId, parts.clock.now()),
    details: depositDetails,
    movementSources: rewardsMovementSources,
    movements: async (sql: ReadSql, range: MovementRange) =>
      (await Promise.all([linesBetween(sql, range), creditsBetween(sql, range)])).flat(),
  }
}
