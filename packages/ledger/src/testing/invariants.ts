import { expect } from 'vitest'
import type { AccountState, EntryRecord, Ledger, Sql, TransferRecord } from '../types.ts'
import type { Model } from './model.ts'

/** What every test reads through: the ledger, and what it stands on. */
interface Subject {
  sql: Sql
  ledger: Ledger
  model: Model
}

/** A digest of every row of every table: a refused submission must leave it as it was, wherever the ledger keeps things. */
export async function fingerprint(sql: Sql): Promise<unknown> {
  const tables = await sql.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname`,
  )
  return await sql.query(
    tables
      .map(
        ({ name }) =>
          `SELECT '${name}' AS place, md5(coalesce(string_agg(line::text, ';' ORDER BY line::text), '')) AS digest
          FROM ${name} AS line`,
      )
      .join(' UNION ALL '),
  )
}

function sumBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string, amountOf: (item: Item) => number) {
  const sums = new Map<string, number>()
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + amountOf(item))
  return sums
}

/** Money is neither made nor lost: each currency adds up to zero, and what leaves a hold's source is what may arrive. */
function expectConservation(states: readonly AccountState[]): void {
  // The largest amounts there are add up exactly only as big integers.
  const total = (currency: string, key: 'postedMinor' | 'heldMinor' | 'arrivingMinor') =>
    states.filter((state) => state.currency === currency).reduce((sum, state) => sum + BigInt(state[key]), 0n)
  for (const currency of new Set(states.map((state) => state.currency))) {
    expect(total(currency, 'postedMinor')).toBe(0n)
    expect(total(currency, 'heldMinor')).toBe(total(currency, 'arrivingMinor'))
  }
}

function expectLimits(states: readonly AccountState[]): void {
  for (const { account, floorMinor, postedMinor, heldMinor } of states) {
    if (floorMinor !== null && postedMinor - heldMinor < floorMinor) {
      expect.fail(`${account} is at ${postedMinor} less ${heldMinor}, below its limit ${floorMinor}`)
    }
  }
}

/** Every entry follows from the one before it, and the last one says what the account holds. */
function expectDerived(state: AccountState, entries: readonly EntryRecord[]): void {
  let balanceMinor = 0
  let recordedMs = 0
  for (const [index, entry] of entries.entries()) {
    expect(entry.recordedAt.getTime()).toBeGreaterThanOrEqual(recordedMs)
    recordedMs = entry.recordedAt.getTime()
    balanceMinor += entry.amountMinor
    expect(entry).toMatchObject({ account: state.account, number: index + 1, balanceMinor })
  }
  expect(state.postedMinor).toBe(balanceMinor)
}

function expectHolds(states: readonly AccountState[], transfers: readonly TransferRecord[]): void {
  const pending = transfers.filter((transfer) => transfer.state === 'pending')
  const held = sumBy(
    pending,
    ({ from }) => from,
    ({ amountMinor }) => amountMinor,
  )
  const arriving = sumBy(
    pending,
    ({ to }) => to,
    ({ amountMinor }) => amountMinor,
  )
  for (const { account, heldMinor, arrivingMinor, pendingCount } of states) {
    const touching = pending.filter(({ from, to }) => from === account || to === account).length
    expect({ account, heldMinor, arrivingMinor, pendingCount }).toEqual({
      account,
      heldMinor: held.get(account) ?? 0,
      arrivingMinor: arriving.get(account) ?? 0,
      pendingCount: touching,
    })
  }
}

/** Plays the entries again on empty accounts: transfers have two sides of what was posted of them, and make each balance. */
function expectReplay(
  states: readonly AccountState[],
  entries: readonly EntryRecord[],
  transfers: readonly TransferRecord[],
): void {
  const balances = sumBy(
    entries,
    ({ account }) => account,
    ({ amountMinor }) => amountMinor,
  )
  for (const { account, postedMinor } of states) expect(balances.get(account) ?? 0).toBe(postedMinor)
  const sides = new Map<string, string[]>()
  for (const { transfer, account, amountMinor } of entries) {
    sides.set(transfer, [...(sides.get(transfer) ?? []), `${account} ${amountMinor}`])
  }
  for (const { id, from, to, settledMinor } of transfers) {
    const told = (sides.get(id) ?? []).toSorted()
    const moved = settledMinor ?? 0
    expect(told).toEqual(moved === 0 ? [] : [`${from} ${-moved}`, `${to} ${moved}`].toSorted())
    sides.delete(id)
  }
  expect([...sides.keys()]).toEqual([])
}

/** All that must hold after every step; the sixth, that a refusal changes nothing, is seen by fingerprints around it. */
export async function expectInvariants({ sql, ledger, model }: Subject): Promise<void> {
  const names = [...model.accounts.keys()]
  const found = await ledger.states(sql, names)
  expect(found).toEqual(new Map(model.accounts))
  const states = [...found.values()]
  expectConservation(states)
  expectLimits(states)

  const entries: EntryRecord[] = []
  for (const state of states) {
    const own = (await ledger.entries(sql, state.account, { limit: 10_000 })).toReversed()
    expect(own.map(({ transfer, amountMinor, balanceMinor }) => ({ transfer, amountMinor, balanceMinor }))).toEqual(
      model.lines.get(state.account),
    )
    expectDerived(state, own)
    entries.push(...own)
  }

  const transfers: TransferRecord[] = []
  for (const [id, expected] of model.transfers) {
    const transfer = await ledger.transfer(sql, id)
    expect(transfer).toMatchObject(expected)
    if (transfer !== null) transfers.push(transfer)
  }
  expectHolds(states, transfers)
  expectReplay(states, entries, transfers)
}
