import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { LedgerMistake } from './mistake.ts'
import {
  accepted,
  fresh,
  hold,
  ledgerOn,
  moving,
  openPair,
  post,
  refused,
  replayed,
  settle,
  voided,
} from './testing/factories.ts'
import { doors, onEngine } from './testing/on-engine.ts'
import type { Outcome, Sql, Submission } from './types.ts'

/** How many callers race for the same thing. */
const CALLERS = 64

const callers = Array.from({ length: CALLERS }, (_, caller) => caller)

function count(outcomes: readonly Outcome[], wanted: Outcome): number {
  return outcomes.filter((outcome) => isDeepStrictEqual(outcome, wanted)).length
}

onEngine('under pressure, a ledger', (world) => {
  for (const { door, send } of doors) {
    describe(`by the ${door} door`, () => {
      it('lets 64 callers spend exactly what one balance covers', async () => {
        const { till, purse } = await openPair(world.ledger, world.database, 1_000)
        const outcomes = await Promise.all(callers.map(() => send(world, moving(post(purse, till, 30)))))
        expect(count(outcomes, accepted)).toBe(33)
        expect(count(outcomes, refused('NOT_ENOUGH', purse))).toBe(CALLERS - 33)
        const states = await world.ledger.states(world.database, [purse])
        expect(states.get(purse)).toMatchObject({ postedMinor: 10, version: 34 })
      })

      it('lets 64 callers hold exactly what one balance covers', async () => {
        const { till, purse } = await openPair(world.ledger, world.database, 1_000)
        const outcomes = await Promise.all(callers.map(() => send(world, moving(hold(purse, till, 100)))))
        expect(count(outcomes, accepted)).toBe(10)
        const states = await world.ledger.states(world.database, [purse])
        expect(states.get(purse)).toMatchObject({ postedMinor: 1_000, heldMinor: 1_000, pendingCount: 10 })
      })

      it('closes a hold once, however many settle and void it at the same time', async () => {
        const { till, purse } = await openPair(world.ledger, world.database, 1_000)
        const held = hold(purse, till, 100)
        await send(world, moving(held))
        const outcomes = await Promise.all(
          callers.map((caller) => send(world, moving(caller % 2 === 0 ? settle(held.id) : voided(held.id)))),
        )
        expect(count(outcomes, accepted)).toBe(1)
        expect(count(outcomes, refused('HOLD_CLOSED', held.id))).toBe(CALLERS - 1)
      })

      it('accepts one id once, however many bring it at the same time', async () => {
        const { till, purse } = await openPair(world.ledger, world.database, 1_000)
        const paid = post(purse, till, 100)
        const outcomes = await Promise.all(callers.map(() => send(world, moving(paid))))
        expect(count(outcomes, accepted)).toBe(1)
        expect(count(outcomes, replayed)).toBe(CALLERS - 1)
      })

      it('accepts one of several contents under one id, on accounts that have nothing in common', async () => {
        const pairs = await Promise.all([1, 2, 3, 4].map(() => openPair(world.ledger, world.database, 1_000)))
        const id = fresh('contested')
        const outcomes = await Promise.all(
          callers.map((caller) => {
            const { till, purse } = pairs[caller % pairs.length] ?? { till: '', purse: '' }
            return send(world, moving(post(purse, till, 100, { id, reference: 'same' })))
          }),
        )
        expect(count(outcomes, accepted)).toBe(1)
        expect(count(outcomes, replayed)).toBe(CALLERS / pairs.length - 1)
        expect(count(outcomes, refused('ID_TAKEN', id))).toBe(CALLERS - CALLERS / pairs.length)
      })

      it('gives a claim to one of many who bring it at the same time', async () => {
        const { till, purse } = await openPair(world.ledger, world.database, 0)
        const key = fresh('key')
        const outcomes = await Promise.all(
          callers.map((caller) =>
            send(world, {
              ...moving(post(till, purse, 10)),
              claims: [{ kind: 'bank event', key, owner: `${caller}` }],
            }),
          ),
        )
        expect(count(outcomes, accepted)).toBe(1)
        expect(outcomes.filter((outcome) => !outcome.ok && outcome.refusal === 'CLAIMED')).toHaveLength(CALLERS - 1)
        expect((await world.ledger.states(world.database, [purse])).get(purse)).toMatchObject({ postedMinor: 10 })
      })

      it('lets one of many who guard the same version through', async () => {
        const { till, purse } = await openPair(world.ledger, world.database, 1_000)
        const id = fresh('parcel')
        await world.database.query('INSERT INTO parcel (id, label) VALUES ($1, $1)', [id])
        const guarded = (guards: Submission['guards'], rows: Submission['rows']) =>
          Promise.all(
            callers.map(() => send(world, { ...moving(post(purse, till, 1)), guards: guards ?? [], rows: rows ?? [] })),
          )
        expect(count(await guarded([{ account: purse, version: 1 }], []), accepted)).toBe(1)
        const update = { table: 'parcel', id, version: 1, update: { weight: 1 } }
        expect(count(await guarded([], [update]), accepted)).toBe(1)
      })

      it('keeps every sum while money runs in circles between many accounts', async () => {
        const pairs = await Promise.all([1, 2, 3, 4, 5].map(() => openPair(world.ledger, world.database, 50)))
        const purses = pairs.map(({ purse }) => purse)
        const outcomes = await Promise.all(
          Array.from({ length: 200 }, (_, turn) => {
            const from = purses[turn % 5] ?? ''
            const to = purses[(turn * 3 + 1 + Math.floor(turn / 5)) % 5] ?? ''
            return from === to ? accepted : send(world, moving(post(from, to, 1 + (turn % 40))))
          }),
        )
        expect(outcomes.every((outcome) => outcome.ok || outcome.refusal === 'NOT_ENOUGH')).toBe(true)
        const states = [...(await world.ledger.states(world.database, purses)).values()]
        expect(states.reduce((sum, { postedMinor }) => sum + postedMinor, 0)).toBe(250)
      })
    })
  }

  it('answers each item of a batch for itself: refusals, mistakes and replays touch no neighbour', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 100)
    const paid = post(purse, till, 40)
    const id = fresh('parcel')
    const bad = { table: 'parcel', insert: { id, label: 'forbidden' } }
    const settled = await Promise.allSettled(
      [
        moving(paid),
        moving(post(purse, till, 61)),
        { ...moving(post(purse, till, 60)), rows: [bad] },
        moving(paid),
        moving({ ...paid, amountMinor: 41 }),
        moving(post(purse, till, 60)),
        moving(post(purse, till, 1)),
      ].map((submission) => world.ledger.submit(submission)),
    )
    const value = (outcome: Outcome) => ({ status: 'fulfilled', value: outcome })
    expect(settled).toEqual([
      value(accepted),
      value(refused('NOT_ENOUGH', purse)),
      { status: 'rejected', reason: expect.any(LedgerMistake) },
      value(replayed),
      value(refused('ID_TAKEN', paid.id)),
      value(accepted),
      value(refused('NOT_ENOUGH', purse)),
    ])
  })

  it('holds no more on the way through a call than it can at its end, one by one and together', async () => {
    for (const together of [false, true]) {
      const { till, purse } = await openPair(world.ledger, world.database, 100)
      const most = hold(till, purse, Number.MAX_SAFE_INTEGER)
      expect(await world.ledger.post(world.database, moving(most))).toEqual(accepted)
      const submissions = [moving(hold(till, purse, 41), voided(most.id)), moving(post(purse, till, 1))]
      const send = (submission: Submission) =>
        together ? world.ledger.submit(submission) : world.ledger.post(world.database, submission)
      const [first, second] = await Promise.allSettled(submissions.map(send))
      expect(first).toEqual({ status: 'rejected', reason: expect.any(LedgerMistake) })
      expect(second).toEqual({ status: 'fulfilled', value: accepted })
    }
  })

  it('lets items of a batch see what those before them did: guards, rows, claims, balances and holds', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 100)
    const idle = await openPair(world.ledger, world.database, 100)
    const [held, id, key] = [hold(purse, till, 10), fresh('parcel'), fresh('key')]
    const claims = [{ kind: 'slip', key, owner: 'a' }]
    const insert = { table: 'parcel', insert: { id, label: id } }
    const update = { table: 'parcel', id, version: 1, update: { weight: 1 } }
    const batch: [Submission, Outcome][] = [
      [moving(held), accepted],
      [{ movements: [], guards: [{ account: purse, version: 1 }] }, refused('GUARD_MOVED', purse)],
      [{ movements: [], guards: [{ account: purse, version: 2 }] }, accepted],
      [{ movements: [], guards: [{ account: purse, version: 2, idle: true }] }, refused('GUARD_MOVED', purse)],
      [{ ...moving(post(idle.purse, idle.till, 1)), claims, rows: [insert] }, accepted],
      [{ ...moving(post(idle.purse, idle.till, 1)), claims }, refused('CLAIMED', 'a')],
      [{ movements: [], rows: [update] }, accepted],
      [{ movements: [], rows: [update] }, refused('GUARD_MOVED', `parcel ${id}`)],
      [moving(settle(held.id, { amountMinor: 4 })), accepted],
      [moving(voided(held.id)), refused('HOLD_CLOSED', held.id)],
      [moving(post(purse, till, 97)), refused('NOT_ENOUGH', purse)],
      [moving(post(purse, till, 96)), accepted],
    ]
    expect(await Promise.all(batch.map(([submission]) => world.ledger.submit(submission)))).toEqual(
      batch.map(([, outcome]) => outcome),
    )
  })

  it('looks in a batch at what others did before it: guards that moved, and accounts that are not idle', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 100)
    const other = await openPair(world.ledger, world.database, 100)
    await world.ledger.submit(moving(hold(purse, till, 10)))
    const guarded = (idle: boolean, version: number): Submission => ({
      ...moving(post(other.purse, other.till, 1)),
      guards: [{ account: purse, version, idle }],
    })
    const outcomes = [guarded(true, 2), guarded(false, 1), guarded(false, 2)].map((one) => world.ledger.submit(one))
    const moved = refused('GUARD_MOVED', purse)
    expect(await Promise.all(outcomes)).toEqual([moved, moved, accepted])
  })

  it('settles holds of earlier commits in a batch, in part and wholly, and voids others', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 1_000)
    const holds = [100, 200, 300].map((amountMinor) => hold(purse, till, amountMinor))
    await world.ledger.submit(moving(...holds))
    const [part = '', whole = '', freed = ''] = holds.map(({ id }) => id)
    const closings = [settle(part, { amountMinor: 30 }), settle(whole), voided(freed), settle(freed)]
    const outcomes = await Promise.all(closings.map((closing) => world.ledger.submit(moving(closing))))
    expect(outcomes).toEqual([accepted, accepted, accepted, refused('HOLD_CLOSED', freed)])
    const found = await Promise.all(holds.map(({ id }) => world.ledger.transfer(world.database, id)))
    expect(found.map((transfer) => [transfer?.state, transfer?.settledMinor])).toEqual([
      ['settled', 30],
      ['settled', 200],
      ['voided', 0],
    ])
    const states = await world.ledger.states(world.database, [purse, till])
    expect(states.get(purse)).toMatchObject({ postedMinor: 770, heldMinor: 0, pendingCount: 0, version: 7 })
    expect(states.get(till)).toMatchObject({ postedMinor: -770, arrivingMinor: 0, pendingCount: 0 })
  })

  it('writes the news of a batch once each, in the order of its items', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 100)
    const topic = fresh('topic')
    const told = (amountMinor: number): Submission => ({
      ...moving(post(purse, till, amountMinor)),
      news: [{ topic, key: 'a', payload: amountMinor }],
    })
    await Promise.all([1, 2, 1_000, 3, 4].map((amountMinor) => world.ledger.submit(told(amountMinor))))
    const news = await world.database.transaction((tx) => world.ledger.takeNews(tx, [topic], 9))
    expect(news.map(({ payload }) => payload)).toEqual([1, 2, 3, 4])
  })

  it('stands or falls with the transaction it was posted in', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 100)
    const paid = moving(post(purse, till, 40))
    const failing = world.database.transaction(async (tx) => {
      expect(await world.ledger.post(tx, paid)).toEqual(accepted)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await world.ledger.submit(paid)).toEqual(accepted)
  })

  it('leaves the transaction usable after a refusal and after a mistake', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 100)
    const id = fresh('parcel')
    await world.database.transaction(async (tx) => {
      await tx.query('INSERT INTO parcel (id, label) VALUES ($1, $1)', [id])
      expect(await world.ledger.post(tx, moving(post(purse, till, 101)))).toEqual(refused('NOT_ENOUGH', purse))
      const mistake = {
        movements: [],
        rows: [{ table: 'parcel', insert: { id: fresh('parcel'), label: 'forbidden' } }],
      }
      await expect(world.ledger.post(tx, mistake)).rejects.toThrow(LedgerMistake)
      expect(await world.ledger.post(tx, moving(post(purse, till, 100)))).toEqual(accepted)
    })
    expect(await world.database.query('SELECT id FROM parcel WHERE id = $1', [id])).toHaveLength(1)
  })

  it('opens an account once, also when many open it at the same time, and never on other terms', async () => {
    const opening = { account: fresh('purse'), currency: 'BAHT', floorMinor: 0 }
    await Promise.all(callers.map(() => world.ledger.open(world.database, [opening])))
    const reopened = world.ledger.open(world.database, [{ ...opening, floorMinor: null }])
    await expect(reopened).rejects.toThrow('other terms')
    await expect(world.ledger.open(world.database, [{ ...opening, currency: 'LAK' }])).rejects.toThrow('other terms')
    expect(await world.ledger.states(world.database, [opening.account, 'nobody'])).toEqual(
      new Map([
        [opening.account, { ...opening, postedMinor: 0, heldMinor: 0, arrivingMinor: 0, version: 0, pendingCount: 0 }],
      ]),
    )
  })

  it('hands out news oldest first and once, by topic', async () => {
    const [one, two] = [fresh('topic'), fresh('topic')]
    const news = [
      { topic: one, key: 'a', payload: { n: 1 } },
      { topic: two, key: 'a', payload: null },
      { topic: one, key: 'b', payload: [2] },
      { topic: one, key: 'a', payload: 'three' },
    ]
    await world.ledger.submit({ movements: [], news })
    const take = (topics: readonly string[], limit: number) =>
      world.database.transaction((tx) => world.ledger.takeNews(tx, topics, limit))
    expect(await take([one], 2)).toEqual([news[0], news[2]])
    expect(await take([one, two], 9)).toEqual([news[1], news[3]])
    expect(await take([one, two], 9)).toEqual([])
  })

  it('hands news out again when the reader fails', async () => {
    const topic = fresh('topic')
    await world.ledger.submit({ movements: [], news: [{ topic, key: 'a', payload: 1 }] })
    const failing = world.database.transaction(async (tx) => {
      await world.ledger.takeNews(tx, [topic], 1)
      throw new Error('crashed')
    })
    await expect(failing).rejects.toThrow('crashed')
    expect(await world.database.transaction((tx) => world.ledger.takeNews(tx, [topic], 1))).toHaveLength(1)
  })

  it('keeps each key in order between readers at the same time', async ({ skip }) => {
    if (!world.concurrent) skip('the embedded engine has one session')
    const topic = fresh('topic')
    const news = ['a', 'b', 'a', 'c'].map((key, payload) => ({ topic, key, payload }))
    await world.ledger.submit({ movements: [], news })
    await world.database.transaction(async (first) => {
      expect(await world.ledger.takeNews(first, [topic], 1)).toEqual([news[0]])
      const second = await world.database.transaction((tx) => world.ledger.takeNews(tx, [topic], 9))
      expect(second).toEqual([news[1], news[3]])
    })
    expect(await world.database.transaction((tx) => world.ledger.takeNews(tx, [topic], 9))).toEqual([news[2]])
  })

  it('holds no account while it waits for a row that a transaction of its caller has', async ({ skip }) => {
    if (!world.concurrent) skip('the embedded engine has one session')
    const { till, purse } = await openPair(world.ledger, world.database, 100)
    const id = fresh('parcel')
    await world.database.query('INSERT INTO parcel (id, label) VALUES ($1, $1)', [id])
    const guarded = { ...moving(post(purse, till, 1)), guards: [{ table: 'parcel', id, version: 1 }] }
    const { waiting, direct } = await world.database.transaction(async (tx) => {
      await tx.query('UPDATE parcel SET weight = 1 WHERE id = $1', [id])
      const submitted = world.ledger.submit(guarded)
      for (let blocked = 0, looks = 0; blocked === 0 && looks < 10_000; looks += 1) {
        const found = await tx.query<{ pid: number }>(
          'SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
        )
        blocked = found.length
      }
      await tx.query('SELECT id FROM ledger_account WHERE name = ANY ($1) FOR UPDATE NOWAIT', [[till, purse]])
      return { waiting: submitted, direct: await world.ledger.post(tx, moving(post(purse, till, 100))) }
    })
    expect(direct).toEqual(accepted)
    expect(await waiting).toEqual(refused('NOT_ENOUGH', purse))
  })

  it('answers with a replay when it is asked again after the answer was lost', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 100)
    let cut = true
    const ledger = ledgerOn({
      transaction: (work) => world.database.transaction(work),
      async query<Row extends object>(text: string, values?: readonly unknown[]) {
        const rows = await world.database.query<Row>(text, values)
        if (cut) throw new Error('connection lost after the commit')
        return rows
      },
    })
    const paid = moving(post(purse, till, 100))
    await expect(ledger.submit(paid)).rejects.toThrow('connection lost')
    cut = false
    expect(await ledger.submit(paid)).toEqual(replayed)
  })

  it('waits at its close for what was submitted, and then takes no more', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 100)
    const closing = ledgerOn(world.database, { waitMs: 60_000 })
    const outcomes = Promise.all([1, 2, 3].map((amountMinor) => closing.submit(moving(post(purse, till, amountMinor)))))
    await closing.close()
    expect(await outcomes).toEqual([accepted, accepted, accepted])
    await expect(closing.submit(moving(post(purse, till, 1)))).rejects.toThrow('closed')
  })
})

