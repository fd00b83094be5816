import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { inSources } from './source-places.ts'

export type { Logger }

const SECRET_KEYS = new Set([
  'authorization',
  'cookie',
  'token',
  'password',
  'oldpassword',
  'newpassword',
  'pin',
  'otpcode',
  'otptoken',
  'totp',
  'totpkey',
  'x-otp-token',
  'x-signature',
  'secret',
  'secrethex',
  'link',
])
const DEPTH_MAX = 8
const MASK = '***'
/** Characters that are kept back at most until the end of a turn. */
const WRITTEN_AT_ONCE = 8_192

/** What stands in every text that `maskText` changes. */
const mayTell = /bearer|autologin|:\/\/|vouchers|[?&]v=|guest-/i

/**
 * Hides what a text must not tell: bearer tokens, user name and password of a game in a launch path (rulings 1.9), codes
 * of gifts, and ids of guests, by which anybody reads a guest's chat and writes in it.
 */
export function maskText(text: string): string {
  if (!mayTell.test(text)) return text
  return text
    .replace(/\bBearer\s+[^\s"',;]+/gi, `Bearer ${MASK}`)
    .replace(/(\/api\/autoLogin\/[^/?#\s"]+\/[^/?#\s"]+\/)[^/?#\s"]+/gi, `$1${MASK}`)
    .replace(/(:\/\/[^/:@\s]+:)[^@/\s]+@/g, `$1${MASK}@`)
    .replace(/(\/vouchers\/|[?&]v=)[A-Za-z0-9]+/gi, `$1${MASK}`)
    .replace(/\bguest-[A-Za-z0-9_-]{22,}/g, `guest-${MASK}`)
}

/** A copy of a log record without secrets, whatever the depth they stand in. */
function maskRecord(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value)
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Error) return describeError(value, depth)
  if (value instanceof Date) return value.toISOString()
  if (depth >= DEPTH_MAX) return '…'
  if (Array.isArray(value)) return value.map((item) => maskRecord(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRET_KEYS.has(key.toLowerCase()) ? MASK : maskRecord(item, depth + 1),
    ]),
  )
}

/** The database's own words about an error (`detail`, `where`) hold values of rows and are left out. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: maskText(error.message),
    ...(code === undefined ? {} : { code }),
    stack: maskText(inSources(error.stack ?? '')),
    ...(error.cause === undefined || depth >= DEPTH_MAX ? {} : { cause: maskRecord(error.cause, depth + 1) }),
  }
}

/** Standard output; what is written in one turn goes out at its end, and with the process. */
let standardOutput: DestinationStream | undefined

function openStandardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: WRITTEN_AT_ONCE })
  let isPlanned = false
  const flush = (): void => {
    isPlanned = false
    output.flushSync()
  }
  process.on('exit', flush)
  return Object.assign(Object.create(null) as object, {
    write(line: string) {
      output.write(line)
      if (!isPlanned) setImmediate(flush)
      isPlanned = true
    },
    flushSync: flush,
  })
}

/** Makes the log of a process: JSON lines on standard output (or `destination`), without secrets. */
export function createLogger(terms: { level: string; destination?: DestinationStream }): Logger {
  const options = {
    level: terms.level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => error },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (record: object) => maskRecord(record) as Record<string, unknown>,
    },
    hooks: {
      logMethod(args: Parameters<LogFn>, method: LogFn) {
        const masked = args.map((item) => (typeof item === 'string' ? maskText(item) : item))
        method.apply(this as unknown as Logger, masked as Parameters<LogFn>)
      },
    },
  }
  return pino(options, terms.destination ?? (standardOutput ??= openStandardOutput()))
}
