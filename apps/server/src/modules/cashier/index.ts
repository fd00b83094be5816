import type { Command } from '../../platform/commands/index.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { Route } from '../../platform/http/index.ts'
import type { Job } from '../../platform/jobs.ts'
import { cashierCommands } from './cashier.commands.ts'
import { cashierJobs } from './cashier.jobs.ts'
import { type CashierParts, createMemory } from './cashier.parts.ts'
import { cashierRoutes } from './cashier.routes.ts'
import { depositCommands } from './deposit.commands.ts'
import { forgottenPayoutCommands } from './forgotten-payout.commands.ts'
import {
  type CashierMovement,
  cashierMovementSources,
  hasPaid,
  movementDetails,
  movementsBetween,
} from './movements.store.ts'
import { slipCommands } from './slip.commands.ts'
import { hasOpenWithdrawal, holdPayouts } from './withdrawals.store.ts'

export { accountHoldersOf } from './account-proof.ts'
export { cashierLedgerTables, cashierMigrations } from './cashier.migrations.ts'
export type { CashierMovement } from './movements.store.ts'
export type { Bank } from './providers/bank.ts'
export type { GiftIssuer, RedeemAnswer, VerifyAnswer, Voucher } from './providers/gift-issuer.ts'
export { cashierWaiting } from './movements.store.ts'
export { createHttpBank, createNoBank } from './providers/http-bank.ts'
export { createHttpGiftIssuer } from './providers/http-gift-issuer.ts'

/** What other modules may ask of the cashier. */
export interface CashierDoor {
  /** Deposits, withdrawals and adjustments whose movement numbers lie between the two, or are among `only`, in no order. */
  movements(
    sql: Sql,
    memberId: string,
    fromNumber: number,
    toNumber: number,
    only?: readonly number[],
  ): Promise<CashierMovement[]>
  /** What a receipt says of one of them beyond its line. */
  details: typeof movementDetails
  /** Where they stand, by their kinds. */
  movementSources: typeof cashierMovementSources
  /** Whether a withdrawal of the member is not at its end. */
  hasOpenWithdrawal(sql: Sql, memberId: string): Promise<boolean>
  /** Makes payouts of a locked member that were not sent wait for a person. @returns how many. */
  holdPayouts(sql: Sql, memberId: string): Promise<number>
  /** Whether a transfer is known that was sent from a bank of this name: its digits, or its letters where it has none. */
  hasPaid(sql: Sql, bank: string): Promise<boolean>
}

/** The cashier with what the process binds. */
export type Cashier = CashierDoor & { routes: Route[]; jobs: Job[]; commands: Command[] }

/** Deposits by QR, slip, gift link and notice, the bank's callbacks and lists, withdrawals and their payouts. */
export function createCashier(doors: Omit<CashierParts, 'memory'>): Cashier {
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
  }
}
