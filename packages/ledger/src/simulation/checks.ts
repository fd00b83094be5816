import { isDeepStrictEqual } from 'node:util'
import { balanceAt } from '../testing/balance-at.ts'
import type { Model } from '../testing/model.ts'
import type { AccountState, ChainHead, EntryRecord, Ledger, Sql } from '../types.ts'
import type { Random } from '../testing/random.ts'

/** The simulation found that the ledger is wrong. */
export class Violation extends Error {}

export function requireThat(condition: boolean, what: string): void {
  if (!condition) throw new Violation(what)
}

const ENTRIES_A_PAGE = 2_000
/** One in so many transfers is read by its id: the entries and the audit tell of all. */
const TRANSFERS_READ = 25
const MOMENTS = 40

/** The real accounts are the model's; money adds up to zero, and no account is below its limit. */
export function checkStates(states: ReadonlyMap<string, AccountState>, model: Model): void {
  const sums = new Map<string, number>()
  for (const state of states.values()) {
    const { account, currency, floorMinor, postedMinor, heldMinor } = state
    sums.set(currency, (sums.get(currency) ?? 0) + postedMinor)
    requireThat(floorMinor === null || postedMinor - heldMinor >= floorMinor, `${account} is below its limit`)
    const expected = model.accounts.get(account)
    if (isDeepStrictEqual(state, expected)) continue
    throw new Violation(`${account} is ${JSON.stringify(state)}, and should be ${JSON.stringify(expected)}`)
  }
  for (const [currency, sum] of sums) requireThat(sum === 0, `all accounts in ${currency} add up to ${sum}`)
  requireThat(states.size === model.accounts.size, `${states.size} accounts are there`)
}

async function readEntries(ledger: Ledger, sql: Sql, account: string): Promise<EntryRecord[]> {
  const entries: EntryRecord[] = []
  for (let beforeNumber: number | undefined; beforeNumber !== 1; beforeNumber = entries.at(-1)?.number) {
    const page = { limit: ENTRIES_A_PAGE, ...(beforeNumber === undefined ? {} : { beforeNumber }) }
    const read = await ledger.entries(sql, account, page)
    if (read.length === 0) break
    entries.push(...read)
  }
  return entries.toReversed()
}

/** What an account held at random moments follows from its entries and the times at which they were recorded. */
async function checkPast(ledger: Ledger, sql: Sql, entries: readonly EntryRecord[], random: Random): Promise<void> {
  const entry = random.pick(entries)
  const at = new Date(entry.recordedAt.getTime() + random.pick([-1, 0, 0, 1]))
  const last = entries.findLast(({ recordedAt }) => recordedAt.getTime() <= at.getTime())
  const found = await balanceAt(ledger, sql, entry.account, at)
  requireThat(
    found === (last?.balanceMinor ?? 0),
    `${entry.account} held ${found} at ${at.toISOString()}, and its entries say ${last?.balanceMinor}`,
  )
}

/**
 * Everything there is: each acknowledged transfer is in the entries exactly once, with nothing beside them; each entry
 * follows from the one before; the audit finds nothing; and the hash chain goes on from where it was noted before.
 */
export async function checkAll(
  ledger: Ledger,
  sql: Sql,
  model: Model,
  acknowledged: ReadonlySet<string>,
  noted: readonly ChainHead[],
  random: Random,
): Promise<readonly ChainHead[]> {
  checkStates(await ledger.states(sql, [...model.accounts.keys()]), model)
  const sides = new Map<string, number>()
  let looked = 0
  for (const account of model.accounts.keys()) {
    const entries = await readEntries(ledger, sql, account)
    const told = entries.map(({ transfer, amountMinor, balanceMinor }) => ({ transfer, amountMinor, balanceMinor }))
    requireThat(isDeepStrictEqual(told, model.lines.get(account)), `the entries of ${account} are not the model's`)
    requireThat(
      entries.every(({ number }, index) => number === index + 1),
      `the entries of ${account} are not numbered one by one`,
    )
    for (const { transfer } of entries) sides.set(transfer, (sides.get(transfer) ?? 0) + 1)
    if (entries.length > 0 && looked < MOMENTS) await checkPast(ledger, sql, entries, random)
    looked += 1
  }
  for (const [id, lines] of sides) requireThat(lines === 2, `transfer ${id} has ${lines} entries`)

  let reached = 0
  for (const [id, expected] of model.transfers) {
    requireThat(acknowledged.has(id), `transfer ${id} is there, and nobody was told so`)
    requireThat((expected.settledMinor ?? 0) > 0 === sides.delete(id), `transfer ${id} has no entries, or has some`)
    reached += 1
    if (reached % TRANSFERS_READ > 0) continue
    const { occurredAt: _occurredAt, recordedAt: _recordedAt, ...found } = (await ledger.transfer(sql, id)) ?? {}
    requireThat(isDeepStrictEqual(found, expected), `transfer ${id} is ${JSON.stringify(found)}`)
  }
  requireThat(sides.size === 0, `entries of ${[...sides.keys()].join(', ')} belong to nothing that was accepted`)
  for (const id of acknowledged) requireThat(model.transfers.has(id), `transfer ${id} was acknowledged and is lost`)

  const audit = await ledger.audit(sql)
  requireThat(audit.ok, `the audit found: ${audit.problems.join('; ')}`)
  requireThat(audit.transfers === model.transfers.size, `the audit counts ${audit.transfers} transfers`)
  const chain = await ledger.verifyChain(sql, noted)
  requireThat(chain.ok, `the hash chain: ${chain.problems.join('; ')}`)
  return chain.heads
}
