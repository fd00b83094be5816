import type { Flow, FlowEntry, FlowPage, FlowRange, ReadSql } from './types.ts'

/** Behind all of the answered entries that the range names, one by one, with the account that each was booked against. */
const BOOKED = `
  FROM ledger_account AS account
  CROSS JOIN LATERAL (
    SELECT greatest(ledger_number_at(account.id, $3::timestamptz - interval '1 microsecond'),
        coalesce(($5::text::jsonb ->> account.name)::bigint, 0)) AS low,
      least(ledger_number_at(account.id, $4::timestamptz - interval '1 microsecond'),
        CASE WHEN $7::text IS NOT NULL THEN coalesce(($7::text::jsonb ->> account.name)::bigint, 0) END) AS high
  ) AS page
  JOIN ledger_entry AS entry ON entry.account_id = account.id AND entry.number > low AND entry.number <= high
  JOIN ledger_transfer AS transfer ON transfer.id = entry.transfer_id
  CROSS JOIN LATERAL (
    SELECT CASE transfer.from_id WHEN account.id THEN transfer.to_id ELSE transfer.from_id END AS id) AS against`
const WITHIN = 'WHERE account.name COLLATE "C" >= $1 AND account.name COLLATE "C" < $6 AND account.currency = $2'

const numbersOf = (numbers: ReadonlyMap<string, number>): string => JSON.stringify(Object.fromEntries(numbers))

function valuesOf({ under, currency, from, until, after = new Map(), through }: FlowRange): unknown[] {
  const behind = under.endsWith('/') ? `${under}~` : `${under}\u0001`
  const times = [from.toISOString(), until.toISOString()]
  return [under, currency, ...times, numbersOf(after), behind, through === undefined ? null : numbersOf(through)]
}

/** What went over the accounts of a range, summed by account, code and the account at the other end. */
export async function readFlows(sql: ReadSql, range: FlowRange): Promise<readonly Flow[]> {
  return await sql.query<Flow>(
    // Summed by numbers first: half of the work was to look up and to sort the names of each entry.
    `SELECT account.name AS account, summed.code, other.name AS other, summed."amountMinor", summed.count, summed."lastNumber"
    FROM (
      SELECT account.id AS account_id, entry.code, against.id AS other_id, sum(entry.amount_minor)::bigint AS "amountMinor",
        count(*) AS count, max(entry.number) AS "lastNumber" ${BOOKED} ${WITHIN} GROUP BY 1, 2, 3
    ) AS summed
    JOIN ledger_account AS account ON account.id = summed.account_id
    JOIN ledger_account AS other ON other.id = summed.other_id`,
    valuesOf(range),
  )
}

/** The entries of a range one by one, newest first, of some codes and some accounts, behind an entry where one is named. */
export async function readFlowEntries(sql: ReadSql, range: FlowRange, page: FlowPage): Promise<readonly FlowEntry[]> {
  const { codes, accounts = [], behind, limit } = page
  return await sql.query<FlowEntry>(
    `SELECT entry.transfer_id AS transfer, account.name AS account, other.name AS other, entry.code, entry.reference,
      entry.amount_minor AS "amountMinor", entry.occurred_at AS "occurredAt", entry.recorded_at AS "recordedAt" ${BOOKED}
    JOIN ledger_account AS other ON other.id = against.id ${WITHIN}
      AND (entry.code = any ($8::text[]) OR account.name = any ($9::text[]))
      AND ($10::timestamptz IS NULL OR (entry.recorded_at, entry.transfer_id) < ($10::timestamptz, $11::text COLLATE "C"))
    ORDER BY entry.recorded_at DESC, entry.transfer_id DESC LIMIT $12`,
    [...valuesOf(range), codes, accounts, behind?.at.toISOString() ?? null, behind?.transfer ?? '', limit],
  )
}

/** When something was first booked on the accounts whose names begin so; null while nothing was. */
export async function readFirstBooking(sql: ReadSql, under: string, currency: string): Promise<Date | null> {
  const [row] = await sql.query<{ at: Date | null }>(
    `SELECT min(entry.recorded_at) AS at FROM ledger_account AS account
    JOIN ledger_entry AS entry ON entry.account_id = account.id AND entry.number = 1
    WHERE account.name COLLATE "C" >= $1 AND account.name COLLATE "C" < $1 || '~' AND account.currency = $2
      AND ledger_require_attached(account.id, 1)`,
    [under, currency],
  )
  return row?.at ?? null
}
