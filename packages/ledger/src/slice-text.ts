// What an audit in slices asks. Each statement is short, and what it proves cannot change any more: seals up to a head that
// was read before, the movements in them, and the entries that these made.

/**
 * The heads of all strands, what the accounts come to and, with `$2`, each of them: of one moment. A commit that is seen in one
 * of them is seen in all. `$1`: heads that were noted outside. With them where the part that was detached ends, and what each
 * account had come to there.
 */
export const startStatement = `
WITH detached AS (
  SELECT head.* FROM (SELECT heads FROM ledger_archive WHERE state = 'detached' ORDER BY month DESC LIMIT 1) AS last,
    jsonb_to_recordset(last.heads) AS head (strand bigint, number bigint, hash text)
)
SELECT coalesce((SELECT jsonb_agg(to_jsonb(detached) ORDER BY strand) FROM detached), '[]') AS "detachedHeads",
  (SELECT coalesce(sum(transfers), 0)::bigint FROM ledger_archive WHERE state = 'detached') AS "detachedTransfers",
  (SELECT coalesce(sum(closings), 0)::bigint FROM ledger_archive WHERE state = 'detached') AS "detachedClosings",
  CASE WHEN $2::boolean THEN coalesce((SELECT json_agg(json_build_array(account_id, number, versions, balance_minor,
    held_minor, arriving_minor, pending) ORDER BY account_id)::text FROM (
      SELECT DISTINCT ON (account_id) * FROM ledger_detached ORDER BY account_id, month DESC) AS base), '[]') END AS bases,
  coalesce((SELECT jsonb_agg(jsonb_build_object('strand', id, 'number', number, 'hash', encode(hash, 'hex')) ORDER BY id)
    FROM ledger_strand), '[]') AS heads,
  coalesce((SELECT jsonb_agg(jsonb_build_object('strand', noted.strand, 'number', noted.number, 'noted', noted.hash,
      'found', coalesce(encode(seal.hash, 'hex'), CASE base.number WHEN noted.number THEN base.hash END), 'ends', coalesce(strand.number, 0), 'detached', coalesce(base.number, 0))
      ORDER BY noted.strand)
    FROM jsonb_to_recordset($1::text::jsonb) AS noted (strand bigint, number bigint, hash text)
    LEFT JOIN ledger_strand AS strand ON strand.id = noted.strand
    LEFT JOIN detached AS base ON base.strand = noted.strand
    LEFT JOIN ledger_seal AS seal ON seal.strand_id = noted.strand AND seal.number = noted.number), '[]') AS noted,
  total.*, CASE WHEN $2::boolean THEN coalesce((SELECT json_agg(json_build_array(id, entry_count, version, posted_minor,
    held_minor, arriving_minor, pending_count) ORDER BY id)::text FROM ledger_account), '[]') END AS states
FROM (SELECT count(*) AS accounts, coalesce(sum(entry_count), 0)::text AS entries,
    coalesce(sum(version), 0)::text AS versions, coalesce(sum(pending_count), 0)::text AS pending,
    coalesce(sum(held_minor), 0)::text AS held, coalesce(sum(arriving_minor), 0)::text AS arriving,
    array(SELECT format('currency %s: all accounts together hold %s', currency, sum(posted_minor)) FROM ledger_account
      GROUP BY currency HAVING sum(posted_minor) <> 0 ORDER BY currency) ||
    array(SELECT format('account %s: %s less %s held is under its floor %s', name, posted_minor, held_minor, floor_minor)
      FROM ledger_account WHERE posted_minor - held_minor < floor_minor ORDER BY name LIMIT 200) AS wrong
  FROM ledger_account) AS total`

const LAST = '9223372036854775807'
/** How far ahead it is looked whether an entry is too late to be meant: each step is twice the one before. */
const STEPS = `{${Array.from({ length: 40 }, (_, power) => 2 ** (power + 2)).join()}}`

