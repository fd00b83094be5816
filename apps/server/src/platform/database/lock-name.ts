import type { Sql } from './types.ts'

/** Whoever locks a name does it one after the other, until his transaction ends. */
export async function lockName(tx: Sql, name: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
}
