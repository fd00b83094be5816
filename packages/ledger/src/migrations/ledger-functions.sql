-- The ledger's rules: the only writers of its tables.

-- What makes two movements the same: all that is said of the money, and not when it is said to have happened.
CREATE OR REPLACE FUNCTION ledger_content(movement jsonb) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(movement->'kind', movement->'from', movement->'to',
    movement->'amountMinor', movement->'code', movement->'reference', movement->'metadata',
    movement->'hold')::text, 'UTF8'))
$$;

-- The graver of two findings; the first one found when they are alike.
CREATE OR REPLACE FUNCTION ledger_graver(first ledger_finding, second ledger_finding) RETURNS ledger_finding
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF first.refusal IS NULL OR second.refusal < first.refusal THEN RETURN second; END IF;
  RETURN first;
END $$;

-- All locks of a batch, in one order for everyone: rows of registered tables first (callers of the in-transaction door
-- have usually locked theirs before they post), then accounts, those of holds to be closed included.
CREATE OR REPLACE FUNCTION ledger_lock(submissions jsonb, registered text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  place record;
  holds text[];
  names text[];
  sides bigint[];
BEGIN
  FOR place IN
    SELECT touched->>'table' AS name, array_agg(touched->>'id') AS ids
    FROM jsonb_array_elements(submissions) AS submission,
      jsonb_array_elements(submission->'guards' || (submission->'rows')) AS touched
    WHERE touched->>'table' = ANY (registered) AND touched ? 'id'
    GROUP BY 1 ORDER BY 1
  LOOP
    EXECUTE format('SELECT 1 FROM %I WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', place.name) USING place.ids;
  END LOOP;

  -- Arrays, not joins: the planner expects thousands of rows of a JSON array and would read whole tables.
  SELECT array_agg(DISTINCT movement->>'hold') INTO holds
  FROM jsonb_array_elements(submissions) AS submission, jsonb_array_elements(submission->'movements') AS movement
  WHERE movement ? 'hold';
  SELECT array_agg(DISTINCT side) INTO sides
  FROM ledger_transfer, unnest(ARRAY[from_id, to_id]) AS side WHERE id = ANY (holds);
  SELECT array_agg(DISTINCT named) INTO names
  FROM jsonb_array_elements(submissions) AS submission,
    jsonb_array_elements((submission->'movements') || (submission->'guards')) AS touched,
    unnest(ARRAY[touched->>'from', touched->>'to', touched->>'account']) AS named
  WHERE named IS NOT NULL;
  SELECT array_agg(id) || sides INTO sides FROM ledger_account WHERE name = ANY (names);
  PERFORM 1 FROM ledger_account WHERE id = ANY (sides) ORDER BY id FOR NO KEY UPDATE;
END $$;

-- Null when all ids are new; "replayed" when all were accepted with this content; else the first id that is taken.
CREATE OR REPLACE FUNCTION ledger_prior(movements jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  total bigint;
  names bigint;
  known bigint;
  alike bigint;
  taken text;
BEGIN
  SELECT count(*), count(DISTINCT movement->>'id'), count(earlier.content),
    count(*) FILTER (WHERE earlier.content = ledger_content(movement)),
    (array_agg(movement->>'id' ORDER BY earlier.content = ledger_content(movement), place)
      FILTER (WHERE earlier.content IS NOT NULL))[1]
  INTO total, names, known, alike, taken
  FROM jsonb_array_elements(movements) WITH ORDINALITY AS listed (movement, place)
  LEFT JOIN LATERAL (
    SELECT content FROM ledger_transfer WHERE id = movement->>'id'
    UNION ALL
    SELECT content FROM ledger_closing WHERE id = movement->>'id'
  ) AS earlier ON true;
  IF total = names AND known = 0 THEN RETURN NULL; END IF;
  IF total = alike AND total = names THEN RETURN '{"ok": true, "replayed": true}'; END IF;
  RETURN jsonb_build_object('ok', false, 'refusal', 'ID_TAKEN',
    'detail', coalesce(taken, movements->0->>'id'));
END $$;

CREATE OR REPLACE FUNCTION ledger_claim_all(claims jsonb, recorded timestamptz) RETURNS ledger_finding LANGUAGE plpgsql AS $$
DECLARE
  claim jsonb;
  holder text;
  found_out ledger_finding;
BEGIN
  FOR claim IN SELECT value FROM jsonb_array_elements(claims) LOOP
    INSERT INTO ledger_claim (kind, key, owner, recorded_at)
    VALUES (claim->>'kind', claim->>'key', claim->>'owner', recorded) ON CONFLICT DO NOTHING;
    IF NOT FOUND AND found_out.refusal IS NULL THEN
      SELECT owner INTO holder FROM ledger_claim WHERE kind = claim->>'kind' AND key = claim->>'key';
      found_out := ('CLAIMED', holder, NULL)::ledger_finding;
    END IF;
  END LOOP;
  RETURN found_out;
END $$;

CREATE OR REPLACE FUNCTION ledger_check_guard(guard jsonb, registered text[]) RETURNS ledger_finding LANGUAGE plpgsql AS $$
DECLARE
  account ledger_account;
  present bigint;
BEGIN
  IF guard ? 'account' THEN
    SELECT * INTO account FROM ledger_account WHERE name = guard->>'account' FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN ('NO_ACCOUNT', guard->>'account', NULL)::ledger_finding; END IF;
    IF account.version <> (guard->>'version')::bigint
      OR (account.pending_count > 0 AND coalesce((guard->>'idle')::boolean, false))
    THEN RETURN ('GUARD_MOVED', guard->>'account', NULL)::ledger_finding; END IF;
    RETURN NULL;
  END IF;
  PERFORM ledger_require_registered(guard->>'table', registered);
  EXECUTE format('SELECT version FROM %I WHERE id = $1 FOR NO KEY UPDATE', guard->>'table')
    INTO present USING guard->>'id';
  IF present IS DISTINCT FROM (guard->>'version')::bigint THEN
    RETURN ('GUARD_MOVED', concat_ws(' ', guard->>'table', guard->>'id'), NULL)::ledger_finding;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION ledger_require_registered(name text, registered text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF name IS NULL OR name <> ALL (registered) THEN
    RAISE EXCEPTION 'table % is not registered with the ledger', name;
  END IF;
END $$;

-- Inserts or updates one business row. A row whose unique key is taken is refused like one that moved.
CREATE OR REPLACE FUNCTION ledger_write_row(written jsonb, registered text[]) RETURNS ledger_finding LANGUAGE plpgsql AS $$
DECLARE
  inserting boolean := written ? 'insert';
  place text := written->>'table';
  fields jsonb := CASE WHEN inserting THEN written->'insert' ELSE written->'update' END;
  columns text;
  count_written bigint;
BEGIN
  PERFORM ledger_require_registered(place, registered);
  IF inserting THEN
    SELECT string_agg(format('%I', name), ', ') INTO columns FROM jsonb_object_keys(fields) AS name;
    EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM jsonb_populate_record(NULL::%I, $1) ON CONFLICT DO NOTHING',
      place, columns, columns, place) USING fields;
  ELSE
    SELECT string_agg(format('%I = source.%I, ', name, name), '') INTO columns FROM jsonb_object_keys(fields) AS name;
    EXECUTE format('UPDATE %I AS target SET %s version = target.version + 1
      FROM jsonb_populate_record(NULL::%I, $1) AS source WHERE target.id = $2 AND target.version = $3',
      place, columns, place) USING fields, written->>'id', (written->>'version')::bigint;
  END IF;
  GET DIAGNOSTICS count_written = ROW_COUNT;
  IF count_written = 0 THEN
    RETURN ('GUARD_MOVED', concat_ws(' ', place, coalesce(written->>'id', fields->>'id')), NULL)::ledger_finding;
  END IF;
  RETURN NULL;
END $$;

-- Changes the balances of both sides. A hold releases the negative of its amount, a closing the amount itself.
-- Answers the entries it made, as they are sealed.
CREATE OR REPLACE FUNCTION ledger_book(transfer text, source bigint, target bigint, moved bigint, released bigint, said text,
  note text, occurred timestamptz, recorded timestamptz) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
  lines bytea;
BEGIN
  WITH debit AS (
    UPDATE ledger_account SET posted_minor = posted_minor - moved, held_minor = held_minor - released,
      pending_count = pending_count - sign(released)::integer, version = version + 1,
      entry_count = entry_count + (moved > 0)::integer,
      last_recorded_at = CASE WHEN moved > 0 THEN greatest(last_recorded_at, recorded) ELSE last_recorded_at END
    WHERE id = source RETURNING id, entry_count, -moved AS amount_minor, posted_minor, last_recorded_at
  ), credit AS (
    UPDATE ledger_account SET posted_minor = posted_minor + moved, arriving_minor = arriving_minor - released,
      pending_count = pending_count - sign(released)::integer, version = version + 1,
      entry_count = entry_count + (moved > 0)::integer,
      last_recorded_at = CASE WHEN moved > 0 THEN greatest(last_recorded_at, recorded) ELSE last_recorded_at END
    WHERE id = target RETURNING id, entry_count, moved AS amount_minor, posted_minor, last_recorded_at
  ), entry AS (
    INSERT INTO ledger_entry (account_id, number, transfer_id, amount_minor, balance_minor, occurred_at, recorded_at,
      code, reference)
    SELECT id, entry_count, transfer, amount_minor, posted_minor, occurred, last_recorded_at, said, note
    FROM (SELECT * FROM debit UNION ALL SELECT * FROM credit) AS side WHERE moved > 0
    RETURNING *
  )
  SELECT string_agg(ledger_line(account_id, number, amount_minor, balance_minor, occurred_at, recorded_at), ''
    ORDER BY account_id) INTO lines
  FROM entry;
  RETURN coalesce(lines, '');
END $$;

-- A post or a hold. Without `effective` something was found before: only what is graver is looked for.
CREATE OR REPLACE FUNCTION ledger_move(movement jsonb, effective boolean, recorded timestamptz) RETURNS ledger_finding
LANGUAGE plpgsql AS $$
DECLARE
  source ledger_account;
  target ledger_account;
  amount bigint := (movement->>'amountMinor')::bigint;
  holding boolean := movement->>'kind' = 'hold';
  said bytea := ledger_content(movement);
  lines bytea;
  occurred timestamptz := (movement->>'occurredAt')::timestamptz;
BEGIN
  SELECT * INTO source FROM ledger_account WHERE name = movement->>'from' FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN ('NO_ACCOUNT', movement->>'from', NULL)::ledger_finding; END IF;
  SELECT * INTO target FROM ledger_account WHERE name = movement->>'to' FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN ('NO_ACCOUNT', movement->>'to', NULL)::ledger_finding; END IF;
  IF source.currency <> target.currency THEN RETURN ('CURRENCY_MIXED', movement->>'id', NULL)::ledger_finding; END IF;
  IF amount <= 0 THEN RETURN ('AMOUNT_INVALID', movement->>'id', NULL)::ledger_finding; END IF;

  INSERT INTO ledger_transfer (id, from_id, to_id, amount_minor, state, settled_minor, code, reference, occurred_at,
    recorded_at, metadata, content)
  VALUES (movement->>'id', source.id, target.id, amount, CASE WHEN holding THEN 'pending' ELSE 'posted' END,
    CASE WHEN NOT holding THEN amount END, movement->>'code', movement->>'reference', occurred, recorded,
    nullif(movement->'metadata', 'null'), said)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RAISE EXCEPTION 'id % appeared meanwhile', movement->>'id' USING ERRCODE = 'LR002'; END IF;
  IF NOT effective THEN RETURN NULL; END IF;

  IF source.posted_minor - source.held_minor - amount < source.floor_minor THEN
    RETURN ('NOT_ENOUGH', movement->>'from', NULL)::ledger_finding;
  END IF;
  lines := ledger_book(movement->>'id', source.id, target.id, CASE WHEN holding THEN 0 ELSE amount END,
    CASE WHEN holding THEN -amount ELSE 0 END, movement->>'code', movement->>'reference', occurred, recorded);
  RETURN (NULL, NULL, ledger_digest(movement->>'id', said, occurred, recorded, lines))::ledger_finding;
END $$;

-- A settle or a void. The accounts are locked before the hold's state is believed.
CREATE OR REPLACE FUNCTION ledger_close(movement jsonb, effective boolean, recorded timestamptz) RETURNS ledger_finding
LANGUAGE plpgsql AS $$
DECLARE
  hold ledger_transfer;
  settling boolean := movement->>'kind' = 'settle';
  said bytea := ledger_content(movement);
  lines bytea;
  amount bigint := (movement->>'amountMinor')::bigint;
  occurred timestamptz := (movement->>'occurredAt')::timestamptz;
BEGIN
  SELECT * INTO hold FROM ledger_transfer WHERE id = movement->>'hold';
  IF NOT FOUND OR hold.state = 'posted' THEN RETURN ('NO_HOLD', movement->>'hold', NULL)::ledger_finding; END IF;
  PERFORM 1 FROM ledger_account WHERE id IN (hold.from_id, hold.to_id) ORDER BY id FOR NO KEY UPDATE;
  SELECT * INTO hold FROM ledger_transfer WHERE id = movement->>'hold';
  amount := CASE WHEN settling THEN coalesce(amount, hold.amount_minor) ELSE 0 END;
  IF settling AND (amount <= 0 OR amount > hold.amount_minor) THEN
    RETURN ('AMOUNT_INVALID', movement->>'id', NULL)::ledger_finding;
  END IF;
  IF hold.state <> 'pending' THEN RETURN ('HOLD_CLOSED', movement->>'hold', NULL)::ledger_finding; END IF;

  INSERT INTO ledger_closing (id, hold_id, kind, settled_minor, occurred_at, recorded_at, content)
  VALUES (movement->>'id', hold.id, movement->>'kind', amount, occurred, recorded, said)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RAISE EXCEPTION 'id % appeared meanwhile', movement->>'id' USING ERRCODE = 'LR002'; END IF;
  UPDATE ledger_transfer SET state = CASE WHEN settling THEN 'settled' ELSE 'voided' END, settled_minor = amount
  WHERE id = hold.id;
  IF NOT effective THEN RETURN NULL; END IF;
  lines := ledger_book(hold.id, hold.from_id, hold.to_id, amount, hold.amount_minor, hold.code, hold.reference, occurred,
    recorded);
  RETURN (NULL, NULL, ledger_digest(movement->>'id', said, occurred, recorded, lines))::ledger_finding;
END $$;

-- Everything of one submission; the caller undoes it when something was found.
CREATE OR REPLACE FUNCTION ledger_attempt(submission jsonb, registered text[], recorded timestamptz) RETURNS ledger_finding
LANGUAGE plpgsql AS $$
DECLARE
  part jsonb;
  own_holds text[] := '{}';
  digests bytea := '';
  found_now ledger_finding;
  found_out ledger_finding;
BEGIN
  found_out := ledger_claim_all(submission->'claims', recorded);
  FOR part IN SELECT value FROM jsonb_array_elements(submission->'guards') LOOP
    found_out := ledger_graver(found_out, ledger_check_guard(part, registered));
  END LOOP;
  FOR part IN SELECT value FROM jsonb_array_elements(submission->'rows') LOOP
    found_out := ledger_graver(found_out, ledger_write_row(part, registered));
  END LOOP;
  FOR part IN SELECT value FROM jsonb_array_elements(submission->'movements') LOOP
    IF part->>'kind' IN ('post', 'hold') THEN
      IF part->>'kind' = 'hold' THEN own_holds := own_holds || (part->>'id'); END IF;
      found_now := ledger_move(part, found_out.refusal IS NULL, recorded);
    ELSE
      found_now := ledger_close(part, found_out.refusal IS NULL, recorded);
      -- A hold made earlier in this submission is missing because it was refused itself: that finding stands.
      IF found_now.refusal = 'NO_HOLD' AND part->>'hold' = ANY (own_holds) THEN found_now := NULL; END IF;
    END IF;
    digests := digests || found_now.digests;
    found_out := ledger_graver(found_out, found_now);
  END LOOP;
  IF found_out.refusal IS NULL THEN
    found_out.digests := digests;
    INSERT INTO ledger_news (topic, key, payload, recorded_at)
    SELECT news->>'topic', news->>'key', news->'payload', recorded
    FROM jsonb_array_elements(submission->'news') WITH ORDINALITY AS listed (news, place) ORDER BY place;
  END IF;
  RETURN found_out;
END $$;

-- One submission in its own subtransaction, so that neither a refusal nor a mistake in it touches its neighbours.
-- Errors that are not the submission's own (locks, disk, time-outs) are not caught: they fail the whole batch.
CREATE OR REPLACE FUNCTION ledger_apply(submission jsonb, registered text[], recorded timestamptz, OUT outcome jsonb,
  OUT digests bytea) LANGUAGE plpgsql AS $$
DECLARE
  found_out ledger_finding;
BEGIN
  FOR attempt IN 1..5 LOOP
    outcome := ledger_prior(submission->'movements');
    IF outcome IS NOT NULL THEN RETURN; END IF;
    BEGIN
      found_out := ledger_attempt(submission, registered, recorded);
      IF found_out.refusal IS NOT NULL THEN RAISE EXCEPTION 'refused' USING ERRCODE = 'LR001'; END IF;
      outcome := '{"ok": true, "replayed": false}';
      digests := found_out.digests;
      RETURN;
    EXCEPTION
      WHEN SQLSTATE 'LR001' THEN
        outcome := jsonb_build_object('ok', false, 'refusal', found_out.refusal, 'detail', found_out.detail);
        RETURN;
      WHEN SQLSTATE 'LR002' THEN
        NULL;
      WHEN data_exception OR integrity_constraint_violation OR syntax_error_or_access_rule_violation
        OR raise_exception THEN
        outcome := jsonb_build_object('ok', false, 'mistake', SQLERRM, 'sqlState', SQLSTATE);
        RETURN;
    END;
  END LOOP;
  RAISE EXCEPTION 'movement ids appear and vanish while they are used' USING ERRCODE = 'serialization_failure';
END $$;
