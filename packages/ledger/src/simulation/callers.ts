import { reversalOf } from '../testing/reversal.ts'
import type { Model, ModelTransfer } from '../testing/model.ts'
import type { AccountOpening, Movement, Post, Submission } from '../types.ts'
import type { Random } from '../testing/random.ts'

const PURSES = 160
/** How many of its submissions a caller may still remember and send again. */
const REMEMBERED = 4_000

const purses = Array.from({ length: PURSES }, (_, place) => `purse ${place}`)
const tills = ['till 0', 'till 1', 'till 2', 'till 3']
const kipPurses = Array.from({ length: 12 }, (_, place) => `kip ${place}`)

/** The accounts of the simulation: some have no limit, most may not go below zero, a few may owe something. */
export const simulatedAccounts: readonly AccountOpening[] = [
  ...tills.map((account) => ({ account, currency: 'BAHT', floorMinor: null })),
  ...purses.map((account, place) => ({ account, currency: 'BAHT', floorMinor: place % 16 === 0 ? -5_000 : 0 })),
  { account: 'kip till', currency: 'LAK', floorMinor: null },
  ...kipPurses.map((account) => ({ account, currency: 'LAK', floorMinor: 0 })),
]

/** What callers do, and how often beside the others. */
const weights = {
  deposit: 20,
  payment: 24,
  hold: 14,
  settle: 10,
  void: 4,
  linked: 7,
  'held and closed': 3,
  reversal: 3,
  claim: 5,
  guard: 4,
  row: 4,
  'in another currency': 3,
  mistaken: 2,
} as const
type Kind = keyof typeof weights

/** What most of them do most of the time. */
const plainWeights = { deposit: 10, payment: 22, hold: 9, settle: 6, void: 2 } as const

/** What callers do wrong or twice, and how often of all that they send. */
const misbehaviours = { 'sent twice at once': 0.035, 'sent again later': 0.035, 'other content under the id': 0.015 }
type Misbehaviour = keyof typeof misbehaviours

export interface Callers {
  /** What is sent next, of every kind or plain: a new submission, and with it what goes wrong with it. */
  next(plain: boolean): {
    kind: Kind
    submission: Submission
    extra: { misbehaviour: Misbehaviour; submission: Submission }[]
  }
}

/** Keeps the last so many of a list, each as likely to be picked as another. */
class Memory<Item> {
  readonly items: Item[] = []
  #place = 0

