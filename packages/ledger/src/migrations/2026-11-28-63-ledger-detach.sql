-- Months that were moved may be detached: their tables inherit no more, and what every account had come to at the end of
-- one stands here, so that what is left is proven from there on.

ALTER TABLE ledger_archive DROP CONSTRAINT IF EXISTS ledger_archive_state_check,
  ADD CONSTRAINT ledger_archive_state_check CHECK (state IN ('filling', 'filled', 'detached')),
  -- Of all strands at the end of a month that is detached: [{"strand", "number", "hash"}].
  ADD COLUMN IF NOT EXISTS heads jsonb,
  -- How many of them were opened and closed in it.
  ADD COLUMN IF NOT EXISTS transfers bigint, ADD COLUMN IF NOT EXISTS closings bigint;

CREATE TABLE IF NOT EXISTS ledger_detached (
  account_id bigint NOT NULL,
  month date NOT NULL REFERENCES ledger_archive,
  number bigint NOT NULL,
  versions bigint NOT NULL,
  balance_minor bigint NOT NULL,
  held_minor bigint NOT NULL,
  arriving_minor bigint NOT NULL,
  pending bigint NOT NULL,
  -- Of its last entry until then.
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, month)
);

-- Whether entries of an account are there from a number on; refuses to say no, for what is read would lack some.
CREATE OR REPLACE FUNCTION ledger_require_attached(account bigint, first bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger_detached WHERE account_id = account AND number >= first) THEN
    RAISE EXCEPTION 'entries of that time were detached from the ledger' USING ERRCODE = 'LG001';
  END IF;
  RETURN true;
END $$;

-- As ledger_number_at, within the table of one month.
CREATE OR REPLACE FUNCTION ledger_number_in(place text, account bigint, moment timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
DECLARE
  low bigint;
  middle bigint;
  high bigint;
  isBefore boolean;
BEGIN
  EXECUTE format('SELECT min(number) - 1, max(number) FROM %I WHERE account_id = $1', place) INTO low, high USING account;
  WHILE low < high LOOP
    middle := (low + high + 1) / 2;
    EXECUTE format('SELECT recorded_at <= $2 FROM %I WHERE account_id = $1 AND number = $3', place)
      INTO isBefore USING account, moment, middle;
    IF isBefore THEN low := middle; ELSE high := middle - 1; END IF;
  END LOOP;
  RETURN coalesce(low, 0);
END $$;
