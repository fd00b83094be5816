import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Files } from '../../platform/files/index.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Pictures } from '../../platform/pictures/index.ts'
import type { Games } from '../games/index.ts'
import type { Members } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import type { Proposals } from '../proposals/index.ts'
import type { Rewards } from '../rewards/index.ts'
import { isHeldByCase } from './cases/cases.store.ts'
import type { Bank } from './providers/bank.ts'
import type { Connectors } from './providers/connectors.ts'
import type { GiftIssuer } from './providers/gift-issuer.ts'
import type { PayoutSender } from './providers/payout-sender.ts'
import type { SlipVerifier } from './providers/slip-verifier.ts'

/** What the use cases of this module work with. */
export interface CashierParts {
  database: Database
  ledger: Ledger
  clock: Clock
  logger: Logger
  /** Where the cashier's own jobs are registered: a withdrawal wakes the one that pays. */
  jobs: Pick<Jobs, 'wake'>
  operator: OperatorDoor
  /** Kip for one baht as the operator set them, read anew, and when; null while it was never set. */
  lakPerBaht(): Promise<{ value: number; changedAt: Date | null }>
  members: Members
  games: Pick<Games, 'refresh' | 'bringHome' | 'hasOpenCase' | 'compareRestored'>
  rewards: Pick<Rewards, 'grantFor' | 'hasHighFlag' | 'hasLateWin' | 'takenAtMost'>
  proposals: Pick<Proposals, 'offer' | 'register' | 'proposedMinor' | 'confirmedMinor' | 'likeThese'>
  /** The bank that collects where no other party is named, and lists all payments. */
  bank: Bank
  /** The parties beside it. */
  connectors: Connectors
  payoutSender: PayoutSender
  slipVerifier: SlipVerifier
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
  memory: CashierMemory
}

/** What this process need not ask, do or say twice. Nothing is true because it stands here. */
export interface CashierMemory {
  /** Accounts of the house that are open. */
  openAccounts: Set<string>
  /** The rate of exchange that was written down last. */
  lakPerBaht: number | null
  /** Why a payout is unknown, by its withdrawal, as it was logged last. */
  loggedWhy: Map<string, string>
}

export function createMemory(): CashierMemory {
  return { openAccounts: new Set(), lakPerBaht: null, loggedWhy: new Map() }
}

/** The job that pays out, woken when a withdrawal was made. */
export const PAYOUTS_JOB = 'cashier-payouts'
/** The job that asks about QRs, woken when a party hinted at one. */
export const QRS_JOB = 'cashier-qr-poll'
/** The job that decides slips, woken when one was sent. */
export const SLIPS_JOB = 'cashier-slips'

/** Whether the operator has an open case about the member's money, at the games or here (rulings 1.2, beyond 7.9). */
export async function hasOpenCase({ database, games }: CashierParts, memberId: string): Promise<boolean> {
  const cases = await Promise.all([games.hasOpenCase(database, memberId), isHeldByCase(database, memberId)])
  return cases.includes(true)
}
