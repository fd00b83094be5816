import { requireAllAttached } from './archive.ts'
import type { ChainHead, ChainReport, Sql } from './types.ts'

/** How many problems a report lists by name. */
const PROBLEMS_LISTED_MAX = 200

// One statement is one snapshot: what is posted while the chain is verified is wholly in it or not at all.
const chainStatement = `
WITH seal AS (
  SELECT *, lag(number, 1, 0::bigint) OVER in_order AS number_before,
    lag(hash, 1, ''::bytea) OVER in_order AS hash_before
  FROM ledger_seal WINDOW in_order AS (PARTITION BY strand_id ORDER BY number)
), sealed AS (
  SELECT strand_id, number, item.id, substr(digests, (item.place::integer - 1) * 32 + 1, 32) AS digest
  FROM ledger_seal, unnest(ids) WITH ORDINALITY AS item (id, place)
), booked AS (
  SELECT transfer_id, string_agg(ledger_line(account_id, number, amount_minor, balance_minor, occurred_at, recorded_at),
    ''::bytea ORDER BY account_id, number) AS lines
  FROM ledger_entry GROUP BY transfer_id
), said AS (
  SELECT transfer.id, ledger_digest(transfer.id,
    ledger_content(jsonb_build_object('kind', CASE state WHEN 'posted' THEN 'post' ELSE 'hold' END, 'from', source.name,
      'to', target.name, 'amountMinor', amount_minor, 'code', code, 'reference', reference)
      || CASE WHEN metadata IS NULL THEN '{}' ELSE jsonb_build_object('metadata', metadata) END),
    occurred_at, recorded_at, CASE state WHEN 'posted' THEN coalesce(lines, '') ELSE '' END) AS digest
  FROM ledger_transfer AS transfer
  LEFT JOIN ledger_account AS source ON source.id = from_id LEFT JOIN ledger_account AS target ON target.id = to_id
  LEFT JOIN booked ON booked.transfer_id = transfer.id
  UNION ALL
  SELECT closing.id, ledger_digest(closing.id,
    -- Whether the amount was said or meant is not kept: either may be what was accepted.
    CASE WHEN content IN (ledger_content(body), ledger_content(body || jsonb_build_object('amountMinor', settled_minor)))
      THEN content END,
    occurred_at, recorded_at, coalesce(lines, ''))
  FROM ledger_closing AS closing
  CROSS JOIN LATERAL (SELECT jsonb_build_object('kind', kind, 'hold', hold_id) AS body) AS written
  LEFT JOIN booked ON booked.transfer_id = closing.hold_id
), kept AS (
  SELECT * FROM jsonb_to_recordset($2::text::jsonb) AS head (strand bigint, number bigint, hash text)
), problem AS (
  SELECT format('seal %s of strand %s: %s is missing before it', number, strand_id,
    CASE WHEN number_before + 1 = number - 1 THEN format('seal %s', number - 1)
      ELSE format('everything from %s to %s', number_before + 1, number - 1) END) AS text
  FROM seal WHERE number <> number_before + 1
  UNION ALL
  SELECT format('seal %s of strand %s: it, or the one before it, is not as it was written', number, strand_id)
  FROM seal WHERE number = number_before + 1
    AND hash IS DISTINCT FROM ledger_seal_hash(hash_before, strand_id, number, ids, digests, recorded_at)
  UNION ALL
  SELECT format('strand %s: its head says %s seals, and they end at %s', coalesce(strand.id, last.strand_id),
    coalesce(strand.number, 0), coalesce(last.number, 0))
  FROM ledger_strand AS strand FULL JOIN (
    SELECT DISTINCT ON (strand_id) strand_id, number, hash FROM ledger_seal ORDER BY strand_id, number DESC
  ) AS last ON last.strand_id = strand.id
  WHERE strand.number IS DISTINCT FROM coalesce(last.number, 0) OR strand.hash IS DISTINCT FROM coalesce(last.hash, '')
  UNION ALL
  SELECT format('strand %s: seal %s is not the one that was noted outside', kept.strand, kept.number)
  FROM kept LEFT JOIN ledger_seal ON strand_id = kept.strand AND ledger_seal.number = kept.number
  WHERE encode(ledger_seal.hash, 'hex') IS DISTINCT FROM kept.hash
  UNION ALL
  SELECT CASE
    WHEN said.id IS NULL THEN format('movement %s: in seal %s of strand %s, and not there', sealed.id, number, strand_id)
    WHEN sealed.id IS NULL THEN format('movement %s: was never sealed', said.id)
    ELSE format('movement %s: it or its entries are not what was sealed', said.id) END
  FROM sealed FULL JOIN said ON said.id = sealed.id
  WHERE sealed.id IS NULL OR said.digest IS DISTINCT FROM sealed.digest
  UNION ALL
  -- What a transfer says is sealed with it: its entries repeat that.
  SELECT format('movement %s: entry %s of account %s says another code or reference', transfer.id, number, account_id)
  FROM ledger_entry AS entry JOIN ledger_transfer AS transfer ON transfer.id = transfer_id
  WHERE (entry.code, entry.reference) IS DISTINCT FROM (transfer.code, transfer.reference)
  UNION ALL
  SELECT format('movement %s: sealed %s times', id, count(*)) FROM sealed GROUP BY id HAVING count(*) > 1
  UNION ALL
  SELECT format('movement %s: there %s times', id, count(*)) FROM said GROUP BY id HAVING count(*) > 1
)
SELECT (SELECT count(*) FROM ledger_seal) AS seals, (SELECT count(*) FROM said) AS movements,
  (SELECT count(*) FROM problem) AS found, ARRAY(SELECT text FROM problem ORDER BY text LIMIT $1) AS listed,
  coalesce((SELECT jsonb_agg(jsonb_build_object('strand', id, 'number', number, 'hash', encode(hash, 'hex')) ORDER BY id)
    FROM ledger_strand), '[]') AS heads`

/**
 * Recomputes the hash chain in one snapshot: names every movement or seal that was edited, deleted, swapped, added or
 * cut off. Whoever can rewrite the whole database can rewrite the chain: `noted` are heads of an earlier report that
 * were kept outside of it, which no rewritten chain has any more.
 */
export async function verifyChain(sql: Sql, noted: readonly ChainHead[] = []): Promise<ChainReport> {
  await requireAllAttached(sql)
  const [report] = await sql.query<{
    seals: number
    movements: number
    found: number
    listed: string[]
    heads: ChainHead[]
  }>(chainStatement, [PROBLEMS_LISTED_MAX, JSON.stringify(noted)])
  if (report === undefined) throw new Error('the database answered nothing')
  const { seals, movements, found, listed, heads } = report
  const unlisted = found > listed.length ? [`and ${found - listed.length} more`] : []
  return { ok: found === 0, seals, movements, heads, problems: [...listed, ...unlisted] }
}
