import type { EntryRecord, Sql, TransferRecord } from './types.ts'

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

/** A page of an account's entries, newest first, below `beforeNumber` when given. */
export async function readEntries(
  sql: Sql,
  account: string,
  page: { beforeNumber?: number; limit: number },
): Promise<EntryRecord[]> {
  return await sql.query<EntryRecord>(
    `SELECT entry.transfer_id AS "transfer", account.name AS "account", entry.number,
      entry.amount_minor AS "amountMinor", entry.balance_minor AS "balanceMinor", transfer.code, transfer.reference,
      entry.occurred_at AS "occurredAt", entry.recorded_at AS "recordedAt"
    FROM ledger_account AS account
    JOIN ledger_entry AS entry ON entry.account_id = account.id
    JOIN ledger_transfer AS transfer ON transfer.id = entry.transfer_id
    WHERE account.name = $1 AND ($2::bigint IS NULL OR entry.number < $2)
    ORDER BY entry.number DESC LIMIT $3`,
    [account, page.beforeNumber ?? null, page.limit],
  )
}
