import type { EntryPage, EntryRecord, Sql, TransferRecord } from './types.ts'

/** The transfer with this id (that of a post or a hold), or null. */
export async function readTransfer(sql: Sql, id: string): Promise<TransferRecord | null> {
  const [transfer] = await sql.query<TransferRecord>(
    `SELECT transfer.id, source.name AS "from", target.name AS "to", transfer.amount_minor AS "amountMinor",
      transfer.state, transfer.settled_minor AS "settledMinor", transfer.code, transfer.reference,
      transfer.occurred_at AS "occurredAt", transfer.recorded_at AS "recordedAt", transfer.metadata
    FROM ledger_transfer AS transfer
    JOIN ledger_account AS source ON source.id = transfer.from_id
    JOIN ledger_account AS target ON target.id = transfer.to_id
    WHERE transfer.id = $1`,
    [id],
  )
  return transfer ?? null
}

/** A page of an account's entries, newest first. */
export async function readEntries(sql: Sql, account: string, page: EntryPage): Promise<EntryRecord[]> {
  // An account's numbers have no gaps: the page is a range of them, which no planner can take for the whole history.
  return await sql.query<EntryRecord>(
    `SELECT entry.transfer_id AS "transfer", account.name AS "account", entry.number,
      entry.amount_minor AS "amountMinor", entry.balance_minor AS "balanceMinor", entry.code, entry.reference,
      entry.occurred_at AS "occurredAt", entry.recorded_at AS "recordedAt"
    FROM ledger_account AS account
    CROSS JOIN LATERAL (SELECT least($2::bigint - 1, entry_count) AS newest) AS page
    JOIN ledger_entry AS entry ON entry.account_id = account.id
      AND entry.number <= newest AND entry.number > newest - $3::bigint
    WHERE account.name = $1
      AND CASE WHEN $4::boolean THEN true ELSE ledger_require_attached(account.id, greatest(newest - $3::bigint + 1, 1)) END
    ORDER BY entry.number DESC`,
    [account, page.beforeNumber ?? Number.MAX_SAFE_INTEGER, page.limit, page.attachedOnly ?? false],
  )
}

/** Entries of an account that were recorded from one moment until before another, oldest first. */
export async function readEntriesBetween(sql: Sql, account: string, from: Date, until: Date): Promise<EntryRecord[]> {
  return await sql.query<EntryRecord>(
    `SELECT entry.transfer_id AS "transfer", account.name AS "account", entry.number,
      entry.amount_minor AS "amountMinor", entry.balance_minor AS "balanceMinor", entry.code, entry.reference,
      entry.occurred_at AS "occurredAt", entry.recorded_at AS "recordedAt"
    FROM ledger_account AS account
    JOIN ledger_entry AS entry ON entry.account_id = account.id
    WHERE account.name = $1
      AND entry.number > ledger_number_at(account.id, $2::timestamptz - interval '1 microsecond')
      AND entry.number <= ledger_number_at(account.id, $3::timestamptz - interval '1 microsecond')
    ORDER BY entry.number`,
    [account, from.toISOString(), until.toISOString()],
  )
}
