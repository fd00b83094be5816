-- Entries say the code and the reference of their transfers, so that a page of an account's history is read from them
-- alone. Those that were written before are given what their transfers say; nothing else of them changes.

ALTER TABLE ledger_entry ADD COLUMN code text, ADD COLUMN reference text;
ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_unchanged;
UPDATE ledger_entry SET code = transfer.code, reference = transfer.reference
FROM ledger_transfer AS transfer WHERE transfer.id = transfer_id;
ALTER TABLE ledger_entry ENABLE TRIGGER ledger_entry_unchanged;
ALTER TABLE ledger_entry ALTER code SET NOT NULL, ALTER reference SET NOT NULL;

DROP FUNCTION IF EXISTS ledger_book(text, bigint, bigint, bigint, bigint, timestamptz, timestamptz);
