import * as fc from 'fast-check'
import { reversalOf } from './reversal.ts'
import type { AccountOpening, Guard, Movement, RowWrite, Submission } from '../types.ts'
import type { Model } from './model.ts'

export const occurredAt = new Date('2026-11-21T05:00:00.000Z')

/** The accounts of a history: with a limit at zero, below it and none, in two currencies. */
export const historyOpenings: readonly AccountOpening[] = [
  { account: 'till', currency: 'BAHT', floorMinor: null },
  { account: 'one', currency: 'BAHT', floorMinor: 0 },
  { account: 'two', currency: 'BAHT', floorMinor: 0 },
  { account: 'credit', currency: 'BAHT', floorMinor: -300 },
  { account: 'kip', currency: 'LAK', floorMinor: null },
  { account: 'kip purse', currency: 'LAK', floorMinor: 0 },
]

/** Mostly the one, now and then the other. */
function mostly<Usual, Rare>(usual: fc.Arbitrary<Usual>, rare: fc.Arbitrary<Rare>): fc.Arbitrary<Usual | Rare> {
  return fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: rare })
}

const names = mostly(
  fc.constantFrom('till', 'till', 'till', 'one', 'two', 'credit'),
  fc.constantFrom('kip', 'kip purse', 'nobody'),
)
/** Amounts at the edges are named: what is free above the limit, one more, half of it, the largest there is. */
const amounts = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 400 }) },
  { weight: 5, arbitrary: fc.constantFrom('all', 'all', 'half', 'more') },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 1) },
  { weight: 1, arbitrary: fc.constant(Number.MAX_SAFE_INTEGER) },
)
const moves = fc.record({
  kind: fc.constantFrom('post', 'hold', 'hold'),
  id: fc.nat(150),
  parties: fc.tuple(names, names).filter(([from, to]) => from !== to),
  amount: amounts,
  metadata: fc.constantFrom('a', 'b', { deep: [1, null, 'ก'] }),
})
/** Names its hold by how many holds ago it was made; more than there were is one that is not there. */
const closings = fc.record({
  kind: fc.constantFrom('settle', 'void'),
  id: fc.nat(150),
  holdsBack: mostly(fc.nat(2), fc.constant(1_000)),
  amount: fc.option(amounts, { nil: undefined }),
})
const reversals = fc.record({ reverses: fc.nat(4) })
const keys = fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5', 'k6')
/** Versions are written as their distance from the one that the thing has. */
const versionsOff = mostly(fc.constant(0), fc.constantFrom(-1, 1))
const guards = fc.oneof(
  fc.record({ account: names, off: versionsOff, idle: fc.boolean() }),
  fc.record({ parcel: keys, off: versionsOff }),
)
const rows = fc.record({ parcel: keys, off: versionsOff, insert: fc.boolean() })
const claims = fc.record({ kind: fc.constantFrom('slip', 'gift'), key: keys, owner: fc.constantFrom('a', 'b') })
const news = fc.record({ topic: fc.constant('moved'), key: keys, payload: fc.nat(9) })

