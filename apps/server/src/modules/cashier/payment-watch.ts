import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { deriveId } from '../../platform/ids.ts'
import { tendEach } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import { openCase } from './cases.store.ts'
import type { Payments } from './payments.ts'
import { feedCursor, setFeedCursor } from './payments.store.ts'
import type { Bank, PaymentPage } from './providers/bank.ts'
import { nextPollAt } from './qr.rules.ts'
import { type QrRow, qrsToPoll, setPollAt } from './qr.store.ts'
import type { Rates } from './rates.ts'

export interface PaymentWatch {
  /** Reads on in the bank's feed of all payments; how many were new to it. */
  readFeed(): Promise<number>
  /** Asks about the QRs that are due; how many were asked about. */
  pollQrs(): Promise<number>
}

const POLLED_AT_ONCE = 8
/** As much as a person needs to find it at the bank. */
const DETAIL_MAX = 1_000

/** Asks the bank what was paid, so that no deposit hangs on a callback (rulings 3.1). */
export function createPaymentWatch(deps: {
  database: Database
  clock: Clock
  logger: Logger
  bank: Bank
  payments: Payments
  rates: Rates
}): PaymentWatch {
  const { database, clock, logger, bank, payments } = deps

  /** Receives each payment of a page; one that cannot be booked does not keep the others waiting. */
  async function receiveAll(page: NonNullable<PaymentPage>): Promise<void> {
    for (const raw of page.unreadable) await report(raw)
    const failures: unknown[] = []
    for (const payment of page.payments) {
      try {
        await payments.receive(payment)
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  /**
   * The feed is read on past it, so that somebody must know of what may be money: it is told once, however often it is
   * listed.
   */
  async function report(raw: unknown): Promise<void> {
    const text = JSON.stringify(raw)
    const nothing = { memberId: null, withdrawalId: null, sendingBank: null, transRef: null, amountMinor: null }
    const detail = `the bank lists ${text.slice(0, DETAIL_MAX)}`
    const now = clock.now()
    const about = {
      kind: 'PAYMENT_UNREADABLE',
      ...nothing,
      currency: null,
      reference: '-',
      occurredAt: now,
      detail,
    } as const
    const isNew = await openCase(database, about, deriveId(text), now)
    if (isNew) logger.error('the bank listed a payment that cannot be read')
  }

  async function poll(row: QrRow): Promise<void> {
    const page = await bank.paymentsOf(row.reference)
    if (page !== null) await receiveAll(page)
    await setPollAt(
      database,
      row.id,
      nextPollAt({ isLive: row.state === 'live', expiresAt: row.expiresAt }, clock.now()),
    )
  }

  return {
    async readFeed() {
      // The feed is read often enough to notice when the operator changes the rate of exchange.
      await deps.rates.current()
      const cursor = await feedCursor(database)
      const page = await bank.paymentsAfter(cursor)
      if (page === null) return 0
      await receiveAll(page)
      if (page.cursor === null || page.cursor === cursor) return 0
      await setFeedCursor(database, page.cursor, clock.now())
      return page.payments.length + page.unreadable.length
    },
    async pollQrs() {
      return tendEach(await qrsToPoll(database, clock.now(), POLLED_AT_ONCE), poll)
    },
  }
}
