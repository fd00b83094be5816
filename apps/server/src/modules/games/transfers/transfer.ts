import { TRANSFER_MINIMUM_MINOR } from '@krapao/contract'
import type { Guard, Outcome, RowWrite } from '@krapao/ledger'
import { readWireAmount, toWireAmount } from '@krapao/money'
import { refuse } from '../../../platform/errors.ts'
import { noKey, type OperationKey } from '../../../platform/http/operation-key.ts'
import { deriveId } from '../../../platform/ids.ts'
import { isExcluded, requireAdmitted, type Standing, standingGuard, walletNews } from '../../members/index.ts'
import type { GameSetting } from '../../operator/index.ts'
import type { GamesParts } from '../games.parts.ts'
import { gridMinor } from '../games.rules.ts'
import { type GameAccountRow, findAccount } from '../accounts/accounts.store.ts'
import { type LegRow, type MovingTransfer, type TransferRow, findLeg, findTransfer } from '../games.store.ts'
import { openLeg, transferUpdate } from '../legs/leg-rows.ts'
import { type NextLeg, callLeg, freeLeg, isEnded, isInsufficient, type LegParts } from '../legs/legs.ts'
import { refreshAccount } from '../readings/refresh.ts'
import { answerOf, type Before, readBefore, type TransferAnswer } from '../legs/transfer-answer.ts'
import { bonusInForce, isUnread } from '../accounts/under-bonus.ts'
import { insertOf, updateOf } from '../../../platform/database/put-row.ts'

/**
 * A transfer as a member asks for it, under the key of his call if it has one. `rules` throws what the contract's schema
 * found against the amount.
 */
export interface TransferRequest {
  memberId: string
  operationId: string
  from: string
  to: string
  amount: number
  rules: () => void
  key?: OperationKey
}

/** One move of a member's money that is about to be made, between the wallet and a game or between two games. */
export interface Planned {
  id: string
  operationId: string
  memberId: string
  from: Place
  to: Place
  amountMinor: number
}

/** The wallet (null) or an active game account. */
export type Place = { game: GameSetting; account: GameAccountRow } | null

function codeOf(place: Place): string {
  return place === null ? 'WALLET' : place.game.code
}

/** How often a hold is tried again when the member's standing moved between reading it and holding. */
const GUARD_TRIES_MAX = 10

/** Opens the second leg of a transfer between two games: what it needs is read when the first one is known to be done. */
export function nextLegOf(parts: LegParts): NextLeg {
  return async (transfer, standing) => {
    if (standing.bonusState === 'ending' || isExcluded(standing, parts.clock.now())) return null
    const games = await parts.operator.games()
    const game = games.find((one) => one.code === transfer.toCode)
    const account = await findAccount(parts.database, transfer.memberId, transfer.toCode)
    // The second leg of a transfer goes in also where the game was switched off meanwhile: its money is under way.
    if (game === undefined || account === null || isUnread(standing, account)) return null
    return {
      id: deriveId(transfer.id, 'in'),
      code: game.code,
      username: account.username,
      direction: 'in',
      factorTenThousandths: game.factorTenThousandths,
    }
  }
}

/** Reads the account behind a code; what it answers refuses with NO_GAME or SLOT_NO_ACCOUNT (404) when it is asked. */
async function readPlace(parts: GamesParts, memberId: string, code: string): Promise<() => Place> {
  if (code === 'WALLET') return () => null
  const game = (await parts.operator.games()).find((one) => one.code === code)
  if (game === undefined) return () => refuse('NO_GAME')
  const account = await findAccount(parts.database, memberId, code)
  return () => ({ game, account: account !== null && account.state === 'active' ? account : refuse('SLOT_NO_ACCOUNT') })
}

/**
 * POST /api/wallet/transfer (TRF-006): wallet to game, game to wallet, game to game. The order of its checks is that of
 * ruling 5.1; its money is held before any provider is called, and an answer that does not come leaves it IN_PROGRESS.
 */
