-- The quick way: the submissions of a call that are sure to be accepted are written together, by few statements.

-- Transfers and closings share their ids, but no unique key: until the commit nobody else uses these. Ids are locked
-- before rows and accounts, and in one order for everyone.
CREATE OR REPLACE FUNCTION ledger_lock_ids(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(key)
  FROM (SELECT DISTINCT hashtextextended(id, 0) AS key FROM unnest(ids) AS id ORDER BY key) AS locked;
END $$;

-- A sum of amounts: of bigint, PostgreSQL's own would be a numeric, which takes its time. Too large a one is an error.
CREATE OR REPLACE AGGREGATE ledger_sum(bigint) (SFUNC = int8pl, STYPE = bigint, INITCOND = '0', PARALLEL = SAFE);

-- Which submissions are not sure to be accepted, given all that stands before them in the call. Sure are posts and holds
-- with new ids whose accounts cover them and all before them, and closings of holds that are pending. A run writes the sum
-- of what it holds: no sum on the way there may be too large to be written. Finds what the movements move, too. Nothing is locked for that: it is looked at again when it is written.
CREATE OR REPLACE FUNCTION ledger_judge(INOUT batch ledger_batch, sources text[], targets text[], amounts bigint[],
  OUT unsure integer[]) LANGUAGE plpgsql AS $$
DECLARE
  known text[] := ARRAY(SELECT id FROM ledger_transfer WHERE id = ANY (batch.ids)
    UNION ALL SELECT id FROM ledger_closing WHERE id = ANY (batch.ids));
BEGIN
  SELECT array_agg(source_id), array_agg(target_id), array_agg(moved), array_agg(freed), array_agg(spent),
    array_agg(coalesce(hold, id)), array_agg(booked_code), array_agg(booked_note), array_agg(content),
    coalesce(array_agg(item) FILTER (WHERE NOT fine), '{}')
  INTO batch.source_ids, batch.target_ids, batch.moves, batch.frees, batch.spends, batch.transfers, batch.codes,
    batch.notes, batch.contents, unsure
  FROM (
    SELECT item, movement.id, movement.hold, movement.content, source_id, target_id, moved, freed, spent,
      booked_code, booked_note,
      coalesce(fit AND movement.id <> ALL (known)
        AND (free IS NULL OR free >= ledger_sum(spent) OVER (PARTITION BY source_id ORDER BY place))
        AND (freed >= 0 OR pending + ledger_sum(greatest(-freed, 0)) OVER () <= 9007199254740991), false) AS fine
    FROM (
      SELECT item, said.id, hold, place, coalesce(source.id, from_id) AS source_id, coalesce(target.id, to_id) AS target_id,
        sha256(convert_to(jsonb_build_array(kind, said_from, said_to, said.amount, said.code, note, said.metadata,
          hold)::text, 'UTF8')) AS content,
        CASE kind WHEN 'post' THEN amount WHEN 'settle' THEN coalesce(amount, amount_minor) ELSE 0 END AS moved,
        CASE kind WHEN 'post' THEN 0 WHEN 'hold' THEN -amount ELSE amount_minor END AS freed,
        CASE WHEN hold IS NULL THEN greatest(amount, 0) ELSE 0 END AS spent,
        coalesce(said.code, held.code) AS booked_code, coalesce(note, held.reference) AS booked_note,
        source.posted_minor - source.held_minor - source.floor_minor AS free,
        greatest(source.held_minor, target.arriving_minor) AS pending,
        CASE WHEN hold IS NULL THEN source.currency = target.currency AND amount > 0
          ELSE state = 'pending' AND coalesce(amount BETWEEN 1 AND amount_minor, true) END AS fit
      FROM unnest(batch.items, batch.kinds, batch.ids, batch.holds, sources, targets, amounts, batch.codes, batch.notes,
          batch.metadata) WITH ORDINALITY
        AS said (item, kind, id, hold, said_from, said_to, amount, code, note, metadata, place)
      LEFT JOIN LATERAL (SELECT * FROM ledger_account WHERE name = said_from LIMIT 1) AS source ON true
      LEFT JOIN LATERAL (SELECT * FROM ledger_account WHERE name = said_to LIMIT 1) AS target ON true
      LEFT JOIN LATERAL (SELECT * FROM ledger_transfer WHERE ledger_transfer.id = hold LIMIT 1) AS held ON true
    ) AS movement
    ORDER BY place
  ) AS judged;
END $$;

-- The same of claims, and of guards on accounts, which nothing before them in the call may move. In this language plans are
-- kept; of SQL's own this would be planned anew for each call.
CREATE OR REPLACE FUNCTION ledger_judge_claims_and_guards(batch ledger_batch) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  unsure integer[] := '{}';
BEGIN
  IF batch.extras ? 'claims' THEN
    unsure := ARRAY(
      SELECT item FROM jsonb_to_recordset(batch.extras->'claims') AS claim (item integer, kind text, key text)
      CROSS JOIN LATERAL (
        SELECT FROM ledger_claim WHERE ledger_claim.kind = claim.kind AND ledger_claim.key = claim.key LIMIT 1
      ) AS taken);
  END IF;
  IF batch.extras ? 'accounts' THEN
    unsure := unsure || ARRAY(
      SELECT item FROM (
        SELECT item, fine, min(item) FILTER (WHERE fine IS NULL) OVER (PARTITION BY account_id) AS first_moved
        FROM (
          SELECT item, account.id AS account_id,
            account.version IS NOT DISTINCT FROM guard.version AND NOT (idle AND pending_count > 0) AS fine
          FROM jsonb_to_recordset(batch.extras->'accounts')
            AS guard (item integer, account text, version bigint, idle boolean)
          LEFT JOIN LATERAL (SELECT * FROM ledger_account WHERE name = guard.account LIMIT 1) AS account ON true
          UNION ALL
          SELECT item, side, NULL FROM unnest(batch.items, batch.source_ids, batch.target_ids)
            AS movement (item, source_id, target_id), unnest(ARRAY[source_id, target_id]) AS side
        ) AS guard_or_side
      ) AS guard WHERE NOT fine OR (fine AND first_moved < item));
  END IF;
  RETURN unsure;
END $$;

-- The same of the rows that guards and updates name, which are locked for that: before accounts, and in one order for
-- everyone.
CREATE OR REPLACE FUNCTION ledger_judge_rows(touched jsonb, registered text[]) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  place record;
  known jsonb;
  unsure integer[] := '{}';
BEGIN
  FOR place IN
    SELECT "table" AS name, array_agg(item) AS items, array_agg(id) AS ids, array_agg(version) AS versions
    FROM jsonb_to_recordset(touched) AS row (item integer, "table" text, id text, version bigint)
    GROUP BY 1 ORDER BY 1
  LOOP
    PERFORM ledger_require_registered(place.name, registered);
    EXECUTE format('SELECT jsonb_object_agg(id, version) FROM (
      SELECT id, version FROM %I WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE) AS locked', place.name)
      INTO known USING place.ids;
    unsure := unsure || ARRAY(SELECT item FROM unnest(place.items, place.ids, place.versions) AS row (item, id, version)
      WHERE (known->>id)::bigint IS DISTINCT FROM version);
  END LOOP;
  RETURN unsure;
END $$;

CREATE OR REPLACE FUNCTION ledger_require_unmoved(unmoved boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF unmoved IS NOT TRUE THEN
    RAISE EXCEPTION 'what was sure has moved meanwhile' USING ERRCODE = 'LR002';
  END IF;
END $$;

-- Locks what guards name together with all accounts of the items: one order for everyone.
CREATE OR REPLACE FUNCTION ledger_hold_guards(batch ledger_batch, first_item integer, last_item integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM ledger_account WHERE id = ANY (ARRAY(
    SELECT side FROM unnest(batch.items, batch.source_ids, batch.target_ids) AS movement (item, source_id, target_id),
      unnest(ARRAY[source_id, target_id]) AS side WHERE item BETWEEN first_item AND last_item
    UNION ALL
    SELECT account.id FROM jsonb_to_recordset(batch.extras->'accounts') AS guard (item integer, account text)
    CROSS JOIN LATERAL (SELECT * FROM ledger_account WHERE name = guard.account LIMIT 1) AS account
    WHERE item BETWEEN first_item AND last_item))
  ORDER BY id FOR NO KEY UPDATE;
  PERFORM ledger_require_unmoved(NOT EXISTS (
    SELECT FROM jsonb_to_recordset(batch.extras->'accounts')
      AS guard (item integer, account text, version bigint, idle boolean)
    CROSS JOIN LATERAL (SELECT * FROM ledger_account WHERE name = guard.account LIMIT 1) AS account
    WHERE item BETWEEN first_item AND last_item
      AND (account.version <> guard.version OR (idle AND pending_count > 0))));
END $$;

-- Writes claims, business rows and news of a run. A row that is there already, or not as expected, fails the call.
CREATE OR REPLACE FUNCTION ledger_write_extras(batch ledger_batch, registered text[], first_item integer, last_item integer,
  recorded timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  said jsonb;
  fields jsonb;
  names text[];
  written bigint;
BEGIN
  IF batch.extras ? 'claims' THEN
    INSERT INTO ledger_claim (kind, key, owner, recorded_at)
    SELECT kind, key, owner, recorded
    FROM jsonb_to_recordset(batch.extras->'claims') AS claim (item integer, kind text, key text, owner text)
    WHERE item BETWEEN first_item AND last_item ORDER BY kind, key;
  END IF;
  FOR said IN SELECT value FROM jsonb_array_elements(batch.extras->'writes') LOOP
    IF (said->'items'->>0)::integer >= first_item AND (said->'items'->>-1)::integer <= last_item THEN
      fields := said->'rows';
    ELSE
      SELECT jsonb_agg(row ORDER BY place) INTO fields
      FROM ROWS FROM (jsonb_array_elements(said->'rows'), jsonb_array_elements_text(said->'items')) WITH ORDINALITY
        AS listed (row, item, place)
      WHERE item::integer BETWEEN first_item AND last_item;
    END IF;
    CONTINUE WHEN fields IS NULL;
    PERFORM ledger_require_registered(said->>'table', registered);
    names := ARRAY(SELECT jsonb_array_elements_text(said->'columns'));
    IF (said->>'inserting')::boolean THEN
      EXECUTE (SELECT format('INSERT INTO %I (%s) SELECT %2$s FROM jsonb_populate_recordset(NULL::%1$I, $1)',
        said->>'table', string_agg(format('%I', name), ', ')) FROM unnest(names) AS name) USING fields;
    ELSE
      EXECUTE (SELECT format('UPDATE %I AS target SET %s version = target.version + 1
        FROM jsonb_populate_recordset(NULL::%1$I, $1) AS source
        WHERE target.id = source.id AND target.version = source.version', said->>'table',
        string_agg(format('%I = source.%1$I, ', name), '')) FROM unnest(names) AS name) USING fields;
    END IF;
    GET DIAGNOSTICS written = ROW_COUNT;
    PERFORM ledger_require_unmoved(written = jsonb_array_length(fields));
  END LOOP;
  INSERT INTO ledger_news (topic, key, payload, recorded_at)
  SELECT topic, key, payload, recorded
  FROM unnest(batch.news_items, batch.topics, batch.keys, batch.payloads) WITH ORDINALITY
    AS news (item, topic, key, payload, place)
  WHERE item BETWEEN first_item AND last_item ORDER BY place;
END $$;

-- Writes a run of sure submissions, from one item to another. When one of them is not sure any more it fails the call.
CREATE OR REPLACE FUNCTION ledger_write_run(batch ledger_batch, first_item integer, last_item integer,
  registered text[], recorded timestamptz, OUT sealed_ids text[], OUT sealed_digests bytea) LANGUAGE plpgsql AS $$
DECLARE
  unmoved boolean;
  made bigint;
  closed bigint;
BEGIN
  IF batch.extras ? 'accounts' THEN PERFORM ledger_hold_guards(batch, first_item, last_item); END IF;
  INSERT INTO ledger_transfer (id, from_id, to_id, amount_minor, state, settled_minor, code, reference, occurred_at,
    recorded_at, metadata, content)
  SELECT id, source, target, spent, CASE kind WHEN 'hold' THEN 'pending' ELSE 'posted' END,
    CASE kind WHEN 'post' THEN spent END, code, note, occurred, recorded, metadata, content
  FROM unnest(batch.items, batch.kinds, batch.ids, batch.holds, batch.source_ids, batch.target_ids, batch.spends,
    batch.codes, batch.notes, batch.occurred, batch.metadata, batch.contents)
    AS movement (item, kind, id, hold, source, target, spent, code, note, occurred, metadata, content)
  WHERE item BETWEEN first_item AND last_item AND hold IS NULL;

  WITH movement AS MATERIALIZED (
    SELECT * FROM unnest(batch.items, batch.ids, batch.transfers, batch.source_ids, batch.target_ids, batch.moves,
      batch.frees, batch.spends, batch.codes, batch.notes, batch.occurred, batch.contents) WITH ORDINALITY
      AS listed (item, id, transfer, source, target, moved, freed, spent, code, note, occurred, content, place)
    WHERE item BETWEEN first_item AND last_item
  ), side AS MATERIALIZED (
    SELECT place, 1 AS turn, id, transfer, code, note, occurred, content, source AS account_id, -moved AS moved, spent,
      -freed AS held, 0 AS arriving FROM movement
    UNION ALL
    SELECT place, 2, id, transfer, code, note, occurred, content, target, moved, 0, 0, -freed FROM movement
  ), change AS MATERIALIZED (
    SELECT account_id, ledger_sum(moved) AS posted, ledger_sum(held) AS held, ledger_sum(arriving) AS arriving,
      sum(CASE WHEN held + arriving = 0 THEN 0 WHEN held + arriving > 0 THEN 1 ELSE -1 END) AS pending,
      ledger_sum(spent) AS spent, count(*) AS versions, count(*) FILTER (WHERE moved <> 0) AS entries
    FROM side GROUP BY account_id ORDER BY account_id
  ), balance AS (
    UPDATE ledger_account AS account SET posted_minor = posted_minor + posted, held_minor = held_minor + held,
      arriving_minor = arriving_minor + arriving, pending_count = pending_count + pending,
      version = version + versions, entry_count = entry_count + entries,
      last_recorded_at = CASE WHEN entries > 0 THEN greatest(last_recorded_at, recorded) ELSE last_recorded_at END
    FROM change
    WHERE account.id = account_id AND (floor_minor IS NULL OR posted_minor - held_minor - spent >= floor_minor)
    RETURNING account_id, entry_count - entries AS number, posted_minor - posted AS balance, last_recorded_at AS booked
  ), line AS MATERIALIZED (
    -- The account before the run is the first of its lines, and what is added up starts from it.
    SELECT place, turn, id, transfer, code, note, occurred, content, account_id, moved,
      max(booked) OVER in_order AS booked, ledger_sum(step) OVER in_order AS number, ledger_sum(added) OVER in_order AS balance
    FROM (
      SELECT 0 AS place, NULL::integer AS turn, NULL AS id, NULL AS transfer, NULL AS code, NULL AS note,
        NULL::timestamptz AS occurred, NULL::bytea AS content, account_id, 0 AS moved, booked, number AS step, balance AS added FROM balance
      UNION ALL
      SELECT place, turn, id, transfer, code, note, occurred, content, account_id, moved, NULL,
        CASE moved WHEN 0 THEN 0 ELSE 1 END, moved FROM side
    ) AS start WINDOW in_order AS (PARTITION BY account_id ORDER BY place ROWS UNBOUNDED PRECEDING)
  ), entry AS (
    INSERT INTO ledger_entry (account_id, number, transfer_id, amount_minor, balance_minor, occurred_at, recorded_at,
      code, reference)
    SELECT account_id, number, transfer, moved, balance, occurred, booked, code, note FROM line WHERE moved <> 0
  )
  SELECT (SELECT count(*) FROM balance) = (SELECT count(*) FROM change), array_agg(id), string_agg(digest, '')
  INTO unmoved, sealed_ids, sealed_digests
  FROM (
    SELECT id, ledger_digest(id, content, occurred, recorded, CASE
      WHEN max(abs(moved)) = 0 THEN ''
      WHEN min(account_id) = min(account_id) FILTER (WHERE turn = 1)
      THEN string_agg(text, '') FILTER (WHERE turn = 1) || string_agg(text, '') FILTER (WHERE turn = 2)
      ELSE string_agg(text, '') FILTER (WHERE turn = 2) || string_agg(text, '') FILTER (WHERE turn = 1) END) AS digest
    FROM (
      SELECT *, ledger_line(account_id, number, moved, balance, occurred, booked) AS text FROM line WHERE turn IS NOT NULL
    ) AS written GROUP BY place, id, content, occurred ORDER BY place
  ) AS sealed;
  PERFORM ledger_require_unmoved(unmoved);

  IF batch.holds IS NOT NULL THEN
    INSERT INTO ledger_closing (id, hold_id, kind, settled_minor, occurred_at, recorded_at, content)
    SELECT id, hold, kind, moved, occurred, recorded, content
    FROM unnest(batch.items, batch.kinds, batch.ids, batch.holds, batch.moves, batch.occurred, batch.contents)
      AS movement (item, kind, id, hold, moved, occurred, content)
    WHERE item BETWEEN first_item AND last_item AND hold IS NOT NULL;
    GET DIAGNOSTICS made = ROW_COUNT;
    UPDATE ledger_transfer SET state = CASE kind WHEN 'settle' THEN 'settled' ELSE 'voided' END, settled_minor = moved
    FROM unnest(batch.items, batch.kinds, batch.holds, batch.moves) AS movement (item, kind, hold, moved)
    WHERE item BETWEEN first_item AND last_item AND ledger_transfer.id = hold AND state = 'pending';
    GET DIAGNOSTICS closed = ROW_COUNT;
    PERFORM ledger_require_unmoved(made = closed);
  END IF;
  IF batch.extras IS NOT NULL OR batch.news_items IS NOT NULL THEN
    PERFORM ledger_write_extras(batch, registered, first_item, last_item, recorded);
  END IF;
END $$;

-- The careful way: one submission after the other, in the order in which they take effect. An array of submissions in,
-- an array of outcomes out.
CREATE OR REPLACE FUNCTION ledger_submit_each(submissions jsonb, registered text[], recorded timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET jit = off SET enable_seqscan = off AS $$
DECLARE
  submission jsonb;
  applied record;
  outcomes jsonb[] := '{}';
  ids text[] := '{}';
  digests bytea := '';
BEGIN
  PERFORM ledger_lock_ids(ARRAY(SELECT jsonb_path_query(submissions, '$[*].movements[*].id') #>> '{}'));
  PERFORM ledger_lock(submissions, registered);
  FOR submission IN SELECT value FROM jsonb_array_elements(submissions) LOOP
    SELECT * INTO applied FROM ledger_apply(submission, registered, recorded);
    outcomes := outcomes || applied.outcome;
    IF applied.digests IS NOT NULL THEN
      ids := ids || ARRAY(SELECT movement->>'id' FROM jsonb_array_elements(submission->'movements') AS movement);
      digests := digests || applied.digests;
    END IF;
  END LOOP;
  IF cardinality(ids) > 0 THEN PERFORM ledger_seal_all(ids, digests, recorded); END IF;
  RETURN to_jsonb(outcomes);
END $$;

-- What is sure is written in runs, what is not is applied one by one between them. Null: all were accepted. "texts": it takes
-- the submissions themselves, which were left out; nothing was written.
CREATE OR REPLACE FUNCTION ledger_try_together(submissions text, total integer, doubtful integer[], batch ledger_batch,
  sources text[], targets text[], amounts bigint[], registered text[], recorded timestamptz) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  unsure integer[] := doubtful;
  parsed jsonb;
  outcomes jsonb[];
  found_out record;
  item integer := 1;
  last_item integer;
  ids text[] := '{}';
  digests bytea := '';
BEGIN
  IF batch.extras IS NOT NULL THEN unsure := unsure || ledger_judge_rows(batch.extras->'rows', registered); END IF;
  IF batch.ids IS NOT NULL THEN
    SELECT * INTO found_out FROM ledger_judge(batch, sources, targets, amounts);
    batch := found_out.batch;
    unsure := unsure || found_out.unsure;
  END IF;
  IF batch.extras IS NOT NULL THEN unsure := unsure || ledger_judge_claims_and_guards(batch); END IF;
  IF cardinality(unsure) > 0 THEN
    IF submissions IS NULL THEN RETURN '"texts"'; END IF;
    parsed := submissions::jsonb;
    outcomes := array_fill('{"ok": true, "replayed": false}'::jsonb, ARRAY[total]);
    PERFORM ledger_lock(parsed, registered);
  END IF;
  WHILE item <= total LOOP
    IF item = ANY (unsure) THEN
      SELECT * INTO found_out FROM ledger_apply(parsed->(item - 1), registered, recorded);
      outcomes[item] := found_out.outcome;
      IF found_out.digests IS NOT NULL THEN
        ids := ids || ARRAY(SELECT movement->>'id' FROM jsonb_array_elements(parsed->(item - 1)->'movements') AS movement);
        digests := digests || found_out.digests;
      END IF;
      item := item + 1;
    ELSE
      last_item := coalesce((SELECT min(next) FROM unnest(unsure) AS next WHERE next > item) - 1, total);
      SELECT * INTO found_out FROM ledger_write_run(batch, item, last_item, registered, recorded);
      ids := ids || found_out.sealed_ids;
      digests := digests || coalesce(found_out.sealed_digests, '');
      item := last_item + 1;
    END IF;
  END LOOP;
  IF cardinality(ids) > 0 THEN PERFORM ledger_seal_all(ids, digests, recorded); END IF;
  RETURN to_jsonb(outcomes);
END $$;

-- The door for many: `submissions` as for the careful way, or null as long as all seems sure, with `doubtful`, the items that
-- are not sure beside what stands before them in the call. When something that was sure has moved, all is judged once more; when it moved again, or a
-- constraint was broken, each is looked at for itself. The settings keep the planner from reading whole tables, whatever
-- it expects of arrays, and from planning anew or compiling each time.
CREATE OR REPLACE FUNCTION ledger_submit_together(submissions text, total integer, doubtful integer[], batch ledger_batch,
  sources text[], targets text[], amounts bigint[], registered text[], recorded timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET jit = off SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_material = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM ledger_lock_ids(batch.ids);
  FOR attempt IN 1..2 LOOP
    BEGIN
      RETURN ledger_try_together(submissions, total, doubtful, batch, sources, targets, amounts, registered, recorded);
    EXCEPTION
      WHEN SQLSTATE 'LR002' THEN
        NULL;
      WHEN data_exception OR integrity_constraint_violation OR syntax_error_or_access_rule_violation OR raise_exception
      THEN
        EXIT;
    END;
  END LOOP;
  IF submissions IS NULL THEN RETURN '"texts"'; END IF;
  RETURN ledger_submit_each(submissions::jsonb, registered, recorded);
END $$;
