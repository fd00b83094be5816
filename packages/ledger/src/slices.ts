import {
  closingsStatement,
  entriesStatement,
  pageCountStatement,
  sliceStatement,
  startStatement,
  transfersStatement,
} from './slice-text.ts'
import type { AuditMark, ChainHead, SlicedAudit, SlicedAuditTerms, Sql, SqlPool } from './types.ts'

const PROBLEMS_LISTED_MAX = 200
const MOVEMENTS_A_SLICE = 2_000
/** So many of a strand before it is known how many movements they hold. */
const SEALS_AT_FIRST = 16
const PAGES_A_SLICE = 2_000
const ROWS_A_SLICE = 20_000
/** A commit that was recorded so long ago is over, whatever the clocks of several servers say. */
const OVER_AFTER_MS = 10 * 60_000

interface Start {
  heads: ChainHead[]
  noted: { strand: number; number: number; noted: string; found: string | null; ends: number }[]
  accounts: number
  entries: string
  versions: string
  pending: string
  held: string
  arriving: string
  wrong: string[]
  states: string | null
}

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
type Figures = readonly [bigint, bigint, bigint, bigint, bigint, bigint]
type WrittenFigures = [account: number, ...(number | string)[]]

const NAMES = ['entries counted', 'versions', 'posted', 'held', 'arriving', 'pending'] as const
const nothing: Figures = [0n, 0n, 0n, 0n, 0n, 0n]

const read = (written: string): [number, Figures][] =>
  (JSON.parse(written) as WrittenFigures[]).map(([account, ...figures]) => [
    account,
    figures.map(BigInt) as unknown as Figures,
  ])

const plus = (one: Figures, other: Figures): Figures =>
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

/** Which of the heads that were noted are not there any more: what was acknowledged is gone, or was written anew. */
function lostOf(noted: Start['noted']): string[] {
  return noted.flatMap(({ strand, number, noted: hash, found, ends }) => {
    if (found === hash) return []
    return ends < number
      ? [`strand ${strand}: it ends at seal ${ends}, and seal ${number} was noted outside: commits are lost`]
      : [`strand ${strand}: seal ${number} is not the one that was noted outside`]
  })
}

/**
 * Proves the ledger in slices, each a short transaction of its own, while writes go on. It begins with the heads of the
 * strands and the figures of the accounts as they are at one moment; seals up to there, their movements and entries do not
 * change any more, and what they add up to must be those figures. With `since` it proves what came behind a mark, and that
 * all accounts together moved by just that; without one it proves everything, each account by itself, and that no
 * transfer, closing or entry stands there which no seal names. `pause` is called between two slices with what the last took.
 */
