import { desk } from '@krapao/contract'
import { bound } from '../../platform/bound.ts'
import { fromWireAmount } from '@krapao/money'
import { route } from '../../platform/http/index.ts'
import { byAgent } from '../deeds/index.ts'
import { adjust, type AdjustmentAsked, adjustmentDeed } from './by-hand/adjust.ts'
import { adjustmentCommands } from './by-hand/adjustment.commands.ts'
import type { Sql } from '../../platform/database/types.ts'
import { cashierJobs } from './cashier.jobs.ts'
import { type CashierParts, createMemory } from './cashier.parts.ts'
import { cashierRoutes } from './cashier.routes.ts'
import { actOnCase, caseDecisions } from './by-hand/case-decisions.ts'
import { offersOf } from './by-hand/decision-proposals.ts'
import { actOnGift, giftDecisions } from './by-hand/gift-decisions.ts'
import { actOnNotice, noticeDecisions } from './by-hand/notice-decisions.ts'
import { actOnSlip, slipDecisions } from './by-hand/slip-decisions.ts'
import { forgottenPayoutCommands } from './by-hand/forgotten-payout.commands.ts'
import { rememberPayout } from './payouts/forgotten-payouts.ts'
import {
  cashierMovementSources,
  hasPaid,
  membersOfReference,
  movementDetails,
  movementsBetween,
} from './answers/movements.store.ts'
import { factsOfMember } from './answers/member-facts.ts'
import { namesAtBank } from './answers/names-at-bank.store.ts'
import { reportNotHome } from './cases/not-home.ts'
import { routePayouts } from './payouts/payout-routes.ts'
import { cancelLiveQrAbove } from './qr/qr.store.ts'
import { broughtAndTaken, hasOpenDeposit, reservedMinor } from './answers/reservations.store.ts'
import { BANK } from './providers/connectors.ts'
import type { PayoutSender } from './providers/payout-sender.ts'
import { slipVerifierOf } from './transfers/slip-verifiers.ts'
import { createReleaseChange } from './withdrawals/release-change.ts'
import { releaseCommands } from './withdrawals/release.commands.ts'
import { releaseRoutes } from './withdrawals/release.routes.ts'
import { waitsOfMember } from './withdrawals/release.ts'
import { releaseVersions } from './withdrawals/release.store.ts'
import { slipCommands } from './by-hand/slip.commands.ts'
import { warnOfUnpaidBanks } from './payouts/unpaid-banks.ts'
import { actOnWithdrawal, withdrawalDecisions } from './by-hand/withdrawal-decisions.ts'
import { hasOpenWithdrawal, heldForDays, holdPayouts } from './withdrawals/withdrawals.store.ts'

export { accountHoldersOf } from './transfers/account-proof.ts'
export { bankAccount } from './books/accounts.ts'
export { bankTraces } from './answers/bank-traces.ts'
export { cashierRecords } from './cashier.records.ts'
export { cashierLedgerTables, cashierMigrations } from './cashier.migrations.ts'
export type { Bank } from './providers/bank.ts'
export type { Connectors } from './providers/connectors.ts'
export { cashierFamilies, createConnectors } from './providers/families.ts'
export type { GiftIssuer, RedeemAnswer, VerifyAnswer, Voucher } from './providers/gift-issuer.ts'
export { cashierWaiting } from './answers/movements.store.ts'
export { createHttpBank, createNoBank } from './providers/http-bank.ts'
export { createHttpGiftIssuer } from './providers/http-gift-issuer.ts'

export type Cashier = ReturnType<typeof createCashier>

/** Deposits by QR, slip, gift link and notice, the bank's callbacks and lists, withdrawals and their payouts. */
export function createCashier(doors: Omit<CashierParts, 'lakPerBaht' | 'memory' | 'payoutSender' | 'slipVerifier'>) {
  const { database, bank, connectors } = doors
  const senders = new Map<string, PayoutSender>([[BANK, bank]])
  for (const [name, { payoutSender }] of connectors.named) if (payoutSender) senders.set(name, payoutSender)
  const parts: CashierParts = {
    ...doors,
    lakPerBaht: () => doors.operator.setting('lakPerBaht'),
    payoutSender: routePayouts(database, {
      named: senders,
      inUse: connectors.payouts,
      isRestored: async () => (await doors.operator.lastRestoredAt()) !== null,
    }),
    slipVerifier: slipVerifierOf(doors),
    memory: createMemory(),
  }
  const changeRelease = createReleaseChange(parts)
  const adjustment = parts.proposals.register(adjustmentDeed(parts))
  const offer = offersOf(parts, {
    withdrawal: actOnWithdrawal,
    slip: actOnSlip,
    notice: actOnNotice,
    gift: actOnGift,
    case: actOnCase,
    arrival: actOnCase,
  })
  const propose = (asked: AdjustmentAsked) => adjust(parts, adjustment, asked)
  return {
    routes: cashierRoutes(parts),
    deskRoutes: [
      ...releaseRoutes(parts, changeRelease),
      route(desk.deskAdjust, ({ agent, body, operationId }) => {
        const { amount, reference, ...asked } = body
        const changeMinor = fromWireAmount(amount)
        return propose({ ...asked, changeMinor, reference: reference?.trim() || null, by: byAgent(agent), operationId })
      }),
    ],
    jobs: cashierJobs(parts),
    commands: [
      ...forgottenPayoutCommands(parts),
      ...slipCommands(parts),
      ...adjustmentCommands(propose),
      ...releaseCommands(parts, changeRelease),
    ],
    movements: movementsBetween,
    details: movementDetails,
    movementSources: cashierMovementSources,
    hasOpenWithdrawal,
    heldForDays,
    holdPayouts: (sql: Sql, memberId: string) => holdPayouts(sql, memberId, parts.clock.now()),
    decisionKinds: [
      withdrawalDecisions(parts, offer),
      slipDecisions(parts, offer),
      noticeDecisions(parts, offer),
      giftDecisions(parts, offer),
      ...caseDecisions(parts, offer),
    ],
    hasPaid,
    /** Whether rules of automatic release were ever put in force in place of what settings say. */
    hasReleaseRules: async (sql: Sql) => (await releaseVersions(sql, 1)).length > 0,
    membersOfReference,
    namesAtBank,
    broughtAndTaken,
    cancelLiveQrAbove,
    reportNotHome,
    hasOpenDeposit,
    reservedMinor,
    ...bound(parts, { factsOfMember, rememberPayout, waitsOfMember, warnOfUnpaidBanks }),
  }
}
