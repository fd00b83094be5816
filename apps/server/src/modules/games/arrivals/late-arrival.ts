import { type Movement, type RowWrite, spendableMinor } from '@krapao/ledger'
import { houseSuspense } from '../../../platform/house-accounts.ts'
import { deriveId } from '../../../platform/ids.ts'
import { standingGuard, walletAccount, walletNews } from '../../members/index.ts'
import type { GamesParts } from '../games.parts.ts'
import { gameAccountName, providerAccount } from '../accounts/ledger-accounts.ts'
import { askAgainAt, askTwiceAt, nextWatchAt } from '../games.rules.ts'
import { type LegRow, endWatch, findTransfer, planAsk } from '../games.store.ts'
import { lentLine } from '../cases.store.ts'
import { caseId, caseRow, legUpdate, transferUpdate } from '../legs/leg-rows.ts'
import { isSameMove } from '../legs/legs.ts'
import type { MoveStatus } from '../providers/provider.ts'
import { wordsOfLoss } from '../accounts/under-bonus.ts'

/** How often a booking is tried when the game's account moves under it. */
const TRIES_MAX = 5

/**
 * What a look at a leg that was closed without a definite word came to. `clear`: the provider does not know it. `booked`:
 * it is not what it was taken for, and was booked as what it was. `closed`: it is, and is asked about no more. `unknown`:
 * nothing definite was said.
 */
export type Look = 'clear' | 'booked' | 'closed' | 'unknown'

/**
 * Asks about a leg that was freed (`watched`) or taken as done (`assumed`) without a definite word of its provider. What
 * turns out otherwise is booked as what it was, never as a result (ruling 1.2, beyond 7.9).
 */
export async function lookAgain(parts: GamesParts, leg: LegRow): Promise<Look> {
  const answer = await (await parts.providers(leg.code)).moveStatus(leg.id, leg.username)
  if (answer.status === 'done' && !isSameMove(leg, answer)) {
    parts.logger.error({ leg: leg.id, ours: leg.credits, theirs: answer }, 'a late transfer is another one')
    return 'unknown'
  }
  return leg.state === 'assumed' ? lookAtAssumed(parts, leg, answer) : lookAtFreed(parts, leg, answer)
}

async function lookAtFreed(parts: GamesParts, leg: LegRow, { status }: MoveStatus): Promise<Look> {
  if (status === 'unknown' || status === 'under-way') return 'unknown'
  if (status !== 'done') return 'clear'
  if (!(await bookOtherwise(parts, leg, late))) return 'unknown'
  const { id, memberId, code, direction, amountMinor } = leg
  parts.logger.warn({ leg: id, memberId, code, direction, amountMinor }, 'a transfer arrived after it was given up')
  return 'booked'
}

async function lookAtAssumed(parts: GamesParts, leg: LegRow, { status }: MoveStatus): Promise<Look> {
  if (status === 'done') {
    await endWatch(parts.database, leg)
    return 'closed'
  }
  const isDenied = status === 'refused' || (status === 'not-found' && leg.notFounds > 0)
  if (!isDenied) return status === 'not-found' ? 'clear' : 'unknown'
  if (!(await bookOtherwise(parts, leg, status === 'refused' ? undone : unfound))) return 'unknown'
  const { id, memberId, code, direction, amountMinor } = leg
  parts.logger.warn({ leg: id, memberId, code, direction, amountMinor }, 'a transfer that was taken as done was not')
  return 'booked'
}

/**
 * Plans the next look at a leg that may still turn out otherwise. A freed one is let go after the last look; a look that
 * nobody answered does not count: a provider that is down when the watch should end may still have it. One that was taken
 * as done and is not known is asked about once more, and soon.
 */
export async function planLook(parts: GamesParts, leg: LegRow, found: 'clear' | 'unknown'): Promise<void> {
  const now = parts.clock.now()
  const since = leg.closedAt ?? leg.calledAt
  const { asks } = leg
  if (found === 'unknown') {
    return planAsk(parts.database, leg, { askAt: askAgainAt(since, now), asks, notFounds: leg.notFounds })
  }
  const notFounds = leg.notFounds + 1
  const askAt = leg.state === 'assumed' ? askTwiceAt(now) : nextWatchAt(since, notFounds)
  if (askAt === null) await endWatch(parts.database, leg)
  else await planAsk(parts.database, leg, { askAt, asks, notFounds })
}