export async function auditInSlices(pool: SqlPool, terms: SlicedAuditTerms): Promise<SlicedAudit> {
  const { since = null, noted = [], movementsASlice = MOVEMENTS_A_SLICE, pause = () => Promise.resolve() } = terms
  const until = new Date(terms.now.getTime() - (terms.overAfterMs ?? OVER_AFTER_MS))
  const problems: string[] = []
  let left = 0
  const tell = (found: readonly string[], more = 0): void => {
    const room = Math.max(0, PROBLEMS_LISTED_MAX - problems.length)
    problems.push(...found.slice(0, room))
    left += Math.max(0, found.length - room) + more
  }
  async function slice<Row extends object>(text: string, values: readonly unknown[]): Promise<Row> {
    const began = performance.now()
    const row = await inSlice<Row>(pool, text, values)
    await pause(performance.now() - began)
    return row
  }

  const start = await slice<Start>(startStatement, [
    JSON.stringify([...(since?.heads ?? []), ...noted]),
    since === null,
  ])
  const lost = lostOf(start.noted)
  tell([...lost, ...start.wrong])
  const sums = new Map<number, Figures>()
  let total = nothing
  const seen = { movements: 0, seals: 0, transfers: 0, closings: 0, entries: 0 }

  async function walk(head: ChainHead): Promise<void> {
    const begun = since?.heads.find(({ strand }) => strand === head.strand)
    let [at, hash] = begun === undefined ? [0, ''] : [begun.number, begun.hash]
    let seals = Math.min(SEALS_AT_FIRST, movementsASlice)
    while (at < head.number) {
      const through = Math.min(head.number, at + seals)
      const values = (isWide: boolean) => [head.strand, at, through, hash, isWide, until.toISOString()]
      let found = await slice<Slice>(sliceStatement, values(false))
      if (found.found > 0) found = await slice<Slice>(sliceStatement, values(true))
      tell(found.listed, found.found - found.listed.length)
      for (const [account, figures] of read(found.changes)) {
        total = plus(total, figures)
        if (since === null) sums.set(account, plus(sums.get(account) ?? nothing, figures))
      }
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
    if (hash !== head.hash) tell([`strand ${head.strand}: its head is not its last seal`])
  }

  if (lost.length === 0) for (const head of start.heads) await walk(head)
  const mark: AuditMark = {
    heads: start.heads,
    entries: start.entries,
    versions: start.versions,
    pending: start.pending,
    held: start.held,
    arriving: start.arriving,
  }
  if (lost.length === 0) tell(since === null ? accountsWrong(start, sums) : totalsWrong(since, mark, total))
  if (since === null) tell(await unsealed())

  /** What stands there and no seal names: all that is old enough is counted, in slices, and compared with what was sealed. */
  async function unsealed(): Promise<string[]> {
    const there = { transfers: 0, closings: 0, entries: 0 }
    for (let last: string | null = ''; last !== null;) {
      const page: { old: number; last: string | null } = await slice(transfersStatement, [
        last,
        until.toISOString(),
        ROWS_A_SLICE,
      ])
      there.transfers += page.old
      last = page.last
    }
    for (let [account, number]: [number | null, number] = [0, 0]; account !== null;) {
      const page: { old: number; account: number | null; number: number } = await slice(entriesStatement, [
        account,
        until.toISOString(),
        ROWS_A_SLICE,
        number,
      ])
      there.entries += page.old
      account = page.account
      number = page.number
    }
    const { closings: pages } = await slice<{ closings: number }>(pageCountStatement, [])
    for (let page = 0; page < pages; page += PAGES_A_SLICE) {
      const found = await slice<{ old: number }>(closingsStatement, [page, page + PAGES_A_SLICE, until.toISOString()])
      there.closings += found.old
    }
    return (['transfers', 'closings', 'entries'] as const)
      .filter((table) => there[table] !== seen[table])
      .map((table) => `${table}: ${there[table]} are there, and ${seen[table]} were sealed`)
  }

  return {
    ok: problems.length === 0,
    isWhole: since === null,
    accounts: start.accounts,
    movements: seen.movements,
    seals: seen.seals,
    lost,
    mark,
    problems: left > 0 ? [...problems, `and ${left} more`] : problems,
  }
}

/** Each account beside what its sealed movements add up to. */
function accountsWrong({ states }: Start, sums: ReadonlyMap<number, Figures>): string[] {
  const kept = new Map(read(states ?? '[]'))
  const ids = new Set([...kept.keys(), ...sums.keys()])
  return [...ids].flatMap((id) => {
    const [says, sealed] = [kept.get(id) ?? nothing, sums.get(id) ?? nothing]
    return NAMES.flatMap((name, place) =>
      says[place] === sealed[place] ? [] : [`account ${id}: ${name} ${says[place]}, history says ${sealed[place]}`],
    )
  })
}

/** All accounts together beside what was sealed since a mark. */
function totalsWrong(since: AuditMark, mark: AuditMark, total: Figures): string[] {
  const [entries, versions, , held, arriving, pending] = total
  const sealed = { entries, versions, held, arriving, pending }
  return (['entries', 'versions', 'held', 'arriving', 'pending'] as const).flatMap((name) => {
    const moved = BigInt(mark[name]) - BigInt(since[name])
    return moved === sealed[name] ? [] : [`all accounts: ${name} moved by ${moved}, and ${sealed[name]} were sealed`]
  })
}
