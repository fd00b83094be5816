import { Worker } from 'node:worker_threads'
import type { PictureAnswer, PictureReading, PictureRequest } from './picture-protocol.ts'

/** Pictures that are decoded at the same time: each needs a processor and much memory. */
const THREADS_MAX = 2
/** Pictures that may wait for their turn. */
const WAITING_MAX = 32
/** The longest that one picture may take; its thread is ended then. */
const READ_WITHIN_MS = 20_000
/** A thread without work ends after this, for it holds much memory. */
const IDLE_MS = 60_000

/** Too many pictures wait already. */
export class PicturesBusyError extends Error {}

/** Decodes pictures of strangers, away from the thread that answers calls. */
export interface Pictures {
  /**
   * Makes a picture anew and reads the codes in it. Never rejects for what a picture holds; rejects with
   * PicturesBusyError while too many wait.
   */
  read(bytes: Buffer): Promise<PictureReading>
  /** Ends the threads; what is being read is given up. */
  close(): Promise<void>
}

interface Work {
  bytes: Buffer
  resolve(reading: PictureReading): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  work: Work | undefined
  timer: NodeJS.Timeout | undefined
}

/** Makes the readers of one process; threads start when they are first needed. */
export function createPictures(): Pictures {
  const threads = new Set<Thread>()
  const waiting: Work[] = []
  let isClosed = false

  function start(): Thread {
    const thread: Thread = {
      worker: new Worker(new URL('./picture-worker.ts', import.meta.url)),
      work: undefined,
      timer: undefined,
    }
    threads.add(thread)
    thread.worker.unref()
    thread.worker.on('message', ({ reading }: PictureAnswer) => finish(thread, reading))
    // Whatever ended it, out of memory perhaps: its picture cannot be read, and the next gets another thread.
    thread.worker.on('error', () => end(thread))
    thread.worker.on('exit', () => end(thread))
    return thread
  }

  function end(thread: Thread): void {
    if (!threads.delete(thread)) return
    void thread.worker.terminate()
    finish(thread, { ok: false, problem: 'too-large' })
  }

  function finish(thread: Thread, reading: PictureReading): void {
    clearTimeout(thread.timer)
    const { work } = thread
    thread.work = undefined
    work?.resolve(reading)
    if (threads.has(thread)) {
      thread.timer = setTimeout(() => end(thread), IDLE_MS).unref()
      thread.worker.unref()
    }
    next()
  }

  function next(): void {
    if (waiting.length === 0 || isClosed) return
    const free = [...threads].find((thread) => thread.work === undefined)
    const thread = free ?? (threads.size < THREADS_MAX ? start() : undefined)
    const work = thread && waiting.shift()
    if (!thread || !work) return
    clearTimeout(thread.timer)
    thread.work = work
    thread.worker.ref()
    thread.timer = setTimeout(() => end(thread), READ_WITHIN_MS)
    const request: PictureRequest = { bytes: work.bytes }
    thread.worker.postMessage(request)
    next()
  }

  return {
    read(bytes) {
      if (isClosed || waiting.length >= WAITING_MAX) return Promise.reject(new PicturesBusyError('too many pictures'))
      return new Promise((resolve, reject) => {
        waiting.push({ bytes, resolve, reject })
        next()
      })
    },
    async close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(new PicturesBusyError('closing'))
      await Promise.all([...threads].map((thread) => thread.worker.terminate()))
    },
  }
}
