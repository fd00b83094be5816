import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../testing/clock.ts'
import { createTestLogger } from '../testing/logger.ts'
import { createJobs } from './jobs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { logger, lines } = createTestLogger()
const clock = createFakeClock()

describe('jobs that were started', () => {
  it('run at once and then each time their pause is over, at once again while there is work', async () => {
    const jobs = createJobs({ logger, clock })
    const left = [2, 1, 0, 0]
    const run = vi.fn(async () => left.shift() ?? 0)
    jobs.register({ name: 'work', everyMs: 1000, run })
    await vi.advanceTimersByTimeAsync(5000)
    expect(run).not.toHaveBeenCalled()
    jobs.start()
    await vi.advanceTimersByTimeAsync(10)
    expect(run).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(980)
    expect(run).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(20)
    expect(run).toHaveBeenCalledTimes(4)
    await jobs.stop()
  })

  it('that clean up leave the first half minute of a process to what people wait for', async () => {
    const jobs = createJobs({ logger, clock })
    const run = vi.fn(async () => 0)
    jobs.register({ name: 'cleaning', everyMs: 600_000, run })
    jobs.start()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(run).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(run).toHaveBeenCalledTimes(1)
    await jobs.stop()
  })

  it('never run beside themselves; what woke them meanwhile runs right after', async () => {
    const jobs = createJobs({ logger, clock })
    let gate = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const run = vi.fn(async () => {
      running += 1
      most = Math.max(most, running)
      await gate.promise
      running -= 1
      return 0
    })
    jobs.register({ name: 'slow', everyMs: 100, run })
    jobs.start()
    await vi.advanceTimersByTimeAsync(1000)
    jobs.wake('slow')
    jobs.wake('slow')
    await vi.advanceTimersByTimeAsync(1000)
    expect([run.mock.calls.length, most]).toEqual([1, 1])
    const first = gate
    gate = Promise.withResolvers<void>()
    first.resolve()
    await vi.advanceTimersByTimeAsync(1)
    expect([run.mock.calls.length, most]).toEqual([2, 1])
    gate.resolve()
    await jobs.stop()
  })

  it('run at once when they are woken', async () => {
    const jobs = createJobs({ logger, clock })
    const run = vi.fn(async () => 0)
    jobs.register({ name: 'woken', everyMs: 60_000, run })
    jobs.start()
    await vi.advanceTimersByTimeAsync(5)
    jobs.wake('woken')
    await vi.advanceTimersByTimeAsync(5)
    expect(run).toHaveBeenCalledTimes(2)
    jobs.wake('unknown')
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', job: 'unknown' }))
    await jobs.stop()
  })

  it('are tried again after growing pauses when they fail, which the log says, and hold up nobody else', async () => {
    const jobs = createJobs({ logger, clock })
    const startedAtMs = Date.now()
    const failedAtMs: number[] = []
    const healthy = vi.fn(async () => 0)
    jobs.register({
      name: 'failing',
      everyMs: 100,
      run: () => {
        failedAtMs.push(Date.now() - startedAtMs)
        return Promise.reject(new Error('away'))
      },
    })
    jobs.register({ name: 'healthy', everyMs: 100, run: healthy })
    jobs.start()
    await vi.advanceTimersByTimeAsync(300_000)
    const pauses = failedAtMs.map((at, index) => at - (failedAtMs[index - 1] ?? 0)).slice(1)
    expect(pauses.slice(0, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    expect(healthy.mock.calls.length).toBeGreaterThan(2500)
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', job: 'failing', failures: 1 }))
    await jobs.stop()
  })

  it('are told to stop and waited for, and start no more', async () => {
    const jobs = createJobs({ logger, clock })
    const gate = Promise.withResolvers<void>()
    let stopping: AbortSignal | undefined
    let hasEnded = false
    const run = vi.fn(async (signal: AbortSignal) => {
      stopping = signal
      await gate.promise
      hasEnded = true
      return 1
    })
    jobs.register({ name: 'long', everyMs: 10, run })
    jobs.start()
    await vi.advanceTimersByTimeAsync(5)
    const stopped = jobs.stop()
    expect(stopping?.aborted).toBe(true)
    gate.resolve()
    await stopped
    expect(hasEnded).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(run).toHaveBeenCalledTimes(1)
  })
})

describe('running all jobs', () => {
  it('goes on until none of them finds work, in the order of registration', async () => {
    const jobs = createJobs({ logger, clock })
    const seen: string[] = []
    let second = 0
    jobs.register({
      name: 'first',
      everyMs: 1,
      run: async () => {
        seen.push('first')
        if (seen.length > 1) return 0
        second = 2
        return 1
      },
    })
    jobs.register({
      name: 'second',
      everyMs: 1,
      run: async () => {
        seen.push('second')
        return second > 0 ? second-- : 0
      },
    })
    await jobs.runAll()
    expect(seen).toEqual(['first', 'second', 'first', 'second', 'first', 'second'])
  })

  it('tells of a failure, and of jobs that never rest', async () => {
    const jobs = createJobs({ logger, clock })
    const other = vi.fn(async () => 0)
    jobs.register({ name: 'failing', everyMs: 1, run: () => Promise.reject(new Error('away')) })
    jobs.register({ name: 'other', everyMs: 1, run: other })
    await expect(jobs.runAll()).rejects.toThrow('away')
    expect(other).toHaveBeenCalledTimes(1)
    const restless = createJobs({ logger, clock })
    restless.register({ name: 'restless', everyMs: 1, run: async () => 1 })
    await expect(restless.runAll()).rejects.toThrow('the jobs never came to rest')
    expect(() => restless.register({ name: 'restless', everyMs: 1, run: async () => 1 })).toThrow('two jobs')
  })

  it('have their turns as their time comes by the clock, or as they are woken', async () => {
    const jobs = createJobs({ logger, clock })
    const seen: string[] = []
    const ofEach = [
      ['often', 1_000],
      ['seldom', 5_000],
      ['clean', 3_600_000],
    ] as const
    for (const [name, everyMs] of ofEach) jobs.register({ name, everyMs, run: async () => (seen.push(name), 0) })
    const seenBy = async (work: () => Promise<void>): Promise<string[]> => {
      await work()
      return seen.splice(0)
    }
    expect(await seenBy(jobs.runDue)).toEqual(['often', 'seldom', 'clean'])
    clock.advance(999)
    expect(await seenBy(jobs.runDue)).toEqual([])
    clock.advance(1)
    expect(await seenBy(jobs.runDue)).toEqual(['often'])
    jobs.wake('seldom')
    expect(await seenBy(jobs.runDue)).toEqual(['seldom'])
    expect(await seenBy(jobs.runDue)).toEqual([])
    expect(await seenBy(jobs.runAll)).toEqual(['often', 'seldom'])
    clock.advance(3_600_000)
    expect(await seenBy(jobs.runAll)).toEqual(['often', 'seldom', 'clean'])
  })
})
