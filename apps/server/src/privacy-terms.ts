import { type Cashier, cashierRecords } from './modules/cashier/index.ts'
import { waitingOfMember } from './modules/deeds/index.ts'
import { gameAccountName, type Games, gamesRecords } from './modules/games/index.ts'
import { membersRecords } from './modules/members/index.ts'
import { type Protection, protectionRecords } from './modules/protection/index.ts'
import { privacyRecords } from './modules/privacy/index.ts'
import { type Proposals, proposalsRecords } from './modules/proposals/index.ts'
import { reconciliationRecords } from './modules/reconciliation/index.ts'
import { rewardsRecords } from './modules/rewards/index.ts'
import { supportRecords } from './modules/support/index.ts'
import type { Clock } from './platform/clock.ts'
import type { MemberRecords } from './platform/database/member-records.ts'
import type { Sql } from './platform/database/types.ts'
import { filesRecords } from './platform/files/index.ts'

/** All that is kept of a member, of all modules, in the order in which it is erased. */
export const memberRecords: readonly MemberRecords[] = [
  ...supportRecords,
  ...filesRecords,
  // By what the cashier still knows of his accounts.
  ...reconciliationRecords,
  ...proposalsRecords,
  ...cashierRecords,
  ...rewardsRecords,
  ...gamesRecords,
  ...protectionRecords,
  ...privacyRecords,
  ...membersRecords,
]

/** What is kept of a member, and what the modules know of him that has to come to its end before he is erased. */
export function privacyTerms({
  clock,
  cashier,
  games,
  proposals,
  protection,
}: {
  clock: Clock
  cashier: Cashier
  games: Games
  proposals: Proposals
  protection: Protection
}) {
  const decisionKinds = [cashier, games, proposals].flatMap((module) => module.decisionKinds)
  const open = {
    gameAccounts: async (memberId: string) =>
      (await games.holdings(memberId)).map(({ code }) => gameAccountName(memberId, code)),
    hasDeposit: (sql: Sql, memberId: string) => cashier.hasOpenDeposit(sql, memberId, clock.now()),
    hasWithdrawal: cashier.hasOpenWithdrawal,
    hasCase: async (sql: Sql, memberId: string) =>
      (await waitingOfMember(sql, decisionKinds, memberId, clock.now())).length > 0,
    isExcluded: protection.isExcluded,
  }
  return { records: memberRecords, open, protection }
}