/** Whose entries seals of strand `$1` behind number `$2` up to `$3` are of. */
const accountsOn = (seals: string): string => `
SELECT coalesce(json_agg(DISTINCT side.account_id), '[]')::text AS accounts
FROM ${seals} AS seal CROSS JOIN LATERAL unnest(ids) AS item (id) CROSS JOIN LATERAL (
  SELECT from_id, to_id FROM ledger_transfer WHERE id = item.id
  UNION ALL
  SELECT from_id, to_id FROM ledger_closing AS closing JOIN ledger_transfer AS held ON held.id = hold_id WHERE closing.id = item.id
) AS movement CROSS JOIN LATERAL (VALUES (from_id), (to_id)) AS side (account_id)
WHERE strand_id = $1 AND seal.number > $2 AND seal.number <= $3`

/**
 * Proves seals of strand `$1` behind number `$2` up to `$3`, `$4` being the hash of the one at `$2`; answers what its movements
 * did to each account. Entries are looked for among those of their time, with `$5` among all later ones: where the clocks of
 * several servers differ by more than a second they may stand there. `$6`: counted apart is what was recorded until then. `$7`:
 * which entry of an account the strand had come to before (`[{"account_id", "number"}]`). Whoever seals a strand holds his
 * accounts, so its entries of one follow each other as its seals do, and need not be searched for by time. With `$5` nothing is
 * known. With `$8` the slice is near the end, from where entries are searched for.
 */
