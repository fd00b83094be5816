import type { Ledger, Sql } from '../types.ts'

/** What an account held at a past moment, by what was recorded until then: 0 before its first entry. */
export async function balanceAt(ledger: Ledger, sql: Sql, account: string, at: Date): Promise<number> {
  const entries = await ledger.entriesBetween(sql, account, new Date(0), new Date(at.getTime() + 1))
  return entries.at(-1)?.balanceMinor ?? 0
}
