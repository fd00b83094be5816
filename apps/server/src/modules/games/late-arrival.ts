import { type Movement, type RowWrite, spendableMinor } from '@krapao/ledger'
import { deriveId } from '../../platform/ids.ts'
import { standingGuard, walletAccount, walletNews } from '../members/index.ts'
import type { GamesParts } from './games.parts.ts'
import { gameAccountName, providerAccount, suspenseAccount } from './games.parts.ts'
import { nextWatchAt } from './games.rules.ts'
import { type LegRow, endWatch, findTransfer, planAsk } from './games.store.ts'
import { isSameMove, transferUpdate } from './legs.ts'
import { wordsOfLoss } from './under-bonus.ts'

/** How often a booking is tried when the game's account moves under it. */
const TRIES_MAX = 5

/**
 * Asks about a leg that was freed on "not found". Found after all, it is booked as what it was, never as a result
 * (ruling 1.2). Answers `clear` when the provider still does not know it, `booked` when it did, `unknown` otherwise.
 */
export async function lookAgain(parts: GamesParts, leg: LegRow): Promise<'clear' | 'booked' | 'unknown'> {
  const answer = await parts.providers(leg.code).moveStatus(leg.id)
  if (answer.status === 'done') {
    if (!isSameMove(leg, answer)) {
      parts.logger.error({ leg: leg.id, ours: leg.credits, theirs: answer }, 'a late transfer is another one')
      return 'unknown'
    }
    if (!(await bookLate(parts, leg))) return 'unknown'
    const { id, memberId, code, direction, amountMinor } = leg
    parts.logger.warn({ leg: id, memberId, code, direction, amountMinor }, 'a transfer arrived after it was given up')
    return 'booked'
  }
  return answer.status === 'unknown' ? 'unknown' : 'clear'
}

/** How soon a watched leg is looked at again when the provider did not say whether it knows it. */
const LOOK_AGAIN_MS = 60_000

/**
 * Plans the next look at a watched leg; after the last one the leg is simply freed. A look that nobody answered does not
 * count: a provider that is down when the watch should end may still have it.
 */
export async function planLook(parts: GamesParts, leg: LegRow, found: 'clear' | 'unknown'): Promise<void> {
  if (found === 'unknown') {
    const askAt = new Date(parts.clock.now().getTime() + LOOK_AGAIN_MS)
    return planAsk(parts.database, leg, { askAt, asks: leg.asks, notFounds: leg.notFounds })
  }
  const looks = leg.notFounds + 1
  const askAt = nextWatchAt(leg.closedAt ?? leg.calledAt, looks)
  if (askAt === null) await endWatch(parts.database, leg)
  else await planAsk(parts.database, leg, { askAt, asks: leg.asks, notFounds: looks })
}

async function bookLate(parts: GamesParts, leg: LegRow): Promise<boolean> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const outcome = leg.direction === 'in' ? await bookLateIn(parts, leg) : await bookLateOut(parts, leg)
    if (outcome) return true
  }
  parts.logger.error({ leg: leg.id }, 'a late transfer could not be booked')
  return false
}

function arrival(leg: LegRow, from: string, to: string, now: Date): Movement {
  return {
    kind: 'post',
    id: deriveId(leg.id, 'late'),
    from,
    to,
    amountMinor: leg.amountMinor,
    code: 'game-transfer',
    reference: leg.transferId,
    occurredAt: now,
  }
}

/**
 * A leg out of a game on the way to another one brings the money into the wallet and no further: its transfer stays
 * FAILED, as after a second leg that was refused (ruling 1.8).
 */
async function closingRows(parts: GamesParts, leg: LegRow, now: Date): Promise<RowWrite[]> {
  const transfer = await findTransfer(parts.database, leg.transferId)
  const arrives = leg.direction === 'in' || transfer?.toCode === 'WALLET'
  return [
    { table: 'game_leg', id: leg.id, version: leg.version, update: { state: 'late', ask_at: null } },
    ...(transfer === null || transfer.status === 'SUCCESS' || !arrives
      ? []
      : [transferUpdate(transfer, 'SUCCESS', now)]),
  ]
}

/** Into a game: from the wallet if it covers it, else from suspense with a case for the operator. */
async function bookLateIn(parts: GamesParts, leg: LegRow): Promise<boolean> {
  const now = parts.clock.now()
  const game = gameAccountName(leg.memberId, leg.code)
  const rows = await closingRows(parts, leg, now)
  const news = [walletNews(leg.memberId, 'transfer')]
  const covered = await parts.ledger.submit({
    movements: [arrival(leg, walletAccount(leg.memberId), game, now)],
    rows,
    news,
  })
  if (covered.ok) return true
  if (covered.refusal !== 'NOT_ENOUGH') return false
  const openCase: RowWrite = {
    table: 'game_case',
    insert: {
      id: deriveId(leg.id, 'case'),
      version: 1,
      member_id: leg.memberId,
      leg_id: leg.id,
      amount_minor: leg.amountMinor,
      state: 'open',
      created_at: now.toISOString(),
    },
  }
  const lent = await parts.ledger.submit({
    movements: [arrival(leg, suspenseAccount, game, now)],
    rows: [...rows, openCase],
    news,
  })
  return lent.ok
}

/**
 * Out of a game: what the ledger's game amount lacks is first given back as a negated result. Like every booking of a result
 * it takes the member first: processes that book results lock the totals of days in one order then.
 */
async function bookLateOut(parts: GamesParts, leg: LegRow): Promise<boolean> {
  const now = parts.clock.now()
  const standing = await parts.members.standing(parts.database, leg.memberId)
  const game = gameAccountName(leg.memberId, leg.code)
  const state = (await parts.ledger.states(parts.database, [game])).get(game)
  if (state === undefined) return false
  const lackingMinor = leg.amountMinor - spendableMinor(state)
  const giveBack: Movement[] =
    lackingMinor <= 0
      ? []
      : [
          {
            kind: 'post',
            id: deriveId(leg.id, 'give-back'),
            from: providerAccount(leg.code),
            to: game,
            amountMinor: lackingMinor,
            code: 'game-result',
            ...(await wordsOfLoss(parts, leg)),
            occurredAt: now,
          },
        ]
  const outcome = await parts.ledger.submit({
    movements: [...giveBack, arrival(leg, game, walletAccount(leg.memberId), now)],
    guards: [{ account: game, version: state.version }, standingGuard(leg.memberId, standing)],
    rows: await closingRows(parts, leg, now),
    news: [walletNews(leg.memberId, 'transfer')],
  })
  return outcome.ok
}
