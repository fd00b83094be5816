import type { Clock } from '../../platform/clock.ts'
import { AppError, refuse } from '../../platform/errors.ts'
import { deriveId, newId } from '../../platform/ids.ts'
import type { GamesDoor } from '../games/index.ts'
import type { MembersDoor } from '../members/index.ts'
import type { WithdrawalView, Withdrawals, WithdrawRequest } from './withdraw.ts'

export interface WithdrawAllDeps {
  withdrawals: Withdrawals
  members: Pick<MembersDoor, 'lease'>
  games: Pick<GamesDoor, 'refresh' | 'bringHome'>
  clock: Clock
}

/** A single withdrawal or transfer takes no lease and may spend what was just brought home: then there is another round. */
const ROUNDS_MAX = 5

/**
 * Withdraws, and first brings home from the games what the wallet lacks, no more (rulings 1.7). All rules are checked
 * before anything moves. Some game failed and the others cannot cover it: TRANSFER_FAIL, what came stays in the wallet.
 * One is unknown: TRANSFER_PENDING, and no withdrawal is made later by itself.
 */
export function createWithdrawAll({ withdrawals, members, games, clock }: WithdrawAllDeps) {
  async function bringHome({ memberId, operationId }: WithdrawRequest, amountMinor: number): Promise<void> {
    const { walletMinor } = await withdrawals.wallet(memberId)
    if (walletMinor >= amountMinor) return
    const slots = await games.refresh(memberId)
    const totalMinor = slots.reduce((sum, slot) => sum + slot.amountMinor, walletMinor)
    if (totalMinor < amountMinor) {
      // Money of an earlier try may still be on its way home: then it is too early to say that there is not enough.
      const { arrivingMinor } = await withdrawals.wallet(memberId)
      refuse(totalMinor + arrivingMinor < amountMinor ? 'MONEY_NOT_ENOUGH' : 'TRANSFER_PENDING')
    }
    // Each try moves what is lacking now, so what an earlier one brought does not count twice.
    const operation = deriveId(operationId, newId(clock.now()))
    const { status } = await games.bringHome(memberId, amountMinor - walletMinor, operation)
    if (status === 'UNKNOWN') refuse('TRANSFER_PENDING')
    if (status === 'FAILED') refuse('TRANSFER_FAIL')
  }

  /** Null when the wallet does not cover it: then others have spent it since it was read. */
  async function withdrawIfCovered(request: WithdrawRequest): Promise<WithdrawalView | null> {
    try {
      return await withdrawals.withdraw(request)
    } catch (error) {
      if (error instanceof AppError && error.code === 'MONEY_NOT_ENOUGH') return null
      throw error
    }
  }

  return async function withdrawAll(request: WithdrawRequest): Promise<WithdrawalView> {
    const before = await withdrawals.made(request)
    if (before !== null) return before
    const { amountMinor } = await withdrawals.check(request)
    const { walletMinor } = await withdrawals.wallet(request.memberId)
    const atOnce = walletMinor >= amountMinor ? await withdrawIfCovered(request) : null
    if (atOnce !== null) return atOnce
    const lease = await members.lease(request.memberId, 'withdrawAll')
    try {
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        // Another call may have changed everything while this one waited for its turn.
        await withdrawals.check(request)
        await bringHome(request, amountMinor)
        const made = await withdrawIfCovered(request)
        if (made !== null) return made
      }
      return refuse('TRANSFER_PENDING')
    } finally {
      await lease.release()
    }
  }
}
