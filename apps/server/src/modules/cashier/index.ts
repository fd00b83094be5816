import { cashierCommands } from './cashier.commands.ts'
import { cashierJobs } from './cashier.jobs.ts'
import { type CashierParts, createMemory } from './cashier.parts.ts'
import { cashierRoutes } from './cashier.routes.ts'
import { depositCommands } from './deposit.commands.ts'
import { forgottenPayoutCommands } from './forgotten-payout.commands.ts'
import {
  cashierMovementSources,
  hasPaid,
  membersOfReference,
  movementDetails,
  movementsBetween,
} from './movements.store.ts'
import { slipCommands } from './slip.commands.ts'
import { hasOpenWithdrawal, holdPayouts } from './withdrawals.store.ts'

export { accountHoldersOf } from './account-proof.ts'
export { cashierLedgerTables, cashierMigrations } from './cashier.migrations.ts'
export type { Bank } from './providers/bank.ts'
export type { GiftIssuer, RedeemAnswer, VerifyAnswer, Voucher } from './providers/gift-issuer.ts'
export { cashierWaiting } from './movements.store.ts'
export { createHttpBank, createNoBank } from './providers/http-bank.ts'
export { createHttpGiftIssuer } from './providers/http-gift-issuer.ts'

export type Cashier = ReturnType<typeof createCashier>

/** Deposits by QR, slip, gift link and notice, the bank's callbacks and lists, withdrawals and their payouts. */
export function createCashier(doors: Omit<CashierParts, 'memory'>) {
  const parts = { ...doors, memory: createMemory() }
  return {
    routes: cashierRoutes(parts),
    jobs: cashierJobs(parts),
    commands: [
      ...cashierCommands(parts),
      ...forgottenPayoutCommands(parts),
      ...slipCommands(parts),
      ...depositCommands(parts),
    ],
    movements: movementsBetween,
    details: movementDetails,
    movementSources: cashierMovementSources,
    hasOpenWithdrawal,
    holdPayouts,
    hasPaid,
    membersOfReference,
  }
}
