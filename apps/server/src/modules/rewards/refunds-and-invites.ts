import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Command } from '../../platform/commands/index.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Language, Route } from '../../platform/http/index.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import type { MembersDoor } from '../members/index.ts'
import { createFlags } from './flags.ts'
import { createInvites, type InviteFigures } from './invite.ts'
import { createLossDays } from './loss-days.ts'
import { refundRoutes } from './refund.routes.ts'
import { createRefunds } from './refund.ts'
import { createRewardCredits, type GrantReward, listCreditsByNumber, type RewardKind } from './reward-credits.ts'
import { rewardRuleCommands } from './reward-rules.commands.ts'

export interface RefundsAndInvitesDeps {
  database: Database
  ledger: Ledger
  clock: Clock
  logger: Logger
  members: Pick<MembersDoor, 'standing'>
  /** Makes a bonus of what reaches the wallet, where the rule in force says so (decisions 2.86). */
  grantReward: GrantReward
}

/** A refund or invite bonus as a line of the statement. */
export interface CreditMovement {
  number: number
  id: string
  kind: 'bonus'
  from: 'HOUSE'
  to: 'WALLET'
  amountMinor: number
  status: 'SUCCESS'
  createdAt: Date
  descriptor: { of: RewardKind; description: Record<Language, string> }
}

const descriptions: Record<RewardKind, Record<Language, string>> = {
  invite: { th: 'โบนัสชวนเพื่อน', lo: 'ໂບນັດຊວນໝູ່', en: 'Invite bonus' },
  refund: { th: 'เงินคืนยอดเสีย', lo: 'ເງິນຄືນຍອດເສຍ', en: 'Refund of losses' },
}

/** Where refunds and invite bonuses stand, by their kind in the statement. */
export const refundMovementSources = [{ kind: 'bonus', table: 'reward_credit' }] as const

export interface RefundsAndInvites {
  routes: Route[]
  jobs: Job[]
  commands: Command[]
  /** The invite bonus as the home screen shows it. */
  inviteFigures(memberId: string): Promise<InviteFigures>
  /** Refunds and invite bonuses whose movement numbers lie between the two, or are among `only`; in no order. */
  movements(
    sql: Sql,
    memberId: string,
    fromNumber: number,
    toNumber: number,
    only?: readonly number[],
  ): Promise<CreditMovement[]>
}

/** Refunds of losses, bonuses for inviting, the days they are made from, and what looks like abuse of them. */
export function createRefundsAndInvites(deps: RefundsAndInvitesDeps): RefundsAndInvites {
  const { database } = deps
  const credits = createRewardCredits(deps)
  const refunds = createRefunds({ ...deps, credits })
  const invites = createInvites({ ...deps, credits })
  const flags = createFlags(deps)
  return {
    routes: refundRoutes({ database, clock: deps.clock, refunds, invites }),
    jobs: [createLossDays(deps).job, ...flags.jobs],
    commands: [...rewardRuleCommands(deps), ...flags.commands],
    inviteFigures: (memberId) => invites.figures(memberId),
    async movements(sql, memberId, fromNumber, toNumber, only) {
      const rows = await listCreditsByNumber(sql, memberId, fromNumber, toNumber, only)
      return rows.map(({ kind, ...row }) => ({
        ...row,
        kind: 'bonus',
        from: 'HOUSE',
        to: 'WALLET',
        status: 'SUCCESS',
        descriptor: { of: kind, description: descriptions[kind] },
      }))
    },
  }
}
