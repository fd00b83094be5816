-- The hash chain over what was accepted, and finding entries by time.

-- An entry as it is sealed.
CREATE OR REPLACE FUNCTION ledger_line(account bigint, number bigint, amount bigint, balance bigint, occurred timestamptz,
  recorded timestamptz) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT int8send(account) || int8send(number) || int8send(amount) || int8send(balance)
    || timestamptz_send(occurred) || timestamptz_send(recorded)
$$;

-- A movement as it is sealed, with the entries that it made (`lines`, in order of accounts; empty when none). They stand
-- here once only: PostgreSQL writes out such a function where it is used, which is many times quicker than calling it.
CREATE OR REPLACE FUNCTION ledger_digest(id text, content bytea, occurred timestamptz, recorded timestamptz, lines bytea)
RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(content || timestamptz_send(occurred) || timestamptz_send(recorded) || int4send(octet_length(id))
    || convert_to(id, 'UTF8') || lines)
$$;

CREATE OR REPLACE FUNCTION ledger_seal_hash(before bytea, strand bigint, number bigint, ids text[], digests bytea,
  recorded timestamptz) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(before || int8send(strand) || int8send(number) || timestamptz_send(recorded) || digests
    || convert_to(to_json(ids)::text, 'UTF8'))
$$;

-- Seals what a call accepted, in the same commit. Waits for nobody: strands that others hold are passed over.
CREATE OR REPLACE FUNCTION ledger_seal_all(sealed_ids text[], sealed_digests bytea, recorded timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  strand ledger_strand;
  sealed bytea;
BEGIN
  SELECT * INTO strand FROM ledger_strand ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN INSERT INTO ledger_strand DEFAULT VALUES RETURNING * INTO strand; END IF;
  sealed := ledger_seal_hash(strand.hash, strand.id, strand.number + 1, sealed_ids, sealed_digests, recorded);
  INSERT INTO ledger_seal (strand_id, number, ids, digests, hash, recorded_at)
  VALUES (strand.id, strand.number + 1, sealed_ids, sealed_digests, sealed, recorded);
  UPDATE ledger_strand SET number = strand.number + 1, hash = sealed WHERE id = strand.id;
END $$;

-- The number of the last entry of an account that was recorded at that moment or before; 0 when there is none. Refuses to say
-- so of a time whose entries were detached.
CREATE OR REPLACE FUNCTION ledger_number_at(account bigint, moment timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  low bigint := 0;
  middle bigint;
  high bigint := (SELECT entry_count FROM ledger_account WHERE id = account);
  base ledger_detached;
BEGIN
  SELECT * INTO base FROM ledger_detached WHERE account_id = account ORDER BY month DESC LIMIT 1;
  IF FOUND THEN
    IF moment < base.recorded_at THEN PERFORM ledger_require_attached(account, base.number); END IF;
    low := base.number;
  END IF;
  -- Entries are in the order of their times: halving finds one among millions without an index by time.
  WHILE low < high LOOP
    middle := (low + high + 1) / 2;
    IF (SELECT recorded_at <= moment FROM ledger_entry WHERE account_id = account AND number = middle) THEN
      low := middle;
    ELSE
      high := middle - 1;
    END IF;
  END LOOP;
  RETURN low;
END $$;
