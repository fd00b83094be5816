import { refuse } from '../../../platform/errors.ts'
import { deriveId, newId } from '../../../platform/ids.ts'
import type { CashierParts } from '../cashier.parts.ts'
import {
  checkWithdrawal,
  walletOf,
  withdrawIfCovered,
  type WithdrawalView,
  type WithdrawRequest,
  type WithdrawTerms,
} from './withdraw.ts'

/** A single withdrawal or transfer takes no lease and may spend what was just brought home: then there is another round. */
const ROUNDS_MAX = 5

// Withdraws, and first brings home from the games what the wallet lacks, no more (rulings 1.7). All rules are checked
// before anything moves. Some game failed and the others cannot cover it: TRANSFER_FAIL, what came stays in the wallet.
// One is unknown: TRANSFER_PENDING, and no withdrawal is made later by itself.

async function bringHome(
  parts: CashierParts,
  { memberId, operationId }: WithdrawRequest,
  { amountMinor, keptMinor }: Pick<WithdrawTerms, 'amountMinor' | 'keptMinor'>,
): Promise<void> {
  const neededMinor = amountMinor + keptMinor
  const { walletMinor } = await walletOf(parts, memberId)
  if (walletMinor >= neededMinor) return
  const slots = await parts.games.refresh(memberId)
  const totalMinor = slots.reduce((sum, slot) => sum + slot.amountMinor, walletMinor)
  if (totalMinor < neededMinor) {
    // Money of an earlier try may still be on its way home: then it is too early to say that there is not enough.
    const { arrivingMinor } = await walletOf(parts, memberId)
    if (totalMinor + arrivingMinor >= neededMinor) refuse('TRANSFER_PENDING')
    refuse(totalMinor + arrivingMinor < amountMinor ? 'MONEY_NOT_ENOUGH' : 'BONUS_REMAINING')
  }
  // Each try moves what is lacking now, so what an earlier one brought does not count twice.
  const operation = deriveId(operationId, newId(parts.clock.now()))
  const status = await parts.games.bringHome(memberId, neededMinor - walletMinor, operation)
  if (status === 'UNKNOWN') refuse('TRANSFER_PENDING')
  if (status === 'FAILED') refuse('TRANSFER_FAIL')
}

export async function withdrawAll(parts: CashierParts, request: WithdrawRequest): Promise<WithdrawalView> {
  const atOnce = await withdrawIfCovered(parts, request)
  if (typeof atOnce !== 'string') return atOnce
  // What comes home first moves before the withdrawal does: from here on nobody else has the key.
  await request.key?.take()
  const lease = await parts.members.lease(request.memberId, 'withdrawAll')
  try {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      // Another call may have changed everything while this one waited for its turn.
      await bringHome(parts, request, await checkWithdrawal(parts, request))
      // Others may have spent it since it was read.
      const made = await withdrawIfCovered(parts, request)
      if (typeof made !== 'string') return made
    }
    return refuse('TRANSFER_PENDING')
  } finally {
    await lease.release()
  }
}
