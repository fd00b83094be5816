import type {
  AccountOpening,
  AccountState,
  Movement,
  News,
  Outcome,
  Post,
  Hold,
  Refusal,
  Submission,
  TransferRecord,
} from '../types.ts'

/** The refusals in order of precedence, as the interface documents them. */
const precedence: readonly Refusal[] = [
  'ID_TAKEN',
  'NO_ACCOUNT',
  'NO_HOLD',
  'CURRENCY_MIXED',
  'AMOUNT_INVALID',
  'HOLD_CLOSED',
  'CLAIMED',
  'GUARD_MOVED',
  'NOT_ENOUGH',
]

/** What comes of a submission; a mistake is a balance that no safe integer can hold. */
export type Verdict = 'accepted' | 'replayed' | 'mistake' | Refusal

/** An outcome of the real ledger in the model's words. */
export function verdictOf(outcome: Outcome): Verdict {
  if (!outcome.ok) return outcome.refusal
  return outcome.replayed ? 'replayed' : 'accepted'
}

/** What the model knows of a transfer: all but the times. */
export type ModelTransfer = Omit<TransferRecord, 'occurredAt' | 'recordedAt'>

/** An entry as the model keeps it; its number is its place. */
interface ModelLine {
  transfer: string
  amountMinor: number
  balanceMinor: number
}

/** A ledger in memory that is plain and obviously right: what the real one is compared with. */
export interface Model {
  submit(submission: Submission): Verdict
  accounts: ReadonlyMap<string, AccountState>
  rows: ReadonlyMap<string, number>
  /** In the order in which they were accepted. */
  transfers: ReadonlyMap<string, ModelTransfer>
  lines: ReadonlyMap<string, readonly ModelLine[]>
  /** Not taken yet, oldest first. */
  news: News[]
}

class Overflow extends Error {}

function contentOf({ occurredAt: _occurredAt, ...content }: Movement): string {
  return JSON.stringify(Object.entries(content).toSorted(([one], [two]) => (one < two ? -1 : 1)))
}

/** A map whose changes since the last `keep` can be taken back. */
class Undoable<Value> extends Map<string, Value> {
  readonly #before: (() => void)[] = []

  override set(key: string, value: Value): this {
    const had = this.has(key)
    const former = this.get(key)
    // A new key is taken away again; an old one keeps its place.
    this.#before.push(() => (had ? super.set(key, former as Value) : super.delete(key)))
    return super.set(key, value)
  }

  keep(): void {
    this.#before.length = 0
  }

  takeBack(): void {
    while (this.#before.length > 0) this.#before.pop()?.()
  }
}

class PlainLedger implements Model {
  readonly accounts = new Undoable<AccountState>()
  readonly rows = new Undoable<number>()
  readonly transfers = new Undoable<ModelTransfer>()
  readonly lines = new Map<string, ModelLine[]>()
  readonly news: News[] = []
  /** What was accepted under an id, without its time. */
  readonly #contents = new Map<string, string>()
  readonly #claims = new Undoable<string>()
  #booked: { account: string; line: ModelLine }[] = []
  #found: Refusal[] = []

