import { type RowWrite, spendableMinor } from '@krapao/ledger'
import type { Sql } from '../../../platform/database/types.ts'
import type { GamesParts } from '../games.parts.ts'
import { gameAccountName } from '../accounts/ledger-accounts.ts'
import { askAgainAt, floorToGrid } from '../games.rules.ts'
import { listAccounts } from '../accounts/accounts.store.ts'
import { forgetFirstReading, listGamesMovedSince, planFirstReading, takeFirstReadings } from '../games.store.ts'
import { type Refreshed, refreshAccount } from './refresh.ts'
import { isUnread } from '../accounts/under-bonus.ts'
import { insertOf } from '../../../platform/database/put-row.ts'

/** A game account of a member as the ledger has it. */
export interface Position {
  code: string
  /** The ledger's name of it, for guards. */
  account: string
  version: number
  /** Spendable satang: posted less held. */
  amountMinor: number
  /** What of it can be brought home: the largest multiple of the grid (ruling 1.5). */
  movableMinor: number
  isPending: boolean
  /** Not read since the grant of the bonus in force. */
  isUnread: boolean
  /** It was part of a transfer asked for since the time that was named. */
  isMoved: boolean
}

/** All active game accounts of a member, by the ledger; `isMoved` tells of transfers since `since`. */
export async function listPositions(parts: GamesParts, sql: Sql, memberId: string, since?: Date): Promise<Position[]> {
  const moved = new Set(since === undefined ? [] : await listGamesMovedSince(sql, memberId, since))
  const standing = await parts.members.standing(sql, memberId)
  const accounts = (await listAccounts(sql, memberId)).filter(({ state }) => state === 'active')
  const names = accounts.map(({ code }) => gameAccountName(memberId, code))
  const [states, games] = [await parts.ledger.states(sql, names), await parts.operator.games()]
  return accounts.flatMap((account) => {
    const state = states.get(gameAccountName(memberId, account.code))
    const game = games.find(({ code }) => code === account.code)
    if (state === undefined || game === undefined) return []
    const amountMinor = spendableMinor(state)
    return {
      code: account.code,
      account: state.account,
      version: state.version,
      amountMinor,
      movableMinor: floorToGrid(amountMinor, game.factorTenThousandths),
      isPending: state.pendingCount > 0,
      isUnread: isUnread(standing, account),
      isMoved: moved.has(account.code),
    }
  })
}

/** Reads every game that has an amount in the ledger or was part of a transfer since a time (ruling 4.3). */
export async function refreshMoved(parts: GamesParts, memberId: string, since: Date): Promise<Refreshed[]> {
  const positions = await listPositions(parts, parts.database, memberId, since)
  const wanted = new Set(
    positions
      .filter(({ amountMinor, isPending, isMoved }) => amountMinor > 0 || isPending || isMoved)
      .map(({ code }) => code),
  )
  return refreshSome(parts, memberId, (code) => wanted.has(code))
}

async function refreshSome(
  parts: GamesParts,
  memberId: string,
  isWanted: (code: string) => boolean,
): Promise<Refreshed[]> {
  const [games, accounts] = await Promise.all([parts.operator.games(), listAccounts(parts.database, memberId)])
  return Promise.all(
    accounts.flatMap((account) => {
      const game = games.find(({ code }) => code === account.code)
      return game === undefined || account.state !== 'active' || !isWanted(account.code)
        ? []
        : [refreshAccount(parts, account, game)]
    }),
  )
}

/** Has every active game of the member read soon, for a bonus that is granted in the same commit (ruling 4.2). */
export function firstReadingRow(memberId: string, bonusId: string, at: Date): RowWrite {
  return insertOf('game_first_reading', { id: bonusId, memberId, askAt: at, createdAt: at })
}

/** A provider that does not answer is asked again after this long at first: one that is gone would be asked for ever. */
const READ_AGAIN_MS = 10_000
const BATCH = 20

/** The job behind `firstReadingRow`: reads what is unread, again and again until nothing is, more seldom with time. */
export async function readAfterGrants(parts: GamesParts): Promise<number> {
  const now = parts.clock.now()
  const due = await takeFirstReadings(parts.database, now, new Date(now.getTime() + READ_AGAIN_MS), BATCH)
  await Promise.all(
    due.map(async ({ id, memberId, createdAt }) => {
      const unread = new Set(await listUnread(parts, memberId))
      await refreshSome(parts, memberId, (code) => unread.has(code))
      if ((await listUnread(parts, memberId)).length === 0) return forgetFirstReading(parts.database, id)
      await planFirstReading(parts.database, id, askAgainAt(createdAt, parts.clock.now(), READ_AGAIN_MS))
    }),
  )
  return due.length
}

async function listUnread(parts: GamesParts, memberId: string): Promise<string[]> {
  const positions = await listPositions(parts, parts.database, memberId)
  return positions.filter((position) => position.isUnread).map(({ code }) => code)
}
