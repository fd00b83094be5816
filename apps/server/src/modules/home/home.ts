import type { AnswerOf, calls } from '@krapao/contract'
import { type Ledger, spendableMinor } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { Language } from '../../platform/http/index.ts'
import type { Games } from '../games/index.ts'
import { type Members, walletAccount } from '../members/index.ts'
import type { Rewards } from '../rewards/index.ts'

export interface HomeDeps {
  database: Database
  ledger: Pick<Ledger, 'states'>
  members: Pick<Members, 'profile' | 'bankAccount'>
  games: Pick<Games, 'gameAccounts'>
  rewards: Pick<Rewards, 'inviteFigures'>
}

/** What the member's wallet can spend: posted less held. Refuses with NO_WALLET. */
async function readWalletMinor(deps: Pick<HomeDeps, 'database' | 'ledger'>, memberId: string): Promise<number> {
  const name = walletAccount(memberId)
  const wallet = (await deps.ledger.states(deps.database, [name])).get(name)
  return wallet === undefined ? refuse('NO_WALLET') : spendableMinor(wallet)
}

/** The main wallet alone. Refuses with NO_WALLET. */
export async function readWallet(deps: HomeDeps, memberId: string): Promise<AnswerOf<typeof calls.walletAmount>> {
  return { amount: toWireAmount(await readWalletMinor(deps, memberId)) }
}

/** Everything the home screen shows, by the ledger: no provider is asked. Refuses with NO_WALLET. */
export async function readHome(
  deps: HomeDeps,
  memberId: string,
  language: Language,
): Promise<AnswerOf<typeof calls.walletHome>> {
  const [walletMinor, invite, profile, bankAccount, slots] = await Promise.all([
    readWalletMinor(deps, memberId),
    deps.rewards.inviteFigures(memberId),
    deps.members.profile(memberId),
    deps.members.bankAccount(memberId),
    deps.games.gameAccounts(memberId, language),
  ])
  return {
    profile,
    bankAccount,
    wallet: { amount: toWireAmount(walletMinor) },
    invite,
    slots,
  }
}
