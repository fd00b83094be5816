-- The door, and the quick way through it: a run of submissions that cannot be refused is written by one statement.

-- What the quick way knows of a call's movements; all arrays are alike in length, and in the order of the movements.
CREATE TYPE ledger_parsed AS (items integer[], bare boolean[], kinds text[], ids text[], sources text[], targets text[],
  amounts bigint[], codes text[], notes text[], occurred timestamptz[], metadata jsonb[], contents bytea[],
  source_ids bigint[], target_ids bigint[]);

CREATE FUNCTION ledger_parse(submissions jsonb) RETURNS ledger_parsed LANGUAGE plpgsql STABLE AS $$
DECLARE
  parsed ledger_parsed;
BEGIN
  SELECT array_agg(place::integer), array_agg(bare), array_agg(kind), array_agg(id), array_agg("from"),
    array_agg("to"), array_agg("amountMinor"), array_agg(code), array_agg(reference), array_agg("occurredAt"),
    array_agg(metadata), array_agg(sha256(convert_to(
      jsonb_build_array(kind, "from", "to", "amountMinor", code, reference, metadata, NULL)::text, 'UTF8'))),
    NULL::bigint[], NULL::bigint[]
  INTO parsed
  FROM (
    SELECT place, submission->'movements' AS movements,
      submission->'claims' = '[]' AND submission->'guards' = '[]' AND submission->'rows' = '[]' AS bare
    FROM jsonb_array_elements(submissions) WITH ORDINALITY AS listed (submission, place)
  ) AS item, jsonb_to_recordset(movements) AS movement (kind text, id text, "from" text, "to" text,
    "amountMinor" bigint, code text, reference text, "occurredAt" timestamptz, metadata jsonb);
  RETURN parsed;
END $$;

-- Which submissions are sure to be accepted whatever their neighbours do: posts and holds alone, new ids, accounts that
-- cover all that the whole call takes from them. Finds the accounts' ids too.
CREATE FUNCTION ledger_find_sure(INOUT parsed ledger_parsed, OUT sure integer[]) LANGUAGE plpgsql AS $$
DECLARE
  account_ids bigint[];
  names text[];
  currencies text[];
  free bigint[];
BEGIN
  SELECT array_agg(id), array_agg(name), array_agg(currency), array_agg(posted_minor - held_minor - floor_minor)
  INTO account_ids, names, currencies, free
  FROM (
    SELECT * FROM ledger_account WHERE name = ANY (parsed.sources || parsed.targets) ORDER BY id FOR NO KEY UPDATE
  ) AS locked;
  WITH movement AS MATERIALIZED (
    SELECT * FROM unnest(parsed.items, parsed.bare, parsed.kinds, parsed.ids, parsed.sources, parsed.targets,
      parsed.amounts) WITH ORDINALITY AS listed (item, bare, kind, id, source, target, amount, place)
  ), account AS MATERIALIZED (
    SELECT * FROM unnest(account_ids, names, currencies, free) AS listed (id, name, currency, free)
  ), spent AS (
    SELECT source, sum(amount) AS total FROM movement WHERE amount > 0 GROUP BY source
  ), judged AS (
    SELECT item, place, source.id AS source_id, target.id AS target_id,
      coalesce(bare AND kind IN ('post', 'hold') AND amount > 0 AND source.currency = target.currency
        AND (source.free IS NULL OR source.free >= spent.total), false)
      AND count(*) OVER (PARTITION BY movement.id) = 1
      AND movement.id <> ALL (ARRAY(SELECT id FROM ledger_transfer WHERE id = ANY (parsed.ids)
        UNION ALL SELECT id FROM ledger_closing WHERE id = ANY (parsed.ids))) AS fine
    FROM movement
    LEFT JOIN account AS source ON source.name = movement.source
    LEFT JOIN account AS target ON target.name = movement.target
    LEFT JOIN spent ON spent.source = movement.source
  )
  SELECT array_agg(source_id ORDER BY place), array_agg(target_id ORDER BY place),
    ARRAY(SELECT item FROM judged GROUP BY item HAVING bool_and(fine) ORDER BY item)
  INTO parsed.source_ids, parsed.target_ids, sure
  FROM judged;
