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
  replayed,
  settle,
  voided,
} from './testing/factories.ts'
import { doors, onEngine } from './testing/on-engine.ts'
import type { Submission } from './types.ts'

onEngine('a ledger', (world) => {
  for (const { door, send: sendTo } of doors) {
    describe(`by the ${door} door`, () => {
      const send = (submission: Submission) => sendTo(world, submission)

      async function amounts(account: string) {
        const state = (await world.ledger.states(world.database, [account])).get(account)
        if (state === undefined) throw new Error(`no account ${account}`)
        const { postedMinor, heldMinor, arrivingMinor, version, pendingCount } = state
        return { postedMinor, heldMinor, arrivingMinor, version, pendingCount }
      }

      describe('posts', () => {
        it('move money at once and leave an entry on both sides', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 1_000)
          const paid = post(purse, till, 250, { code: 'fee', reference: 'bill 7', metadata: { pages: [1, 2] } })
          expect(await send(moving(paid))).toEqual(accepted)
          expect(await amounts(purse)).toEqual({
            postedMinor: 750,
            heldMinor: 0,
            arrivingMinor: 0,
            version: 2,
            pendingCount: 0,
          })
          expect(await world.ledger.transfer(world.database, paid.id)).toEqual({
            id: paid.id,
            from: purse,
            to: till,
            amountMinor: 250,
            state: 'posted',
            settledMinor: 250,
            code: 'fee',
            reference: 'bill 7',
            occurredAt: paid.occurredAt,
            recordedAt,
            metadata: { pages: [1, 2] },
          })
          const [entry] = await world.ledger.entries(world.database, purse, { limit: 1 })
          expect(entry).toEqual({
            transfer: paid.id,
            account: purse,
            number: 2,
            amountMinor: -250,
            balanceMinor: 750,
            code: 'fee',
            reference: 'bill 7',
            occurredAt: paid.occurredAt,
            recordedAt,
          })
          const [other] = await world.ledger.entries(world.database, till, { limit: 1 })
          expect(other).toMatchObject({ transfer: paid.id, number: 2, amountMinor: 250, balanceMinor: -750 })
        })

        it('take a balance down to its floor and not below', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 100)
          const credit = fresh('credit')
          await world.ledger.open(world.database, [{ account: credit, currency: 'BAHT', floorMinor: -50 }])
          expect(await send(moving(post(purse, till, 100)))).toEqual(accepted)
          expect(await send(moving(post(purse, till, 1)))).toEqual(refused('NOT_ENOUGH', purse))
          expect(await send(moving(post(credit, till, 50)))).toEqual(accepted)
          expect(await send(moving(post(credit, till, 1)))).toEqual(refused('NOT_ENOUGH', credit))
          expect(await amounts(credit)).toMatchObject({ postedMinor: -50, version: 1 })
        })

        it('are paged newest first by number', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 10)
          for (let paid = 0; paid < 4; paid += 1) await send(moving(post(till, purse, 1)))
          const first = await world.ledger.entries(world.database, purse, { limit: 2 })
          const rest = await world.ledger.entries(world.database, purse, { beforeNumber: 4, limit: 10 })
          expect(first.map(({ number }) => number)).toEqual([5, 4])
          expect(rest.map(({ number }) => number)).toEqual([3, 2, 1])
        })
      })

      describe('holds', () => {
        it('take money out of what can be spent, and out of the balance only when settled', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 1_000)
          const held = hold(purse, till, 800)
          expect(await send(moving(held))).toEqual(accepted)
          expect(await amounts(purse)).toEqual({
            postedMinor: 1_000,
            heldMinor: 800,
            arrivingMinor: 0,
            version: 2,
            pendingCount: 1,
          })
          expect(await amounts(till)).toMatchObject({ postedMinor: -1_000, arrivingMinor: 800, pendingCount: 1 })
          expect(await send(moving(post(purse, till, 201)))).toEqual(refused('NOT_ENOUGH', purse))
          expect(await send(moving(hold(purse, till, 201)))).toEqual(refused('NOT_ENOUGH', purse))
          expect(await world.ledger.transfer(world.database, held.id)).toMatchObject({
            state: 'pending',
            settledMinor: null,
          })
          expect(await world.ledger.entries(world.database, purse, { limit: 10 })).toHaveLength(1)

          expect(await send(moving(settle(held.id)))).toEqual(accepted)
          expect(await amounts(purse)).toEqual({
            postedMinor: 200,
            heldMinor: 0,
            arrivingMinor: 0,
            version: 3,
            pendingCount: 0,
          })
          expect(await amounts(till)).toMatchObject({ postedMinor: -200, arrivingMinor: 0, pendingCount: 0 })
          expect(await world.ledger.transfer(world.database, held.id)).toMatchObject({
            state: 'settled',
            settledMinor: 800,
          })
        })

        it('do not let money be spent that has not arrived', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 0)
          await send(moving(hold(till, purse, 500)))
          expect(await amounts(purse)).toMatchObject({ postedMinor: 0, arrivingMinor: 500 })
          expect(await send(moving(post(purse, till, 1)))).toEqual(refused('NOT_ENOUGH', purse))
        })

        it('of 1,000 each are accepted five times on 5,000, and no sixth time', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 5_000)
          const outcomes = []
          for (let tries = 0; tries < 6; tries += 1) outcomes.push(await send(moving(hold(purse, till, 1_000))))
          expect(outcomes).toEqual([...Array.from({ length: 5 }, () => accepted), refused('NOT_ENOUGH', purse)])
        })

        it('are settled in part: the rest is free again', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 1_000)
          const held = hold(purse, till, 800)
          await send(moving(held))
          const part = settle(held.id, { amountMinor: 300, occurredAt: new Date('2026-11-21T06:00:00Z') })
          expect(await send(moving(part))).toEqual(accepted)
          expect(await amounts(purse)).toMatchObject({ postedMinor: 700, heldMinor: 0, pendingCount: 0 })
          expect(await world.ledger.transfer(world.database, held.id)).toMatchObject({
            state: 'settled',
            settledMinor: 300,
          })
          const [entry] = await world.ledger.entries(world.database, purse, { limit: 1 })
          expect(entry).toMatchObject({ transfer: held.id, amountMinor: -300, occurredAt: part.occurredAt })
        })

        it('are voided: everything is free again and no entry was made', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 1_000)
          const held = hold(purse, till, 800)
          await send(moving(held))
          expect(await send(moving(voided(held.id)))).toEqual(accepted)
          expect(await amounts(purse)).toEqual({
            postedMinor: 1_000,
            heldMinor: 0,
            arrivingMinor: 0,
            version: 3,
            pendingCount: 0,
          })
          expect(await world.ledger.transfer(world.database, held.id)).toMatchObject({
            state: 'voided',
            settledMinor: 0,
          })
          expect(await world.ledger.entries(world.database, purse, { limit: 10 })).toHaveLength(1)
        })

        it('are closed once, whichever way comes second', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 1_000)
          for (const first of [settle, voided]) {
            for (const second of [settle, voided]) {
              const held = hold(purse, till, 100)
              await send(moving(held))
              expect(await send(moving(first(held.id)))).toEqual(accepted)
              expect(await send(moving(second(held.id)))).toEqual(refused('HOLD_CLOSED', held.id))
            }
          }
          expect(await amounts(purse)).toMatchObject({ postedMinor: 800, heldMinor: 0, pendingCount: 0 })
        })
      })

      describe('replays', () => {
        it('of every kind of movement answer the first result and write nothing', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 1_000)
          const [one, two] = [hold(purse, till, 100), hold(purse, till, 100, { metadata: { a: 1, b: [null] } })]
          const submissions = [
            moving(post(purse, till, 100)),
            moving(one, two),
            moving(settle(one.id, { amountMinor: 40 })),
            moving(voided(two.id)),
            moving(post(purse, till, 1), post(till, purse, 1)),
          ]
          for (const submission of submissions) expect(await send(submission)).toEqual(accepted)
          const before = await world.ledger.states(world.database, [till, purse])
          for (const submission of submissions) expect(await send(submission)).toEqual(replayed)
          expect(await world.ledger.states(world.database, [till, purse])).toEqual(before)
        })

        it('are recognised by content: the time at which it happened and the order of keys do not count', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 1_000)
          const paid = post(purse, till, 100, { metadata: { a: 1, b: 2 } })
          await send(moving(paid))
          const again = { ...paid, occurredAt: new Date('2026-11-22T00:00:00Z'), metadata: { b: 2, a: 1 } }
          expect(await send(moving(again))).toEqual(replayed)
          expect(await world.ledger.transfer(world.database, paid.id)).toMatchObject({ occurredAt: paid.occurredAt })
        })

        it('write no claim, row or news of theirs', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 1_000)
          const paid = post(purse, till, 100)
          await send(moving(paid))
          const row = fresh('parcel')
          const topic = fresh('topic')
          const more = {
            ...moving(paid),
            claims: [{ kind: 'slip', key: fresh('key'), owner: 'a' }],
            rows: [{ table: 'parcel', insert: { id: row, label: row } }],
            news: [{ topic, key: 'k', payload: 1 }],
          }
          expect(await send(more)).toEqual(replayed)
          expect(await world.database.query('SELECT id FROM parcel WHERE id = $1', [row])).toEqual([])
          expect(await world.database.transaction((tx) => world.ledger.takeNews(tx, [topic], 10))).toEqual([])
          expect(await send({ movements: [], claims: more.claims })).toEqual(accepted)
        })

        it('of refused submissions are tried afresh', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 0)
          const paid = moving(post(purse, till, 100))
          expect(await send(paid)).toEqual(refused('NOT_ENOUGH', purse))
          await send(moving(post(till, purse, 100)))
          expect(await send(paid)).toEqual(accepted)
        })

        it('with any other content are refused', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 1_000)
          const other = await openPair(world.ledger, world.database, 1_000)
          const paid = post(purse, till, 100, { metadata: { a: 1 } })
          const held = hold(purse, till, 100)
          const part = settle(held.id, { amountMinor: 40 })
          for (const movement of [paid, held, part]) expect(await send(moving(movement))).toEqual(accepted)
          const taken = refused('ID_TAKEN', paid.id)
          expect(await send(moving({ ...paid, amountMinor: 101 }))).toEqual(taken)
          expect(await send(moving({ ...paid, from: other.purse }))).toEqual(taken)
          expect(await send(moving({ ...paid, to: other.till }))).toEqual(taken)
          expect(await send(moving({ ...paid, code: 'other' }))).toEqual(taken)
          expect(await send(moving({ ...paid, reference: 'other' }))).toEqual(taken)
          expect(await send(moving({ ...paid, metadata: { a: 2 } }))).toEqual(taken)
          expect(await send(moving({ ...paid, kind: 'hold' }))).toEqual(taken)
          expect(await send(moving(voided(held.id, { id: paid.id })))).toEqual(taken)
          expect(await send(moving({ ...part, amountMinor: 41 }))).toEqual(refused('ID_TAKEN', part.id))
          const second = hold(purse, till, 100)
          expect(await send(moving(second))).toEqual(accepted)
          expect(await send(moving({ ...part, hold: second.id }))).toEqual(refused('ID_TAKEN', part.id))
          expect(await send(moving({ ...paid, id: part.id }))).toEqual(refused('ID_TAKEN', part.id))
        })

        it('that mix accepted movements with new ones are refused', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 1_000)
          const paid = post(purse, till, 100)
          const twice = fresh('twice')
          await send(moving(paid))
          expect(await send(moving(post(purse, till, 1), paid))).toEqual(refused('ID_TAKEN', paid.id))
          expect(await send(moving(hold(purse, till, 5, { id: twice }), post(purse, till, 5, { id: twice })))).toEqual(
            refused('ID_TAKEN', twice),
          )
          expect(await amounts(purse)).toMatchObject({ postedMinor: 900, version: 2 })
        })
      })

      describe('mistakes', () => {
        it('are thrown, write nothing, and name the state of the database', async () => {
          const { till, purse } = await openPair(world.ledger, world.database, 1_000)
          const paid = post(purse, till, 100)
          const bad = [
            { table: 'parcel', insert: { id: fresh('parcel'), label: 'forbidden' } },
            { table: 'parcel', insert: { id: fresh('parcel'), label: fresh('label'), colour: 'red' } },
            { table: 'parcel', insert: { id: fresh('parcel'), label: fresh('label'), weight: 'heavy' } },
          ]
          for (const [index, row] of bad.entries()) {
            const thrown = await send({ ...moving(paid), rows: [row] }).catch((error: unknown) => error)
            expect(thrown).toBeInstanceOf(LedgerMistake)
            expect(thrown).toHaveProperty('sqlState', ['23514', '42703', '22P02'][index])
          }
          expect(await amounts(purse)).toMatchObject({ postedMinor: 1_000, version: 1 })
          expect(await send(moving(paid))).toEqual(accepted)
        })
      })
    })
  }
})
