import { Worker } from 'node:worker_threads'
import type { PictureAnswer, PictureReading, PictureRemaking, PictureRequest } from './picture-protocol.ts'

/** Pictures that are decoded at the same time: each needs a processor and much memory. */
const THREADS_MAX = 2
/** Pictures that may wait for their turn, of all and of one caller, who has one read at a time. */
const WAITING_MAX = 32
const WAITING_PER_CALLER_MAX = 2
/**
 * The longest that one picture may take; its thread is ended then. The largest photograph takes a second and a half of a
 * processor; what is drawn to look like a hundred thousand corners of codes keeps the reader of codes busy for minutes.
 */
const READ_WITHIN_MS = 5_000
/** A thread without work ends after this, for it holds much memory. */
const IDLE_MS = 60_000

/** The picture was not read, and not for what it holds: too many wait already, or its thread was lost. */
export class PicturesBusyError extends Error {}

/** Decodes pictures of strangers, away from the thread that answers calls. */
export interface Pictures {
  /**
   * Makes a picture anew and reads the codes in it. Never rejects for what a picture holds; rejects with
   * PicturesBusyError while too many wait, or too many of this caller, and when its thread was lost.
   */
  read(bytes: Buffer, caller: string): Promise<PictureReading>
  /** Makes a JPEG, PNG or GIF anew, of the same kind, without anything beside its pixels. Rejects as `read` does. */
  remake(bytes: Buffer, caller: string): Promise<PictureRemaking>
  /** Ends the threads; what is being read is given up. */
  close(): Promise<void>
}

interface Work extends PictureRequest {
  bytes: Buffer
  caller: string
  /** Whether no other picture was read meanwhile: only then its time was its own. */
  isAlone: boolean
  resolve(reading: PictureAnswer['reading']): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  work: Work | undefined
  timer: NodeJS.Timeout | undefined
}

/** Makes the readers of one process; threads start when they are first needed. `given` is there for tests. */
export function createPictures(given: { thread?: URL; readWithinMs?: number } = {}): Pictures {
  const { thread: program = new URL('./picture-worker.ts', import.meta.url), readWithinMs = READ_WITHIN_MS } = given
  const threads = new Set<Thread>()
  const waiting: Work[] = []
  let isClosed = false

  function start(): Thread {
    const thread: Thread = { worker: new Worker(program), work: undefined, timer: undefined }
    threads.add(thread)
    thread.worker.unref()
    thread.worker.on('message', ({ reading }: PictureAnswer) => {
      thread.work?.resolve(reading)
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

  function outOfTime(thread: Thread): void {
    if (thread.work?.isAlone === true) thread.work.resolve({ ok: false, problem: 'too-large' })
    end(thread)
  }

  function finish(thread: Thread): void {
    clearTimeout(thread.timer)
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
    const others = [...threads].flatMap((other) => other.work ?? [])
    for (const other of others) other.isAlone = false
    work.isAlone = others.length === 0
    thread.work = work
    thread.worker.ref()
    thread.timer = setTimeout(() => outOfTime(thread), readWithinMs)
    const request: PictureRequest = { purpose: work.purpose, bytes: work.bytes }
    thread.worker.postMessage(request)
    next()
  }

  /** Whether another picture of this caller would be too many. */
  function isFull(caller: string): boolean {
    if (waiting.length >= WAITING_MAX) return true
    return waiting.filter((other) => other.caller === caller).length >= WAITING_PER_CALLER_MAX
  }

  function ask(purpose: PictureRequest['purpose'], bytes: Buffer, caller: string): Promise<PictureAnswer['reading']> {
    if (isClosed || isFull(caller)) return Promise.reject(new PicturesBusyError('too many pictures'))
    return new Promise((resolve, reject) => {
      waiting.push({ purpose, bytes, caller, isAlone: true, resolve, reject })
      next()
    })
  }

  return {
    // The thread answers what it was asked for.
    read: (bytes, caller) => ask('read', bytes, caller) as Promise<PictureReading>,
    remake: (bytes, caller) => ask('remake', bytes, caller) as Promise<PictureRemaking>,
    async close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(new PicturesBusyError('closing'))
      await Promise.all([...threads].map((thread) => thread.worker.terminate()))
    },
  }
}