  add(item: Item): void {
    this.items[this.#place % REMEMBERED] = item
    this.#place += 1
  }
}

/** Callers that know the model: they aim at its edges. `now` is their clock. */
export function createCallers(random: Random, model: Model, now: () => Date): Callers {
  const remembered = new Memory<Submission>()
  const holds = new Memory<string>()
  const done = new Memory<string>()
  let made = 0

  const nextId = (what: string) => `${what} ${(made += 1)}`
  // A tenth of the accounts is in half of the payments.
  const anyPurse = () => purses[random.chance(0.5) ? random.below(PURSES / 10) : random.below(PURSES)] ?? ''
  const anyTill = () => random.pick(tills)

  function free(account: string): number {
    const state = model.accounts.get(account)
    if (state === undefined || state.floorMinor === null) return 100_000
    return state.postedMinor - state.heldMinor - state.floorMinor
  }

  function amount(from: string): number {
    const edge = random.below(40)
    if (edge === 0) return free(from)
    if (edge === 1) return free(from) + 1
    if (edge === 2) return 1
    return 1 + random.below(from.includes('till') ? 20_000 : 900)
  }

  function move(kind: 'post' | 'hold', from: string, to: string): Movement & { kind: 'post' | 'hold' } {
    const id = nextId(kind)
    if (kind === 'hold') holds.add(id)
    else done.add(id)
    const said = { code: 'pay', reference: `bill ${made}`, occurredAt: now() }
    const metadata = random.chance(0.2) ? { metadata: { page: made % 7, note: 'ก' } } : {}
    return { kind, id, from, to, amountMinor: amount(from), ...said, ...metadata }
  }

  function pay(kind: 'post' | 'hold'): Movement & { kind: 'post' | 'hold' } {
    const from = anyPurse()
    const to = random.chance(0.3) ? anyTill() : anyPurse()
    return move(kind, from, to === from ? anyTill() : to)
  }

  function close(kind: 'settle' | 'void', hold = holds.items.length === 0 ? 'no hold' : recentHold()): Movement {
    const closing = { id: nextId(kind), hold, occurredAt: now() }
    if (kind === 'void') return { ...closing, kind }
    const whole = model.transfers.get(hold)?.amountMinor ?? 1
    const part = random.pick([null, null, whole, 1, 1 + random.below(whole), 1 + random.below(whole)])
    const wrong = random.chance(0.02) ? random.pick([0, whole + 1]) : part
    return wrong === null ? { ...closing, kind } : { ...closing, kind, amountMinor: wrong }
  }

  function recentHold(): string {
    for (let tries = 0; tries < 4; tries += 1) {
      const id = random.pick(holds.items)
      if (model.transfers.get(id)?.state === 'pending') return id
    }
    return random.pick(holds.items)
  }

  function reverse(): Movement {
    const transfer: ModelTransfer | undefined =
      done.items.length === 0 ? undefined : model.transfers.get(random.pick(done.items))
    if (transfer === undefined || (transfer.settledMinor ?? 0) === 0) return pay('post')
    return reversalOf({ ...transfer, occurredAt: now(), recordedAt: now() }, now())
  }

  function guarded(): Submission {
    const account = anyPurse()
    const version = (model.accounts.get(account)?.version ?? 0) + (random.chance(0.2) ? 1 : 0)
    const guard = random.chance(0.3) ? { account, version, idle: true } : { account, version }
    return { movements: [pay('post')], guards: [guard] }
  }

  function writing(): Submission {
    const id = `parcel ${random.below(3_000)}`
    const version = model.rows.get(id)
    const movements = [pay('post')]
    if (version === undefined) return { movements, rows: [{ table: 'parcel', insert: { id, label: id } }] }
    const expected = version + (random.chance(0.15) ? 1 : 0)
    return { movements, rows: [{ table: 'parcel', id, version: expected, update: { weight: made } }] }
  }

  function mistaken(): Submission {
    const wrong = random.below(4)
    if (wrong === 0) return { movements: [move('post', anyPurse(), 'nobody')] }
    if (wrong === 1) return { movements: [move('post', anyTill(), 'kip till')] }
    if (wrong === 2) return { movements: [{ ...pay('post'), amountMinor: random.pick([0, -1]) }] }
    // More than any account can hold, on the way: nothing of it may be written.
    const all = { ...move('post', anyTill(), anyPurse()), amountMinor: Number.MAX_SAFE_INTEGER }
    return { movements: [{ ...all, id: nextId('post'), amountMinor: 1 }, all, { ...all, id: nextId('post') }] }
  }

  function write(kind: Kind): Submission {
    switch (kind) {
      case 'deposit':
        return { movements: [move('post', anyTill(), anyPurse())] }
      case 'payment':
        return { movements: [pay('post')] }
      case 'hold':
        return { movements: [pay('hold')] }
      case 'settle':
      case 'void':
        return { movements: [close(kind)] }
      case 'linked':
        return { movements: Array.from({ length: 2 + random.below(3) }, () => pay(random.pick(['post', 'hold']))) }
      case 'held and closed': {
        const held = pay('hold')
        return { movements: [held, close(random.pick(['settle', 'void']), held.id)] }
      }
      case 'reversal':
        return { movements: [reverse()] }
      case 'claim': {
        const claim = { kind: 'event', key: `event ${random.below(made + 1)}`, owner: `caller ${random.below(9)}` }
        return { movements: [move('post', anyTill(), anyPurse())], claims: [claim] }
      }
      case 'guard':
        return guarded()
      case 'row':
        return writing()
      case 'in another currency':
        return { movements: [payInKip()] }
      case 'mistaken':
        return mistaken()
    }
  }

  function payInKip(): Movement {
    const from = random.chance(0.6) ? 'kip till' : random.pick(kipPurses)
    const to = random.chance(0.1) ? 'a purse that is not there' : random.pick(kipPurses)
    return move('post', from, to === from ? 'kip till' : to)
  }

  function otherContent(submission: Submission): Submission {
    const [first, ...rest] = submission.movements
    if (first === undefined || first.kind === 'settle' || first.kind === 'void') return submission
    const changed: Post = { ...first, kind: 'post', amountMinor: first.amountMinor + 1 }
    return { ...submission, movements: [random.chance(0.5) ? changed : { ...first, code: 'other' }, ...rest] }
  }

  return {
    next(plain) {
      const kind = plain ? random.weighted(plainWeights) : random.weighted(weights)
      const written = write(kind)
      const news = written.movements.map(({ id }, place) => ({
        topic: 'moved',
        key: `${made % 50}`,
        payload: { id, place },
      }))
      const submission = random.chance(0.3) ? { ...written, news } : written
      const extra: ReturnType<Callers['next']>['extra'] = []
      for (const misbehaviour of Object.keys(misbehaviours) as Misbehaviour[]) {
        if (!random.chance(misbehaviours[misbehaviour])) continue
        const former = remembered.items.length === 0 ? submission : random.pick(remembered.items)
        if (misbehaviour === 'sent twice at once') extra.push({ misbehaviour, submission })
        if (misbehaviour === 'sent again later') extra.push({ misbehaviour, submission: former })
        if (misbehaviour === 'other content under the id')
          extra.push({ misbehaviour, submission: otherContent(former) })
      }
      remembered.add(submission)
      return { kind, submission, extra }
    },
  }
}
