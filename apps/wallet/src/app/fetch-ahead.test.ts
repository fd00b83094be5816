import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchAhead } from './fetch-ahead.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Works that note their name, and are done at once. */
function noting(done: string[], ...names: string[]): (() => Promise<unknown>)[] {
  return names.map((name) => async () => done.push(name))
}

describe('what is fetched ahead', () => {
  it('waits until the page is quiet, and comes part by part', async () => {
    const done: string[] = []
    fetchAhead(noting(done, 'a', 'b', 'c'))
    await vi.advanceTimersByTimeAsync(1_999)
    expect(done).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(100)
    expect(done).toEqual(['a', 'b'])
    await vi.runAllTimersAsync()
    expect(done).toEqual(['a', 'b', 'c'])
  })

  it('waits for the browser to be idle where it says when', async () => {
    const idle: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
    const done: string[] = []
    fetchAhead(noting(done, 'a', 'b'))
    await vi.runAllTimersAsync()
    expect([done.length, idle.length]).toEqual([1, 1])
    idle.shift()?.()
    expect(done).toEqual(['a', 'b'])
  })

  it('waits for a network, for code that could not be fetched is not asked for again', async () => {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('navigator', { onLine: false })
    const done: string[] = []
    fetchAhead(noting(done, 'a'))
    await vi.runAllTimersAsync()
    expect(done).toEqual([])
    page.dispatchEvent(new Event('online'))
    expect(done).toEqual(['a'])
  })

  it('waits for each part before the next, and goes on past one that could not be fetched', async () => {
    const done: string[] = []
    let fail = (): void => undefined
    const slow = async (): Promise<void> => {
      done.push('slow')
      await new Promise((_, no) => {
        fail = () => no(new TypeError('Failed to fetch'))
      })
    }
    fetchAhead([slow, ...noting(done, 'b')])
    await vi.runAllTimersAsync()
    expect(done).toEqual(['slow'])
    fail()
    await vi.runAllTimersAsync()
    expect(done).toEqual(['slow', 'b'])
  })

  it('is nothing for a reader who saves data', async () => {
    vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } })
    const done: string[] = []
    fetchAhead(noting(done, 'a'))
    await vi.runAllTimersAsync()
    expect(done).toEqual([])
  })

  it.each([1_000, 2_050])('ends with the page that wanted it, after %i ms', async (afterMs) => {
    const done: string[] = []
    const stop = fetchAhead(noting(done, 'a', 'b'))
    await vi.advanceTimersByTimeAsync(afterMs)
    const before = done.length
    stop()
    await vi.runAllTimersAsync()
    expect(done).toHaveLength(before)
  })
})
