import { expect, it } from 'vitest'
import {
  accepted,
  fresh,
  hold,
  ledgerOn,
  moving,
  openPair,
  post,
  refused,
  settle,
  voided,
} from './testing/factories.ts'
import { onEngine } from './testing/on-engine.ts'
import type { World } from './testing/on-engine.ts'
import type { Movement, Outcome } from './types.ts'

/** Two movements under one id that have no account in common: a post, and what closes a hold. */
async function openContest({ ledger, database }: World, close: typeof settle | typeof voided) {
  const one = await openPair(ledger, database, 1_000)
  const two = await openPair(ledger, database, 1_000)
  const held = hold(two.purse, two.till, 100)
  expect(await ledger.submit(moving(held))).toEqual(accepted)
  const id = fresh('contested')
  return { id, posted: post(one.purse, one.till, 10, { id }), closed: close(held.id, { id }) }
}

onEngine('an id that is brought as a transfer and as a closing', (world) => {
  const orders = [
    { first: 'transfer', close: settle },
    { first: 'transfer', close: voided },
    { first: 'closing', close: settle },
    { first: 'closing', close: voided },
  ]

  it.each(orders)('is taken by the $first that came first and is not committed yet', async ({ first, close }) => {
    const { id, posted, closed } = await openContest(world, close)
    const [earlier, later]: Movement[] = first === 'transfer' ? [posted, closed] : [closed, posted]
    let answer: Promise<Outcome> | undefined
    await world.database.transaction(async (tx) => {
      expect(await world.ledger.post(tx, moving(earlier as Movement))).toEqual(accepted)
      answer = world.ledger.submit(moving(later as Movement))
      // Beside it the other one runs as far as it can: until it waits for this transaction, or is through.
      let stopped = !world.concurrent
      void answer.finally(() => (stopped = true)).catch(() => undefined)
      const [{ pid } = { pid: 0 }] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      for (let looks = 0; !stopped && looks < 10_000; looks += 1) {
        const waiting = await world.database.query(
          'SELECT pid FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
          [pid],
        )
        stopped = waiting.length > 0
      }
    })
    expect(await answer).toEqual(refused('ID_TAKEN', id))
  })

  it('is taken by one of many at the same time', async () => {
    const ledgers = [1, 2, 3, 4].map(() => ledgerOn(world.database, { batchMax: 4 }))
    for (let round = 0; round < 25; round += 1) {
      const contests = await Promise.all(
        Array.from({ length: 8 }, () => openContest(world, round % 2 === 0 ? settle : voided)),
      )
      const outcomes = await Promise.all(
        contests.flatMap(({ posted, closed }, place) =>
          [posted, closed].map((movement, side) => ledgers[(place + side + round) % 4]?.submit(moving(movement))),
        ),
      )
      for (const [place, { id }] of contests.entries()) {
        const pair = outcomes.slice(place * 2, place * 2 + 2)
        expect(pair).toContainEqual(accepted)
        expect(pair).toContainEqual(refused('ID_TAKEN', id))
      }
    }
  })
})