export async function transfer(parts: GamesParts, request: TransferRequest): Promise<TransferAnswer> {
  const { memberId, operationId, key = noKey } = request
  const [known, fromPlace, toPlace, standing, before] = await Promise.all([
    findTransfer(parts.database, operationId),
    readPlace(parts, memberId, request.from),
    readPlace(parts, memberId, request.to),
    parts.members.standing(parts.database, memberId),
    key === noKey ? null : readBefore(parts, request),
    key.free(),
  ])
  if (known !== null) return answerOf(parts, known)
  if (request.to !== 'WALLET') requireAdmitted(standing, parts.clock.now())
  const from = fromPlace()
  const to = toPlace()
  if (to !== null && !to.game.isOffered) return refuse('NO_GAME')
  if (to !== null && to.game.maintenance) return refuse('GAME_MAINTENANCE')
  if (to !== null && standing.bonusState === 'ending') return refuse('BONUS_REMAINING')
  request.rules()
  const amountMinor = checkAmount(request.amount, from, to)
  if (to !== null) {
    await gateInto(parts, { memberId, from, amountMinor }, standing)
    await readIfUnread(parts, to, standing)
  }
  const planned = { id: operationId, operationId, memberId, from, to, amountMinor }
  if (from !== null) {
    const refreshed = await refreshAccount(parts, from.account, from.game)
    if (refreshed.unreachable) return refuse('TRANSFER_FAIL')
    if (refreshed.amountMinor < amountMinor) return refuse('MONEY_NOT_ENOUGH')
  }
  const again = (availableMinor: number): number => (availableMinor < amountMinor ? 0 : amountMinor)
  const moved = await makePlannedMove(parts, planned, again, { standing, key, before })
  return moved.answer ?? answerOf(parts, moved)
}

function checkAmount(amount: number, from: Place, to: Place): number {
  if (codeOf(from) === codeOf(to)) return refuse('TRANSFER_SAME')
  const read = readWireAmount(amount)
  if (!read.ok || read.amountMinor < TRANSFER_MINIMUM_MINOR) {
    return refuse('TRANSFER_MINIMUM', { details: { min: toWireAmount(TRANSFER_MINIMUM_MINOR) } })
  }
  for (const side of [from, to]) {
    if (side === null) continue
    const step = gridMinor(side.game.factorTenThousandths)
    if (read.amountMinor % step !== 0) {
      return refuse('TRANSFER_MINIMUM', {
        details: { min: toWireAmount(TRANSFER_MINIMUM_MINOR), step: toWireAmount(step) },
      })
    }
  }
  return read.amountMinor
}

/**
 * Makes a planned move: holds, calls, and answers the transfer as it then stands. After play a provider may say
 * definitely that there is less: then the account is read once more and the move is tried once with what `again` makes
 * of the new amount, 0 for nothing (ruling 1.4). Refuses with MONEY_NOT_ENOUGH when the hold is not covered. A standing
 * that was read before serves the first try of the hold, which is refused when it moved. Under the key of a call it takes
 * the key with the hold, and keeps and tells its answer where one settlement ends it: by `before` if its accounts were read.
 */
export async function makePlannedMove(
  parts: GamesParts,
  planned: Planned,
  again: (availableMinor: number) => number,
  { standing, key = noKey, before = null }: { standing?: Standing; key?: OperationKey; before?: Before | null } = {},
): Promise<MovingTransfer & { answer?: TransferAnswer | undefined }> {
  const first = await holdFirst(parts, planned, key, standing)
  if (first !== null) {
    const called = await callLeg(parts, first.leg, nextLegOf(parts), { transfer: first.transfer, key, before })
    if (isEnded(called)) return { ...first.transfer, ...called }
    if (isInsufficient(called)) await retryInsufficient(parts, planned, { leg: first.leg, ...called }, again)
  }
  return (await findTransfer(parts.database, planned.id)) ?? refuse('TRANSFER_FAIL')
}

function firstLeg(planned: Planned, attempt: 1 | 2, now: Date) {
  const isOut = planned.from !== null
  const side = planned.from ?? planned.to
  if (side === null) throw new Error('a move needs a game')
  return openLeg(
    {
      id: attempt === 1 ? deriveId(planned.id, isOut ? 'out' : 'in') : deriveId(planned.id, 'out', '2'),
      transferId: planned.id,
      memberId: planned.memberId,
      code: side.game.code,
      username: side.account.username,
      direction: isOut ? 'out' : 'in',
      amountMinor: planned.amountMinor,
      factorTenThousandths: side.game.factorTenThousandths,
    },
    now,
  )
}

/** The hold, the transfer's row and the leg's row in one commit. Null when an earlier try of the same request made them. */
async function holdFirst(
  parts: GamesParts,
  planned: Planned,
  key: OperationKey,
  standing?: Standing,
): Promise<{ leg: LegRow; transfer: MovingTransfer } | null> {
  const now = parts.clock.now()
  const { leg, movement, row } = firstLeg(planned, 1, now)
  const { id, operationId, memberId, amountMinor } = planned
  const codes = { fromCode: codeOf(planned.from), toCode: codeOf(planned.to) }
  const made = {
    id,
    version: 1,
    memberId,
    operationId,
    ...codes,
    amountMinor,
    status: 'IN_PROGRESS',
    createdAt: now,
  } as const
  const transferRow = insertOf('game_transfer', { ...made, updatedAt: now })
  for (let tries = 1; ; tries += 1) {
    const outcome = await key.submitFirst(parts.ledger, {
      movements: [movement],
      guards: await guardsOf(parts, planned, tries === 1 ? standing : undefined),
      rows: [transferRow, row],
      news: [walletNews(planned.memberId, 'transfer')],
    })
    if (outcome.ok) return outcome.replayed ? null : { leg, transfer: made }
    // The same request came twice at once and its twin was first, a moment earlier.
    if (outcome.refusal === 'ID_TAKEN') return null
    if (outcome.refusal === 'NOT_ENOUGH') return refuse('MONEY_NOT_ENOUGH')
    if (outcome.refusal !== 'GUARD_MOVED' || tries >= GUARD_TRIES_MAX) throw unexpected(outcome)
  }
}