  submit(submission: Submission): Verdict {
    const { movements } = submission
    const contents = movements.map((movement) => [movement.id, contentOf(movement)] as const)
    const distinct = new Set(movements.map(({ id }) => id)).size === movements.length
    const known = contents.filter(([id]) => this.#contents.has(id))
    const alike = known.filter(([id, content]) => this.#contents.get(id) === content)
    if (distinct && movements.length > 0 && alike.length === movements.length) return 'replayed'
    if (known.length > 0 || !distinct) return 'ID_TAKEN'

    const verdict = this.#attempt(submission)
    for (const part of [this.accounts, this.rows, this.transfers, this.#claims]) {
      if (verdict === 'accepted') part.keep()
      else part.takeBack()
    }
    if (verdict === 'accepted') {
      for (const [id, content] of contents) this.#contents.set(id, content)
      for (const { account, line } of this.#booked) this.lines.get(account)?.push(line)
      this.news.push(...(submission.news ?? []))
    }
    return verdict
  }

  open(openings: readonly AccountOpening[]): void {
    for (const opening of openings) {
      const zero = { postedMinor: 0, heldMinor: 0, arrivingMinor: 0, version: 0, pendingCount: 0 }
      this.accounts.set(opening.account, { ...opening, ...zero })
      this.lines.set(opening.account, [])
    }
    this.accounts.keep()
  }

  #attempt(submission: Submission): Verdict {
    this.#found = []
    this.#booked = []
    this.#guardAndWrite(submission)
    const own = new Set<string>()
    try {
      for (const movement of submission.movements) {
        if (movement.kind === 'hold') own.add(movement.id)
        if (movement.kind === 'post' || movement.kind === 'hold') this.#move(movement)
        else this.#close(movement, own)
      }
    } catch (error) {
      if (error instanceof Overflow) return 'mistake'
      throw error
    }
    return precedence.find((refusal) => this.#found.includes(refusal)) ?? 'accepted'
  }

  #guardAndWrite({ claims = [], guards = [], rows = [] }: Submission): void {
    for (const { kind, key, owner } of claims) {
      const name = JSON.stringify([kind, key])
      if (this.#claims.has(name)) this.#found.push('CLAIMED')
      else this.#claims.set(name, owner)
    }
    for (const guard of guards) {
      if ('table' in guard) {
        if (this.rows.get(guard.id) !== guard.version) this.#found.push('GUARD_MOVED')
        continue
      }
      const account = this.accounts.get(guard.account)
      if (account === undefined) this.#found.push('NO_ACCOUNT')
      else if (account.version !== guard.version) this.#found.push('GUARD_MOVED')
      else if (guard.idle === true && account.pendingCount > 0) this.#found.push('GUARD_MOVED')
    }
    for (const row of rows) {
      if ('insert' in row) {
        if (this.rows.has(row.insert.id)) this.#found.push('GUARD_MOVED')
        else this.rows.set(row.insert.id, 1)
      } else if (this.rows.get(row.id) === row.version) this.rows.set(row.id, row.version + 1)
      else this.#found.push('GUARD_MOVED')
    }
  }

  #move(movement: Post | Hold): void {
    const { id, kind, from, to, amountMinor, code, reference, metadata = null } = movement
    const source = this.accounts.get(from)
    const target = this.accounts.get(to)
    if (source === undefined || target === undefined) return void this.#found.push('NO_ACCOUNT')
    if (source.currency !== target.currency) return void this.#found.push('CURRENCY_MIXED')
    if (amountMinor <= 0) return void this.#found.push('AMOUNT_INVALID')
    const { postedMinor, heldMinor, floorMinor } = source
    if (floorMinor !== null && postedMinor - heldMinor - amountMinor < floorMinor) this.#found.push('NOT_ENOUGH')
    const pending = kind === 'hold'
    const record = { id, from, to, amountMinor, code, reference, metadata }
    if (pending) {
      this.transfers.set(id, { ...record, state: 'pending', settledMinor: null })
      this.#change(from, { held: amountMinor, pending: 1 })
      this.#change(to, { arriving: amountMinor, pending: 1 })
    } else {
      this.transfers.set(id, { ...record, state: 'posted', settledMinor: amountMinor })
      this.#book(id, from, to, amountMinor, {})
    }
  }

  #close(movement: Exclude<Movement, Post | Hold>, own: ReadonlySet<string>): void {
    const hold = this.transfers.get(movement.hold)
    if (hold === undefined || hold.state === 'posted') {
      // A hold of the same submission that is missing was refused for its own reason.
      if (hold !== undefined || !own.has(movement.hold)) this.#found.push('NO_HOLD')
      return
    }
    const { from, to, amountMinor } = hold
    const posted = movement.kind === 'void' ? 0 : (movement.amountMinor ?? amountMinor)
    if (movement.kind === 'settle' && (posted <= 0 || posted > amountMinor)) {
      return void this.#found.push('AMOUNT_INVALID')
    }
    if (hold.state !== 'pending') return void this.#found.push('HOLD_CLOSED')
    const state = movement.kind === 'void' ? 'voided' : 'settled'
    this.transfers.set(hold.id, { ...hold, state, settledMinor: posted })
    this.#book(hold.id, from, to, posted, { released: amountMinor })
  }

  #book(transfer: string, from: string, to: string, moved: number, { released = 0 }: { released?: number }): void {
    const pending = released > 0 ? -1 : 0
    this.#change(from, { posted: -moved, held: -released, pending })
    this.#change(to, { posted: moved, arriving: -released, pending })
    if (moved === 0) return
    for (const [account, amountMinor] of [
      [from, -moved],
      [to, moved],
    ] as const) {
      const balanceMinor = this.accounts.get(account)?.postedMinor ?? Number.NaN
      this.#booked.push({ account, line: { transfer, amountMinor, balanceMinor } })
    }
  }

  #change(name: string, by: { posted?: number; held?: number; arriving?: number; pending?: number }): void {
    const account = this.accounts.get(name)
    if (account === undefined) throw new Error(`the model has no account ${name}`)
    const changed = {
      ...account,
      postedMinor: account.postedMinor + (by.posted ?? 0),
      heldMinor: account.heldMinor + (by.held ?? 0),
      arrivingMinor: account.arrivingMinor + (by.arriving ?? 0),
      pendingCount: account.pendingCount + (by.pending ?? 0),
      version: account.version + 1,
    }
    const safe = [changed.postedMinor, changed.heldMinor, changed.arrivingMinor].every(Number.isSafeInteger)
    // What was refused before is not written: there it never comes so far.
    if (!safe && this.#found.length === 0) throw new Overflow()
    this.accounts.set(name, changed)
  }
}

/** A model with these accounts open. */
export function createModel(openings: readonly AccountOpening[]): Model {
  const model = new PlainLedger()
  model.open(openings)
  return model
}
