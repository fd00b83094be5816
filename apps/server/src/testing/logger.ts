import { Writable } from 'node:stream'
import { createLogger, type Logger } from '../platform/logger.ts'

/** A log whose lines a test can read; nothing is printed. */
export function createTestLogger(): { logger: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  })
  return { logger: createLogger({ level: 'debug', destination }), lines }
}