END $$;

-- Writes a run of sure submissions, from one item to another. Answers null when an id appeared meanwhile or a constraint
-- was broken: then nothing was written, and they are to be tried one by one.
CREATE FUNCTION ledger_apply_run(parsed ledger_parsed, submissions jsonb, first_item integer, last_item integer,
  recorded timestamptz, OUT sealed_ids text[], OUT sealed_digests bytea) LANGUAGE plpgsql AS $$
DECLARE
  written bigint;
BEGIN
  WITH movement AS MATERIALIZED (
    SELECT * FROM unnest(parsed.items, parsed.kinds, parsed.ids, parsed.source_ids, parsed.target_ids, parsed.amounts,
      parsed.codes, parsed.notes, parsed.occurred, parsed.metadata, parsed.contents) WITH ORDINALITY
      AS listed (item, kind, id, source, target, amount, code, reference, occurred, metadata, content, place)
    WHERE item BETWEEN first_item AND last_item
  ), transfer AS (
    INSERT INTO ledger_transfer (id, from_id, to_id, amount_minor, state, settled_minor, code, reference, occurred_at,
      recorded_at, metadata, content)
    SELECT id, source, target, amount, CASE kind WHEN 'hold' THEN 'pending' ELSE 'posted' END,
      CASE kind WHEN 'post' THEN amount END, code, reference, occurred, recorded, metadata, content
    FROM movement ORDER BY place ON CONFLICT DO NOTHING RETURNING 1
  ), side AS MATERIALIZED (
    SELECT place, kind, id, content, occurred, amount, source AS account_id, -amount AS moved, 1 AS turn FROM movement
    UNION ALL
    SELECT place, kind, id, content, occurred, amount, target, amount, 2 FROM movement
  ), line AS MATERIALIZED (
    SELECT place, kind, side.id, content, occurred, account_id, moved,
      entry_count + count(*) FILTER (WHERE kind = 'post') OVER in_order AS number,
      (posted_minor + sum(moved) FILTER (WHERE kind = 'post') OVER in_order)::bigint AS balance,
      greatest(last_recorded_at, recorded) AS booked
    FROM side JOIN ledger_account AS account ON account.id = account_id
    WINDOW in_order AS (PARTITION BY account_id ORDER BY place, turn)
  ), entry AS (
    INSERT INTO ledger_entry (account_id, number, transfer_id, amount_minor, balance_minor, occurred_at, recorded_at)
    SELECT account_id, number, id, moved, balance, occurred, booked FROM line WHERE kind = 'post'
  ), change AS (
    SELECT account_id, count(*) AS versions, count(*) FILTER (WHERE kind = 'post') AS entries,
      count(*) FILTER (WHERE kind = 'hold') AS pending,
      coalesce(sum(moved) FILTER (WHERE kind = 'post'), 0)::bigint AS posted,
      coalesce(sum(amount) FILTER (WHERE kind = 'hold' AND turn = 1), 0)::bigint AS held,
      coalesce(sum(amount) FILTER (WHERE kind = 'hold' AND turn = 2), 0)::bigint AS arriving
    FROM side GROUP BY account_id
  ), balance AS (
    UPDATE ledger_account SET posted_minor = posted_minor + posted, held_minor = held_minor + held,
      arriving_minor = arriving_minor + arriving, pending_count = pending_count + pending,
      version = version + versions, entry_count = entry_count + entries,
      last_recorded_at = CASE WHEN entries > 0 THEN greatest(last_recorded_at, recorded) ELSE last_recorded_at END
    FROM change WHERE id = account_id
  ), news AS (
    INSERT INTO ledger_news (topic, key, payload, recorded_at)
    SELECT news->>'topic', news->>'key', news->'payload', recorded
    FROM jsonb_array_elements(submissions) WITH ORDINALITY AS listed (submission, item),
      jsonb_array_elements(submission->'news') WITH ORDINALITY AS told (news, turn)
    WHERE item BETWEEN first_item AND last_item ORDER BY item, turn
  )
  SELECT (SELECT count(*) FROM transfer), array_agg(id ORDER BY place), string_agg(digest, '' ORDER BY place)
  INTO written, sealed_ids, sealed_digests
  FROM (
    SELECT place, id, ledger_digest(id, content, occurred, recorded, string_agg(
      CASE kind WHEN 'post' THEN ledger_line(account_id, number, moved, balance, occurred, booked) ELSE '' END, ''
      ORDER BY account_id)) AS digest
    FROM line GROUP BY place, id, content, occurred
  ) AS sealed;
  IF written <> cardinality(sealed_ids) THEN RAISE EXCEPTION 'an id appeared meanwhile' USING ERRCODE = 'LR002'; END IF;
