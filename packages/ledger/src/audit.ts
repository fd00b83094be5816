import { requireAllAttached } from './archive.ts'
import { verifyChain } from './chain.ts'
import type { AuditReport, Sql } from './types.ts'

/** How many problems a report lists by name. */
const PROBLEMS_LISTED_MAX = 200

// One statement is one snapshot: what is posted while the audit runs is wholly in it or not at all.
const auditStatement = `
WITH line AS (
  SELECT account_id, number, transfer_id, amount_minor, balance_minor,
    lag(number, 1, 0::bigint) OVER in_order AS number_before,
    lag(balance_minor, 1, 0::bigint) OVER in_order AS balance_before,
    recorded_at < lag(recorded_at) OVER in_order AS backwards
  FROM ledger_entry WINDOW in_order AS (PARTITION BY account_id ORDER BY number)
), booked AS (
  SELECT account_id, sum(amount_minor) AS posted_minor, max(number) AS entry_count FROM line GROUP BY account_id
), side AS (
  SELECT from_id AS account_id, state, amount_minor AS held_minor, 0 AS arriving_minor FROM ledger_transfer
  UNION ALL
  SELECT to_id, state, 0, amount_minor FROM ledger_transfer
), touched AS (
  SELECT account_id,
    coalesce(sum(held_minor) FILTER (WHERE state = 'pending'), 0) AS held_minor,
    coalesce(sum(arriving_minor) FILTER (WHERE state = 'pending'), 0) AS arriving_minor,
    count(*) FILTER (WHERE state = 'pending') AS pending_count,
    count(*) + count(*) FILTER (WHERE state IN ('settled', 'voided')) AS version
  FROM side GROUP BY account_id
), paired AS (
  SELECT transfer.id,
    count(line.transfer_id) AS lines,
    coalesce(sum(line.amount_minor) FILTER (WHERE line.account_id = transfer.from_id), 0) AS out_minor,
    coalesce(sum(line.amount_minor) FILTER (WHERE line.account_id = transfer.to_id), 0) AS in_minor
  FROM ledger_transfer AS transfer LEFT JOIN line ON line.transfer_id = transfer.id
  GROUP BY transfer.id
), problem AS (
  SELECT format('account %s: posted %s, entries add up to %s', name, account.posted_minor,
    coalesce(booked.posted_minor, 0)) AS text
  FROM ledger_account AS account LEFT JOIN booked ON booked.account_id = account.id
  WHERE account.posted_minor <> coalesce(booked.posted_minor, 0)
  UNION ALL
  SELECT format('account %s: %s entries counted, the last one is %s', name, account.entry_count,
    coalesce(booked.entry_count, 0))
  FROM ledger_account AS account LEFT JOIN booked ON booked.account_id = account.id
  WHERE account.entry_count <> coalesce(booked.entry_count, 0)
  UNION ALL
  SELECT format('account %s: held %s arriving %s pending %s, holds say %s %s %s', name, account.held_minor,
    account.arriving_minor, account.pending_count, coalesce(touched.held_minor, 0),
    coalesce(touched.arriving_minor, 0), coalesce(touched.pending_count, 0))
  FROM ledger_account AS account LEFT JOIN touched ON touched.account_id = account.id
  WHERE (account.held_minor, account.arriving_minor, account.pending_count) IS DISTINCT FROM
    (coalesce(touched.held_minor, 0), coalesce(touched.arriving_minor, 0), coalesce(touched.pending_count, 0))
  UNION ALL
  SELECT format('account %s: version %s, history says %s', name, account.version, coalesce(touched.version, 0))
  FROM ledger_account AS account LEFT JOIN touched ON touched.account_id = account.id
  WHERE account.version <> coalesce(touched.version, 0)
  UNION ALL
  SELECT format('account %s: %s less %s held is under its floor %s', name, posted_minor, held_minor, floor_minor)
  FROM ledger_account WHERE posted_minor - held_minor < floor_minor
  UNION ALL
  SELECT format('currency %s: all accounts together hold %s', account.currency, sum(line.amount_minor))
  FROM line JOIN ledger_account AS account ON account.id = line.account_id
  GROUP BY account.currency HAVING sum(line.amount_minor) <> 0
  UNION ALL
  SELECT format('entry %s of account %s: number or balance does not follow from the one before', line.number,
    coalesce(account.name, line.account_id::text))
  FROM line LEFT JOIN ledger_account AS account ON account.id = line.account_id
  WHERE line.number <> line.number_before + 1 OR line.balance_minor <> line.balance_before + line.amount_minor
  UNION ALL
  SELECT format('entry %s of account %s: recorded before the one before it', line.number, line.account_id)
  FROM line WHERE backwards
  UNION ALL
  SELECT format('entry %s of account %s: its account or its transfer %s is not there', line.number, line.account_id,
    line.transfer_id)
  FROM line WHERE NOT EXISTS (SELECT FROM ledger_account WHERE id = line.account_id)
    OR NOT EXISTS (SELECT FROM ledger_transfer WHERE id = line.transfer_id)
  UNION ALL
  SELECT format('transfer %s: %s, settled %s, but its entries are %s lines of %s and %s', id, state, settled_minor,
    lines, out_minor, in_minor)
  FROM ledger_transfer JOIN paired USING (id)
  WHERE (lines, out_minor, in_minor) IS DISTINCT FROM (CASE WHEN coalesce(settled_minor, 0) = 0 THEN 0 ELSE 2 END,
    -coalesce(settled_minor, 0), coalesce(settled_minor, 0))
  UNION ALL
  SELECT format('transfer %s: %s with amount %s and settled %s', id, state, amount_minor, settled_minor)
  FROM ledger_transfer
  WHERE amount_minor <= 0 OR coalesce(settled_minor, 0) NOT BETWEEN 0 AND amount_minor
    OR (state = 'pending') <> (settled_minor IS NULL) OR (state = 'voided') <> (settled_minor IS NOT DISTINCT FROM 0)
    OR (state = 'posted' AND settled_minor <> amount_minor)
  UNION ALL
  SELECT format('transfer %s: %s, but what closed it is %s of %s', transfer.id, state,
    coalesce(closing.kind, 'nothing'), closing.settled_minor)
  FROM ledger_transfer AS transfer LEFT JOIN ledger_closing AS closing ON closing.hold_id = transfer.id
  WHERE closing.kind IS DISTINCT FROM (CASE state WHEN 'settled' THEN 'settle' WHEN 'voided' THEN 'void' END)
    OR closing.settled_minor <> transfer.settled_minor
  UNION ALL
  SELECT format('closing %s: its hold %s is not there', closing.id, closing.hold_id)
  FROM ledger_closing AS closing WHERE NOT EXISTS (SELECT FROM ledger_transfer WHERE id = closing.hold_id)
  UNION ALL
  SELECT format('transfer %s: pending without an owner', id)
  FROM ledger_transfer WHERE state = 'pending' AND reference = ''
  UNION ALL
  SELECT format('transfer %s: its accounts are of two currencies, the same one, or not there', transfer.id)
  FROM ledger_transfer AS transfer
  LEFT JOIN ledger_account AS source ON source.id = from_id LEFT JOIN ledger_account AS target ON target.id = to_id
  WHERE source.currency IS DISTINCT FROM target.currency OR source.id IS NULL OR from_id = to_id
  UNION ALL
  SELECT format('transfer %s: what it says is not what was accepted', transfer.id)
  FROM ledger_transfer AS transfer
  JOIN ledger_account AS source ON source.id = from_id JOIN ledger_account AS target ON target.id = to_id
  WHERE content <> ledger_content(jsonb_build_object('kind', CASE state WHEN 'posted' THEN 'post' ELSE 'hold' END,
    'from', source.name, 'to', target.name, 'amountMinor', amount_minor, 'code', code, 'reference', reference)
    || CASE WHEN metadata IS NULL THEN '{}' ELSE jsonb_build_object('metadata', metadata) END)
)
SELECT (SELECT count(*) FROM ledger_account) AS accounts, (SELECT count(*) FROM ledger_transfer) AS transfers,
  (SELECT count(*) FROM problem) AS found,
  ARRAY(SELECT text FROM problem ORDER BY text LIMIT $1) AS listed`

/**
 * Recomputes every balance, hold, entry number and state from the entries and transfers, in one snapshot, and then the
 * hash chain over them in another.
 */
export async function audit(sql: Sql): Promise<AuditReport> {
  await requireAllAttached(sql)
  const [report] = await sql.query<{ accounts: number; transfers: number; found: number; listed: string[] }>(
    auditStatement,
    [PROBLEMS_LISTED_MAX],
  )
  if (report === undefined) throw new Error('the database answered nothing')
  const { accounts, transfers, found, listed } = report
  const unlisted = found > listed.length ? [`and ${found - listed.length} more`] : []
  const chain = await verifyChain(sql)
  const problems = [...listed, ...unlisted, ...chain.problems]
  return { ok: problems.length === 0, accounts, transfers, problems }
}
