import type { EntryRecord, Sql } from './types.ts'

/** A line of somebody else's statement of an account. */
export interface StatementLine {
  /** What both sides call the movement. */
  key: string
  /** Signed as the account's own entries are: above zero when it received. */
  amountMinor: number
}

/** How an account's entries and an outside statement agree. Every entry and every line is in it exactly once. */
export interface Reconciliation<Line extends StatementLine> {
  matched: readonly { key: string; entry: EntryRecord; line: Line }[]
  /** On the statement alone. */
  missingHere: readonly Line[]
  /** In the ledger alone. */
  missingThere: readonly EntryRecord[]
  /** On both sides, with two amounts. */
  different: readonly { key: string; entry: EntryRecord; line: Line }[]
  /** Once more on one side, with the key and amount of something that has its match already or stands there again. */
  duplicateHere: readonly EntryRecord[]
  duplicateThere: readonly Line[]
}

function gather<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const gathered = new Map<string, Item[]>()
  for (const item of items) {
    const group = gathered.get(keyOf(item))
    if (group === undefined) gathered.set(keyOf(item), [item])
    else group.push(item)
  }
  return gathered
}

/** Takes the repetitions out of what found no match: of an amount that was met, or that stands there twice. */
function splitRepeated<Item extends { amountMinor: number }>(left: readonly Item[], met: ReadonlySet<number>) {
  const seen = new Set(met)
  const single: Item[] = []
  const repeated: Item[] = []
  for (const item of left) {
    if (seen.has(item.amountMinor)) repeated.push(item)
    else single.push(item)
    seen.add(item.amountMinor)
  }
  return { single, repeated }
}

/**
 * Compares entries of one account with the lines of a statement. Those with the same key and amount match, one to one;
 * then repetitions are set apart; what is left of a key is paired in order as different, and the rest is missing.
 * `keyOf` says what the other side calls an entry; without it that is the business reference.
 */
export function reconcile<Line extends StatementLine>(
  entries: readonly EntryRecord[],
  lines: readonly Line[],
  keyOf: (entry: EntryRecord) => string = ({ reference }) => reference,
): Reconciliation<Line> {
  const matched: { key: string; entry: EntryRecord; line: Line }[] = []
  const different: { key: string; entry: EntryRecord; line: Line }[] = []
  const missingHere: Line[] = []
  const missingThere: EntryRecord[] = []
  const duplicateHere: EntryRecord[] = []
  const duplicateThere: Line[] = []
  const entriesByKey = gather(entries, keyOf)
  const linesByKey = gather(lines, ({ key }) => key)
  for (const key of new Set([...entriesByKey.keys(), ...linesByKey.keys()])) {
    const linesLeft = [...(linesByKey.get(key) ?? [])]
    const entriesLeft: EntryRecord[] = []
    const met = new Set<number>()
    for (const entry of entriesByKey.get(key) ?? []) {
      const place = linesLeft.findIndex(({ amountMinor }) => amountMinor === entry.amountMinor)
      const [line] = place < 0 ? [] : linesLeft.splice(place, 1)
      if (line === undefined) entriesLeft.push(entry)
      else {
        matched.push({ key, entry, line })
        met.add(entry.amountMinor)
      }
    }
    const here = splitRepeated(entriesLeft, met)
    const there = splitRepeated(linesLeft, met)
    duplicateHere.push(...here.repeated)
    duplicateThere.push(...there.repeated)
    const pairs = Math.min(here.single.length, there.single.length)
    for (const [index, entry] of here.single.entries()) {
      const line = there.single[index]
      if (line === undefined) missingThere.push(entry)
      else different.push({ key, entry, line })
    }
    missingHere.push(...there.single.slice(pairs))
  }
  return { matched, missingHere, missingThere, different, duplicateHere, duplicateThere }
}

/** Entries of an account that were recorded from one moment until before another, oldest first. */
export async function readEntriesBetween(sql: Sql, account: string, from: Date, until: Date): Promise<EntryRecord[]> {
  return await sql.query<EntryRecord>(
    `SELECT entry.transfer_id AS "transfer", account.name AS "account", entry.number,
      entry.amount_minor AS "amountMinor", entry.balance_minor AS "balanceMinor", entry.code, entry.reference,
      entry.occurred_at AS "occurredAt", entry.recorded_at AS "recordedAt"
    FROM ledger_account AS account
    JOIN ledger_entry AS entry ON entry.account_id = account.id
    WHERE account.name = $1
      AND entry.number > ledger_number_at(account.id, $2::timestamptz - interval '1 microsecond')
      AND entry.number <= ledger_number_at(account.id, $3::timestamptz - interval '1 microsecond')
    ORDER BY entry.number`,
    [account, from.toISOString(), until.toISOString()],
  )
}
