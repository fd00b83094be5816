import type { DeskFacts } from '@krapao/contract'
import { spendableMinor } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import { maskedPhone, walletAccount } from '../../members/index.ts'
import type { SupportParts } from '../support.parts.ts'

/** What staff see of the member who writes: of his phone and bank account the last digits alone. */
export async function deskFacts({ database, ledger, members }: SupportParts, memberId: string): Promise<DeskFacts> {
  const wallet = walletAccount(memberId)
  const [profile, payee, standing, sessions, states] = await Promise.all([
    members.profile(memberId),
    members.payee(database, memberId),
    members.standing(database, memberId),
    members.sessions(memberId),
    ledger.states(database, [wallet]),
  ])
  const money = states.get(wallet)
  return {
    memberId: profile.memberId,
    username: maskedPhone(profile.username),
    name: profile.name,
    registeredAt: profile.createdAt,
    bank: payee && {
      code: payee.bankCode,
      accountName: payee.bankAccountName,
      lastDigits: payee.bankAccountNo.slice(-4),
    },
    bonusState: standing.bonusState,
    walletAmount: money ? toWireAmount(spendableMinor(money)) : null,
    sessions: sessions.length,
  }
}
