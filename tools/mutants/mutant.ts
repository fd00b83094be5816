/** A bug planted into a copy of the sources, one at a time: tests must fail on it. */
export interface Mutant {
  /** What the product does wrong with it. */
  name: string
  /** A file of the room's `src`. */
  file: string
  /** Stands in the file exactly once; a source that drifted away fails loudly. */
  find: string
  replace: string
  /** The test files that are run on it, from the room's `src` on, without `.test.ts`. */
  tests: readonly string[]
}

/** The ledger's file of SQL with this part. */
export function sqlFile(part: 'tables' | 'functions' | 'groups' | 'chain'): string {
  return `migrations/${part === 'tables' ? '2026-11-21-10-ledger-tables' : `ledger-${part}`}.sql`
}
