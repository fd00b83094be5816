import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { Refusal } from '../http/refusal.ts'
import { type Store, textOf } from '../store/database.ts'
import type { Games, Player } from './games.ts'

/** The ways into the providers' pages. */
export type Sessions = ReturnType<typeof createSessions>

const sessionMs = 12 * 60 * 60 * 1000

/** Makes the sessions over the table `game_session`. */
export function createSessions(store: Store, clock: Clock, games: Games) {
  return {
    /** A new way in. With a password it must be the player's: 403 WRONG_PASSWORD; 404 when there is no such player. */
    open(provider: string, username: string, password: string | null): string {
      const player = games.player(provider, username)
      if (password !== null && !games.hasPassword(provider, username, password)) {
        throw new Refusal(403, 'WRONG_PASSWORD')
      }
      const token = randomBytes(24).toString('base64url')
      store.run(
        'INSERT INTO game_session (token, provider, username, created_at) VALUES (?, ?, ?, ?)',
        token,
        provider,
        player.username,
        clock.now().getTime(),
      )
      return token
    },
    /** The player of a session; null when it is none of this provider or too old. */
    player(provider: string, token: string): Player | null {
      const row = store.get(
        'SELECT username FROM game_session WHERE token = ? AND provider = ? AND created_at > ?',
        token,
        provider,
        clock.now().getTime() - sessionMs,
      )
      return row === undefined ? null : games.player(provider, textOf(row, 'username'))
    },
  }
}
