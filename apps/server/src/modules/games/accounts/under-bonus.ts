import type { Guard, Ledger, RowWrite } from '@krapao/ledger'
import { isUnderBonus, type Standing, standingGuard } from '../../members/index.ts'
import type { GamesParts } from '../games.parts.ts'
import { gameAccountName } from './ledger-accounts.ts'
import { type GameAccountRow, findAccount, listAccounts } from './accounts.store.ts'
import { type LegRow } from '../games.store.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { updateOf } from '../../../platform/database/put-row.ts'

/**
 * What a granted bonus means for readings (ruling 4.2). A booked result (ledger code `game-result`) that falls under a
 * granted bonus carries the id of that bonus twice: as the transfer's `reference`, and as `metadata.bonus`. All other
 * results have the game account's id as reference and no metadata. The progress of the bonus and the day totals of
 * refunds and invites are made from that flag.
 *
 * A game account is unread while the member holds a granted or ending bonus that its `readUnder` does not name. The first
 * reading writes it, in the commit that books what was found, and what it finds belongs to before the grant. Since the
 * member's version guards every booking and hold, nothing of this can be overtaken by a grant or an end.
 */

/** The bonus under which results are booked: the one that is held, once it is granted. */
export function bonusInForce(standing: Standing): string | null {
  return isUnderBonus(standing) ? standing.bonusId : null
}

/** Whether an account has not been read since the grant of the bonus in force. */
export function isUnread(standing: Standing, account: GameAccountRow): boolean {
  const bonusId = bonusInForce(standing)
  return bonusId !== null && account.readUnder !== bonusId
}

/** How what a reading finds is to be booked. */
export interface ReadingTerms {
  guard: Guard
  /** The bonus that the result falls under, null for none. */
  bonusId: string | null
  /** Marks the account as read, when this is its first reading since the grant. */
  marks: RowWrite[]
}

/** Reads the terms of a reading; to be done before the provider is asked. */
export async function readingTerms(parts: GamesParts, account: GameAccountRow): Promise<ReadingTerms> {
  const { memberId, code } = account
  const standing = await parts.members.standing(parts.database, memberId)
  const guard = standingGuard(memberId, standing)
  const bonusId = bonusInForce(standing)
  if (bonusId === null) return { guard, bonusId, marks: [] }
  const present = (await findAccount(parts.database, memberId, code)) ?? account
  if (!isUnread(standing, present)) return { guard, bonusId, marks: [] }
  return { guard, bonusId: null, marks: [updateOf('game_account', present, { readUnder: bonusId })] }
}

/** What a booked result says of itself: whose it is, and under which bonus it falls. */
export function resultWords(account: { id: string }, bonusId: string | null) {
  return bonusId === null ? { reference: account.id } : { reference: bonusId, metadata: { bonus: bonusId } }
}

/**
 * The words of a negated result: money that was taken for a loss falls under what the loss fell under. The loss is the
 * newest of those booked since the transfer was freed.
 */
export async function wordsOfLoss(parts: GamesParts, leg: LegRow) {
  const account = gameAccountName(leg.memberId, leg.code)
  const from = new Date((leg.closedAt ?? leg.calledAt).getTime() - CLOCKS_APART_MS)
  const until = new Date(parts.clock.now().getTime() + CLOCKS_APART_MS)
  const entries = await parts.ledger.entriesBetween(parts.database, account, from, until)
  const loss = entries.findLast((entry) => entry.code === 'game-result' && entry.amountMinor < 0)
  const transfer = loss === undefined ? null : await parts.ledger.transfer(parts.database, loss.transfer)
  const { metadata } = transfer ?? {}
  const isUnderBonus = typeof metadata === 'object' && metadata !== null && 'bonus' in metadata
  return resultWords({ id: leg.transferId }, isUnderBonus && transfer !== null ? transfer.reference : null)
}

/** Clocks of two processes differ by less than this; the flag decides, the time only bounds the search. */
const CLOCKS_APART_MS = HOUR_MS

/**
 * The sum in satang of the results booked under a granted bonus, above zero when the member won, from the ledger's
 * entries alone. `since` is the time of the grant.
 */
export function resultsUnder(parts: ResultParts, memberId: string, bonusId: string, since: Date): Promise<number> {
  const from = new Date(since.getTime() - CLOCKS_APART_MS)
  return sumResults(parts, { memberId, from, isMeant: ({ reference }) => reference === bonusId })
}

/**
 * The sum in satang of the results booked since a bonus ended, under whatever other bonus, above zero when the member
 * won. What was booked under the bonus itself is left out, in the moment of its end too.
 */
export function resultsSince(parts: ResultParts, memberId: string, bonusId: string, endedAt: Date): Promise<number> {
  return sumResults(parts, { memberId, from: endedAt, isMeant: ({ reference }) => reference !== bonusId })
}

type ResultParts = Pick<GamesParts, 'database' | 'ledger' | 'clock'>
type Entry = Awaited<ReturnType<Ledger['entriesBetween']>>[number]

async function sumResults(
  parts: ResultParts,
  given: { memberId: string; from: Date; isMeant: (entry: Entry) => boolean },
): Promise<number> {
  const until = new Date(parts.clock.now().getTime() + CLOCKS_APART_MS)
  let sumMinor = 0
  for (const { code } of await listAccounts(parts.database, given.memberId)) {
    const account = gameAccountName(given.memberId, code)
    for (const entry of await parts.ledger.entriesBetween(parts.database, account, given.from, until)) {
      if (entry.code === 'game-result' && given.isMeant(entry)) sumMinor += entry.amountMinor
    }
  }
  return sumMinor
}
