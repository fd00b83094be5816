import { type AnswerOf, type calls, TRANSFER_MINIMUM_MINOR } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { AppError, refuse } from '../../../platform/errors.ts'
import { deriveId } from '../../../platform/ids.ts'
import { requireAdmitted } from '../../members/index.ts'
import type { GameSetting } from '../../operator/index.ts'
import { requireAccount } from '../accounts/accounts.ts'
import type { GamesParts } from '../games.parts.ts'
import { readAmounts } from '../accounts/ledger-accounts.ts'
import { requireOffered } from '../accounts/offered-games.ts'
import { type PartStatus, ceilToGrid, floorToGrid, gridMinor, statusOfParts } from '../games.rules.ts'
import { type GameAccountRow, listAccounts } from '../accounts/accounts.store.ts'
import { type MovingTransfer, addOperation, findOperation, findTransfer, keepParts } from '../games.store.ts'
import { refreshAccount } from '../readings/refresh.ts'
import { makePlannedMove, readIfUnread } from './transfer.ts'

type TransferAllAnswer = AnswerOf<typeof calls.walletTransferAll>

export interface TransferAllRequest {
  memberId: string
  operationId: string
  to: string
  rules: () => void
}

/** One game of a transfer of everything, as it is remembered for a retry of the same request. */
type Part = {
  code: string
  /** The transfer that moved it, null when nothing was to be moved or it could not be tried. */
  transferId: string | null
  status: PartStatus
  stale: boolean
}

/**
 * POST /api/wallet/transferAll (TRF-007, GAM-013; ruling 1.6): the whole wallet into a game, or with WALLET every game's
 * balance back. Under the member's lease; refuses with TRANSFER_FAIL (502) only when nothing moved and one game failed.
 */
export async function transferAll(parts: GamesParts, request: TransferAllRequest): Promise<TransferAllAnswer> {
  const { memberId, operationId, to } = request
  const known = await findOperation<Part>(parts.database, operationId)
  if (known !== null && known.parts !== null) return answerOf(parts, memberId, known.parts)
  const standing = await parts.members.standing(parts.database, memberId)
  if (to !== 'WALLET') requireAdmitted(standing, parts.clock.now())
  const target =
    to === 'WALLET'
      ? null
      : { game: await requireOffered(parts, to), account: await requireAccount(parts, memberId, to) }
  if (target !== null && target.game.maintenance) return refuse('GAME_MAINTENANCE')
  if (target !== null && standing.bonusState === 'ending') return refuse('BONUS_REMAINING')
  request.rules()
  if (target !== null) {
    await parts.members.gate(parts.database, { memberId, action: 'transfer-in', standing, amountMinor: 0 })
  }
  const lease = await parts.members.lease(memberId, 'transferAll')
  try {
    await addOperation(parts.database, { id: operationId, memberId, toCode: to, createdAt: parts.clock.now() })
    const moved =
      target === null
        ? await gatherAll(parts, memberId, operationId)
        : [await intoGame(parts, memberId, operationId, target.game, target.account)]
    // A refusal is not remembered: the same request tries again the games that could not be asked (ruling 5.3).
    if (statusOfParts(moved.map(({ status }) => status)) !== 'FAILED')
      await keepParts(parts.database, operationId, moved)
    return await answerOf(parts, memberId, moved)
  } finally {
    await lease.release()
  }
}

/** The largest multiple of the grid that the wallet covers goes into the game; less than 1 baht or a step is nothing to move. */
async function intoGame(
  parts: GamesParts,
  memberId: string,
  operationId: string,
  game: GameSetting,
  account: GameAccountRow,
): Promise<Part> {
  const id = deriveId(operationId, game.code)
  const earlier = await findTransfer(parts.database, id)
  if (earlier !== null) return partOf(earlier, game.code, false)
  const standing = await parts.members.standing(parts.database, memberId)
  const lockedMinor = await parts.members.lockedMinor(parts.database, { memberId, standing })
  const { walletMinor } = await readAmounts(parts, memberId, [])
  const amountMinor = floorToGrid(Math.max(0, walletMinor - lockedMinor), game.factorTenThousandths)
  if (amountMinor < Math.max(TRANSFER_MINIMUM_MINOR, gridMinor(game.factorTenThousandths))) {
    return { code: game.code, transferId: null, status: 'NONE', stale: false }
  }
  await readIfUnread(parts, { game, account })
  const planned = { id, operationId, memberId, from: null, to: { game, account }, amountMinor }
  return partOf(await makePlannedMove(parts, planned, () => 0), game.code, false)
}

async function gatherAll(parts: GamesParts, memberId: string, operationId: string): Promise<Part[]> {
  const held = await activeAccounts(parts, memberId)
  return Promise.all(
    held.map(({ game, account }) =>
      gatherOne(parts, deriveId(operationId, game.code), operationId, game, account, null),
    ),
  )
}

async function activeAccounts(
  parts: GamesParts,
  memberId: string,
): Promise<{ game: GameSetting; account: GameAccountRow }[]> {
  const [games, accounts] = await Promise.all([parts.operator.games(), listAccounts(parts.database, memberId)])
  return games.flatMap((game) => {
    const account = accounts.find((one) => one.code === game.code && one.state === 'active')
    return account === undefined ? [] : [{ game, account }]
  })
}

