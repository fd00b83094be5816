import type { Clock } from './clock.ts'
import type { Logger } from './logger.ts'
import { MINUTE_MS } from './durations.ts'

/** Work that repeats. `run` tells how much it handled: above zero it is run again at once, else after `everyMs`. */
export interface Job {
  name: string
  everyMs: number
  /** `stopping` is aborted when the process ends: outside calls may be given up, never halves of a change. */
  run(stopping: AbortSignal): Promise<number>
}

export type Jobs = ReturnType<typeof createJobs>

interface Entry {
  job: Job
  timer: NodeJS.Timeout | undefined
  running: Promise<void> | undefined
  woken: boolean
  failures: number
  /** By the clock that only goes forward. */
  doneAtMs: number
  /** When a test last ran it, by the product's clock. */
  ranAtMs: number
}

const BACKOFF_MAX_MS = MINUTE_MS
/** What has this much time or more between its turns cleans up: nothing waits for it. */
const CLEANS_UP_MS = 600_000
/** How long after its start a process leaves that to others, which people wait for. */
const FIRST_CLEANING_MS = 30_000
/** What is looked for this seldom is looked for in tests when its time has come by their clock: most turns find nothing. */
const SELDOM_MS = 15_000
/** A job that always finds work in this many rounds is a defect, not work. */
const ROUNDS_MAX = 200

/** Makes the scheduler of one process: chained timeouts, no job beside itself, failures logged and tried again later. */
export function createJobs({ logger, clock }: { logger: Logger; clock: Clock }) {
  const entries = new Map<string, Entry>()
  const stopping = new AbortController()
  let started = false

  function schedule(entry: Entry, delayMs: number): void {
    clearTimeout(entry.timer)
    entry.timer = undefined
    if (!started || stopping.signal.aborted) return
    entry.timer = setTimeout(() => {
      entry.timer = undefined
      entry.running = runScheduled(entry).finally(() => {
        entry.running = undefined
      })
    }, delayMs)
  }

  async function runScheduled(entry: Entry): Promise<void> {
    const { job } = entry
    entry.woken = false
    let delayMs = job.everyMs
    try {
      const handled = await job.run(stopping.signal)
      entry.failures = 0
      entry.doneAtMs = performance.now()
      if (handled > 0) delayMs = 0
    } catch (error) {
      if (stopping.signal.aborted) return
      entry.failures += 1
      delayMs = Math.max(job.everyMs, Math.min(BACKOFF_MAX_MS, 500 * 2 ** Math.min(entry.failures, 10)))
      logger.error({ job: job.name, failures: entry.failures, err: error }, 'a job failed')
    }
    // The next timer is set before `running` is cleared, so that `stop` always finds one of the two.
    schedule(entry, entry.woken ? 0 : delayMs)
  }

  const isDue = ({ job, ranAtMs }: Entry): boolean => clock.now().getTime() - ranAtMs >= job.everyMs

  const isNext = (entry: Entry): boolean => entry.woken || isDue(entry)

  /** They rest when each, after the last one that found work, had a turn and found none. */
  async function runToRest(hasTurn: (entry: Entry) => boolean): Promise<void> {
    const all = [...entries.values()]
    let foundNone = 0
    if (all.length === 0) return
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      let failure: { error: unknown } | undefined
      for (const entry of all) {
        try {
          foundNone = hasTurn(entry) && (await runOnce(entry)) > 0 ? 0 : foundNone + 1
        } catch (error) {
          failure ??= { error }
          foundNone += 1
        }
        if (foundNone >= all.length && failure === undefined) return
      }
      if (failure) throw failure.error
    }
    throw new Error('the jobs never came to rest')
  }

  /** Gives a job its turn. @returns how much it handled. */
  async function runOnce(entry: Entry): Promise<number> {
    entry.woken = false
    entry.ranAtMs = clock.now().getTime()
    const count = await entry.job.run(stopping.signal)
    // As in service: what found work has its next turn at once.
    if (count > 0) entry.ranAtMs = Number.NEGATIVE_INFINITY
    return count
  }

  return {
    register(job: Job): void {
      if (entries.has(job.name)) throw new Error(`two jobs are called ${job.name}`)
      const entry: Entry = {
        job,
        timer: undefined,
        running: undefined,
        woken: false,
        failures: 0,
        doneAtMs: performance.now(),
        ranAtMs: Number.NEGATIVE_INFINITY,
      }
      entries.set(job.name, entry)
      schedule(entry, 0)
    },
    /** Runs a job as soon as it is free, for work that was just made. Does nothing before `start`. */
    wake(name: string): void {
      const entry = entries.get(name)
      if (!entry) {
        // Whoever wakes a job has done his work already and must not fail for this.
        logger.error({ job: name }, 'a job was woken that there is not')
        return
      }
      entry.woken = true
      if (!entry.running) schedule(entry, 0)
    },
    /**
     * Runs all jobs, one after the other, until none handles anything; but such as have seconds between their turns only
     * when they were woken or their time has come. For tests. Throws what a job threw, after all had their turn.
     */
    runAll: (): Promise<void> => runToRest((entry) => entry.job.everyMs < SELDOM_MS || isNext(entry)),
    /** As `runAll`, but only jobs that were woken, or whose time has come by the clock since they were last run so. */
    runDue: (): Promise<void> => runToRest(isNext),
    /** How each job fares: failures in a row, and seconds since it last came to its end without one, or was registered. */
    report: (): { name: string; failures: number; ageS: number }[] =>
      [...entries.values()].map(({ job: { name }, failures, doneAtMs }) => ({
        name,
        failures,
        ageS: (performance.now() - doneAtMs) / 1000,
      })),
    start(): void {
      started = true
      for (const entry of entries.values()) schedule(entry, entry.job.everyMs < CLEANS_UP_MS ? 0 : FIRST_CLEANING_MS)
    },
    /** Starts no job any more and waits for the running ones. */
    async stop(): Promise<void> {
      stopping.abort()
      for (const entry of entries.values()) clearTimeout(entry.timer)
      await Promise.all([...entries.values()].map((entry) => entry.running))
    },
  }
}

/** Works through what is due, all at once and each to its end; then throws what the first of them threw. @returns how many. */
export async function processEach<Due>(due: readonly Due[], tend: (one: Due) => Promise<unknown>): Promise<number> {
  const tended = await Promise.allSettled(due.map(tend))
  const failed = tended.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return due.length
}
