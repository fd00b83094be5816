/** A JSON value, as it stands in metadata, business rows and news. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Anything a statement can be run on: a pool or one transaction. Values are `$1`-style parameters. */
export interface Sql {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/**
 * Where is read what may be some moments old, such as a standby. `Sql` can stand for it and it never for `Sql`, because its
 * rows are readonly: what decides or writes cannot be given one.
 */
export interface ReadSql {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

/** A pool: statements of their own, and transactions. int8 columns must arrive as safe `number`s. */
export interface SqlPool extends Sql {
  transaction<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result>
}

/** An account to open. `floorMinor` is the balance it may never go below, holds counted; null means no limit. */
export interface AccountOpening {
  account: string
  currency: string
  floorMinor: number | null
}

/** What an account holds at one moment, in minor units of its currency. */
export interface AccountState {
  account: string
  currency: string
  floorMinor: number | null
  /** Sum of all posted entries. */
  postedMinor: number
  /** Pending money on its way out: still posted here, no longer spendable. */
  heldMinor: number
  /** Pending money on its way in: counts for nothing until it is posted. */
  arrivingMinor: number
  /** Raised by every hold, post, void and settlement that touches the account. */
  version: number
  /** Pending transfers that touch the account, in either direction. */
  pendingCount: number
}

/** What a transfer of money says of itself: the same in both of its forms, posted at once or held. */
interface MovementOfMoney {
  /**
   * Made by the caller before the first try and reused at each retry; 1 to 64 characters, unique among all movements.
   * Content that is compared at a retry: everything but `occurredAt`, which a retry may read from its clock again.
   */
  id: string
  from: string
  to: string
  /** Above zero. */
  amountMinor: number
  /** What kind of movement it is, in the caller's words: "deposit", "fee". */
  code: string
  /** The caller's business reference: whose money it is that waits in a hold. Never empty. */
  reference: string
  /** When it happened outside; the ledger adds when it was recorded. */
  occurredAt: Date
  metadata?: Json
}

/** Moves money at once. */
export type Post = { kind: 'post' } & MovementOfMoney
/** Reserves money: it leaves `from`'s spendable balance now and arrives at `to` when settled. Never expires by itself. */
export type Hold = { kind: 'hold' } & MovementOfMoney
/** Posts a hold, wholly or (with `amountMinor`) in part; what is not posted is freed. A hold is closed once. */
export type Settle = { kind: 'settle'; id: string; hold: string; amountMinor?: number; occurredAt: Date }
/** Frees a hold. A hold is closed once. */
export type Void = { kind: 'void'; id: string; hold: string; occurredAt: Date }

export type Movement = Post | Hold | Settle | Void

/**
 * Something that can be had once, such as a bank event: `owner` tells a replay by its claimer from a theft. It is
 * refused (CLAIMED, with the present owner as the detail) even to its owner, unless the movements are a replay.
 */
export interface Claim {
  kind: string
  key: string
  owner: string
}

/**
 * Refused when the thing moved since it was read: an account (`idle`: or has something pending), or a row of a
 * registered table (also when it is not there). Accounts are compared as they are before this submission's movements.
 */
export type Guard =
  | { account: string; version: number; idle?: boolean }
  | { table: string; id: string; version: number }

/**
 * A business row written in the same commit. Registered tables have `id text primary key` and `version integer`.
 * An update raises the version by one and is refused (GUARD_MOVED) when it is not the expected one. An insert writes
 * the columns it names and leaves the others, the version too, to their defaults; it is refused (GUARD_MOVED) when a
 * row with one of its unique keys is there. Dates are ISO strings.
 */
export type RowWrite =
  | { table: string; insert: { readonly id: string; readonly [column: string]: Json } }
  | { table: string; id: string; version: number; update: { readonly [column: string]: Json } }

/** An outbox row: read at least once by whoever listens, in order per key. */
export interface News {
  topic: string
  key: string
  payload: Json
}

/** One unit that succeeds or fails as a whole. Movements are applied in order. */
export interface Submission {
  movements: readonly Movement[]
  claims?: readonly Claim[]
  guards?: readonly Guard[]
  rows?: readonly RowWrite[]
  news?: readonly News[]
}

/**
 * Why a submission was refused, in order of precedence.
 * ID_TAKEN: a movement's id was used with other content. NO_ACCOUNT, NO_HOLD: not there. CURRENCY_MIXED: accounts of
 * two currencies. AMOUNT_INVALID: not above zero, or more than the hold. HOLD_CLOSED: settled or voided already, by
 * another id. CLAIMED: had by another owner or by an earlier submission. GUARD_MOVED: a guarded thing changed.
 * NOT_ENOUGH: an account would go below its floor.
 * A retry that adds movements to accepted ones, or mixes them with new ones, is ID_TAKEN too.
 */
export type Refusal =
  | 'ID_TAKEN'
  | 'NO_ACCOUNT'
  | 'NO_HOLD'
  | 'CURRENCY_MIXED'
  | 'AMOUNT_INVALID'
  | 'HOLD_CLOSED'
  | 'CLAIMED'
  | 'GUARD_MOVED'
  | 'NOT_ENOUGH'

/**
 * `replayed`: every movement had been accepted before with the same content, and nothing was written this time. A
 * submission without movements has no ids and is never a replay. `detail` names what was refused: the movement's id, the
 * account, the hold, the claim's owner, or the table and id.
 */
export type Outcome = { ok: true; replayed: boolean } | { ok: false; refusal: Refusal; detail: string }

/**
 * A transfer (a post or a hold) as the ledger keeps it. `settledMinor` is what was posted of it: null while it is pending,
 * 0 when it was voided. What ended a hold is no transfer of its own: its entries carry the hold's id.
 */
export interface TransferRecord {
  id: string
  from: string
  to: string
  amountMinor: number
  state: 'posted' | 'pending' | 'settled' | 'voided'
  settledMinor: number | null
  code: string
  reference: string
  occurredAt: Date
  recordedAt: Date
  metadata: Json
}

/** One line of an account's history, newest first in pages: `amountMinor` is signed, `balanceMinor` the balance after it. */
export interface EntryRecord {
  transfer: string
  account: string
  number: number
  amountMinor: number
  balanceMinor: number
  code: string
  reference: string
  occurredAt: Date
  recordedAt: Date
}

/** Entries of the accounts whose names begin alike and that are in one currency, recorded in a time. */
export interface FlowRange {
  /** How the names begin, such as `house/`; without the stroke at its end a whole name. */
  under: string
  currency: string
  from: Date
  /** The first moment that is not in it any more. */
  until: Date
  /** Of an account that is named only what comes behind this number. */
  after?: ReadonlyMap<string, number>
  /** Only up to these numbers; nothing of an account that is not named. */
  through?: ReadonlyMap<string, number>
}

/** Which entries of a range are listed: those of these codes, and all of these accounts. */
export interface FlowPage {
  codes: readonly string[]
  accounts?: readonly string[]
  behind: { at: Date; transfer: string } | null
  limit: number
}

/** What went over an account under one code, from or to one other account: `amountMinor` is signed, as its entries are. */
export interface Flow {
  account: string
  code: string
  other: string
  amountMinor: number
  count: number
  /** Of its entries: an account's numbers go on in the order of their times. */
  lastNumber: number
}

export interface FlowEntry {
  transfer: string
  account: string
  other: string
  code: string
  reference: string
  amountMinor: number
  occurredAt: Date
  recordedAt: Date
}

/** The last seal of a strand of the hash chain: kept outside, it proves later that nothing up to it was rewritten. */
export interface ChainHead {
  strand: number
  number: number
  /** SHA-256, in hexadecimal digits. */
  hash: string
}

/** What the verifier of the hash chain found; `problems` names each thing that is not as it was sealed. */
export interface ChainReport {
  ok: boolean
  seals: number
  movements: number
  heads: readonly ChainHead[]
  problems: readonly string[]
}

/** What the audit found; `problems` is empty when every balance follows from the entries, and the chain holds. */
export interface AuditReport {
  ok: boolean
  accounts: number
  transfers: number
  problems: readonly string[]
}

/** How far the ledger was proven, to be kept outside of it: the heads, and what all accounts together came to there, in digits. */
export interface AuditMark {
  heads: readonly ChainHead[]
  entries: string
  versions: string
  pending: string
  held: string
  arriving: string
}

export interface SlicedAuditTerms {
  now: Date
  /** What an earlier audit proved, as it was kept outside; without it everything is proven. */
  since?: AuditMark | null
  /** Heads that must be there besides. */
  noted?: readonly ChainHead[]
  /** Called after each slice with the milliseconds that it took: whoever waits there leaves the database to others. */
  pause?: (tookMs: number) => Promise<void>
  movementsASlice?: number
  /** After how long a commit is over; rows that are younger may lack their seal in what is seen of them. */
  overAfterMs?: number
}

/** What an audit in slices found. `lost` are heads noted outside that are not there any more; `problems` has them too. */
export interface SlicedAudit {
  ok: boolean
  /** Of everything, and not only of what came behind a mark. */
  isWhole: boolean
  accounts: number
  movements: number
  seals: number
  lost: readonly string[]
  mark: AuditMark
  problems: readonly string[]
}

/**
 * A month whose entries and seals were moved out of the tables that commits write: `filling` while that goes on, `detached` when they
 * are read no more.
 */
export interface ArchivedMonth {
  /** As `2026-01`, in UTC. */
  month: string
  state: 'filling' | 'filled' | 'detached'
  entries: number
  seals: number
}

/** What the proof of one month of the archive found. */
export interface MonthProof {
  movements: number
  seals: number
  problems: readonly string[]
}

export interface EntryPage {
  /** Below this one. */
  beforeNumber?: number
  limit: number
  /** Those of months that are detached are left out, where whoever asks for them is refused else. */
  attachedOnly?: boolean
}

export interface DetachTerms {
  month: string
  now: Date
  movementsASlice?: number
  pause?: (tookMs: number) => Promise<void>
  /** Refuses by throwing, before a month is detached; is told when the month is over. */
  allow?: (end: Date) => Promise<void>
  /** Stands or falls with the change. */
  note?: (tx: Sql) => Promise<void>
}

export interface ArchiveTerms {
  /** The last month to be moved, as `2026-01`. */
  through: string
  now: Date
  rowsAStep?: number
  /** Called after each step with the milliseconds that it took. */
  pause?: (tookMs: number) => Promise<void>
}

export interface Ledger {
  /** Opens accounts; opening one again with the same terms changes nothing, with other terms throws. */
  open(sql: Sql, openings: readonly AccountOpening[]): Promise<void>
  /**
   * The in-transaction door: the submission stands or falls with the caller's transaction. A refusal writes nothing and
   * leaves the transaction usable. Throws a LedgerMistake for a submission that no correct caller makes; that leaves the
   * transaction usable too.
   */
  post(tx: Sql, submission: Submission): Promise<Outcome>
  /**
   * The group-commit door: durable when it answers. Rejects with a LedgerMistake as `post` does (nothing was written),
   * otherwise only when the database failed: then the outcome is unknown and the same submission may be sent again.
   * Never to be awaited inside a transaction: on a pool of one connection that waits for itself.
   */
  submit(submission: Submission): Promise<Outcome>
  /** States of accounts by name; accounts that do not exist are absent. */
  states(sql: Sql, accounts: readonly string[]): Promise<Map<string, AccountState>>
  transfer(sql: Sql, id: string): Promise<TransferRecord | null>
  /** Entries of an account, newest first. */
  entries(sql: Sql, account: string, page: EntryPage): Promise<EntryRecord[]>
  /** What an account held right after a transfer was booked on it, in minor units; null while none of it is booked there. */
  balanceAfter(sql: ReadSql, account: string, transfer: string): Promise<number | null>
  /** Entries of an account that were recorded from one moment until before another, oldest first. */
  entriesBetween(sql: Sql, account: string, from: Date, until: Date): Promise<EntryRecord[]>
  /** What went over all accounts of a range, summed by account, code and the account at the other end. */
  flows(sql: ReadSql, range: FlowRange): Promise<readonly Flow[]>
  /** The same one by one, newest first. */
  flowEntries(sql: ReadSql, range: FlowRange, page: FlowPage): Promise<readonly FlowEntry[]>
  /** When something was first booked on the accounts of a currency whose names begin so; null while nothing was. */
  firstBooking(sql: ReadSql, under: string, currency: string): Promise<Date | null>
  /** Whether there are news of these topics, which another reader may hold. */
  hasNews(sql: Sql, topics: readonly string[]): Promise<boolean>
  /** Takes up to `limit` news rows, oldest first, skipping those another reader holds, and deletes them with the caller's transaction. */
  takeNews(tx: Sql, topics: readonly string[], limit: number): Promise<News[]>
  /** Recomputes the hash chain over all movements, and compares it with heads of an earlier report when given. */
  verifyChain(sql: Sql, noted?: readonly ChainHead[]): Promise<ChainReport>
  /** Recomputes everything from the entries, and the hash chain. */
  audit(sql: Sql): Promise<AuditReport>
  /** The same in short transactions of their own while writes go on, or only what came behind a mark. */
  auditInSlices(pool: SqlPool, terms: SlicedAuditTerms): Promise<SlicedAudit>
  /** The months that were moved out of the tables that commits write, the oldest first. */
  archive(sql: Sql): Promise<ArchivedMonth[]>
  /** From when on entries can be asked for: the end of the last month that is detached; null where none is. */
  attachedFrom(sql: Sql): Promise<Date | null>
  /** Moves months out of them, in short transactions while writes go on; what reads entries and seals reads them there too. */
  archiveMonths(pool: SqlPool, terms: ArchiveTerms): Promise<{ entries: number; seals: number }>
  /**
   * Proves the oldest month that is attached, and has the ledger read it no more: its two tables can be kept elsewhere. Whoever
   * asks for what stood in it is refused with the SQLSTATE `DETACHED`. Throws a LedgerMistake where that may not be.
   */
  detachMonth(pool: SqlPool, terms: DetachTerms): Promise<MonthProof>
  /** Proves the month that was detached last, whose tables are there again, and has the ledger read it as before. */
  attachMonth(pool: SqlPool, terms: DetachTerms): Promise<MonthProof>
  /** Proves a month of the archive by its own tables, attached or not: from the head of the one before it to its own. */
  proveMonth(pool: SqlPool, terms: DetachTerms): Promise<MonthProof>
  /** Waits for what was submitted and stops taking more. */
  close(): Promise<void>
}
