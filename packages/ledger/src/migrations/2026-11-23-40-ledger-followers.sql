-- What others add up along with movements of one code, in their commit and whatever booked them: a function of theirs takes
-- what each movement put on an account, below zero for what it took, as
-- `[{"account", "amount_minor", "metadata", "recorded_at"}]`.

CREATE OR REPLACE FUNCTION ledger_tell_follower() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added WHERE code = TG_ARGV[0]) THEN
    EXECUTE format('SELECT %I($1)', TG_ARGV[1]) USING (
      SELECT jsonb_agg(jsonb_build_object('account', account.name, 'metadata', added.metadata, 'recorded_at', added.recorded_at,
        'amount_minor', CASE account.id WHEN added.to_id THEN added.amount_minor ELSE -added.amount_minor END))
      FROM added JOIN ledger_account account ON account.id IN (added.from_id, added.to_id)
      WHERE added.code = TG_ARGV[0]);
  END IF;
  RETURN NULL;
END $$;

-- The door: from now on a function is told of movements of a code.
CREATE OR REPLACE FUNCTION ledger_follow(code text, follower text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON ledger_transfer REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_tell_follower(%L, %L)', 'ledger_transfer_told_to_' || follower, code, follower);
END $$;
