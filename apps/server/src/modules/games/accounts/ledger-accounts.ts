import { spendableMinor } from '@krapao/ledger'
import { walletAccount } from '../../members/index.ts'
import type { GamesParts } from '../games.parts.ts'

/** The ledger's name of what stands for a member at a provider. */
export function gameAccountName(memberId: string, code: string): string {
  return `member/${memberId}/game:${code}`
}

/** The ledger's name of the results of a provider (ruling 2.3). */
export function providerAccount(code: string): string {
  return `house/provider:${code}`
}

/** Spendable money, in satang, of the member's wallet and of the named games: posted less held. */
export async function readAmounts(
  parts: GamesParts,
  memberId: string,
  codes: readonly string[],
): Promise<{ walletMinor: number; gamesMinor: Map<string, number> }> {
  const names = codes.map((code) => gameAccountName(memberId, code))
  const states = await parts.ledger.states(parts.database, [walletAccount(memberId), ...names])
  const spendable = (name: string): number => spendableMinor(states.get(name))
  return {
    walletMinor: spendable(walletAccount(memberId)),
    gamesMinor: new Map(codes.map((code) => [code, spendable(gameAccountName(memberId, code))])),
  }
}
