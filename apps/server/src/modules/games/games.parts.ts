import { type Ledger, spendableMinor } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { Logger } from '../../platform/logger.ts'
import { type Members, walletAccount } from '../members/index.ts'
import type { GameSetting, OperatorDoor } from '../operator/index.ts'
import type { Proposals } from '../proposals/index.ts'
import type { Sealer } from '../../platform/sealer.ts'
import type { GameProviders } from './providers/provider.ts'

/** What the use cases of this module work with. */
export interface GamesParts {
  database: Database
  ledger: Ledger
  clock: Clock
  /** When this process began: who made a call before may be gone. */
  startedAt: Date
  logger: Logger
  operator: OperatorDoor
  members: Members
  proposals: Pick<Proposals, 'offer' | 'register'>
  providers: GameProviders
  sealer: Sealer
}

/** The ledger's name of what stands for a member at a provider. */
export function gameAccountName(memberId: string, code: string): string {
  return `member/${memberId}/game:${code}`
}

/** The ledger's name of the results of a provider (ruling 2.3). */
export function providerAccount(code: string): string {
  return `house/provider:${code}`
}

/** The game of a code, which is written in capitals; refuses with NO_GAME (404) when the operator knows none of it. */
export async function requireGame(parts: GamesParts, code: string): Promise<GameSetting> {
  const games = await parts.operator.games()
  return games.find((game) => game.code === code) ?? refuse('NO_GAME')
}

/** As `requireGame`, for what goes in: refuses also when the game is offered no more. */
export async function requireOffered(parts: GamesParts, code: string): Promise<GameSetting> {
  const game = await requireGame(parts, code)
  return game.isOffered ? game : refuse('NO_GAME')
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
