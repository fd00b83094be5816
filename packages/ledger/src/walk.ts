import type { SliceStatements } from './slice-text.ts'
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
  reached: string
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

type Ask = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row>

/** Works in a transaction of its own, by indexes alone: a slice is small, whatever the planner expects. */
function inSlice<Result>(pool: SqlPool, work: (ask: Ask) => Promise<Result>): Promise<Result> {
  return pool.transaction(async (tx: Sql) => {
    await tx.query(`SELECT set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`)
    return work(async <Row extends object>(text: string, values: readonly unknown[]) => {
      const [row] = await tx.query<Row>(text, values)
      if (row === undefined) throw new Error('the database answered nothing')
      return row
    })
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
    /** What a slice is proven by. */
    statements: SliceStatements
    until: Date
    movementsASlice: number
    /** Whether what it begins at is not long ago. */
    isRecent: boolean
    pause: (tookMs: number) => Promise<void>
    told: Told
    onChange: (account: number, figures: Figures) => void
  },
): Walk {
  const { statements, until, movementsASlice, isRecent, pause, told, onChange } = terms
  const seen = { movements: 0, seals: 0, transfers: 0, closings: 0, entries: 0 }
  async function slice<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result> {
    const began = performance.now()
    const result = await inSlice(pool, work)
    await pause(performance.now() - began)
    return result
  }
  /** Which entries of the accounts of some seals were reached before them. */
  async function knownOf(ask: Ask, seals: readonly number[], reached: ReadonlyMap<number, number>) {
    const { accounts } = await ask<{ accounts: string }>(statements.accounts, seals)
    return (JSON.parse(accounts) as number[]).flatMap((account) => {
      const number = reached.get(account)
      return number === undefined ? [] : [{ account_id: account, number }]
    })
  }
  return {
    slice: (text, values) => slice((ask) => ask(text, values)),
    seen,
    async along(head, begun) {
      let [at, hash] = begun === undefined ? [0, ''] : [begun.number, begun.hash]
      let seals = Math.min(SEALS_AT_FIRST, movementsASlice)
      /** The last entry of an account that this strand was seen to have. */
      const reached = new Map<number, number>()
      while (at < head.number) {
        const through = Math.min(head.number, at + seals)
        const prove = (isWide: boolean) =>
          slice(async (ask) => {
            const known = isWide || reached.size === 0 ? [] : await knownOf(ask, [head.strand, at, through], reached)
            const values = [
              head.strand,
              at,
              through,
              hash,
              isWide,
              until.toISOString(),
              JSON.stringify(known),
              isRecent,
            ]
            return ask<Slice>(statements.proof, values)
          })
        let found = await prove(false)
        if (found.found > 0) found = await prove(true)
        told.tell(found.listed, found.found - found.listed.length)
        for (const [account, figures] of readFigures(found.changes)) onChange(account, figures)
        for (const [account, number] of JSON.parse(found.reached) as [number, number][]) reached.set(account, number)
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
