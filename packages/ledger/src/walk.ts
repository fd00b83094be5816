import type { ChainHead, Sql, SqlPool } from './types.ts'

const PROBLEMS_LISTED_MAX = 200
export const MOVEMENTS_A_SLICE = 2_000
/** So many of a strand before it is known how many movements they hold. */
const SEALS_AT_FIRST = 16

interface Slice {
  movements: number
  found: number
  listed: string[]
  hash: string | null
  oldTransfers: number
  oldClosings: number
  oldEntries: number
  changes: string
}

/** What an account comes to: entries, versions, posted, held, arriving, pending. */
export type Figures = readonly [bigint, bigint, bigint, bigint, bigint, bigint]
type WrittenFigures = [account: number, ...(number | string)[]]

export const nothing: Figures = [0n, 0n, 0n, 0n, 0n, 0n]

/** The figures of accounts as a statement writes them. */
export const readFigures = (written: string): [number, Figures][] =>
  (JSON.parse(written) as WrittenFigures[]).map(([account, ...figures]) => [
    account,
    figures.map(BigInt) as unknown as Figures,
  ])

export const plus = (one: Figures, other: Figures): Figures =>
  one.map((figure, place) => figure + (other[place] ?? 0n)) as unknown as Figures

/** Runs one statement as a transaction of its own, by indexes alone: a slice is small, whatever the planner expects. */
function inSlice<Row extends object>(pool: SqlPool, text: string, values: readonly unknown[]): Promise<Row> {
  return pool.transaction(async (tx: Sql) => {
    await tx.query(`SELECT set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`)
    const [row] = await tx.query<Row>(text, values)
    if (row === undefined) throw new Error('the database answered nothing')
    return row
  })
}

/** Problems in words, of which the first ones are kept. */
export interface Told {
  tell(found: readonly string[], more?: number): void
  all(): string[]
}

export function createTold(): Told {
  const problems: string[] = []
  let left = 0
  return {
    tell(found, more = 0) {
      const room = Math.max(0, PROBLEMS_LISTED_MAX - problems.length)
      problems.push(...found.slice(0, room))
      left += Math.max(0, found.length - room) + more
    },
    all: () => (left > 0 ? [...problems, `and ${left} more`] : problems),
  }
}

/** A walk over the seals of strands, slice by slice: what of them is wrong goes to `told`. */
export interface Walk {
  slice<Row extends object>(text: string, values: readonly unknown[]): Promise<Row>
  /** Proves what a strand has behind `begun` up to `head`. */
  along(head: ChainHead, begun: ChainHead | undefined): Promise<void>
  /** What it saw; rows apart that were recorded until the walk's moment. */
  readonly seen: { movements: number; seals: number; transfers: number; closings: number; entries: number }
}

/** @param onChange is told what each slice did to each account. */
export function createWalk(
  pool: SqlPool,
  terms: {
    /** What a slice is proven by: `sliceStatement` or one of its like. */
    statement: string
    until: Date
    movementsASlice: number
    pause: (tookMs: number) => Promise<void>
    told: Told
    onChange: (account: number, figures: Figures) => void
  },
): Walk {
  const { statement, until, movementsASlice, pause, told, onChange } = terms
  const seen = { movements: 0, seals: 0, transfers: 0, closings: 0, entries: 0 }
  async function slice<Row extends object>(text: string, values: readonly unknown[]): Promise<Row> {
    const began = performance.now()
    const row = await inSlice<Row>(pool, text, values)
    await pause(performance.now() - began)
    return row
  }
  return {
    slice,
    seen,
    async along(head, begun) {
      let [at, hash] = begun === undefined ? [0, ''] : [begun.number, begun.hash]
      let seals = Math.min(SEALS_AT_FIRST, movementsASlice)
      while (at < head.number) {
        const through = Math.min(head.number, at + seals)
        const values = (isWide: boolean) => [head.strand, at, through, hash, isWide, until.toISOString()]
        let found = await slice<Slice>(statement, values(false))
        if (found.found > 0) found = await slice<Slice>(statement, values(true))
        told.tell(found.listed, found.found - found.listed.length)
        for (const [account, figures] of readFigures(found.changes)) onChange(account, figures)
        // There is no seal any more, whatever the head says: that was told.
        if (found.hash === null) return
        seen.movements += found.movements
        seen.seals += through - at
        seen.transfers += found.oldTransfers
        seen.closings += found.oldClosings
        seen.entries += found.oldEntries
        seals = Math.max(1, Math.floor((movementsASlice * (through - at)) / Math.max(1, found.movements)))
        at = through
        hash = found.hash
      }
      if (hash !== head.hash) told.tell([`strand ${head.strand}: its head is not its last seal`])
    },
  }
}
