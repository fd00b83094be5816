import { AppError, refuse } from '../../platform/errors.ts'
import { deriveId, newId } from '../../platform/ids.ts'
import type { CashierParts } from './cashier.parts.ts'
import { checkWithdrawal, walletOf, withdraw, type WithdrawalView, type WithdrawRequest } from './withdraw.ts'

/** A single withdrawal or transfer takes no lease and may spend what was just brought home: then there is another round. */
const ROUNDS_MAX = 5

// Withdraws, and first brings home from the games what the wallet lacks, no more (rulings 1.7). All rules are checked
// before anything moves. Some game failed and the others cannot cover it: TRANSFER_FAIL, what came stays in the wallet.
// One is unknown: TRANSFER_PENDING, and no withdrawal is made later by itself.

async function bringHome(
  parts: CashierParts,
  { memberId, operationId }: WithdrawRequest,
  amountMinor: number,
): Promise<void> {
  const { walletMinor } = await walletOf(parts, memberId)
  if (walletMinor >= amountMinor) return
  const slots = await parts.games.refresh(memberId)
  const totalMinor = slots.reduce((sum, slot) => sum + slot.amountMinor, walletMinor)
  if (totalMinor < amountMinor) {
    // Money of an earlier try may still be on its way home: then it is too early to say that there is not enough.
    const { arrivingMinor } = await walletOf(parts, memberId)
    refuse(totalMinor + arrivingMinor < amountMinor ? 'MONEY_NOT_ENOUGH' : 'TRANSFER_PENDING')
  }
  // Each try moves what is lacking now, so what an earlier one brought does not count twice.
  const operation = deriveId(operationId, newId(parts.clock.now()))
  const status = await parts.games.bringHome(memberId, amountMinor - walletMinor, operation)
  if (status === 'UNKNOWN') refuse('TRANSFER_PENDING')
  if (status === 'FAILED') refuse('TRANSFER_FAIL')
}

/** Null when the wallet does not cover it: then others have spent it since it was read. */
async function withdrawIfCovered(parts: CashierParts, request: WithdrawRequest): Promise<WithdrawalView | null> {
  try {
    return await withdraw(parts, request)
  } catch (error) {
    if (error instanceof AppError && error.code === 'MONEY_NOT_ENOUGH') return null
    throw error
  }
}

export async function withdrawAll(parts: CashierParts, request: WithdrawRequest): Promise<WithdrawalView> {
  const atOnce = await withdrawIfCovered(parts, request)
  if (atOnce !== null) return atOnce
  // What comes home first moves before the withdrawal does: from here on nobody else has the key.
  await request.key?.take()
  const lease = await parts.members.lease(request.memberId, 'withdrawAll')
  try {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      // Another call may have changed everything while this one waited for its turn.
      const { amountMinor } = await checkWithdrawal(parts, request)
      await bringHome(parts, request, amountMinor)
      const made = await withdrawIfCovered(parts, request)
      if (made !== null) return made
    }
    return refuse('TRANSFER_PENDING')
  } finally {
    await lease.release()
  }
}
