import { readFileSync } from 'node:fs'

function read(name: string): string {
  return readFileSync(new URL(`./migrations/${name}`, import.meta.url), 'utf8')
}

// Whatever replaces functions replaces them by the newest: they say `CREATE OR REPLACE`, and stand in files without a date.
const functions = ['ledger-chain', 'ledger-functions', 'ledger-groups']

function written(...names: string[]): string {
  return names.map((name) => read(`${name}.sql`)).join('\n')
}

/**
 * The ledger's tables and functions as plain SQL, to be run once each, in order, by the owner of the database.
 * Tables that were released are changed by another migration only. Who changes functions adds one that makes them anew;
 * the one before it that did so is left without them.
 */
export const ledgerMigrations: readonly { name: string; sql: string }[] = [
  { name: '2026-11-21-10-ledger', sql: written('2026-11-21-10-ledger-tables') },
  { name: '2026-11-22-10-ledger-entry-words', sql: written('2026-11-22-10-ledger-entry-words') },
  // Its functions are made by the newest.
  { name: '2026-11-22-98-ledger-hold-sums', sql: 'SELECT 1' },
  { name: '2026-11-23-40-ledger-followers', sql: written('2026-11-23-40-ledger-followers') },
  { name: '2026-11-28-19-ledger-without-texts', sql: 'SELECT 1' },
  { name: '2026-11-28-62-ledger-archive', sql: written('2026-11-28-62-ledger-archive') },
  { name: '2026-11-28-63-ledger-detach', sql: written('2026-11-28-63-ledger-detach') },
  { name: '2026-11-28-67-ledger-guards-together', sql: written(...functions) },
]
