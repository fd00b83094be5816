import {
  closingsStatement,
  entriesStatement,
  pageCountStatement,
  sliceStatements,
  startStatement,
  transfersStatement,
} from './slice-text.ts'
import type { AuditMark, ChainHead, SlicedAudit, SlicedAuditTerms, SqlPool } from './types.ts'
import {
  createTold,
  createWalk,
  type Figures,
  MOVEMENTS_A_SLICE,
  nothing,
  plus,
  readFigures,
  type Walk,
} from './walk.ts'

const PAGES_A_SLICE = 2_000
const ROWS_A_SLICE = 20_000
/** A commit that was recorded so long ago is over, whatever the clocks of several servers say. */
const OVER_AFTER_MS = 10 * 60_000
/**
 * Of the time that slices take on a database that takes writes, so much more a job leaves to others. All of it reads what
 * nobody has read for long, which costs others more than its time (`docs/bench.md`).
 */
export const AUDIT_RESTS = { sinceMark: 9, whole: 19 } as const

interface Start {
  heads: ChainHead[]
  noted: { strand: number; number: number; noted: string; found: string | null; ends: number; detached: number }[]
  /** Where the part that was detached ends, and what stands there of it still. */
  detachedHeads: ChainHead[]
  detachedTransfers: number
  detachedClosings: number
  bases: string | null
  accounts: number
  entries: string
  versions: string
  pending: string
  held: string
  arriving: string
  wrong: string[]
  states: string | null
}

const NAMES = ['entries counted', 'versions', 'posted', 'held', 'arriving', 'pending'] as const

/** Which of the heads that were noted are not there any more: what was acknowledged is gone, or was written anew. */
function lostOf(noted: Start['noted']): string[] {
  return noted.flatMap(({ strand, number, noted: hash, found, ends, detached }) => {
    // What was detached was proven then, and is not there to be compared.
    if (found === hash || number < detached) return []
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
 * transfer, closing or entry stands there which no seal names; where months were detached, from the figures on that these
 * ended with. `pause` is called between two slices with what the last took.
 */
export async function auditInSlices(pool: SqlPool, terms: SlicedAuditTerms): Promise<SlicedAudit> {
  const { since = null, noted = [], movementsASlice = MOVEMENTS_A_SLICE, pause = () => Promise.resolve() } = terms
  const until = new Date(terms.now.getTime() - (terms.overAfterMs ?? OVER_AFTER_MS))
  const told = createTold()
  const sums = new Map<number, Figures>()
  let total = nothing
  const walk = createWalk(pool, {
    statements: sliceStatements,
    until,
    movementsASlice,
    isRecent: since !== null,
    pause,
    told,
    onChange(account, figures) {
      total = plus(total, figures)
      if (since === null) sums.set(account, plus(sums.get(account) ?? nothing, figures))
    },
  })
  const { slice, seen } = walk

  const start = await slice<Start>(startStatement, [
    JSON.stringify([...(since?.heads ?? []), ...noted]),
    since === null,
  ])
  const begins = (since?.heads ?? start.detachedHeads).concat(start.detachedHeads)
  const beginOf = (strand: number) => begins.find((head) => head.strand === strand)
  // A mark from before what was detached since leads nowhere: all that is left is proven.
  if (start.detachedHeads.some(({ strand, number }) => (beginOf(strand)?.number ?? 0) < number)) {
    return auditInSlices(pool, { ...terms, since: null })
  }
  const lost = lostOf(start.noted)
  told.tell([...lost, ...start.wrong])
  for (const [account, figures] of readFigures(start.bases ?? '[]')) sums.set(account, figures)
  seen.transfers = start.detachedTransfers
  seen.closings = start.detachedClosings

  const { heads, entries, versions, pending, held, arriving } = start
  if (lost.length === 0) for (const head of heads) await walk.along(head, beginOf(head.strand))
  const mark: AuditMark = { heads, entries, versions, pending, held, arriving }
  if (lost.length === 0) told.tell(since === null ? accountsWrong(start, sums) : totalsWrong(since, mark, total))
  if (since === null) told.tell(await unsealed(walk, until))

  const problems = told.all()
  // Of a month that was detached meanwhile seals and entries were missed: what is left is proven anew.
  if (problems.length > 0) {
    const { detachedHeads } = await slice<Start>(startStatement, ['[]', false])
    if (JSON.stringify(detachedHeads) !== JSON.stringify(start.detachedHeads)) return auditInSlices(pool, terms)
  }
  return {
    ok: problems.length === 0,
    isWhole: since === null,
    accounts: start.accounts,
    movements: seen.movements,
    seals: seen.seals,
    lost,
    mark,
    problems,
  }
}

type TransfersPage = { old: number; last: string | null }
type EntriesPage = { old: number; account: number | null; number: number }

/** What stands there and no seal names: all that is old enough is counted, in slices, and compared with what was sealed. */
async function unsealed({ slice, seen }: Walk, until: Date): Promise<string[]> {
  const over = until.toISOString()
  const there = { transfers: 0, closings: 0, entries: 0 }
  for (let last: string | null = ''; last !== null;) {
    const page: TransfersPage = await slice(transfersStatement, [last, over, ROWS_A_SLICE])
    there.transfers += page.old
    last = page.last
  }
  for (let [account, number]: [number | null, number] = [0, 0]; account !== null;) {
    const page: EntriesPage = await slice(entriesStatement, [account, over, ROWS_A_SLICE, number])
    there.entries += page.old
    ;({ account, number } = page)
  }
  const { closings: pages } = await slice<{ closings: number }>(pageCountStatement, [])
  for (let page = 0; page < pages; page += PAGES_A_SLICE) {
    const found = await slice<{ old: number }>(closingsStatement, [page, page + PAGES_A_SLICE, over])
    there.closings += found.old
  }
  return (['transfers', 'closings', 'entries'] as const)
    .filter((table) => there[table] !== seen[table])
    .map((table) => `${table}: ${there[table]} are there, and ${seen[table]} were sealed`)
}

/** Each account beside what its sealed movements add up to. */
function accountsWrong({ states }: Start, sums: ReadonlyMap<number, Figures>): string[] {
  const kept = new Map(readFigures(states ?? '[]'))
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
