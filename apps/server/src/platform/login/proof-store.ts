import { addRow } from '../database/put-row.ts'
import type { Sql, SqlMigration } from '../database/types.ts'

export const proofMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-22-94-proofs',
    sql: `
      -- Proofs of work that were taken: each is good once, at whichever server it is shown.
      create table proof_spent (
        id text primary key,
        expires_at timestamptz not null
      );
      create index proof_spent_expires_at on proof_spent (expires_at);
    `,
  },
]

/** Uses a proof up; false when it was used before. Those that are over go with it, so that nothing heaps up. */
export async function spendProof(sql: Sql, id: string, expiresAt: Date, now: Date): Promise<boolean> {
  await sql.query('delete from proof_spent where id in (select id from proof_spent where expires_at < $1 limit 100)', [
    now,
  ])
  return addRow(sql, 'proof_spent', { id, expiresAt }, '(id)')
}
