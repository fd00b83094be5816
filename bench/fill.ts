import type { BenchDatabase } from './engines.ts'

/** Transfers made by one statement, and in one seal. */
const CHUNK = 50_000
const SEALED_TOGETHER = 128

/** So many accounts get half of what is filled in: from the start they have pages of history to read. */
export const BUSY = 100

// What the ledger's own functions would have written, by few large statements: every tenth transfer is the hot account's.
const fillFunction = `
CREATE FUNCTION bench_fill(first bigint, last bigint, hot bigint, begun timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- The busy ones are those whose names have the smallest numbers.
  ids bigint[] := ARRAY(SELECT id FROM ledger_account WHERE id <> hot ORDER BY length(name), name);
BEGIN
  CREATE TEMP TABLE made ON COMMIT DROP AS
  -- Each seal is of a commit of its own, and each commit of a moment of its own.
  SELECT made.*, 'fill' || lpad(place::text, 18, '0') AS id,
    begun + (place / ${SEALED_TOGETHER} - first / ${SEALED_TOGETHER}) * interval '1 ms' AS recorded,
    sha256(convert_to(jsonb_build_array('post', one.name, other.name, 7, 'transfer', 'filled', NULL, NULL)::text, 'UTF8'))
      AS content
  FROM (
    SELECT place, CASE place % 10 WHEN 0 THEN hot ELSE ids[${BUSY} + 1 + place * 7919 % (cardinality(ids) - ${BUSY} - 1)] END AS source,
      CASE place % 2 WHEN 0 THEN ids[1 + place / 2 % ${BUSY}]
        ELSE ids[${BUSY} + 1 + (place * 7919 + 1) % (cardinality(ids) - ${BUSY} - 1)] END AS target
    FROM generate_series(first, last) AS place
  ) AS made
  JOIN ledger_account AS one ON one.id = source JOIN ledger_account AS other ON other.id = target;
  INSERT INTO ledger_transfer (id, from_id, to_id, amount_minor, state, settled_minor, code, reference, occurred_at,
    recorded_at, content)
  SELECT id, source, target, 7, 'posted', 7, 'transfer', 'filled', recorded, recorded, content FROM made ORDER BY place;
  CREATE TEMP TABLE line ON COMMIT DROP AS
  SELECT place, made.id, content, recorded, account_id, moved, greatest(last_recorded_at, recorded) AS booked,
    entry_count + row_number() OVER in_order AS number,
    (posted_minor + sum(moved) OVER in_order)::bigint AS balance
  FROM made CROSS JOIN LATERAL (VALUES (source, -7::bigint), (target, 7)) AS side (account_id, moved)
  JOIN ledger_account AS account ON account.id = account_id
  WINDOW in_order AS (PARTITION BY account_id ORDER BY place);
  INSERT INTO ledger_entry (account_id, number, transfer_id, amount_minor, balance_minor, occurred_at, recorded_at,
    code, reference)
  SELECT account_id, number, id, moved, balance, recorded, booked, 'transfer', 'filled' FROM line;
  UPDATE ledger_account AS account SET posted_minor = posted_minor + posted, version = version + entries,
    entry_count = entry_count + entries, last_recorded_at = booked
  FROM (SELECT account_id, sum(moved) AS posted, count(*) AS entries, max(booked) AS booked FROM line GROUP BY account_id) AS change
  WHERE account.id = account_id;
  PERFORM ledger_seal_all(array_agg(id ORDER BY place), string_agg(digest, '' ORDER BY place), min(recorded))
  FROM (
    SELECT place, id, recorded, ledger_digest(id, content, recorded, recorded, string_agg(
      ledger_line(account_id, number, moved, balance, recorded, booked), '' ORDER BY account_id)) AS digest
    FROM line GROUP BY place, id, content, recorded
  ) AS sealed GROUP BY place / ${SEALED_TOGETHER} ORDER BY place / ${SEALED_TOGETHER};
END $$;`

/** Makes the function by which `fillUp` works. */
export async function prepareFill(database: BenchDatabase): Promise<void> {
  await database.script(fillFunction)
}

/** Fills the ledger up to so many transfers, hash chain included; answers how many there were at the end. */
export async function fillUp(database: BenchDatabase, size: number, hot: string): Promise<number> {
  const [{ stored, id } = { stored: 0, id: 0 }] = await database.query<{ stored: number; id: number }>(
    'SELECT (SELECT count(*) FROM ledger_transfer) AS stored, id FROM ledger_account WHERE name = $1',
    [hot],
  )
  for (let done = stored; done < size; done += CHUNK) {
    const last = Math.min(size, done + CHUNK)
    await database.query('SELECT bench_fill($1, $2, $3, $4)', [done + 1, last, id, new Date().toISOString()])
  }
  await database.script('VACUUM ANALYZE')
  await database.script('CHECKPOINT')
  return Math.max(stored, size)
}
