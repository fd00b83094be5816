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

describe('what is fetched ahead', () => {
  it('waits until the page is quiet, and comes part by part', () => {
    const done: string[] = []
    fetchAhead([() => done.push('a'), () => done.push('b'), () => done.push('c')])
    vi.advanceTimersByTime(1_999)
    expect(done).toEqual([])
    vi.advanceTimersByTime(1)
    expect(done).toEqual(['a'])
    vi.advanceTimersByTime(100)
    expect(done).toEqual(['a', 'b'])
    vi.runAllTimers()
    expect(done).toEqual(['a', 'b', 'c'])
  })

  it('waits for the browser to be idle where it says when', () => {
    const idle: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
    const done: string[] = []
    fetchAhead([() => done.push('a'), () => done.push('b')])
    vi.runAllTimers()
    expect([done.length, idle.length]).toEqual([1, 1])
    idle.shift()?.()
    expect(done).toEqual(['a', 'b'])
  })

  it('waits for a network, for code that could not be fetched is not asked for again', () => {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('navigator', { onLine: false })
    const done: string[] = []
    fetchAhead([() => done.push('a')])
    vi.runAllTimers()
    expect(done).toEqual([])
    page.dispatchEvent(new Event('online'))
    expect(done).toEqual(['a'])
  })

  it.each([1_000, 2_050])('ends with the page that wanted it, after %i ms', (afterMs) => {
    const done: string[] = []
    const stop = fetchAhead([() => done.push('a'), () => done.push('b')])
    vi.advanceTimersByTime(afterMs)
    const before = done.length
    stop()
    vi.runAllTimers()
    expect(done).toHaveLength(before)
  })
})