/** How a leg is booked that was not what it was taken for. `name` makes the ids of its movements. */
interface Otherwise {
  name: 'late' | 'undo'
  direction(leg: LegRow): LegRow['direction']
  state: 'late' | 'undone' | 'watched'
  case: 'late-arrival' | 'undone'
}

const opposite = ({ direction }: LegRow): LegRow['direction'] => (direction === 'in' ? 'out' : 'in')

/** It was freed and happened. */
const late: Otherwise = { name: 'late', direction: ({ direction }) => direction, state: 'late', case: 'late-arrival' }
/** It was taken as done and did not happen: its money goes back the way it was booked. */
const undone: Otherwise = { name: 'undo', direction: opposite, state: 'undone', case: 'undone' }
/** As `undone`, but the provider only does not know it: like all that is freed so it is watched. */
const unfound: Otherwise = { ...undone, state: 'watched' }

async function bookOtherwise(parts: GamesParts, leg: LegRow, otherwise: Otherwise): Promise<boolean> {
  const book = otherwise.direction(leg) === 'in' ? bookIntoGame : bookOutOfGame
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if (await book(parts, leg, otherwise)) return true
  }
  parts.logger.error({ leg: leg.id }, 'a late transfer could not be booked')
  return false
}

function arrival(leg: LegRow, { name }: Otherwise, way: { from: string; to: string }, now: Date): Movement {
  return {
    kind: 'post',
    id: deriveId(leg.id, name),
    ...way,
    amountMinor: leg.amountMinor,
    code: 'game-transfer',
    reference: leg.transferId,
    occurredAt: now,
  }
}

/**
 * A leg out of a game on the way to another one brings the money into the wallet and no further: its transfer stays
 * as it is, FAILED after a second leg that was refused (ruling 1.8), SUCCESS after one that arrived.
 */
async function closingRows(parts: GamesParts, leg: LegRow, otherwise: Otherwise, now: Date): Promise<RowWrite[]> {
  const transfer = await findTransfer(parts.database, leg.transferId)
  const decides = leg.direction === 'in' || transfer?.toCode === 'WALLET'
  const status = otherwise.name === 'late' ? 'SUCCESS' : 'FAILED'
  const askAt = otherwise.state === 'watched' ? nextWatchAt(now, 0) : null
  const closed = otherwise.state === 'watched' ? { closedAt: now, notFounds: 0 } : {}
  return [
    legUpdate(leg, { state: otherwise.state, askAt, ...closed }),
    ...(transfer === null || transfer.status === status || !decides ? [] : [transferUpdate(transfer, status, now)]),
  ]
}

/** Into a game: from the wallet if it covers it, else from suspense with a case for the operator. */
async function bookIntoGame(parts: GamesParts, leg: LegRow, otherwise: Otherwise): Promise<boolean> {
  const now = parts.clock.now()
  const to = gameAccountName(leg.memberId, leg.code)
  const rows = await closingRows(parts, leg, otherwise, now)
  const news = [walletNews(leg.memberId, 'transfer')]
  const covered = await parts.ledger.submit({
    movements: [arrival(leg, otherwise, { from: walletAccount(leg.memberId), to }, now)],
    rows,
    news,
  })
  if (covered.ok) return true
  if (covered.refusal !== 'NOT_ENOUGH') return false
  const lent = await parts.ledger.submit({
    movements: [arrival(leg, otherwise, { from: houseSuspense, to }, now)],
    rows: [
      ...rows,
      caseRow(leg, otherwise.case, now),
      lentLine({ ...leg, id: caseId(leg, otherwise.case) }, 'lent', now),
    ],
    news,
  })
  return lent.ok
}

/**
 * Out of a game: what the ledger's game amount lacks is first given back as a negated result. Like every booking of a result
 * it takes the member first: processes that book results lock the totals of days in one order then.
 */
async function bookOutOfGame(parts: GamesParts, leg: LegRow, otherwise: Otherwise): Promise<boolean> {
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
            id: deriveId(leg.id, 'give-back', otherwise.name),
            from: providerAccount(leg.code),
            to: game,
            amountMinor: lackingMinor,
            code: 'game-result',
            ...(await wordsOfLoss(parts, leg)),
            occurredAt: now,
          },
        ]
  const outcome = await parts.ledger.submit({
    movements: [...giveBack, arrival(leg, otherwise, { from: game, to: walletAccount(leg.memberId) }, now)],
    guards: [{ account: game, version: state.version }, standingGuard(leg.memberId, standing)],
    rows: await closingRows(parts, leg, otherwise, now),
    news: [walletNews(leg.memberId, 'transfer')],
  })
  return outcome.ok
}
