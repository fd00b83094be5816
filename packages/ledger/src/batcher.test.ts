import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBatcher } from './batcher.ts'

const terms = { batchMax: 3, waitMs: 5, flights: 2 }

/** A destination whose answers come when the test says so. */
function createDestination() {
  const flights: { items: readonly number[]; land(answers: readonly string[]): void; crash(error: Error): void }[] = []
  return {
    flights,
    send: (items: readonly number[]) =>
      new Promise<readonly string[]>((resolve, reject) => {
        flights.push({ items, land: resolve, crash: reject })
      }),
    sent: () => flights.map(({ items }) => items),
  }
}

describe('a batcher', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('gathers what comes within the wait and answers each item with its own result', async () => {
    const { flights, send, sent } = createDestination()
    const batcher = createBatcher(terms, send)
    const answers = Promise.all([batcher.add(1), batcher.add(2)])
    expect(sent()).toEqual([])
    vi.advanceTimersByTime(terms.waitMs)
    expect(sent()).toEqual([[1, 2]])
    flights[0]?.land(['one', 'two'])
    expect(await answers).toEqual(['one', 'two'])
  })

  it('without a wait, gathers what comes in the same turn', async () => {
    vi.useRealTimers()
    const { flights, send, sent } = createDestination()
    const batcher = createBatcher({ ...terms, waitMs: 0 }, send)
    const answers = Promise.all([batcher.add(1), batcher.add(2)])
    expect(sent()).toEqual([])
    await new Promise((done) => {
      setImmediate(done)
    })
    expect(sent()).toEqual([[1, 2]])
    flights[0]?.land(['one', 'two'])
    expect(await answers).toEqual(['one', 'two'])
  })

  it('sends a full batch without waiting', () => {
    const { send, sent } = createDestination()
    const batcher = createBatcher(terms, send)
    for (const item of [1, 2, 3, 4]) void batcher.add(item)
    expect(sent()).toEqual([[1, 2, 3]])
  })

  it('has no more batches under way than it may, and sends the next when one lands', async () => {
    const { flights, send, sent } = createDestination()
    const batcher = createBatcher(terms, send)
    const adding = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((item) => batcher.add(item))
    vi.advanceTimersByTime(100)
    expect(sent()).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ])
    flights[1]?.land(['four', 'five', 'six'])
    expect(await adding[5]).toBe('six')
    expect(sent()).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ])
  })

  it('rejects every item of a batch that failed, and none of another', async () => {
    const { flights, send } = createDestination()
    const batcher = createBatcher(terms, send)
    const adding = [1, 2, 3, 4, 5, 6].map((item) => batcher.add(item))
    const settled = Promise.allSettled(adding)
    const lost = new Error('connection lost')
    flights[0]?.crash(lost)
    flights[1]?.land(['four', 'five', 'six'])
    const failed = { status: 'rejected', reason: lost }
    expect(await settled).toEqual([
      failed,
      failed,
      failed,
      { status: 'fulfilled', value: 'four' },
      { status: 'fulfilled', value: 'five' },
      { status: 'fulfilled', value: 'six' },
    ])
  })

  it('rejects a batch that got another number of answers than it has items', async () => {
    const { flights, send } = createDestination()
    const batcher = createBatcher(terms, send)
    const settled = Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))
    flights[0]?.land(['one'])
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  it('closes after sending what waits, and takes no more', async () => {
    const { flights, send, sent } = createDestination()
    const batcher = createBatcher(terms, send)
    const answer = batcher.add(1)
    const closing = batcher.close()
    expect(sent()).toEqual([[1]])
    await expect(batcher.add(2)).rejects.toThrow('closed')
    flights[0]?.land(['one'])
    await closing
    expect(await answer).toBe('one')
  })

  it('closes at once when nothing waits', async () => {
    const { send, sent } = createDestination()
    await createBatcher(terms, send).close()
    expect(sent()).toEqual([])
  })
})
