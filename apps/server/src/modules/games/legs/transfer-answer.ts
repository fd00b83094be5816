import type { AnswerOf, calls } from '@krapao/contract'
import { type AccountState, type Guard, spendableMinor } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import { AppError } from '../../../platform/errors.ts'
import { walletAccount } from '../../members/index.ts'
import type { GamesParts } from '../games.parts.ts'
import { gameAccountName, readAmounts } from '../accounts/ledger-accounts.ts'
import type { MovingTransfer } from '../games.store.ts'

export type TransferAnswer = AnswerOf<typeof calls.walletTransfer>

/** What a transfer comes to on the wire; refuses with TRANSFER_FAIL (502) when it failed and its money is back. */
export async function answerOf(parts: GamesParts, row: MovingTransfer): Promise<TransferAnswer> {
  const { id, status } = row
  if (status === 'FAILED') throw new AppError('TRANSFER_FAIL')
  const codes = gamesOf(row)
  const { walletMinor, gamesMinor } = await readAmounts(parts, row.memberId, codes)
  return written({ id, status }, walletMinor, new Map(codes.map((code) => [code, gamesMinor.get(code) ?? 0])))
}

/** The answer that a settlement will have brought about, as long as the guard holds. */
export interface AnswerAhead {
  answer: TransferAnswer
  guards: Guard[]
}

/** The wallet and the game account of a member as they stood before a hold. */
export interface Before {
  wallet: AccountState
  game: AccountState
}

async function readBoth(parts: GamesParts, memberId: string, code: string): Promise<Before | null> {
  const names = [walletAccount(memberId), gameAccountName(memberId, code)] as const
  const states = await parts.ledger.states(parts.database, names)
  const [wallet, game] = names.map((name) => states.get(name))
  return wallet === undefined || game === undefined ? null : { wallet, game }
}

/** Reads both accounts before money goes from the wallet into a game; null of every other transfer. */
export async function readBefore(
  parts: GamesParts,
  { memberId, from, to }: { memberId: string; from: string; to: string },
): Promise<Before | null> {
  return from === 'WALLET' && to !== 'WALLET' ? readBoth(parts, memberId, to) : null
}

/** What is to be answered when the hold of money on its way into a game is settled, by what was read before it was made. */
export function answerInto(transfer: MovingTransfer, { wallet, game }: Before): AnswerAhead {
  const { id, toCode, amountMinor } = transfer
  const gamesMinor = new Map([[toCode, spendableMinor(game) + amountMinor]])
  return {
    answer: written({ id, status: 'SUCCESS' }, spendableMinor(wallet) - amountMinor, gamesMinor),
    // The hold moves each of the two once, and nothing else may have.
    guards: [wallet, game].map(({ account, version }) => ({ account, version: version + 1 })),
  }
}

/** Reads ahead what is to be answered when the one leg of a held transfer is settled; null when it has not one alone. */
export async function readAhead(parts: GamesParts, transfer: MovingTransfer): Promise<AnswerAhead | null> {
  const [code, ...others] = gamesOf(transfer)
  if (code === undefined || others.length > 0) return null
  const both = await readBoth(parts, transfer.memberId, code)
  if (both === null) return null
  const { wallet, game } = both
  // The hold has left where it came from; what it brings is counted where it will be.
  const isIntoGame = transfer.toCode === code
  const walletMinor = spendableMinor(wallet) + (isIntoGame ? 0 : transfer.amountMinor)
  const gameMinor = spendableMinor(game) + (isIntoGame ? transfer.amountMinor : 0)
  return {
    answer: written({ id: transfer.id, status: 'SUCCESS' }, walletMinor, new Map([[code, gameMinor]])),
    // Whatever moves between the member's wallet and games moves the wallet; results wait while something is pending.
    guards: [{ account: wallet.account, version: wallet.version }],
  }
}

function gamesOf({ fromCode, toCode }: MovingTransfer): string[] {
  return [fromCode, toCode].filter((code) => code !== 'WALLET')
}

function written(
  { id, status }: { id: string; status: TransferAnswer['status'] },
  walletMinor: number,
  gamesMinor: Map<string, number>,
): TransferAnswer {
  return {
    _id: id,
    wallet: { amount: toWireAmount(walletMinor) },
    slots: [...gamesMinor].map(([code, amountMinor]) => ({ code, amount: toWireAmount(amountMinor) })),
    status,
  }
}
