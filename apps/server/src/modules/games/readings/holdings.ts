import { spendableMinor } from '@krapao/ledger'
import { refuse } from '../../../platform/errors.ts'
import { type By, writeDeed } from '../../deeds/index.ts'
import type { GameSetting } from '../../operator/index.ts'
import { findAccount, lastReadings, takeReading } from '../accounts/accounts.store.ts'
import type { GamesParts } from '../games.parts.ts'
import { gameAccountName } from '../accounts/ledger-accounts.ts'
import { refreshAccount } from './refresh.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'

/** What a member has at a game by the ledger, and how old the provider's word for it is. */
export interface Holding {
  code: string
  names: GameSetting['names']
  amountMinor: number
  /** On its way there or back. */
  pendingMinor: number
  /** Of this what comes from the wallet. */
  arrivingMinor: number
  readAt: Date | null
  /** Not read for ten minutes while there is money, or some on its way. */
  isStale: boolean
  /** Its provider knows no such name, and it holds nothing: it can be made anew. */
  isMissing: boolean
}

const STALE_MS = 10 * MINUTE_MS
/** How often staff may have one account read anew. */
const READ_AGAIN_MS = 10_000

/** The open game accounts of a member in the operator's order, as the ledger has them: no provider is asked. */
export async function holdingsOf(parts: GamesParts, memberId: string): Promise<Holding[]> {
  const [games, readings] = await Promise.all([parts.operator.games(), lastReadings(parts.database, memberId)])
  const played = games.filter(({ code }) => readings.has(code))
  const names = played.map(({ code }) => gameAccountName(memberId, code))
  const states = await parts.ledger.states(parts.database, names)
  const now = parts.clock.now()
  return played.map(({ code, names: words }) => {
    const state = states.get(gameAccountName(memberId, code))
    const { readAt = null, isMissing = false } = readings.get(code) ?? {}
    const amountMinor = spendableMinor(state)
    const arrivingMinor = state?.arrivingMinor ?? 0
    const pendingMinor = (state?.heldMinor ?? 0) + arrivingMinor
    const isOld = readAt === null || now.getTime() - readAt.getTime() > STALE_MS
    const isStale = isOld && amountMinor + pendingMinor > 0
    return { code, names: words, amountMinor, pendingMinor, arrivingMinor, readAt, isStale, isMissing }
  })
}

/**
 * Asks a provider once more what a member has there, once in ten seconds; refuses with NO_DATA what he has not. That he was
 * asked is the deed; what he says is his word, and booked as at any reading.
 */
export async function readAnew(
  parts: GamesParts,
  { memberId, code, by }: { memberId: string; code: string; by: By },
): Promise<{ amountMinor: number; readAt: Date | null; isStale: boolean }> {
  const account = await findAccount(parts.database, memberId, code)
  const game = (await parts.operator.games()).find((one) => one.code === code)
  if (account === null || account.state !== 'active' || game === undefined) refuse('NO_DATA', { status: 404 })
  const now = parts.clock.now()
  const since = new Date(now.getTime() - READ_AGAIN_MS)
  const isTaken = await parts.database.transaction(async (tx) => {
    if (!(await takeReading(tx, account.id, now, since))) return false
    await writeDeed(tx, { ...by, deed: 'game-read', memberId, after: { game: code }, at: now })
    return true
  })
  if (!isTaken) refuse('REQUEST_LIMIT', { retryAfterS: READ_AGAIN_MS / 1000 })
  const { amountMinor, stale } = await refreshAccount(parts, account, game)
  const readAt = (await lastReadings(parts.database, memberId)).get(code)?.readAt ?? null
  return { amountMinor, readAt, isStale: stale }
}
