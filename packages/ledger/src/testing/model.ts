import type { AccountOpening, AccountState, Hold, Movement, Outcome, Post, Refusal, Submission } from '../types.ts'

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

interface State {
  accounts: Map<string, AccountState>
  /** What was accepted under an id, without its time. */
  contents: Map<string, string>
  holds: Map<string, { movement: Hold; open: boolean }>
  claims: Map<string, string>
  rows: Map<string, number>
}

/** A ledger in memory that is slow, plain and obviously right: what the real one is compared with. */
export interface Model {
  submit(submission: Submission): Outcome['ok'] | Refusal | 'replayed'
  accounts(): Map<string, AccountState>
  rows(): Map<string, number>
  /** The ids of all holds that were accepted. */
  holds(): readonly string[]
}

function contentOf({ occurredAt: _occurredAt, ...content }: Movement): string {
  return JSON.stringify(Object.entries(content).toSorted(([one], [two]) => (one < two ? -1 : 1)))
}

function change(
  state: State,
  name: string,
  delta: Partial<Record<'posted' | 'held' | 'arriving' | 'pending', number>>,
) {
  const account = state.accounts.get(name)
  if (account === undefined) throw new Error(`the model has no account ${name}`)
  account.postedMinor += delta.posted ?? 0
  account.heldMinor += delta.held ?? 0
  account.arrivingMinor += delta.arriving ?? 0
  account.pendingCount += delta.pending ?? 0
  account.version += 1
}

function guardAndWrite(state: State, { claims = [], guards = [], rows = [] }: Submission): Refusal[] {
  const found: Refusal[] = []
  for (const { kind, key, owner } of claims) {
    const name = JSON.stringify([kind, key])
    if (state.claims.has(name)) found.push('CLAIMED')
    else state.claims.set(name, owner)
  }
  for (const guard of guards) {
    if ('table' in guard) {
      if (state.rows.get(guard.id) !== guard.version) found.push('GUARD_MOVED')
      continue
    }
    const account = state.accounts.get(guard.account)
    if (account === undefined) found.push('NO_ACCOUNT')
    else if (account.version !== guard.version) found.push('GUARD_MOVED')
    else if (guard.idle === true && account.pendingCount > 0) found.push('GUARD_MOVED')
  }
  for (const row of rows) {
    if ('insert' in row) {
      if (state.rows.has(row.insert.id)) found.push('GUARD_MOVED')
      else state.rows.set(row.insert.id, 1)
    } else if (state.rows.get(row.id) === row.version) state.rows.set(row.id, row.version + 1)
    else found.push('GUARD_MOVED')
  }
  return found
}

function move(state: State, movement: Post | Hold): Refusal | null {
  const { from, to, amountMinor } = movement
  const source = state.accounts.get(from)
  const target = state.accounts.get(to)
  if (source === undefined || target === undefined) return 'NO_ACCOUNT'
  if (source.currency !== target.currency) return 'CURRENCY_MIXED'
  if (amountMinor <= 0) return 'AMOUNT_INVALID'
  const free = source.postedMinor - source.heldMinor
  if (movement.kind === 'hold') {
    state.holds.set(movement.id, { movement, open: true })
    change(state, from, { held: amountMinor, pending: 1 })
    change(state, to, { arriving: amountMinor, pending: 1 })
  } else {
    change(state, from, { posted: -amountMinor })
    change(state, to, { posted: amountMinor })
  }
  return source.floorMinor !== null && free - amountMinor < source.floorMinor ? 'NOT_ENOUGH' : null
}

function close(state: State, movement: Exclude<Movement, Post | Hold>, own: ReadonlySet<string>): Refusal | null {
  const hold = state.holds.get(movement.hold)
  // A hold of the same submission that is missing was refused for its own reason.
  if (hold === undefined) return own.has(movement.hold) ? null : 'NO_HOLD'
  const { from, to, amountMinor } = hold.movement
  const posted = movement.kind === 'void' ? 0 : (movement.amountMinor ?? amountMinor)
  if (movement.kind === 'settle' && (posted <= 0 || posted > amountMinor)) return 'AMOUNT_INVALID'
  if (!hold.open) return 'HOLD_CLOSED'
  hold.open = false
  change(state, from, { posted: -posted, held: -amountMinor, pending: -1 })
  change(state, to, { posted, arriving: -amountMinor, pending: -1 })
  return null
}

/** A model with these accounts open. */
export function createModel(openings: readonly AccountOpening[]): Model {
  const zero = { postedMinor: 0, heldMinor: 0, arrivingMinor: 0, version: 0, pendingCount: 0 }
  let state: State = {
    accounts: new Map(openings.map((opening) => [opening.account, { ...opening, ...zero }])),
    contents: new Map(),
    holds: new Map(),
    claims: new Map(),
    rows: new Map(),
  }
  return {
    submit(submission) {
      const { movements } = submission
      const contents = movements.map((movement) => [movement.id, contentOf(movement)] as const)
      const distinct = new Set(movements.map(({ id }) => id)).size === movements.length
      const known = contents.filter(([id]) => state.contents.has(id))
      const alike = known.filter(([id, content]) => state.contents.get(id) === content)
      if (distinct && movements.length > 0 && alike.length === movements.length) return 'replayed'
      if (known.length > 0 || !distinct) return 'ID_TAKEN'

      const next = structuredClone(state)
      const found = guardAndWrite(next, submission)
      const own = new Set<string>()
      for (const movement of movements) {
        if (movement.kind === 'hold') own.add(movement.id)
        const refusal =
          movement.kind === 'post' || movement.kind === 'hold' ? move(next, movement) : close(next, movement, own)
        if (refusal !== null) found.push(refusal)
      }
      const gravest = precedence.find((refusal) => found.includes(refusal))
      if (gravest !== undefined) return gravest
      for (const [id, content] of contents) next.contents.set(id, content)
      state = next
      return true
    },
    accounts: () => state.accounts,
    rows: () => state.rows,
    holds: () => [...state.holds.keys()],
  }
}
