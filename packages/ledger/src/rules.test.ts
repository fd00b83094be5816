import { describe, expect, it } from 'vitest'
import { LedgerMistake } from './mistake.ts'
import {
  accepted,
  fresh,
  hold,
  moving,
  openPair,
  post,
  recordedAt,
  refused,
  settle,
  voided,
} from './testing/factories.ts'
import { doors, onEngine } from './testing/on-engine.ts'
import type { World } from './testing/on-engine.ts'
import type { Claim, Refusal, RowWrite, Submission } from './types.ts'

/** One of everything, so that any refusal can be provoked alone or with others. */
async function openStage({ ledger, database }: World) {
  const { till, purse } = await openPair(ledger, database, 1_000)
  const kip = fresh('kip')
  const parcel = fresh('parcel')
  await ledger.open(database, [{ account: kip, currency: 'LAK', floorMinor: null }])
  await database.query('INSERT INTO parcel (id, label) VALUES ($1, $1)', [parcel])
  const open = hold(purse, till, 100)
  const closed = hold(purse, till, 100)
  const done = post(till, purse, 1)
  const claim: Claim = { kind: 'slip', key: fresh('key'), owner: 'first' }
  const submissions = [moving(open), moving(closed), moving(voided(closed.id)), { ...moving(done), claims: [claim] }]
  for (const submission of submissions) expect(await ledger.submit(submission)).toEqual(accepted)
  return { till, purse, kip, parcel, open, closed, done, claim }
}
type Stage = Awaited<ReturnType<typeof openStage>>

interface RefusalCase {
  refusal: Refusal
  when: string
  provoke(stage: Stage): { submission: Submission; detail: string }
}

/** In order of precedence: each case also wins over every later one in the same submission. */
const refusalCases: readonly RefusalCase[] = [
  {
    refusal: 'ID_TAKEN',
    when: 'the id was used with another amount',
    provoke: ({ done }) => ({ submission: moving({ ...done, amountMinor: 2 }), detail: done.id }),
  },
  {
    refusal: 'NO_ACCOUNT',
    when: 'the source is not there',
    provoke: ({ till }) => ({ submission: moving(post('nobody', till, 1)), detail: 'nobody' }),
  },
  {
    refusal: 'NO_ACCOUNT',
    when: 'the target is not there',
    provoke: ({ till }) => ({ submission: moving(hold(till, 'nobody', 1)), detail: 'nobody' }),
  },
  {
    refusal: 'NO_ACCOUNT',
    when: 'a guarded account is not there',
    provoke: () => ({
      submission: { movements: [], guards: [{ account: 'nobody', version: 0 }] },
      detail: 'nobody',
    }),
  },
  {
    refusal: 'NO_HOLD',
    when: 'the hold is not there',
    provoke: () => ({ submission: moving(settle('no-hold')), detail: 'no-hold' }),
  },
  {
    refusal: 'NO_HOLD',
    when: 'what should be closed is a post',
    provoke: ({ done }) => ({ submission: moving(voided(done.id)), detail: done.id }),
  },
  {
    refusal: 'CURRENCY_MIXED',
    when: 'the accounts are of two currencies',
    provoke: ({ till, kip }) => ({ submission: moving(post(till, kip, 1, { id: 'mixed' })), detail: 'mixed' }),
  },
  {
    refusal: 'AMOUNT_INVALID',
    when: 'the amount is zero',
    provoke: ({ till, purse }) => ({ submission: moving(post(till, purse, 0, { id: 'zero' })), detail: 'zero' }),
  },
  {
    refusal: 'AMOUNT_INVALID',
    when: 'the amount is below zero',
    provoke: ({ till, purse }) => ({ submission: moving(hold(till, purse, -1, { id: 'minus' })), detail: 'minus' }),
  },
  {
    refusal: 'AMOUNT_INVALID',
    when: 'more is settled than was held',
    provoke: ({ open }) => ({
      submission: moving(settle(open.id, { id: 'more', amountMinor: 101 })),
      detail: 'more',
    }),
  },
  {
    refusal: 'AMOUNT_INVALID',
    when: 'nothing is settled',
    provoke: ({ open }) => ({ submission: moving(settle(open.id, { id: 'none', amountMinor: 0 })), detail: 'none' }),
  },
  {
    refusal: 'HOLD_CLOSED',
    when: 'the hold was voided by another id',
    provoke: ({ closed }) => ({ submission: moving(settle(closed.id)), detail: closed.id }),
  },
  {
    refusal: 'CLAIMED',
    when: 'another owner has it',
    provoke: ({ claim }) => ({
      submission: { movements: [], claims: [{ ...claim, owner: 'second' }] },
      detail: 'first',
    }),
  },
  {
    refusal: 'CLAIMED',
    when: 'an earlier submission of the same owner has it',
    provoke: ({ claim }) => ({ submission: { movements: [], claims: [claim] }, detail: 'first' }),
  },
  {
    refusal: 'GUARD_MOVED',
    when: 'the account was touched since',
    provoke: ({ purse }) => ({
      submission: { movements: [], guards: [{ account: purse, version: 4 }] },
      detail: purse,
    }),
  },
  {
    refusal: 'GUARD_MOVED',
    when: 'the account has something pending and should be idle',
    provoke: ({ purse }) => ({
      submission: { movements: [], guards: [{ account: purse, version: 5, idle: true }] },
      detail: purse,
    }),
  },
  {
    refusal: 'GUARD_MOVED',
    when: 'the row has another version',
    provoke: ({ parcel }) => ({
      submission: { movements: [], guards: [{ table: 'parcel', id: parcel, version: 2 }] },
      detail: `parcel ${parcel}`,
    }),
  },
  {
    refusal: 'GUARD_MOVED',
    when: 'the row is not there',
    provoke: () => ({
      submission: { movements: [], guards: [{ table: 'parcel', id: 'lost', version: 1 }] },
      detail: 'parcel lost',
    }),
  },
  {
    refusal: 'GUARD_MOVED',
    when: 'the row to update has another version',
    provoke: ({ parcel }) => ({
      submission: { movements: [], rows: [{ table: 'parcel', id: parcel, version: 2, update: { weight: 1 } }] },
      detail: `parcel ${parcel}`,
    }),
  },
  {
    refusal: 'GUARD_MOVED',
    when: 'a row with its unique key is there already',
    provoke: ({ parcel }) => ({
      submission: { movements: [], rows: [{ table: 'parcel', insert: { id: 'other', label: parcel } }] },
      detail: 'parcel other',
    }),
  },
  {
    refusal: 'NOT_ENOUGH',
    when: 'the account would go below its floor, holds counted',
    provoke: ({ till, purse }) => ({ submission: moving(post(purse, till, 902)), detail: purse }),
  },
]