/**
 * Brings one game's money home: all of it, or (with `wantedMinor`) what is wanted, rounded up to the grid within what
 * the game holds (ruling 1.5). The minimum of 1 baht does not bind gathering.
 */
async function gatherOne(
  parts: GamesParts,
  id: string,
  operationId: string,
  game: GameSetting,
  account: GameAccountRow,
  wantedMinor: number | null,
): Promise<Part> {
  const { memberId } = account
  const earlier = await findTransfer(parts.database, id)
  if (earlier !== null) return partOf(earlier, game.code, false)
  const refreshed = await refreshAccount(parts, account, game)
  if (refreshed.unreachable) return { code: game.code, transferId: null, status: 'FAILED', stale: true }
  const amountOf = (availableMinor: number): number => {
    const whole = floorToGrid(availableMinor, game.factorTenThousandths)
    return wantedMinor === null ? whole : Math.min(whole, ceilToGrid(wantedMinor, game.factorTenThousandths))
  }
  const amountMinor = amountOf(refreshed.amountMinor)
  if (amountMinor <= 0) return { code: game.code, transferId: null, status: 'NONE', stale: refreshed.stale }
  const planned = { id, operationId, memberId, from: { game, account }, to: null, amountMinor }
  try {
    return partOf(await makePlannedMove(parts, planned, amountOf), game.code, refreshed.stale)
  } catch (error) {
    // Another transfer took the money between the reading and the hold, or the game is unread since a grant: this game
    // has failed, its neighbours have not.
    if (!(error instanceof AppError) || !gamesOwnRefusals.has(error.code)) throw error
    return { code: game.code, transferId: null, status: 'FAILED', stale: true }
  }
}

const gamesOwnRefusals: ReadonlySet<string> = new Set(['MONEY_NOT_ENOUGH', 'TRANSFER_PENDING'])

function partOf(row: MovingTransfer, code: string, stale: boolean): Part {
  return { code, transferId: row.id, status: row.status, stale }
}

/** The answer as things stand now: a part that was under way may have settled since. */
async function answerOf(parts: GamesParts, memberId: string, moved: readonly Part[]): Promise<TransferAllAnswer> {
  const present = await Promise.all(
    moved.map(async (part) => {
      const row = part.transferId === null ? null : await findTransfer(parts.database, part.transferId)
      const status: PartStatus = row === null ? part.status : row.status
      return { ...part, status, movedMinor: row === null || status === 'FAILED' ? 0 : row.amountMinor }
    }),
  )
  const status = statusOfParts(present.map((part) => part.status))
  if (status === 'FAILED') throw new AppError('TRANSFER_FAIL')
  const amounts = await readAmounts(
    parts,
    memberId,
    present.map((part) => part.code),
  )
  return {
    wallet: { amount: toWireAmount(amounts.walletMinor) },
    slots: present.map((part) => ({
      code: part.code,
      amount: toWireAmount(amounts.gamesMinor.get(part.code) ?? 0),
      moved: toWireAmount(part.movedMinor),
      status: part.status,
      stale: part.stale,
    })),
    status,
  }
}

/**
 * Brings every balance home for a bonus that ends, under the caller's lease. `operationId` names one round of it: a game
 * that was moved in it is not moved again. Answers each game as it went; `stale` ones could not be read or are under way.
 */
export async function bringAllHome(
  parts: GamesParts,
  memberId: string,
  operationId: string,
): Promise<{ code: string; status: PartStatus; stale: boolean }[]> {
  const home = await gatherAll(parts, memberId, operationId)
  return home.map(({ code, status, stale }) => ({ code, status, stale: stale || status === 'IN_PROGRESS' }))
}

/**
 * Brings back from the games what the wallet lacks for a withdrawal, largest balance first (ruling 1.7). The caller
 * holds the member's lease. DONE: the wallet has it now. UNKNOWN: one game's answer did not come. FAILED: the games that
 * answered could not cover it; what came stays in the wallet.
 */
export async function bringHome(
  parts: GamesParts,
  memberId: string,
  neededMinor: number,
  operationId: string,
): Promise<'DONE' | 'FAILED' | 'UNKNOWN'> {
  const held = await activeAccounts(parts, memberId)
  const codes = held.map(({ game }) => game.code)
  const { gamesMinor } = await readAmounts(parts, memberId, codes)
  const ofGame = (code: string): number => gamesMinor.get(code) ?? 0
  let lackingMinor = neededMinor
  for (const { game, account } of held.toSorted((a, b) => ofGame(b.game.code) - ofGame(a.game.code))) {
    if (lackingMinor <= 0) break
    const id = deriveId(operationId, game.code)
    const part = await gatherOne(parts, id, operationId, game, account, lackingMinor)
    if (part.status === 'IN_PROGRESS') return 'UNKNOWN'
    if (part.status !== 'SUCCESS') continue
    lackingMinor -= (await findTransfer(parts.database, id))?.amountMinor ?? 0
  }
  return lackingMinor <= 0 ? 'DONE' : 'FAILED'
}
