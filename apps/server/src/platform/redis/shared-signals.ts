import { randomUUID } from 'node:crypto'
import type { Logger } from '../logger.ts'
import type { Signal, Signals } from '../signals.ts'
import type { Redis } from './redis.ts'

const CHANNEL = 'signals'
/** Signals in one message; more go out in several. */
const TOLD_AT_ONCE = 500

interface Bundle {
  from: string
  signals: Signal[]
}

/**
 * Carries the signals of each process to all others that share a Redis. Own listeners hear at once and not from Redis, so
 * each process hears each signal once. When signals were lost on the way, whoever may have missed them hears `missed`.
 */
export function shareSignals(terms: { signals: Signals; redis: Redis; logger: Logger }): Signals {
  const { signals, redis, logger } = terms
  const self = randomUUID()
  let waiting: Signal[] = []
  let hasLost = false

  /** What was published in one go travels together. */
  async function send(): Promise<void> {
    const bundle = waiting.slice(0, TOLD_AT_ONCE)
    waiting = waiting.slice(TOLD_AT_ONCE)
    if (waiting.length > 0) setImmediate(() => void send())
    await tell(bundle)
  }

  async function tell(bundle: Signal[]): Promise<void> {
    try {
      await redis.tell(CHANNEL, JSON.stringify({ from: self, signals: bundle } satisfies Bundle))
    } catch {
      // That Redis is away is in the log already.
      hasLost = true
    }
  }

  redis.hear(
    CHANNEL,
    (message) => {
      const bundle = readBundle(message)
      if (bundle === null) return logger.warn('a message in the channel of signals could not be read')
      if (bundle.from !== self) for (const signal of bundle.signals) signals.publish(signal)
    },
    () => {
      signals.publish({ kind: 'missed' })
      if (!hasLost) return
      hasLost = false
      void tell([{ kind: 'missed' }])
    },
  )

  return {
    publish(signal) {
      signals.publish(signal)
      if (waiting.length === 0) setImmediate(() => void send())
      waiting.push(signal)
    },
    subscribe: (listener) => signals.subscribe(listener),
  }
}

/** Processes of an older or newer release may tell what this one does not know; its listeners pass over such signals. */
function readBundle(message: string): Bundle | null {
  try {
    const found: unknown = JSON.parse(message)
    if (typeof found !== 'object' || found === null || !('from' in found) || !('signals' in found)) return null
    return Array.isArray(found.signals) && typeof found.from === 'string' ? (found as Bundle) : null
  } catch {
    return null
  }
}
