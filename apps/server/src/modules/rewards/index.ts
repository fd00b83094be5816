import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Command } from '../../platform/commands/index.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Language, Route } from '../../platform/http/index.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import type { GamesDoor } from '../games/index.ts'
import type { MembersDoor } from '../members/index.ts'
import { bonusCommands } from './bonus.commands.ts'
import { bonusJobs } from './bonus.jobs.ts'
import { bonusRoutes } from './bonus.routes.ts'
import { bonusOfDeposit, linesBetween } from './bonus.store.ts'
import { type CreditedDeposit, type DepositGrant, grantFor, grantReward, grantTransfer } from './grant.ts'
import type { InviteFigures } from './invite.ts'
import { hasLateWin } from './late-wins.ts'
import { refundLedgerTables, refundMigrations } from './refund.migrations.ts'
import { createRefundsAndInvites, refundMovementSources } from './refunds-and-invites.ts'
import { rewardsFurnishings } from './rewards.furnishing.ts'
import { bonusLedgerTables, rewardsMigrations as bonusMigrations } from './rewards.migrations.ts'

/** Tables of this module whose rows the ledger may write and guard. */
export const rewardsLedgerTables: readonly string[] = [...bonusLedgerTables, ...refundLedgerTables]

export { rewardsWaiting } from './bonus.store.ts'
export type { DepositGrant } from './grant.ts'

export const rewardsMigrations = [...bonusMigrations, ...refundMigrations]

export interface RewardsDeps {
  database: Database
  ledger: Ledger
  clock: Clock
  logger: Logger
  members: MembersDoor
  games: Pick<
    GamesDoor,
    'positions' | 'refreshMoved' | 'bringAllHome' | 'resultsUnder' | 'resultsSince' | 'firstReadingRow'
  >
}

/** One line of a member's statement, as each module that moves money tells its own. */
export interface RewardMovement {
  number: number
  id: string
  kind: 'bonus' | 'finish_bonus'
  from: 'HOUSE' | 'WALLET'
  to: 'HOUSE' | 'WALLET'
  amountMinor: number
  status: 'SUCCESS'
  createdAt: Date
  /** What it was for, in the words of the operator. */
  descriptor: { of: 'bonus' | 'promotion' | 'invite' | 'refund'; description: Record<Language, string> }
}

/** What other modules may ask of the rewards. */
export interface RewardsDoor {
  /**
   * What a deposit grants, to be written by the same submission as its credit (rulings 4.1). Refused with GUARD_MOVED
   * when the bonus moved since: then it is asked for again.
   */
  grantFor(tx: Sql, deposit: CreditedDeposit): Promise<DepositGrant>
  /** What was received and ended whose movement numbers lie between the two, or are among `only`, in no order. */
  movements(
    sql: Sql,
    memberId: string,
    fromNumber: number,
    toNumber: number,
    only?: readonly number[],
  ): Promise<RewardMovement[]>
  /** What a deposit was topped up with, for its receipt; null when it was not. */
  details(
    sql: Sql,
    memberId: string,
    depositId: string,
  ): Promise<{ bonusMinor: number; transfers: readonly string[] } | null>
  /** Whether bets that were open as he lost a bonus may have paid a member; then an operator looks before he is paid. */
  hasLateWin(memberId: string): Promise<boolean>
  /** The invite bonus as the home screen shows it. */
  inviteFigures(memberId: string): Promise<InviteFigures>
  /** Where they stand, by their kinds. */
  movementSources: typeof rewardsMovementSources
}

/** The rewards with what the process binds. */
export type Rewards = RewardsDoor & {
  routes: Route[]
  jobs: Job[]
  commands: Command[]
  /** Its parts of the file that furnishes the product. */
  furnishings: typeof rewardsFurnishings
}

const rewardsMovementSources = [
  { kind: 'bonus', table: 'reward_line', condition: "kind = 'bonus'" },
  { kind: 'finish_bonus', table: 'reward_line', condition: "kind = 'finish_bonus'" },
  ...refundMovementSources,
] as const

/** What members get beyond their own money: bonuses and promotions, refunds and invites. */
export function createRewards(deps: RewardsDeps): Rewards {
  const rest = createRefundsAndInvites({ ...deps, grantReward: (grant) => grantReward(deps, grant) })
  return {
    routes: [...bonusRoutes(deps), ...rest.routes],
    jobs: [...bonusJobs(deps), ...rest.jobs],
    commands: [...bonusCommands(deps), ...rest.commands],
    inviteFigures: rest.inviteFigures,
    grantFor: (tx, deposit) => grantFor(deps, tx, deposit),
    hasLateWin: (memberId) => hasLateWin(deps, memberId),
    movementSources: rewardsMovementSources,
    async details(sql, memberId, depositId) {
      const bonus = await bonusOfDeposit(sql, memberId, depositId)
      return bonus === null ? null : { bonusMinor: bonus.bonusMinor, transfers: [grantTransfer(bonus.id)] }
    },
    async movements(sql, memberId, fromNumber, toNumber, only) {
      const [lines, credits] = await Promise.all([
        linesBetween(sql, memberId, fromNumber, toNumber),
        rest.movements(sql, memberId, fromNumber, toNumber, only),
      ])
      const ofBonuses = lines.map(({ about, descriptions, ...line }) => ({
        ...line,
        from: line.kind === 'bonus' ? ('HOUSE' as const) : ('WALLET' as const),
        to: line.kind === 'bonus' ? ('WALLET' as const) : ('HOUSE' as const),
        status: 'SUCCESS' as const,
        descriptor: { of: about, description: descriptions },
      }))
      return [...ofBonuses, ...credits]
    },
    furnishings: rewardsFurnishings,
  }
}
