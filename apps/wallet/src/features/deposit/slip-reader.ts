import { trustedWorkerAddress } from '../../lib/worker-address.ts'
import type { ReadAnswer, ReadRequest } from './slip-reader.worker.ts'
// The build makes a file of its own out of it, and this is its address.
// oxlint-disable-next-line import/default
import workerAddress from './slip-reader.worker.ts?worker&url'
import type { SlipReading } from './slip.rules.ts'

/** A reader that has not answered by then is not waited for: the server reads the slip anyway. */
const READ_TIMEOUT_MS = 20_000

/** Reads what pictures show. What is needed for it is fetched when the first one is read. */
export interface SlipReader {
  /** Never rejects: what cannot be looked at is `unknown`. */
  read: (picture: Blob) => Promise<SlipReading>
  close: () => void
}

/** Makes a reader. Whoever made it closes it. */
export function createSlipReader(): SlipReader {
  const waiting = new Map<number, (reading: SlipReading) => void>()
  let worker: Worker | undefined
  let lastId = 0

  function answerAll(): void {
    for (const answer of waiting.values()) answer('unknown')
  }
  function start(): Worker {
    const started = new Worker(trustedWorkerAddress(workerAddress), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => waiting.get(data.id)?.(data.reading))
    started.addEventListener('error', () => {
      worker = undefined
      answerAll()
    })
    return started
  }

  return {
    read: (picture) =>
      new Promise((resolve) => {
        lastId += 1
        const id = lastId
        const timer = setTimeout(() => waiting.get(id)?.('unknown'), READ_TIMEOUT_MS)
        waiting.set(id, (reading) => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(reading)
        })
        try {
          worker ??= start()
          const request: ReadRequest = { id, picture }
          worker.postMessage(request)
        } catch {
          waiting.get(id)?.('unknown')
        }
      }),
    close() {
      worker?.terminate()
      worker = undefined
      answerAll()
    },
  }
}