EXCEPTION
  WHEN SQLSTATE 'LR002' OR data_exception OR integrity_constraint_violation THEN
    sealed_ids := NULL;
    sealed_digests := NULL;
END $$;

-- Transfers and closings share their ids, but no unique key: until the commit nobody else uses these. Ids are locked
-- before rows and accounts, and in one order for everyone.
CREATE FUNCTION ledger_lock_ids(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(key)
  FROM (SELECT DISTINCT hashtextextended(id, 0) AS key FROM unnest(ids) AS id ORDER BY key) AS locked;
END $$;

-- The door: an array of submissions in, an array of outcomes out, in the same order, which is also the order in which
-- they take effect. The settings keep the planner from reading whole tables or compiling, whatever it expects of arrays.
CREATE FUNCTION ledger_submit(submissions jsonb, registered text[], recorded timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET jit = off SET enable_seqscan = off AS $$
DECLARE
  total integer := jsonb_array_length(submissions);
  outcomes jsonb[] := array_fill('{"ok": true, "replayed": false}'::jsonb, ARRAY[total]);
  parsed ledger_parsed;
  sure integer[] := '{}';
  applied record;
  item integer := 1;
  last_item integer;
  ids text[] := '{}';
  digests bytea := '';
BEGIN
  parsed := ledger_parse(submissions);
  PERFORM ledger_lock_ids(parsed.ids);
  IF (true = ALL (parsed.bare) AND parsed.kinds <@ ARRAY['post', 'hold']
    AND (SELECT count(DISTINCT moving) FROM unnest(parsed.items) AS moving) = total) IS NOT TRUE
  THEN
    PERFORM ledger_lock(submissions, registered);
  END IF;
  SELECT * INTO applied FROM ledger_find_sure(parsed);
  parsed := applied.parsed;
  sure := applied.sure;
  WHILE item <= total LOOP
    last_item := item;
    IF item = ANY (sure) THEN
      WHILE (last_item + 1) = ANY (sure) LOOP last_item := last_item + 1; END LOOP;
      SELECT * INTO applied FROM ledger_apply_run(parsed, submissions, item, last_item, recorded);
      IF applied.sealed_ids IS NOT NULL THEN
        ids := ids || applied.sealed_ids;
        digests := digests || applied.sealed_digests;
        item := last_item + 1;
        CONTINUE;
      END IF;
    END IF;
    FOR place IN item..last_item LOOP
      SELECT * INTO applied FROM ledger_apply(submissions->(place - 1), registered, recorded);
      outcomes[place] := applied.outcome;
      IF applied.digests IS NOT NULL THEN
        ids := ids || ARRAY(SELECT movement->>'id'
          FROM jsonb_array_elements(submissions->(place - 1)->'movements') AS movement);
        digests := digests || applied.digests;
      END IF;
    END LOOP;
    item := last_item + 1;
  END LOOP;
  IF cardinality(ids) > 0 THEN PERFORM ledger_seal_all(ids, digests, recorded); END IF;
  RETURN to_jsonb(outcomes);
END $$;