/** Money goes into no game while a bonus ends, and no transfer touches a game that is unread since a grant (ruling 4.2). */
async function guardsOf(parts: GamesParts, planned: Planned, known?: Standing): Promise<Guard[]> {
  const { memberId, from, to } = planned
  const standing = known ?? (await parts.members.standing(parts.database, memberId))
  const guards = to === null ? [] : await gateInto(parts, planned, standing)
  if (to !== null && standing.bonusState === 'ending') return refuse('BONUS_REMAINING')
  for (const side of [from, to]) {
    if (side !== null && (await isStillUnread(parts, side.account, standing))) return refuse('TRANSFER_PENDING')
  }
  return [standingGuard(memberId, standing), ...guards]
}

/** Asks the gate about money that goes into a game; what comes out of another one leaves the wallet as it is. */
function gateInto(
  parts: GamesParts,
  { memberId, from, amountMinor }: Pick<Planned, 'memberId' | 'from' | 'amountMinor'>,
  standing: Standing,
): Promise<readonly Guard[]> {
  const wish = { memberId, action: 'transfer-in', standing, amountMinor: from === null ? amountMinor : 0 } as const
  return parts.members.gate(parts.database, wish)
}

/** The first reading since a grant, where money is about to go: the job that does it may not have come round yet. */
export async function readIfUnread(
  parts: GamesParts,
  { game, account }: NonNullable<Place>,
  known?: Standing,
): Promise<void> {
  const standing = known ?? (await parts.members.standing(parts.database, account.memberId))
  if (isUnread(standing, account)) await refreshAccount(parts, account, game)
}

function unexpected(outcome: Outcome & { ok: false }): Error {
  return new Error(`a hold was refused with ${outcome.refusal}: ${outcome.detail}`)
}

async function retryInsufficient(
  parts: GamesParts,
  planned: Planned,
  refused: { leg: LegRow; isAssumed: boolean },
  again: (availableMinor: number) => number,
): Promise<void> {
  const row = await findTransfer(parts.database, planned.id)
  const leg = await findLeg(parts.database, refused.leg.id)
  if (row === null || leg === null || leg.state !== 'held') return
  const watch = refused.isAssumed
  const { from } = planned
  await freeLeg(parts, leg, row, { watch, keepOpen: from !== null })
  if (from === null) return
  const standing = await parts.members.standing(parts.database, planned.memberId)
  const refreshed = await refreshAccount(parts, from.account, from.game)
  const isUsable = !refreshed.unreachable && !(await isStillUnread(parts, from.account, standing))
  const amountMinor = isUsable ? again(refreshed.amountMinor) : 0
  const now = parts.clock.now()
  if (amountMinor > 0) {
    const second = firstLeg({ ...planned, amountMinor }, 2, now)
    const held = await parts.ledger.submit({
      movements: [second.movement],
      guards: [standingGuard(planned.memberId, standing)],
      rows: [amountUpdate(row, amountMinor, now), second.row],
      news: [walletNews(planned.memberId, 'transfer')],
    })
    if (held.ok) {
      const called = await callLeg(parts, second.leg, nextLegOf(parts))
      if (!isInsufficient(called)) return
      const present = await findTransfer(parts.database, planned.id)
      const open = await findLeg(parts.database, second.leg.id)
      if (present !== null && open !== null) {
        await freeLeg(parts, open, present, { watch: called.isAssumed, keepOpen: false })
      }
      return
    }
  }
  await parts.ledger.submit({ movements: [], rows: [transferUpdate(row, 'FAILED', now)] })
}

async function isStillUnread(parts: GamesParts, account: GameAccountRow, standing: Standing): Promise<boolean> {
  if (bonusInForce(standing) === null) return false
  return isUnread(standing, (await findAccount(parts.database, account.memberId, account.code)) ?? account)
}

function amountUpdate(row: TransferRow, amountMinor: number, now: Date): RowWrite {
  return updateOf('game_transfer', row, { status: 'IN_PROGRESS', amountMinor, updatedAt: now })
}
