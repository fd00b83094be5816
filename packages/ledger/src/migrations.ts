import { readFileSync } from 'node:fs'

function read(name: string): string {
  return readFileSync(new URL(`./migrations/${name}`, import.meta.url), 'utf8')
}

/**
 * The ledger's tables and functions as plain SQL, to be run once each, in order, by the owner of the database.
 * A migration that was released is never edited; a change is another migration.
 */
export const ledgerMigrations: readonly { name: string; sql: string }[] = [
  {
    name: '2026-11-21-10-ledger',
    sql: ['tables', 'chain', 'functions', 'groups'].map((part) => read(`2026-11-21-10-ledger-${part}.sql`)).join('\n'),
  },
]
