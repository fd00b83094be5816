import type { AccountOpening, AccountState, Sql } from './types.ts'

const stateColumns = `name AS "account", currency, floor_minor AS "floorMinor", posted_minor AS "postedMinor",
  held_minor AS "heldMinor", arriving_minor AS "arrivingMinor", version, pending_count AS "pendingCount"`

/** States of accounts by name; accounts that do not exist are absent. */
export async function readStates(sql: Sql, accounts: readonly string[]): Promise<Map<string, AccountState>> {
  if (accounts.length === 0) return new Map()
  const states = await sql.query<AccountState>(
    `SELECT ${stateColumns} FROM ledger_account WHERE name = ANY ($1::text[])`,
    [accounts],
  )
  return new Map(states.map((state) => [state.account, state]))
}

/** Opens the accounts that are not there yet; throws when one is there on other terms. */
export async function openAccounts(sql: Sql, openings: readonly AccountOpening[]): Promise<void> {
  const names = openings.map(({ account }) => account)
  let states = await readStates(sql, names)
  const missing = openings.filter(({ account }) => !states.has(account))
  if (missing.length > 0) {
    await sql.query(
      `INSERT INTO ledger_account (name, currency, floor_minor)
      SELECT account, currency, "floorMinor"
      FROM jsonb_to_recordset($1::text::jsonb) AS opening (account text, currency text, "floorMinor" bigint)
      ORDER BY account ON CONFLICT DO NOTHING`,
      [JSON.stringify(missing)],
    )
    states = await readStates(sql, names)
  }
  for (const { account, currency, floorMinor } of openings) {
    const state = states.get(account)
    if (state?.currency !== currency || state.floorMinor !== floorMinor) {
      throw new Error(`account ${account} is open on other terms`)
    }
  }
}