const sliceOn = (seals: string, entries: string, numberAt: (account: string, moment: string) => string): string => `
WITH seal AS MATERIALIZED (
  SELECT *, lag(number, 1, $2::bigint) OVER in_order AS number_before,
    lag(hash, 1, decode($4, 'hex')) OVER in_order AS hash_before
  FROM ${seals} WHERE strand_id = $1 AND number > $2 AND number <= $3 WINDOW in_order AS (ORDER BY number)
), sealed AS MATERIALIZED (
  SELECT number AS seal, item.id, substr(digests, (item.place::integer - 1) * 32 + 1, 32) AS digest
  FROM seal, unnest(ids) WITH ORDINALITY AS item (id, place)
), movement AS MATERIALIZED (
  SELECT sealed.seal, sealed.id, sealed.digest, own.id IS NOT NULL AS opens, closing.id IS NOT NULL AS closes,
    coalesce(own.id, closing.hold_id) AS transfer_id, coalesce(own.from_id, held.from_id) AS from_id,
    coalesce(own.to_id, held.to_id) AS to_id, coalesce(own.amount_minor, held.amount_minor) AS amount_minor,
    coalesce(own.code, held.code) AS code, coalesce(own.reference, held.reference) AS reference,
    coalesce(own.recorded_at, closing.recorded_at) AS recorded_at,
    coalesce(own.occurred_at, closing.occurred_at) AS occurred_at, own.state, own.settled_minor, own.metadata,
    own.content, closing.kind, closing.hold_id, closing.content AS closed_by, ended.kind AS ended_by,
    ended.settled_minor AS ended_with,
    CASE WHEN own.state = 'posted' THEN own.amount_minor WHEN own.id IS NULL THEN closing.settled_minor ELSE 0 END AS moved,
    closing.settled_minor AS closed_with, held.id IS NOT NULL AS has_hold
  FROM sealed
  LEFT JOIN LATERAL (SELECT * FROM ledger_transfer WHERE id = sealed.id LIMIT 1) AS own ON true
  LEFT JOIN LATERAL (SELECT * FROM ledger_closing WHERE id = sealed.id LIMIT 1) AS closing ON true
  LEFT JOIN LATERAL (SELECT * FROM ledger_transfer WHERE id = closing.hold_id LIMIT 1) AS held ON true
  LEFT JOIN LATERAL (SELECT * FROM ledger_closing WHERE hold_id = own.id LIMIT 1) AS ended ON true
), side AS MATERIALIZED (
  SELECT from_id AS account_id, -moved AS posted, recorded_at,
    CASE WHEN closes THEN -amount_minor WHEN state <> 'posted' THEN amount_minor ELSE 0 END AS held, 0::bigint AS arriving,
    CASE WHEN closes THEN -1 WHEN state <> 'posted' THEN 1 ELSE 0 END AS pending
  FROM movement
  UNION ALL
  SELECT to_id, moved, recorded_at, 0,
    CASE WHEN closes THEN -amount_minor WHEN state <> 'posted' THEN amount_minor ELSE 0 END,
    CASE WHEN closes THEN -1 WHEN state <> 'posted' THEN 1 ELSE 0 END
  FROM movement
), known AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset(CASE WHEN NOT $5::boolean THEN $7::text::jsonb ELSE '[]' END) AS known (account_id bigint, number bigint)
), begun AS MATERIALIZED (
  SELECT account_id, min(recorded_at) - interval '1 microsecond' AS earliest, max(recorded_at) + interval '1 second' AS latest
  FROM side WHERE posted <> 0 GROUP BY account_id
), behind AS MATERIALIZED (
  SELECT begun.*, coalesce(known.number, CASE WHEN $8::boolean AND NOT $5::boolean THEN (
    SELECT entry_count - step FROM ledger_account AS account, unnest('${STEPS}'::bigint[]) AS step
    WHERE account.id = begun.account_id AND (SELECT recorded_at <= earliest FROM ${entries} AS own
      WHERE own.account_id = begun.account_id AND number = entry_count - step) IS NOT FALSE LIMIT 1
  ) ELSE ${numberAt('begun.account_id', 'earliest')} END) AS low
  FROM begun LEFT JOIN known USING (account_id)
), page AS MATERIALIZED (
  SELECT account_id, low, CASE WHEN NOT $5::boolean THEN (
    SELECT low + step FROM unnest('${STEPS}'::bigint[]) AS step
    WHERE (SELECT recorded_at <= latest FROM ${entries} AS own WHERE own.account_id = behind.account_id AND number = low + step)
      IS NOT TRUE LIMIT 1) ELSE ${LAST} END AS high
  FROM behind
), line AS MATERIALIZED (
  SELECT entry.* FROM page CROSS JOIN LATERAL (
    SELECT * FROM ${entries} AS own WHERE own.account_id = page.account_id AND number > low AND number <= high OFFSET 0
  ) AS entry
  WHERE transfer_id IN (SELECT transfer_id FROM movement WHERE moved <> 0)
), booked AS MATERIALIZED (
  SELECT transfer_id, count(*) AS lines, string_agg(ledger_line(account_id, number, line.amount_minor, balance_minor,
      line.occurred_at, line.recorded_at), ''::bytea ORDER BY account_id, number) AS text,
    bool_or((line.code, line.reference) IS DISTINCT FROM (movement.code, movement.reference)) AS says_other,
    coalesce(sum(line.amount_minor) FILTER (WHERE account_id = from_id), 0) AS out_minor,
    coalesce(sum(line.amount_minor) FILTER (WHERE account_id = to_id), 0) AS in_minor
  FROM line JOIN movement USING (transfer_id) WHERE moved <> 0 GROUP BY transfer_id
), said AS MATERIALIZED (
  SELECT movement.*, source.currency AS source_currency, target.currency AS target_currency,
    coalesce(lines, 0) AS lines, out_minor, in_minor, says_other, coalesce(booked.text, '') AS line_text,
    ledger_content(CASE WHEN opens THEN jsonb_build_object('kind', CASE state WHEN 'posted' THEN 'post' ELSE 'hold' END,
        'from', source.name, 'to', target.name, 'amountMinor', amount_minor, 'code', code, 'reference', reference)
        || CASE WHEN metadata IS NULL THEN '{}' ELSE jsonb_build_object('metadata', metadata) END
      ELSE jsonb_build_object('kind', kind, 'hold', hold_id) END) AS meant
  FROM movement
  LEFT JOIN LATERAL (SELECT * FROM ledger_account WHERE id = from_id LIMIT 1) AS source ON true
  LEFT JOIN LATERAL (SELECT * FROM ledger_account WHERE id = to_id LIMIT 1) AS target ON true
  LEFT JOIN booked ON booked.transfer_id = movement.transfer_id AND moved <> 0
), problem AS (
  SELECT format('seal %s of strand %s: %s is missing before it', number, strand_id,
    CASE WHEN number_before + 1 = number - 1 THEN format('seal %s', number - 1)
      ELSE format('everything from %s to %s', number_before + 1, number - 1) END) AS text
  FROM seal WHERE number <> number_before + 1
  UNION ALL
  SELECT format('strand %s: its seals end at %s, and its head says %s', $1::bigint, coalesce(max(number), $2::bigint),
    $3::bigint) FROM seal HAVING max(number) IS DISTINCT FROM $3::bigint
  UNION ALL
  SELECT format('seal %s of strand %s: it, or the one before it, is not as it was written', number, strand_id)
  FROM seal WHERE number = number_before + 1
    AND hash IS DISTINCT FROM ledger_seal_hash(hash_before, strand_id, number, ids, digests, recorded_at)
  UNION ALL
  SELECT CASE WHEN opens AND closes THEN format('movement %s: there 2 times', id)
    WHEN NOT opens AND NOT closes THEN format('movement %s: in seal %s of strand %s, and not there', id, seal, $1::bigint)
    ELSE format('movement %s: it or its entries are not what was sealed', id) END
  FROM said WHERE opens = closes OR digest IS DISTINCT FROM ledger_digest(id,
    -- Whether the amount was said or meant is not kept: either may be what was accepted.
    CASE WHEN opens OR closed_by = meant OR closed_by = ledger_content(jsonb_build_object('kind', kind, 'hold', hold_id,
      'amountMinor', closed_with)) THEN CASE WHEN opens THEN meant ELSE closed_by END END,
    occurred_at, recorded_at, CASE WHEN moved <> 0 THEN line_text ELSE '' END)
  UNION ALL
  SELECT format('movement %s: sealed %s times', id, count(*)) FROM sealed GROUP BY id HAVING count(*) > 1
  UNION ALL
  SELECT format('closing %s: its hold %s is not there', id, hold_id) FROM said WHERE closes AND NOT has_hold
  UNION ALL
  SELECT format('transfer %s: what it says is not what was accepted', id) FROM said
  WHERE opens AND content IS DISTINCT FROM meant
  UNION ALL
  SELECT format('movement %s: an entry of it says another code or reference', id) FROM said WHERE says_other
  UNION ALL
  SELECT format('transfer %s: its accounts are of two currencies, the same one, or not there', id) FROM said
  WHERE opens AND (source_currency IS DISTINCT FROM target_currency OR source_currency IS NULL OR from_id = to_id)
  UNION ALL
  SELECT format('transfer %s: %s were moved, but its entries are %s lines of %s and %s', transfer_id, moved, lines, out_minor,
    in_minor)
  FROM said WHERE moved <> 0 AND (lines, out_minor, in_minor) IS DISTINCT FROM (2::bigint, -moved::numeric, moved::numeric)
  UNION ALL
  SELECT format('transfer %s: %s with amount %s and settled %s', id, state, amount_minor, settled_minor) FROM said
  WHERE opens AND (amount_minor <= 0 OR coalesce(settled_minor, 0) NOT BETWEEN 0 AND amount_minor
    OR (state = 'pending') <> (settled_minor IS NULL) OR (state = 'voided') <> (settled_minor IS NOT DISTINCT FROM 0)
    OR (state = 'posted' AND settled_minor <> amount_minor))
  UNION ALL
  SELECT format('transfer %s: %s, but what closed it is %s of %s', id, state, coalesce(ended_by, 'nothing'), ended_with)
  FROM said WHERE opens AND (ended_by IS DISTINCT FROM (CASE state WHEN 'settled' THEN 'settle' WHEN 'voided' THEN 'void' END)
    OR ended_with <> settled_minor)
  UNION ALL
  SELECT format('transfer %s: pending without an owner', id) FROM said WHERE state = 'pending' AND reference = ''
  UNION ALL
  SELECT format('entry %s of account %s: number, balance or time does not follow from the one before', line.number,
    line.account_id)
  FROM line LEFT JOIN LATERAL (
    SELECT number, balance_minor, recorded_at FROM ${entries} WHERE account_id = line.account_id AND number = line.number - 1
    UNION ALL
    SELECT number, balance_minor, recorded_at FROM ledger_detached
    WHERE account_id = line.account_id AND number = line.number - 1 AND number > 0 LIMIT 1
  ) AS earlier ON true
  WHERE line.balance_minor <> coalesce(earlier.balance_minor, 0) + line.amount_minor
    OR (line.number > 1) <> (earlier.number IS NOT NULL) OR line.recorded_at < earlier.recorded_at
), change AS (
  SELECT account_id, count(*) FILTER (WHERE posted <> 0) AS entries, count(*) AS versions, sum(posted) AS posted,
    sum(held) AS held, sum(arriving) AS arriving, sum(pending) AS pending FROM side WHERE account_id IS NOT NULL GROUP BY account_id
)
SELECT (SELECT count(*) FROM sealed) AS movements, (SELECT count(*) FROM problem) AS found,
  ARRAY(SELECT text FROM problem ORDER BY text LIMIT 200) AS listed,
  (SELECT encode(hash, 'hex') FROM seal ORDER BY number DESC LIMIT 1) AS hash,
  (SELECT count(*) FROM movement WHERE opens AND recorded_at <= $6) AS "oldTransfers",
  (SELECT count(*) FROM movement WHERE closes AND recorded_at <= $6) AS "oldClosings",
  (SELECT count(*) FROM line WHERE recorded_at <= $6) AS "oldEntries",
  coalesce((SELECT json_agg(json_build_array(account_id, entries, versions, posted::text, held::text, arriving::text, pending))
    FROM change), '[]')::text AS changes,
  coalesce((SELECT json_agg(json_build_array(account_id, number)) FROM (
    SELECT account_id, max(number) AS number FROM line GROUP BY account_id) AS last), '[]')::text AS reached`