function seldom<Item>(items: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> {
  return fc.array(items, { maxLength: 3 }).map((drawn) => drawn.slice(2))
}

const drafts = fc.record({
  movements: fc.array(
    fc.oneof({ weight: 6, arbitrary: moves }, { weight: 4, arbitrary: closings }, { weight: 1, arbitrary: reversals }),
    { maxLength: 3 },
  ),
  claims: seldom(claims),
  guards: seldom(guards),
  rows: seldom(rows),
  news: seldom(news),
})
/** A new submission, or how many submissions back the one is that is sent again. */
const submissions = fc.oneof(
  { weight: 6, arbitrary: drafts },
  { weight: 1, arbitrary: fc.record({ submissionsBack: fc.nat(9) }) },
)
/** Submissions that are sent together: as one commit by `submit`, one after the other by `post`. */
const steps = fc.record({
  byGroup: fc.boolean(),
  submissions: fc.array(submissions, { minLength: 1, maxLength: 4 }),
})

/** Random histories: steps, each of which is told in the words of a draft and not of a ledger. */
export const histories = fc.array(steps, { minLength: 4, maxLength: 20, size: 'max' })

type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never
export type History = Drawn<typeof histories>

/** Turns drafts into submissions, all names in a world of their own, amounts as the model stands. */
export function createScribe(world: string, model: Model): (draft: Drawn<typeof submissions>) => Submission {
  const sent: Submission[] = []
  const ownHolds: string[] = []
  const named = (name: string | number) => `${world}/${name}`

  function amountOf(drawn: Drawn<typeof amounts>, whole: number): number {
    if (typeof drawn === 'number') return drawn
    if (drawn === 'half') return Math.floor(whole / 2)
    return drawn === 'more' && whole < Number.MAX_SAFE_INTEGER ? whole + 1 : whole
  }

  function free(account: string): number {
    const state = model.accounts.get(account)
    if (state === undefined || state.floorMinor === null) return 1_000
    return Math.min(Number.MAX_SAFE_INTEGER, state.postedMinor - state.heldMinor - state.floorMinor)
  }

  function writeClosing(draft: Drawn<typeof closings>): Movement {
    const holds = [...model.transfers.values()].filter(({ state }) => state !== 'posted').map(({ id }) => id)
    // The oldest transfer of all is as often a post: that is no hold either.
    const [oldest = named('no hold')] = model.transfers.keys()
    const hold = [...holds, ...ownHolds].at(-1 - draft.holdsBack) ?? oldest
    const closing = { id: named(`closing ${draft.id}`), hold, occurredAt }
    if (draft.kind === 'void') return { ...closing, kind: 'void' }
    if (draft.amount === undefined) return { ...closing, kind: 'settle' }
    const whole = model.transfers.get(hold)?.amountMinor ?? 1
    return { ...closing, kind: 'settle', amountMinor: amountOf(draft.amount, whole) }
  }

  function writeMovement(draft: Drawn<typeof drafts>['movements'][number]): Movement[] {
    if ('reverses' in draft) {
      const transfer = [...model.transfers.values()].at(-1 - draft.reverses)
      const posted = (transfer?.settledMinor ?? 0) > 0
      return transfer !== undefined && posted
        ? [reversalOf({ ...transfer, occurredAt, recordedAt: occurredAt }, occurredAt)]
        : []
    }
    if ('holdsBack' in draft) return [writeClosing(draft)]
    const { kind, amount, metadata } = draft
    const [from, to] = draft.parties.map(named) as [string, string]
    const id = named(draft.id)
    if (kind === 'hold') ownHolds.push(id)
    const amountMinor = amountOf(amount, free(from))
    return [{ kind, id, from, to, amountMinor, code: 'pay', reference: `about ${draft.id}`, occurredAt, metadata }]
  }

  function writeGuard(draft: Drawn<typeof guards>): Guard {
    if ('parcel' in draft) {
      const id = named(draft.parcel)
      return { table: 'parcel', id, version: (model.rows.get(id) ?? 1) + draft.off }
    }
    const account = named(draft.account)
    return { account, version: (model.accounts.get(account)?.version ?? 0) + draft.off, idle: draft.idle }
  }

  function writeRow({ parcel, off, insert }: Drawn<typeof rows>): RowWrite {
    const id = named(parcel)
    if (insert) return { table: 'parcel', insert: { id, label: id } }
    return { table: 'parcel', id, version: (model.rows.get(id) ?? 1) + off, update: { weight: 1 } }
  }

  return (draft) => {
    ownHolds.length = 0
    const submission =
      'submissionsBack' in draft
        ? (sent.at(-1 - draft.submissionsBack) ?? { movements: [] })
        : {
            movements: draft.movements.flatMap(writeMovement),
            claims: draft.claims.map((claim) => ({ ...claim, key: named(claim.key) })),
            guards: draft.guards.map(writeGuard),
            rows: draft.rows.map(writeRow),
            news: draft.news.map((one) => ({ ...one, topic: named(one.topic) })),
          }
    sent.push(submission)
    return submission
  }
}
