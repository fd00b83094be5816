import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Command } from '../../platform/commands/index.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Files } from '../../platform/files/index.ts'
import type { Route } from '../../platform/http/index.ts'
import type { Job, Jobs } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Pictures } from '../../platform/pictures/index.ts'
import type { GamesDoor } from '../games/index.ts'
import type { MembersDoor } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { createAccountProof } from './account-proof.ts'
import { createHouse } from './accounts.ts'
import { askAfterRestore } from './after-restore.ts'
import type { RewardsDoor } from '../rewards/index.ts'
import { cashierCommands } from './cashier.commands.ts'
import { cashierJobs, PAYOUTS_JOB } from './cashier.jobs.ts'
import { cashierRoutes } from './cashier.routes.ts'
import { isHeldByCase } from './cases.store.ts'
import { createCases } from './cases.ts'
import { createContests } from './contests.ts'
import { createCredits } from './credit.ts'
import { depositCommands } from './deposit.commands.ts'
import { giftLinkKey } from './gift-link.rules.ts'
import { forgottenPayoutCommands } from './forgotten-payout.commands.ts'
import { createForgottenPayouts } from './forgotten-payouts.ts'
import { createGiftEnds } from './gift-ends.ts'
import { createRedemptions } from './gift-redemption.ts'
import { createGifts } from './gift.ts'
import {
  type CashierMovement,
  cashierMovementSources,
  hasPaid,
  movementDetails,
  movementsBetween,
} from './movements.store.ts'
import { createNotices } from './notices.ts'
import { createPaymentWatch } from './payment-watch.ts'
import { createPayments } from './payments.ts'
import { createPayouts } from './payouts.ts'
import type { Bank } from './providers/bank.ts'
import type { GiftIssuer } from './providers/gift-issuer.ts'
import { createQrs } from './qr.ts'
import { createRates } from './rates.ts'
import { createSlipParts } from './slip-parts.ts'
import { createWithdrawAll } from './withdraw-all.ts'
import { createWithdrawals } from './withdraw.ts'
import { hasOpenWithdrawal, holdPayouts } from './withdrawals.store.ts'

export { accountHoldersOf } from './account-proof.ts'
export { cashierLedgerTables, cashierMigrations } from './cashier.migrations.ts'
export type { CashierMovement } from './movements.store.ts'
export type { Bank } from './providers/bank.ts'
export type { GiftIssuer, RedeemAnswer, VerifyAnswer, Voucher } from './providers/gift-issuer.ts'
export { cashierWaiting } from './movements.store.ts'
export { createHttpBank, createNoBank } from './providers/http-bank.ts'
export { createHttpGiftIssuer } from './providers/http-gift-issuer.ts'

export interface CashierDeps {
  database: Database
  ledger: Ledger
  clock: Clock
  logger: Logger
  /** Where the cashier's own jobs are registered: a withdrawal wakes the one that pays. */
  jobs: Pick<Jobs, 'wake'>
  operator: OperatorDoor
  members: MembersDoor
  games: Pick<GamesDoor, 'refresh' | 'bringHome' | 'hasOpenCase' | 'compareRestored'>
  rewards: Pick<RewardsDoor, 'grantFor' | 'hasLateWin'>
  bank: Bank
  /** What the bank signs its callbacks with; null where no bank is connected: then every callback is refused. */
  hookSecret: string | null
  /** Where the pictures of slips lie, and what reads them. */
  files: Files
  pictures: Pictures
  gifts: {
    /** Null where none is connected: then no gift link is taken. */
    issuer: GiftIssuer | null
    /** What the web app hides gift links with (KRAPAO_LINK_SECRET). */
    linkSecret: string
    /** Hosts of gift links (KRAPAO_GIFT_HOSTS). */
    hosts: readonly string[]
  }
}

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

/** Deposits by QR, the bank's callbacks and lists, withdrawals and their payouts. */
export function createCashier(deps: CashierDeps): Cashier {
  const { database, ledger, clock, logger, operator, members, games, bank } = deps
  const house = createHouse({ database, ledger })
  const rates = createRates({ database, clock, operator })
  const isLocked = (memberId: string) => members.isLocked(database, memberId)
  const hasOpenCase = async (memberId: string) =>
    (await games.hasOpenCase(database, memberId)) || (await isHeldByCase(database, memberId))
  const hasLateWin = (memberId: string) => deps.rewards.hasLateWin(memberId)
  const findMember = (words: string) => members.find(database, words)
  const wakePayouts = () => deps.jobs.wake(PAYOUTS_JOB)

  const credits = createCredits({ ledger, clock, rewards: deps.rewards })
  const proof = createAccountProof({ clock, members, operator })
  const contests = createContests({ clock, logger })
  const common = { database, ledger, clock, logger, operator, house }
  const payments = createPayments({ ...common, rates, credits, proof, contests })
  const restoredAt = () => operator.restoredAt()
  const payouts = createPayouts({
    database,
    ledger,
    clock,
    logger,
    bank,
    house,
    isLocked,
    hasOpenCase,
    hasLateWin,
    restoredAt,
    compareRestored: (memberId) => games.compareRestored(memberId),
    wakePayouts,
  })
  const { issuer, linkSecret, hosts } = deps.gifts
  const giftEnds = createGiftEnds({ database, ledger, clock, logger, house, credits })
  const redemptions = createRedemptions({ database, clock, logger, operator, members, issuer, giftEnds })
  const linkKey = giftLinkKey(linkSecret)
  const gifts = createGifts({
    database,
    ledger,
    clock,
    operator,
    members,
    issuer,
    redemptions,
    giftEnds,
    linkKey,
    hosts,
  })
  const notices = createNotices({ database, ledger, clock, operator, house, credits })
  const slips = createSlipParts({ ...deps, house, rates, credits, payments, proof, contests })
  const withdrawals = createWithdrawals({
    database,
    ledger,
    clock,
    operator,
    members,
    house,
    rates,
    hasOpenCase,
    hasLateWin,
    wakePayouts,
  })
  return {
    routes: cashierRoutes({
      clock,
      payments,
      payouts,
      withdrawals,
      gifts,
      notices,
      qrs: createQrs({ database, clock, logger, operator, members, bank, rates }),
      withdrawAll: createWithdrawAll({ withdrawals, members, games, clock }),
      hookSecret: deps.hookSecret,
    }).concat(slips.routes),
    jobs: cashierJobs({
      payouts,
      watch: createPaymentWatch({ database, clock, logger, bank, payments, rates }),
      redemptions,
      notices,
      askAfterRestore: () => askAfterRestore({ database, clock, operator }),
    }).concat(slips.jobs),
    commands: [
      ...cashierCommands({
        database,
        clock,
        payouts,
        cases: createCases({ database, ledger, clock, operator, house, rates, credits, contests }),
        findMember,
        wakePayouts,
      }),
      ...forgottenPayoutCommands({
        forgotten: createForgottenPayouts({ ...common, members, bank, ends: payouts, wakePayouts }),
        findMember,
      }),
      ...slips.commands,
      ...depositCommands({ database, operator, notices, redemptions }),
    ],
    movements: movementsBetween,
    details: movementDetails,
    movementSources: cashierMovementSources,
    hasOpenWithdrawal,
    holdPayouts,
    hasPaid,
  }
}