describe('a batch on a database that fails', () => {
  function failing(...codes: string[]) {
    const tries: string[] = []
    const query = <Row extends object>(text: string): Promise<Row[]> => {
      tries.push(text)
      const code = codes[tries.length - 1]
      if (code !== undefined) return Promise.reject(Object.assign(new Error(`state ${code}`), { code }))
      return Promise.resolve([{ outcomes: [accepted] }] as unknown as Row[])
    }
    const pool = { query, transaction: <Result>(work: (tx: Sql) => Promise<Result>) => work({ query }) }
    return { tries, ledger: ledgerOn(pool) }
  }
  const submission = moving(post('a', 'b', 1))

  it.each(['40001', '40P01'])('is tried again when it was the victim of a conflict (%s)', async (code) => {
    const { tries, ledger } = failing(code, code)
    expect(await ledger.submit(submission)).toEqual(accepted)
    expect(tries).toHaveLength(3)
  })

  it('is rejected when conflicts do not end', async () => {
    const { tries, ledger } = failing(...Array.from({ length: 9 }, () => '40P01'))
    await expect(ledger.submit(submission)).rejects.toThrow('40P01')
    expect(tries).toHaveLength(5)
  })

  it('is rejected at once with any other error', async () => {
    const { tries, ledger } = failing('53100')
    await expect(ledger.submit(submission)).rejects.toThrow('53100')
    expect(tries).toHaveLength(1)
  })
})
