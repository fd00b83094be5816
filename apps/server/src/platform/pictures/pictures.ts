import { Worker } from 'node:worker_threads'
import type {
  PictureAnswer,
  PictureBegun,
  PictureReading,
  PictureRemaking,
  PictureRequest,
} from './picture-protocol.ts'
import { MINUTE_MS } from '../durations.ts'

/** Pictures that are decoded at the same time: each needs a processor and much memory. */
const THREADS_MAX = 2
/**
 * Pictures that may wait for their turn, of all and of one caller, who has one read at a time: with that one as many as he
 * may have undecided slips, sent at once. In the second half of the places each has two, so that a few fill them for nobody.
 */
const WAITING_MAX = 32
const WAITING_PER_CALLER_MAX = 9
const WAITING_PER_CALLER_WHEN_MANY = 2
/**
 * What one picture may use of a processor; its thread is ended then. The largest photograph takes a second and a half;
 * what is drawn to look like a hundred thousand corners of codes keeps the reader of codes busy for minutes. It is what the
 * thread itself has used: how long that took says only how busy the machine is.
 */
const CPU_MAX_MS = 5_000
const CPU_LOOKED_AT_EVERY_MS = 250
/** A thread that has not answered by then is taken for lost. */
const LOST_AFTER_MS = 120_000
/** A thread without work ends after this, for it holds much memory. */
const IDLE_MS = MINUTE_MS

/** The picture was not read, and not for what it holds: too many wait already, its thread was lost, or its time was over. */
export class PicturesBusyError extends Error {}

/** Decodes pictures of strangers, away from the thread that answers calls. */
export type Pictures = ReturnType<typeof createPictures>

interface Work extends PictureRequest {
  bytes: Buffer
  caller: string
  resolve(reading: PictureAnswer['reading']): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  work: Work | undefined
  timer: NodeJS.Timeout | undefined
  /** Looks at what the picture has used, once its thread has begun with it. */
  watch: NodeJS.Timeout | undefined
}

/** Makes the readers of one process; threads start when they are first needed. `given` is there for tests. */
export function createPictures(given: { thread?: URL; cpuMaxMs?: number; lostAfterMs?: number } = {}) {
  const { thread: program = new URL('./picture-worker.ts', import.meta.url) } = given
  const { cpuMaxMs = CPU_MAX_MS, lostAfterMs = LOST_AFTER_MS } = given
  const threads = new Set<Thread>()
  const waiting: Work[] = []
  let isClosed = false

  function start(): Thread {
    const thread: Thread = { worker: new Worker(program), work: undefined, timer: undefined, watch: undefined }
    threads.add(thread)
    thread.worker.unref()
    thread.worker.on('message', (told: PictureAnswer | PictureBegun) => {
      if ('begunAtCpuUs' in told) return watchOver(thread, told.begunAtCpuUs)
      thread.work?.resolve(told.reading)
      finish(thread)
    })
    // Whatever ended it, out of memory perhaps by another picture: that says nothing about its own.
    thread.worker.on('error', () => end(thread))
    thread.worker.on('exit', () => end(thread))
    return thread
  }

  function end(thread: Thread): void {
    if (!threads.delete(thread)) return
    void thread.worker.terminate()
    thread.work?.reject(new PicturesBusyError('the thread of a picture was lost'))
    finish(thread)
  }

  function watchOver(thread: Thread, begunAtCpuUs: number): void {
    const look = async (): Promise<void> => {
      const { user, system } = await thread.worker.cpuUsage()
      if (user + system - begunAtCpuUs > cpuMaxMs * 1_000) end(thread)
    }
    clearInterval(thread.watch)
    // A thread that ended in between has nothing to tell, and has been dealt with.
    thread.watch = setInterval(() => void look().catch(() => {}), Math.min(cpuMaxMs, CPU_LOOKED_AT_EVERY_MS)).unref()
  }

  function finish(thread: Thread): void {
    clearTimeout(thread.timer)
    clearInterval(thread.watch)
    thread.work = undefined
    if (threads.has(thread)) {
      thread.timer = setTimeout(() => end(thread), IDLE_MS).unref()
      thread.worker.unref()
    }
    next()
  }

  /** Whose turn it is: the first whose caller has no other picture being read. */
  function nextWaiting(): number {
    const callers = new Set([...threads].flatMap(({ work }) => work?.caller ?? []))
    return waiting.findIndex(({ caller }) => !callers.has(caller))
  }

  function next(): void {
    const index = isClosed ? -1 : nextWaiting()
    if (index < 0) return
    const free = [...threads].find((thread) => thread.work === undefined)
    const thread = free ?? (threads.size < THREADS_MAX ? start() : undefined)
    const [work] = thread ? waiting.splice(index, 1) : []
    if (!thread || !work) return
    clearTimeout(thread.timer)
    thread.work = work
    thread.worker.ref()
    thread.timer = setTimeout(() => end(thread), lostAfterMs)
    const request: PictureRequest = { purpose: work.purpose, bytes: work.bytes }
    thread.worker.postMessage(request)
    next()
  }

  /** Whether another picture of this caller would be too many. */
  function isFull(caller: string): boolean {
    if (waiting.length >= WAITING_MAX) return true
    const most = waiting.length < WAITING_MAX / 2 ? WAITING_PER_CALLER_MAX : WAITING_PER_CALLER_WHEN_MANY
    return waiting.filter((other) => other.caller === caller).length >= most
  }

  function ask(purpose: PictureRequest['purpose'], bytes: Buffer, caller: string): Promise<PictureAnswer['reading']> {
    if (isClosed || isFull(caller)) return Promise.reject(new PicturesBusyError('too many pictures'))
    return new Promise((resolve, reject) => {
      waiting.push({ purpose, bytes, caller, resolve, reject })
      next()
    })
  }

  return {
    // The thread answers what it was asked for.
    /**
     * Makes a picture anew and reads the codes in it. Never rejects for what a picture holds; rejects with
     * PicturesBusyError while too many wait, or too many of this caller, and when its thread was lost or out of time.
     */
    read: (bytes: Buffer, caller: string): Promise<PictureReading> =>
      ask('read', bytes, caller) as Promise<PictureReading>,
    /** Makes a JPEG, PNG or GIF anew, of the same kind, without anything beside its pixels. Rejects as `read` does. */
    remake: (bytes: Buffer, caller: string): Promise<PictureRemaking> =>
      ask('remake', bytes, caller) as Promise<PictureRemaking>,
    /** Ends the threads; what is being read is given up. */
    async close(): Promise<void> {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(new PicturesBusyError('closing'))
      await Promise.all([...threads].map((thread) => thread.worker.terminate()))
    },
  }
}
