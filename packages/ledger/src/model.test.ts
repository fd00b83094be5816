import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fresh, ledgerOn } from './testing/factories.ts'
import { createModel } from './testing/model.ts'
import type { Model } from './testing/model.ts'
import { onEveryEngine } from './testing/on-every-engine.ts'
import type { AccountOpening, Guard, Movement, Outcome, RowWrite, Submission } from './types.ts'

/** How many random histories each engine lives through. */
const HISTORIES = 100

const occurredAt = new Date('2026-11-21T05:00:00.000Z')

const openings: readonly AccountOpening[] = [
  { account: 'till', currency: 'BAHT', floorMinor: null },
  { account: 'one', currency: 'BAHT', floorMinor: 0 },
  { account: 'two', currency: 'BAHT', floorMinor: 0 },
  { account: 'credit', currency: 'BAHT', floorMinor: -300 },
  { account: 'kip', currency: 'LAK', floorMinor: null },
]

/** Mostly the one, now and then the other. */
function mostly<Usual, Rare>(usual: fc.Arbitrary<Usual>, rare: fc.Arbitrary<Rare>): fc.Arbitrary<Usual | Rare> {
  return fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: rare })
}

const names = mostly(fc.constantFrom('till', 'till', 'one', 'two', 'credit'), fc.constantFrom('kip', 'nobody'))
const amounts = mostly(fc.integer({ min: 1, max: 400 }), fc.constantFrom(0, -1))
const moves = fc.record({
  kind: fc.constantFrom('post', 'hold', 'hold'),
  id: fc.nat(150),
  parties: fc.tuple(names, names).filter(([from, to]) => from !== to),
  amountMinor: amounts,
  metadata: fc.constantFrom('a', 'b'),
})
/** Names its hold by how many holds ago it was made; more than there were is one that is not there. */
const closings = fc.record({
  kind: fc.constantFrom('settle', 'void'),
  id: fc.nat(150),
  holdsBack: mostly(fc.nat(1), fc.constant(1_000)),
  amountMinor: fc.option(amounts, { nil: undefined }),
})
const keys = fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5', 'k6')
/** Versions are written as their distance from the one that the thing has. */
const versionsOff = mostly(fc.constant(0), fc.constantFrom(-1, 1))
const guards = fc.oneof(
  fc.record({ account: names, off: versionsOff, idle: fc.boolean() }),
  fc.record({ parcel: keys, off: versionsOff }),
)
const rows = fc.record({ parcel: keys, off: versionsOff, insert: fc.boolean() })
const claims = fc.record({ kind: fc.constantFrom('slip', 'gift'), key: keys, owner: fc.constantFrom('a', 'b') })

function seldom<Item>(items: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> {
  return fc.array(items, { maxLength: 3 }).map((drawn) => drawn.slice(2))
}

const drafts = fc.record({
  movements: fc.array(fc.oneof(moves, moves, closings), { maxLength: 3 }),
  claims: seldom(claims),
  guards: seldom(guards),
  rows: seldom(rows),
})
/** A new submission, or how many submissions back the one is that is sent again. */
const steps = fc.oneof({ weight: 6, arbitrary: drafts }, { weight: 1, arbitrary: fc.record({ stepsBack: fc.nat(9) }) })
const histories = fc.array(fc.array(steps, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })

type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

/** Turns drafts into submissions, all names in a world of their own. */
function createScribe(world: string, model: Model) {
  const sent: Submission[] = []
  const ownHolds: string[] = []
  const named = (name: string | number) => `${world}/${name}`

  function writeMovement(draft: Drawn<typeof moves> | Drawn<typeof closings>): Movement {
    if ('holdsBack' in draft) {
      const hold = [...model.holds(), ...ownHolds].at(-1 - draft.holdsBack) ?? named('no hold')
      const closing = { id: named(`closing ${draft.id}`), hold, occurredAt }
      if (draft.kind === 'void') return { ...closing, kind: 'void' }
      return draft.amountMinor === undefined
        ? { ...closing, kind: 'settle' }
        : { ...closing, kind: 'settle', amountMinor: draft.amountMinor }
    }
    const { kind, amountMinor, metadata } = draft
    const [from, to] = draft.parties
    const id = named(draft.id)
    if (kind === 'hold') ownHolds.push(id)
    const said = { amountMinor, code: 'pay', reference: 'about it', occurredAt, metadata }
    return { kind, id, from: named(from), to: named(to), ...said }
  }

  function writeGuard(draft: Drawn<typeof guards>): Guard {
    if ('parcel' in draft) {
      const id = named(draft.parcel)
      return { table: 'parcel', id, version: (model.rows().get(id) ?? 1) + draft.off }
    }
    const account = named(draft.account)
    return { account, version: (model.accounts().get(account)?.version ?? 0) + draft.off, idle: draft.idle }
  }

  function writeRow({ parcel, off, insert }: Drawn<typeof rows>): RowWrite {
    const id = named(parcel)
    if (insert) return { table: 'parcel', insert: { id, label: id } }
    return { table: 'parcel', id, version: (model.rows().get(id) ?? 1) + off, update: { weight: 1 } }
  }

  return (step: Drawn<typeof steps>): Submission => {
    ownHolds.length = 0
    const submission =
      'stepsBack' in step
        ? (sent.at(-1 - step.stepsBack) ?? { movements: [] })
        : {
            movements: step.movements.map(writeMovement),
            claims: step.claims.map((claim) => ({ ...claim, key: named(claim.key) })),
            guards: step.guards.map(writeGuard),
            rows: step.rows.map(writeRow),
          }
    sent.push(submission)
    return submission
  }
}

function verdict(outcome: Outcome) {
  if (!outcome.ok) return outcome.refusal
  return outcome.replayed ? 'replayed' : true
}

onEveryEngine('random histories', (world) => {
  it('end in every outcome and every balance as the model says', async () => {
    const seen = new Map<unknown, number>()
    const property = fc.asyncProperty(histories, fc.boolean(), async (history, byGroups) => {
      const { database } = world
      const name = fresh('history')
      const opened = openings.map((opening) => ({ ...opening, account: `${name}/${opening.account}` }))
      // One flight keeps the order in which they were submitted, which is the order the model sees.
      const ledger = ledgerOn(database, { flights: 1, waitMs: 0 })
      const model = createModel(opened)
      const write = createScribe(name, model)
      await ledger.open(database, opened)
      for (const group of history) {
        const drafted = group.map((step) => {
          const submission = write(step)
          return { submission, expected: model.submit(submission) }
        })
        const outcomes = byGroups
          ? await Promise.all(drafted.map(({ submission }) => ledger.submit(submission)))
          : await database.transaction(async (tx) => {
              const answers = []
              for (const { submission } of drafted) answers.push(await ledger.post(tx, submission))
              return answers
            })
        expect(outcomes.map(verdict)).toEqual(drafted.map(({ expected }) => expected))
        for (const { expected } of drafted) seen.set(expected, (seen.get(expected) ?? 0) + 1)
      }
      const accounts = opened.map(({ account }) => account)
      expect(await ledger.states(database, accounts)).toEqual(model.accounts())
      const parcels = await database.query<{ id: string; version: number }>(
        'SELECT id, version FROM parcel WHERE id LIKE $1',
        [`${name}/%`],
      )
      expect(new Map(parcels.map(({ id, version }) => [id, version]))).toEqual(model.rows())
    })
    await fc.assert(property, { numRuns: HISTORIES })
    // A rule that no history met would be proven by none.
    expect(seen.size).toBe(11)
  })
})
