import { refuse } from '../../../platform/errors.ts'
import type { GameSetting } from '../../operator/index.ts'
import type { GamesParts } from '../games.parts.ts'

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
