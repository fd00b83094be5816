import type { Flow, FlowEntry, FlowRange, Sql } from './types.ts'

/** Behind all of the answered entries that the range names, one by one, with whom each was booked against. */
const RANGE = `
  FROM ledger_account AS account
  CROSS JOIN LATERAL (
    SELECT greatest(ledger_number_at(account.id, $3::timestamptz - interval '1 microsecond'),
        coalesce(($5::text::jsonb ->> account.name)::bigint, 0)) AS low,
      ledger_number_at(account.id, $4::timestamptz - interval '1 microsecond') AS high
  ) AS page
  JOIN ledger_entry AS entry ON entry.account_id = account.id AND entry.number > low AND entry.number <= high
  JOIN ledger_transfer AS transfer ON transfer.id = entry.transfer_id
  JOIN ledger_account AS other
    ON other.id = CASE transfer.from_id WHEN account.id THEN transfer.to_id ELSE transfer.from_id END
  WHERE account.name COLLATE "C" >= $1 AND account.name COLLATE "C" < $1 || '~' AND account.currency = $2`

function valuesOf({ under, currency, from, until, after = new Map() }: FlowRange): unknown[] {
  return [under, currency, from.toISOString(), until.toISOString(), JSON.stringify(Object.fromEntries(after))]
}

/** What went over the accounts of a range, summed by account, code and the account at the other end. */
export async function readFlows(sql: Sql, range: FlowRange): Promise<Flow[]> {
  return await sql.query<Flow>(
    `SELECT account.name AS account, entry.code, other.name AS other, sum(entry.amount_minor)::bigint AS "amountMinor",
      count(*) AS count, max(entry.number) AS "lastNumber" ${RANGE} GROUP BY 1, 2, 3`,
    valuesOf(range),
  )
}

/** The entries of a range one by one, newest first, of some codes alone and behind an entry where these are named. */
export async function readFlowEntries(
  sql: Sql,
  range: FlowRange,
  page: { codes: readonly string[]; behind: { at: Date; transfer: string } | null; limit: number },
): Promise<FlowEntry[]> {
  return await sql.query<FlowEntry>(
    `SELECT entry.transfer_id AS transfer, account.name AS account, other.name AS other, entry.code, entry.reference,
      entry.amount_minor AS "amountMinor", entry.recorded_at AS "recordedAt" ${RANGE}
      AND entry.code = any ($6::text[])
      AND ($7::timestamptz IS NULL OR (entry.recorded_at, entry.transfer_id) < ($7::timestamptz, $8::text COLLATE "C"))
    ORDER BY entry.recorded_at DESC, entry.transfer_id DESC LIMIT $9`,
    [...valuesOf(range), page.codes, page.behind?.at.toISOString() ?? null, page.behind?.transfer ?? '', page.limit],
  )
}
