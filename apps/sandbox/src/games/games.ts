import { createHash } from 'node:crypto'
import { toWireAmount } from '@krapao/money'
import type { Clock } from '../clock.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { integerOf, type Row, type Store, textOf } from '../store/database.ts'

/** A player at a provider. Credits are integer hundredths. */
export interface Player {
  readonly provider: string
  readonly username: string
  /** The operator's own name of the account, told back to it; null when it gave none. */
  readonly reference: string | null
  readonly balanceHundredths: number
}

/** The players of all providers and their credits. */
export type Games = ReturnType<typeof createGames>

const shownPlayers = 100

/** Makes the players over the table `player`. */
export function createGames(store: Store, clock: Clock) {
  function find(provider: string, username: string): Row {
    const row = store.get('SELECT * FROM player WHERE provider = ? AND username = ?', provider, username)
    if (row === undefined) throw notFound(`${provider} has no player ${username}`)
    return row
  }

  function move(provider: string, username: string, changeHundredths: number): boolean {
    const changed = store.run(
      `UPDATE player SET balance_hundredths = balance_hundredths + ?1
       WHERE provider = ?2 AND username = ?3 AND balance_hundredths + ?1 >= 0`,
      changeHundredths,
      provider,
      username,
    )
    return changed === 1
  }

  return {
    /** Makes a player without credits; 409 EXISTS when the name is taken. */
    createPlayer({
      provider,
      username,
      password,
      reference,
    }: {
      provider: string
      username: string
      password: string
      reference: string | null
    }): void {
      const made = store.run(
        `INSERT INTO player (provider, username, password, reference, balance_hundredths, created_at)
         VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT (provider, username) DO NOTHING`,
        provider,
        username,
        passwordMark(provider, username, password),
        reference,
        clock.now().getTime(),
      )
      if (made === 0) throw new Refusal(409, 'EXISTS')
    },
    /** The player; 404 when there is none. */
    player: (provider: string, username: string): Player => asPlayer(find(provider, username)),
    setPassword(provider: string, username: string, password: string): void {
      find(provider, username)
      store.run(
        'UPDATE player SET password = ? WHERE provider = ? AND username = ?',
        passwordMark(provider, username, password),
        provider,
        username,
      )
    },
    /** Books credits in or out; false when the player has not enough of them. */
    move,
    /** Books a win or a loss; 409 INSUFFICIENT when it would go below zero. */
    play: (provider: string, username: string, changeHundredths: number): Player =>
      store.transaction(() => {
        find(provider, username)
        if (!move(provider, username, changeHundredths)) throw new Refusal(409, 'INSUFFICIENT')
        return asPlayer(find(provider, username))
      }),
    /** Whether the password is the player's; 404 when there is no such player. */
    hasPassword: (provider: string, username: string, password: string): boolean =>
      textOf(find(provider, username), 'password') === passwordMark(provider, username, password),
    /** Every provider that has players. */
    providers: (): string[] =>
      store.all('SELECT DISTINCT provider FROM player ORDER BY provider').map((row) => textOf(row, 'provider')),
    /** All players, newest first, for the page. */
    players: (provider: string): Player[] =>
      store
        .all('SELECT * FROM player WHERE provider = ? ORDER BY created_at DESC LIMIT ?', provider, shownPlayers)
        .map(asPlayer),
  }
}

/** A player as the doors answer it: credits with two decimals. */
export function playerAnswer(player: Player): { username: string; balance: number; reference?: string } {
  const { username, reference } = player
  return { username, balance: toWireAmount(player.balanceHundredths), ...(reference !== null && { reference }) }
}

/** A mark to compare passwords by, so that the file holds none. These accounts are play money on one machine. */
function passwordMark(provider: string, username: string, password: string): string {
  return createHash('sha256')
    .update(JSON.stringify([provider, username, password]))
    .digest('hex')
}

function asPlayer(row: Row): Player {
  return {
    provider: textOf(row, 'provider'),
    username: textOf(row, 'username'),
    reference: typeof row['reference'] === 'string' ? row['reference'] : null,
    balanceHundredths: integerOf(row, 'balance_hundredths'),
  }
}
