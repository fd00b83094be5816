import type { AnswerOf, calls } from '@krapao/contract'
import { type Ledger, spendableMinor } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { Language } from '../../platform/http/index.ts'
import type { Games } from '../games/index.ts'
import { isExcluded, type Members, walletAccount } from '../members/index.ts'
import type { Rewards } from '../rewards/index.ts'

export interface HomeParts {
  database: Database
  clock: Clock
  ledger: Pick<Ledger, 'states'>
  members: Pick<Members, 'profile' | 'bankAccount' | 'standing'>
  games: Pick<Games, 'gameAccounts'>
  rewards: Pick<Rewards, 'inviteFigures'>
}

/** What the member's wallet can spend: posted less held. Refuses with NO_WALLET. */
async function readWalletMinor({ ledger, database }: HomeParts, memberId: string): Promise<number> {
  const name = walletAccount(memberId)
  const wallet = (await ledger.states(database, [name])).get(name)
  return wallet === undefined ? refuse('NO_WALLET') : spendableMinor(wallet)
}

/** The main wallet alone. Refuses with NO_WALLET. */
export async function readWallet(parts: HomeParts, memberId: string): Promise<AnswerOf<typeof calls.walletAmount>> {
  return { amount: toWireAmount(await readWalletMinor(parts, memberId)) }
}

/** Everything the home screen shows, by the ledger: no provider is asked. Refuses with NO_WALLET. */
export async function readHome(
  parts: HomeParts,
  memberId: string,
  language: Language,
): Promise<AnswerOf<typeof calls.walletHome>> {
  const [walletMinor, invite, profile, bankAccount, slots, standing] = await Promise.all([
    readWalletMinor(parts, memberId),
    parts.rewards.inviteFigures(memberId),
    parts.members.profile(memberId),
    parts.members.bankAccount(memberId),
    parts.games.gameAccounts(memberId, language),
    parts.members.standing(parts.database, memberId),
  ])
  const protection = { isExcluded: isExcluded(standing, parts.clock.now()), hasLimits: standing.hasLimits }
  return {
    profile,
    bankAccount,
    wallet: { amount: toWireAmount(walletMinor) },
    invite,
    slots,
    ...(protection.isExcluded || protection.hasLimits ? { protection } : {}),
  }
}
