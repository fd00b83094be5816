-- The ledger: accounts, transfers between them, and the entries that prove every balance.
-- Written in what PostgreSQL 15 and 18 share; nothing in here reads the clock. Names and ids are compared by their bytes,
-- which is quicker than by any language's order.

CREATE TABLE ledger_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE CHECK (name <> ''),
  currency text NOT NULL CHECK (currency <> ''),
  floor_minor bigint,
  posted_minor bigint NOT NULL DEFAULT 0 CHECK (posted_minor BETWEEN -9007199254740991 AND 9007199254740991),
  held_minor bigint NOT NULL DEFAULT 0 CHECK (held_minor BETWEEN 0 AND 9007199254740991),
  arriving_minor bigint NOT NULL DEFAULT 0 CHECK (arriving_minor BETWEEN 0 AND 9007199254740991),
  version bigint NOT NULL DEFAULT 0,
  pending_count bigint NOT NULL DEFAULT 0 CHECK (pending_count >= 0),
  entry_count bigint NOT NULL DEFAULT 0,
  -- Of its last entry: an account's entries are in the order of their times, whatever the callers' clocks do.
  last_recorded_at timestamptz NOT NULL DEFAULT '-infinity',
  -- The last line of defence: the functions below refuse first.
  CONSTRAINT ledger_account_floor CHECK (posted_minor - held_minor >= floor_minor)
) WITH (fillfactor = 70);

CREATE TABLE ledger_transfer (
  id text COLLATE "C" PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  from_id bigint NOT NULL,
  to_id bigint NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  state text NOT NULL,
  settled_minor bigint,
  code text NOT NULL,
  reference text NOT NULL,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  metadata jsonb,
  content bytea NOT NULL,
  CONSTRAINT ledger_transfer_two_accounts CHECK (from_id <> to_id),
  CONSTRAINT ledger_transfer_state CHECK (coalesce(CASE state
    WHEN 'posted' THEN settled_minor = amount_minor
    WHEN 'pending' THEN settled_minor IS NULL AND reference <> ''
    WHEN 'settled' THEN settled_minor BETWEEN 1 AND amount_minor
    WHEN 'voided' THEN settled_minor = 0
  END, false))
);

-- What ended a hold. The unique hold is why a hold is closed once, whatever the functions do.
CREATE TABLE ledger_closing (
  id text COLLATE "C" PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  hold_id text COLLATE "C" NOT NULL UNIQUE REFERENCES ledger_transfer,
  kind text NOT NULL CHECK (kind IN ('settle', 'void')),
  settled_minor bigint NOT NULL CHECK (settled_minor >= 0),
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT ledger_closing_amount CHECK ((kind = 'settle') = (settled_minor > 0))
);

-- Without foreign keys: row by row they would take a good part of the time of a commit. The functions find what they
-- refer to first, nothing of it is ever deleted, and the audit looks that it is there.
CREATE TABLE ledger_entry (
  account_id bigint NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  transfer_id text COLLATE "C" NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  balance_minor bigint NOT NULL CHECK (balance_minor BETWEEN -9007199254740991 AND 9007199254740991),
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, number)
);

-- What one commit accepted, in order: ids, and 32 bytes of digest for each. The hash covers the hash of the seal before it.
-- A commit extends a strand that no other holds, so that sealing waits for nobody; there are as many strands as there
-- were ever commits at once.
CREATE TABLE ledger_strand (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  number bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT ''
);
CREATE TABLE ledger_seal (
  strand_id bigint NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  ids text[] NOT NULL,
  digests bytea NOT NULL CHECK (octet_length(digests) = 32 * cardinality(ids)),
  hash bytea NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (strand_id, number)
);
-- Digests do not compress, and ids hardly: trying to would be lost time in every commit.
ALTER TABLE ledger_seal ALTER ids SET STORAGE EXTERNAL, ALTER digests SET STORAGE EXTERNAL;

CREATE TABLE ledger_claim (
  kind text NOT NULL,
  key text NOT NULL,
  owner text NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (kind, key)
);

CREATE TABLE ledger_news (
  id bigint GENERATED ALWAYS AS IDENTITY,
  topic text NOT NULL,
  key text NOT NULL,
  payload jsonb NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (topic, id)
);

-- History does not change: a mistake is corrected by another transfer.

CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: the ledger is never edited', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- Money comes from somewhere and goes somewhere: what a statement adds to a transfer adds up to zero.
CREATE FUNCTION ledger_require_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unbalanced text := (SELECT transfer_id FROM added GROUP BY transfer_id HAVING sum(amount_minor) <> 0 LIMIT 1);
BEGIN
  IF unbalanced IS NOT NULL THEN
    RAISE EXCEPTION 'the entries of transfer % do not balance', unbalanced USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entry_balanced AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_require_balance();

CREATE TRIGGER ledger_entry_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_closing_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_closing
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_seal_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_seal
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_strand_kept BEFORE DELETE OR TRUNCATE ON ledger_strand
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_strand_grows BEFORE UPDATE ON ledger_strand FOR EACH ROW
  WHEN (NEW.id <> OLD.id OR NEW.number <> OLD.number + 1) EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_transfer_kept BEFORE DELETE OR TRUNCATE ON ledger_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_account_kept BEFORE DELETE OR TRUNCATE ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_account_terms BEFORE UPDATE OF id, name, currency ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
-- The only change of a transfer: a pending one is settled or voided, once.
CREATE TRIGGER ledger_transfer_closed_once BEFORE UPDATE ON ledger_transfer FOR EACH ROW
  WHEN (OLD.state <> 'pending' OR NEW.state NOT IN ('settled', 'voided')
    OR (OLD.id, OLD.from_id, OLD.to_id, OLD.amount_minor, OLD.code, OLD.reference, OLD.occurred_at, OLD.recorded_at,
        OLD.metadata, OLD.content)
      IS DISTINCT FROM (NEW.id, NEW.from_id, NEW.to_id, NEW.amount_minor, NEW.code, NEW.reference, NEW.occurred_at,
        NEW.recorded_at, NEW.metadata, NEW.content))
  EXECUTE FUNCTION ledger_refuse_change();

-- What the functions say to each other.

-- Why a submission is refused; the order of the labels is the order of precedence.
CREATE TYPE ledger_refusal AS ENUM ('ID_TAKEN', 'NO_ACCOUNT', 'NO_HOLD', 'CURRENCY_MIXED', 'AMOUNT_INVALID',
  'HOLD_CLOSED', 'CLAIMED', 'GUARD_MOVED', 'NOT_ENOUGH');
-- What came of a part of a submission: a refusal, or the digests of what was accepted (see ledger_digest).
CREATE TYPE ledger_finding AS (refusal ledger_refusal, detail text, digests bytea);

-- What the functions know of a call: arrays of movements, alike in length and in the order of the movements, and what comes with
-- them by items. `moves` is what is posted, `frees` what is held no longer (below zero: what a hold takes).
CREATE TYPE ledger_batch AS (items integer[], kinds text[], ids text[], holds text[], codes text[], notes text[],
  occurred timestamptz[], metadata jsonb[], extras jsonb, news_items integer[], topics text[], keys text[],
  payloads jsonb[], transfers text[], source_ids bigint[], target_ids bigint[], moves bigint[], frees bigint[],
  spends bigint[], contents bytea[]);
