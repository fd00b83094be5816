-- Months that are over may be moved out of the tables of entries and seals, into tables of their own that inherit from
-- them: who reads the large ones reads those too, and a commit neither writes nor reads any of them.

CREATE TABLE IF NOT EXISTS ledger_archive (
  month date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  state text NOT NULL CHECK (state IN ('filling', 'filled')),
  entries bigint NOT NULL DEFAULT 0,
  seals bigint NOT NULL DEFAULT 0
);

-- What is taken out of such a table stands in it still, by one that inherits from it: moved, and not deleted.
CREATE OR REPLACE FUNCTION ledger_require_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_moved boolean;
BEGIN
  EXECUTE format('SELECT NOT EXISTS (SELECT FROM gone LEFT JOIN %I AS kept ON %s WHERE ROW(kept.*) IS DISTINCT FROM ROW(gone.*))',
    TG_TABLE_NAME, TG_ARGV[0]) INTO is_moved;
  IF NOT is_moved THEN
    RAISE EXCEPTION '% on % is refused: the ledger is never edited', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ledger_entry_unchanged BEFORE UPDATE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE OR REPLACE TRIGGER ledger_seal_unchanged BEFORE UPDATE OR TRUNCATE ON ledger_seal
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE OR REPLACE TRIGGER ledger_entry_moved AFTER DELETE ON ledger_entry REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_require_moved('kept.account_id = gone.account_id AND kept.number = gone.number');
CREATE OR REPLACE TRIGGER ledger_seal_moved AFTER DELETE ON ledger_seal REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_require_moved('kept.strand_id = gone.strand_id AND kept.number = gone.number');

-- Begins to move a month, or goes on: its tables, and that they are being filled.
CREATE OR REPLACE FUNCTION ledger_archive_begin(begun date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  place text;
  child text;
BEGIN
  INSERT INTO ledger_archive (month, state) VALUES (begun, 'filling') ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  FOREACH place IN ARRAY ARRAY['ledger_entry', 'ledger_seal'] LOOP
    child := place || to_char(begun, '_YYYY_MM');
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) INHERITS (%2$I)', child, place);
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT
      EXECUTE FUNCTION ledger_refuse_change()', child || '_unchanged', child);
  END LOOP;
END $$;

-- Moves entries of some accounts behind one that were recorded before the end of the month, at most so many of each.
CREATE OR REPLACE FUNCTION ledger_archive_entries(begun date, behind bigint, account_max integer, row_max integer,
  OUT moved bigint, OUT last bigint) LANGUAGE plpgsql AS $$
BEGIN
  SELECT max(id) INTO last FROM (SELECT id FROM ledger_account WHERE id > behind ORDER BY id LIMIT account_max) AS page;
  EXECUTE format('WITH page AS MATERIALIZED (
      SELECT id, least(ledger_number_at(id, ($1 + interval ''1 month'') AT TIME ZONE ''UTC'' - interval ''1 microsecond''),
        (SELECT min(number) FROM ONLY ledger_entry WHERE account_id = id) + $4 - 1) AS through
      FROM ledger_account WHERE id > $2 AND id <= $3
    ), taken AS (
      DELETE FROM ONLY ledger_entry USING page WHERE account_id = page.id AND number <= through RETURNING ledger_entry.*
    ), kept AS (INSERT INTO %I SELECT * FROM taken RETURNING 1), noted AS (
      UPDATE ledger_archive SET entries = entries + (SELECT count(*) FROM kept) WHERE month = $1
    ) SELECT count(*) FROM kept', 'ledger_entry' || to_char(begun, '_YYYY_MM'))
  INTO moved USING begun, behind, last, row_max;
END $$;

-- Moves seals of a strand, up to the first one that was recorded later, at most so many.
CREATE OR REPLACE FUNCTION ledger_archive_seals(begun date, strand bigint, row_max integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  moved bigint;
BEGIN
  EXECUTE format('WITH page AS MATERIALIZED (
      SELECT number, recorded_at >= ($1 + interval ''1 month'') AT TIME ZONE ''UTC'' AS later
      FROM ONLY ledger_seal WHERE strand_id = $2 ORDER BY number LIMIT $3
    ), taken AS (
      DELETE FROM ONLY ledger_seal WHERE strand_id = $2
        AND number <= (SELECT coalesce(min(number) FILTER (WHERE later) - 1, max(number)) FROM page) RETURNING ledger_seal.*
    ), kept AS (INSERT INTO %I SELECT * FROM taken RETURNING 1), noted AS (
      UPDATE ledger_archive SET seals = seals + (SELECT count(*) FROM kept) WHERE month = $1
    ) SELECT count(*) FROM kept', 'ledger_seal' || to_char(begun, '_YYYY_MM'))
  INTO moved USING begun, strand, row_max;
  RETURN moved;
END $$;
