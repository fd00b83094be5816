import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/ids.ts'
import { appMigrations } from '../../../app.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { createNoBank } from '../providers/http-bank.ts'
import { routePayouts } from './payout-routes.ts'
import type { PayoutAnswer, PayoutOrder, PayoutSender } from '../providers/payout-sender.ts'

// Which party an order goes through: one for ever, whatever the settings say later.

let database: Database
beforeAll(async () => {
  database = await openTestDatabase({ migrations: appMigrations })
})
afterAll(() => database.close())

/** A party that pays what it is sent, and tells of it until it is to say nothing. */
class PlayedSender implements PayoutSender {
  readonly paid = new Set<string>()
  isSilent = false
  readonly currencies = ['BAHT'] as const
  #said(reference: string): PayoutAnswer {
    if (this.isSilent) return { kind: 'unknown', why: 'silence' }
    return this.paid.has(reference) ? { kind: 'state', state: 'SENT', transRef: null } : { kind: 'not-found' }
  }
  async payOut({ reference }: PayoutOrder): Promise<PayoutAnswer> {
    this.paid.add(reference)
    return this.#said(reference)
  }
  async payout({ reference }: PayoutOrder): Promise<PayoutAnswer> {
    return this.#said(reference)
  }
}

let one: PlayedSender
let other: PlayedSender
let named: Map<string, PayoutSender>
const isRestored = () => Promise.resolve(false)
let order: PayoutOrder
beforeEach(() => {
  one = new PlayedSender()
  other = new PlayedSender()
  named = new Map([
    ['one', one],
    ['other', other],
  ])
  const to = { bankCode: 'SCB', accountNo: '1', name: 'A' }
  order = { reference: newId(new Date()), amountMinor: 100, currency: 'BAHT', to }
})

it('[CNX-009] an order is asked about and sent again where it was sent first, though the settings name another now', async () => {
  one.isSilent = true
  await routePayouts(database, { named, inUse: ['one'], isRestored }).payOut(order)
  const changed = routePayouts(database, { named, inUse: ['other'], isRestored })
  expect(await changed.payout(order)).toMatchObject({ kind: 'unknown' })
  expect(await changed.payOut(order)).toMatchObject({ kind: 'unknown' })
  one.isSilent = false
  expect(await changed.payout(order)).toMatchObject({ kind: 'state' })
  expect(other.paid.size).toBe(0)
})

it('[CNX-009] an order whose party is named no more is unknown, and nobody else pays it', async () => {
  await routePayouts(database, { named, inUse: ['one'], isRestored }).payOut(order)
  const without = routePayouts(database, { named: new Map([['other', other]]), inUse: ['other'], isRestored })
  expect(await without.payout(order)).toMatchObject({ kind: 'unknown' })
  expect(await without.payOut(order)).toMatchObject({ kind: 'unknown' })
  expect(other.paid.size).toBe(0)
})

it('[CNX-009] two processes with other settings send one order through one party', async () => {
  const senders = ['one', 'other'].map((name) => routePayouts(database, { named, inUse: [name], isRestored }))
  await Promise.all(senders.map((sender) => sender.payOut(order)))
  expect(one.paid.size + other.paid.size).toBe(1)
})

it('[CNX-009] an order whose party a restored copy forgot is asked about everywhere, and is unknown while one is silent', async () => {
  other.paid.add(order.reference)
  other.isSilent = true
  const sender = routePayouts(database, { named, inUse: ['one'], isRestored })
  expect(await sender.payout(order)).toMatchObject({ kind: 'unknown' })
  other.isSilent = false
  expect(await sender.payout(order)).toMatchObject({ kind: 'state' })
  // From then on it is known whose it is.
  expect(await sender.payOut(order)).toMatchObject({ kind: 'state' })
  expect(one.paid.size).toBe(0)
})

it('[CNX-009] an order that was written down and not sent is sent by another party where no bank is connected', async () => {
  const inUse = ['bank', 'other']
  const sender = routePayouts(database, { named: new Map([['bank', createNoBank()], ...named]), inUse, isRestored })
  expect(await sender.payout(order)).toEqual({ kind: 'not-found' })
  one.isSilent = true
  expect(await sender.payout(order)).toMatchObject({ kind: 'unknown' })
  expect(await sender.payOut(order)).toMatchObject({ kind: 'state' })
  expect(other.paid.size).toBe(1)
})

it('[CNX-009] an order that a restored copy may have forgotten is unknown while no bank is connected, and so is one that nobody can be asked about', async () => {
  const withoutBank = new Map([['bank', createNoBank()], ...named])
  const copy = { named: withoutBank, inUse: ['bank', 'other'], isRestored: () => Promise.resolve(true) }
  expect(await routePayouts(database, copy).payout(order)).toMatchObject({ kind: 'unknown' })
  const nobody = { named: new Map([['bank', createNoBank()]]), inUse: ['bank'], isRestored }
  expect(await routePayouts(database, nobody).payout(order)).toMatchObject({ kind: 'unknown' })
})

it('[CNX-009] an order that a bank was given is unknown while no bank is connected', async () => {
  const inUse = ['bank', 'other']
  one.isSilent = true
  await routePayouts(database, { named: new Map([...named, ['bank', one]]), inUse, isRestored }).payOut(order)
  const without = routePayouts(database, { named: new Map([...named, ['bank', createNoBank()]]), inUse, isRestored })
  expect(await without.payout(order)).toMatchObject({ kind: 'unknown' })
  expect(await without.payOut(order)).toMatchObject({ kind: 'unknown' })
  expect(other.paid.size).toBe(0)
})

it('[CNX-009] an order in a currency goes to the first that pays in it', async () => {
  const sender = routePayouts(database, { named, inUse: ['one', 'other'], isRestored })
  expect(await sender.payOut({ ...order, currency: 'LAK' })).toMatchObject({ kind: 'unknown' })
  expect(one.paid.size + other.paid.size).toBe(0)
  await sender.payOut(order)
  expect(one.paid.size).toBe(1)
})