function together(first: Submission, second: Submission): Submission {
  return {
    movements: [...first.movements, ...second.movements],
    claims: [...(first.claims ?? []), ...(second.claims ?? [])],
    guards: [...(first.guards ?? []), ...(second.guards ?? [])],
    rows: [...(first.rows ?? []), ...(second.rows ?? [])],
  }
}

/** Everything that a refusal must leave as it was. */
async function everything({ database }: World): Promise<unknown> {
  const tables = ['account', 'transfer', 'closing', 'entry', 'claim', 'news'].map((table) => `ledger_${table}`)
  return await Promise.all(
    [...tables, 'parcel'].map((table) =>
      database.query(`SELECT md5(coalesce(string_agg(row::text, ';' ORDER BY row::text), '')) FROM ${table} AS row`),
    ),
  )
}

onEngine('the rules', (world) => {
  for (const { door, send: sendTo } of doors) {
    const send = (submission: Submission) => sendTo(world, submission)

    describe(`by the ${door} door`, () => {
      it.each(refusalCases)('refuse with $refusal when $when, and write nothing', async ({ refusal, provoke }) => {
        const { submission, detail } = provoke(await openStage(world))
        const before = await everything(world)
        expect(await send(submission)).toEqual(refused(refusal, detail))
        expect(await everything(world)).toEqual(before)
      })

      it('name the gravest refusal, in whatever order its reasons stand', async () => {
        const stage = await openStage(world)
        for (const [index, graver] of refusalCases.entries()) {
          for (const lesser of refusalCases.slice(index + 1)) {
            if (lesser.refusal === graver.refusal) continue
            const [one, two] = [graver.provoke(stage), lesser.provoke(stage)]
            const outcome = refused(graver.refusal, one.detail)
            expect(await send(together(one.submission, two.submission))).toEqual(outcome)
            expect(await send(together(two.submission, one.submission))).toEqual(outcome)
          }
        }
      })

      it('link movements: they are applied in order, each on what the one before left', async () => {
        const { till, purse } = await openPair(world.ledger, world.database, 0)
        expect(await send(moving(post(purse, till, 10), post(till, purse, 10)))).toEqual(refused('NOT_ENOUGH', purse))
        const held = hold(purse, till, 7)
        expect(await send(moving(post(till, purse, 10), held, post(purse, till, 3)))).toEqual(accepted)
        expect(await send(moving(settle(held.id), post(purse, till, 1)))).toEqual(refused('NOT_ENOUGH', purse))
        const states = await world.ledger.states(world.database, [purse])
        expect(states.get(purse)).toMatchObject({ postedMinor: 7, heldMinor: 7, version: 3, pendingCount: 1 })
      })

      it('let a submission settle or void the hold that it makes', async () => {
        const { till, purse } = await openPair(world.ledger, world.database, 100)
        const [kept, freed] = [hold(purse, till, 60), hold(purse, till, 40)]
        expect(await send(moving(kept, freed, settle(kept.id), voided(freed.id)))).toEqual(accepted)
        const states = await world.ledger.states(world.database, [purse])
        expect(states.get(purse)).toMatchObject({ postedMinor: 40, heldMinor: 0, pendingCount: 0 })
        const short = hold(purse, till, 41)
        expect(await send(moving(short, settle(short.id)))).toEqual(refused('NOT_ENOUGH', purse))
      })

      it('let a bank event be had once, with all that comes with it', async () => {
        const { till, purse } = await openPair(world.ledger, world.database, 0)
        const claim = { kind: 'bank event', key: fresh('key'), owner: 'a' }
        const id = fresh('parcel')
        const credit = {
          ...moving(post(till, purse, 10)),
          claims: [claim],
          rows: [{ table: 'parcel', insert: { id, label: id, weight: 5, sent_at: recordedAt.toISOString() } }],
          news: [{ topic: 'moved', key: purse, payload: { amountMinor: 10 } }],
        }
        expect(await send(credit)).toEqual(accepted)
        expect(await send({ ...credit, movements: [post(till, purse, 10)] })).toEqual(refused('CLAIMED', 'a'))
        const [parcel] = await world.database.query('SELECT * FROM parcel WHERE id = $1', [id])
        expect(parcel).toEqual({ id, version: 1, label: id, weight: 5, sent_at: recordedAt, details: null })
      })

      it('write rows with their versions, several in one submission, in order', async () => {
        const id = fresh('parcel')
        const rows: RowWrite[] = [
          {
            table: 'parcel',
            insert: { id, label: id, version: 4, details: { size: [1, 2], note: 'a "quoted" text' } },
          },
          { table: 'parcel', id, version: 4, update: { weight: 7, details: null } },
          { table: 'parcel', id, version: 5, update: {} },
        ]
        expect(await send({ movements: [], rows, guards: [] })).toEqual(accepted)
        const [parcel] = await world.database.query('SELECT * FROM parcel WHERE id = $1', [id])
        expect(parcel).toEqual({ id, version: 6, label: id, weight: 7, sent_at: null, details: null })
        expect(await send({ movements: [], rows: rows.slice(1, 2) })).toEqual(refused('GUARD_MOVED', `parcel ${id}`))
      })

      it('accept guards that hold: versions as they were read, idle once nothing is pending', async () => {
        const { parcel, purse, open, till } = await openStage(world)
        const guards = [
          { table: 'parcel', id: parcel, version: 1 },
          { account: purse, version: 5 },
        ]
        expect(await send({ ...moving(voided(open.id)), guards })).toEqual(accepted)
        const idle = { account: purse, version: 6, idle: true }
        expect(await send({ ...moving(post(purse, till, 1), post(purse, till, 1)), guards: [idle] })).toEqual(accepted)
        expect(await send({ movements: [], guards: [idle] })).toEqual(refused('GUARD_MOVED', purse))
      })
    })
  }

  it('keep every balance on the way a safe integer, also between two submissions of one commit', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 10)
    const settled = await Promise.allSettled(
      [post(till, purse, Number.MAX_SAFE_INTEGER), post(purse, till, 10)].map((movement) =>
        world.ledger.submit(moving(movement)),
      ),
    )
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason))).toEqual([
      expect.any(LedgerMistake),
      accepted,
    ])
    const entries = await world.ledger.entries(world.database, purse, { limit: 9 })
    expect(entries.map(({ balanceMinor }) => balanceMinor)).toEqual([0, 10])
  })
})