/** How seals are proven slice by slice: whose entries one has, and the proof. */
export interface SliceStatements {
  accounts: string
  proof: string
}

export const sliceStatements: SliceStatements = {
  accounts: accountsOn('ledger_seal'),
  proof: sliceOn('ledger_seal', 'ledger_entry', (account, moment) => `ledger_number_at(${account}, ${moment})`),
}

/** The same over the tables of one month, which may be detached: `2026_01`. */
export function monthSliceStatements(suffix: string): SliceStatements {
  const [seals, entries] = [`ledger_seal_${suffix}`, `ledger_entry_${suffix}`]
  return {
    accounts: accountsOn(seals),
    proof: sliceOn(seals, entries, (account, moment) => `ledger_number_in('${entries}', ${account}, ${moment})`),
  }
}

/** Counts the rows of a slice that were recorded until `$2`, those behind id `$1`, at most `$3` of them. */
export const transfersStatement = `
SELECT count(*) AS rows, count(*) FILTER (WHERE recorded_at <= $2) AS old, max(id) AS last
FROM (SELECT id, recorded_at FROM ledger_transfer WHERE id > $1 ORDER BY id LIMIT $3) AS slice`

/** The same of entries, behind number `$4` of account `$1`: in their order, wherever a month of them stands meanwhile. */
export const entriesStatement = `
SELECT count(*) FILTER (WHERE recorded_at <= $2) AS old, (array_agg(account_id ORDER BY account_id DESC, number DESC))[1] AS account,
  (array_agg(number ORDER BY account_id DESC, number DESC))[1] AS number
FROM (SELECT account_id, number, recorded_at FROM ledger_entry WHERE (account_id, number) > ($1, $4)
  ORDER BY account_id, number LIMIT $3) AS slice`

/** The same of closings, whose rows are never changed, by pages: from page `$1` until before page `$2`. */
export const closingsStatement = `SELECT count(*) AS old FROM ledger_closing
  WHERE ctid >= format('(%s,0)', $1::bigint)::tid AND ctid < format('(%s,0)', $2::bigint)::tid AND recorded_at <= $3`

export const pageCountStatement = `
SELECT pg_relation_size('ledger_closing') / current_setting('block_size')::bigint AS closings`
