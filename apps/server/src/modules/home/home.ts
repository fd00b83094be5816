import type { AnswerOf, calls } from '@krapao/contract'
import type { Ledger } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { Language } from '../../platform/http/index.ts'
import type { GamesDoor } from '../games/index.ts'
import type { MembersDoor } from '../members/index.ts'

export interface HomeDeps {
  database: Database
  ledger: Pick<Ledger, 'states'>
  members: Pick<MembersDoor, 'profile' | 'bankAccount'>
  games: Pick<GamesDoor, 'gameAccounts'>
}

/** An invite bonus is received as money without conditions, as long as no setting gives it any (decisions 2.86). */
const INVITE_TERMS = { success: 0, fail: 0 }

/** What the member's wallet and invite account can spend: posted less held. Refuses with NO_WALLET. */
async function readAmounts(deps: HomeDeps, memberId: string): Promise<{ walletMinor: number; inviteMinor: number }> {
  const names = { wallet: `member/${memberId}/wallet`, invite: `member/${memberId}/invite` }
  const states = await deps.ledger.states(deps.database, [names.wallet, names.invite])
  const wallet = states.get(names.wallet)
  const invite = states.get(names.invite)
  if (wallet === undefined) refuse('NO_WALLET')
  return {
    walletMinor: wallet.postedMinor - wallet.heldMinor,
    inviteMinor: invite === undefined ? 0 : invite.postedMinor - invite.heldMinor,
  }
}

/** The main wallet alone. Refuses with NO_WALLET. */
export async function readWallet(deps: HomeDeps, memberId: string): Promise<AnswerOf<typeof calls.walletAmount>> {
  const { walletMinor } = await readAmounts(deps, memberId)
  return { amount: toWireAmount(walletMinor) }
}

/** Everything the home screen shows, by the ledger: no provider is asked. Refuses with NO_WALLET. */
export async function readHome(
  deps: HomeDeps,
  memberId: string,
  language: Language,
): Promise<AnswerOf<typeof calls.walletHome>> {
  const [amounts, profile, bankAccount, slots] = await Promise.all([
    readAmounts(deps, memberId),
    deps.members.profile(memberId),
    deps.members.bankAccount(memberId),
    deps.games.gameAccounts(memberId, language),
  ])
  return {
    profile,
    bankAccount,
    wallet: { amount: toWireAmount(amounts.walletMinor) },
    invite: { amount: toWireAmount(amounts.inviteMinor), ...INVITE_TERMS },
    slots,
  }
}
