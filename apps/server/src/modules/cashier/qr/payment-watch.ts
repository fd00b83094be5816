import { deriveId } from '../../../platform/ids.ts'
import { processEach } from '../../../platform/jobs.ts'
import { openCase } from '../cases/cases.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { isListed, paymentsOf } from './collectors.ts'
import { feedCursor, setFeedCursor } from '../transfers/payments.store.ts'
import { receivePayment } from './payments.ts'
import type { Collector, PaymentPage } from '../providers/collector.ts'
import { BANK } from '../providers/connectors.ts'
import { askPaidAt, nextInSilence, nextPollAt } from './qr.rules.ts'
import { type QrRow, planPoll, setPollAt, takeDueQrs } from './qr.store.ts'
import { currentRate } from '../books/rates.ts'
import { HOUR_MS } from '../../../platform/durations.ts'

const POLLED_AT_ONCE = 8
/** As much as a person needs to find it at the bank. */
const DETAIL_MAX = 1_000
const BANK_FEED = 'payments'
/** Longer than a QR of a collector that lists its payments can be paid. */
const PAYABLE_FOR_MS = 25 * HOUR_MS

// Asks the bank what was paid, so that no deposit hangs on a callback (rulings 3.1).

/** Receives each payment of a page; one that cannot be booked does not keep the others waiting. */
async function receiveAll(parts: CashierParts, page: NonNullable<PaymentPage>, collector: string): Promise<void> {
  for (const raw of page.unreadable) await report(parts, raw)
  const failures: unknown[] = []
  for (const payment of page.payments) {
    try {
      await receivePayment(parts, payment, collector)
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
async function report(parts: CashierParts, raw: unknown): Promise<void> {
  const text = JSON.stringify(raw)
  const nothing = { memberId: null, withdrawalId: null, sendingBank: null, transRef: null, amountMinor: null }
  const detail = `the bank lists ${text.slice(0, DETAIL_MAX)}`
  const now = parts.clock.now()
  const about = {
    kind: 'PAYMENT_UNREADABLE',
    ...nothing,
    currency: null,
    reference: '-',
    occurredAt: now,
    detail,
  } as const
  const isNew = await openCase(parts.database, about, deriveId(text), now)
  if (isNew) parts.logger.error('the bank listed a payment that cannot be read')
}

async function poll(parts: CashierParts, row: QrRow & { pollAt: Date }): Promise<void> {
  const page = await paymentsOf(parts, row)
  if (page === null) return
  try {
    await receiveAll(parts, page, row.collector)
  } catch (error) {
    await setPollAt(parts.database, row.id, parts.clock.now())
    throw error
  }
  const now = parts.clock.now()
  const next =
    row.state === 'paid'
      ? askPaidAt(row, now, isListed(parts, row.collector))
      : nextPollAt({ isLive: row.state === 'live', expiresAt: row.expiresAt }, now)
  if (next === null || row.state === 'paid') await planPoll(parts.database, row, next)
}

/** Reads on in the bank's feed of all payments; how many were new to it. */
export async function readFeed(parts: CashierParts): Promise<number> {
  // The feed is read often enough to notice when the operator changes the rate of exchange.
  await currentRate(parts)
  const cursor = await feedCursor(parts.database, BANK_FEED)
  const page = await parts.bank.paymentsAfter(cursor)
  if (page === null) return 0
  await receiveAll(parts, page, BANK)
  if (page.cursor === null || page.cursor === cursor) return 0
  await setFeedCursor(parts.database, BANK_FEED, { cursor: page.cursor, now: parts.clock.now() })
  return page.payments.length + page.unreadable.length
}

/**
 * Goes through the payments that collectors list by themselves, since the last time that they listed all: of a QR whose
 * making was not answered there is no row to ask by, and somebody may have paid it. How many were listed.
 */
export async function readLists(parts: CashierParts): Promise<number> {
  const lists = [...parts.connectors.named].map(([name, { collector }]) => readList(parts, name, collector))
  return (await Promise.all(lists)).reduce((sum, count) => sum + count, 0)
}

async function readList(parts: CashierParts, name: string, collector: Collector | undefined): Promise<number> {
  if (collector?.paymentsSince === undefined) return 0
  const feed = `list of ${name}`
  const now = parts.clock.now()
  const readAt = new Date((await feedCursor(parts.database, feed)) ?? now)
  const page = await collector.paymentsSince(new Date(readAt.getTime() - PAYABLE_FOR_MS))
  if (page === null) return 0
  await receiveAll(parts, page, name)
  await setFeedCursor(parts.database, feed, { cursor: now.toISOString(), now })
  return page.payments.length + page.unreadable.length
}

/** Asks about the QRs that are due and that no other process asks about; how many were asked about. */
export async function pollQrs(parts: CashierParts): Promise<number> {
  const now = parts.clock.now()
  const taken = await takeDueQrs(parts.database, now, POLLED_AT_ONCE, (row) =>
    nextInSilence({ isLive: row.state === 'live', expiresAt: row.expiresAt }, now),
  )
  return processEach(taken, (row) => poll(parts, row))
}
