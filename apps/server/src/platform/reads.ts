import { FAR, placeNow } from './database/log-place.ts'
import type { LogPlace, ReadDatabase, Standbys } from './database/standbys.ts'
import type { Database, ReadSql } from './database/types.ts'
import type { Logger } from './logger.ts'
import type { Redis } from './redis/index.ts'
import type { Signals } from './signals.ts'
import { MINUTE_MS } from './durations.ts'

/** How long it is remembered how far a member has written. */
const REMEMBERED_S = 300
/** No standby is read that is further behind than this: far less than what is remembered. */
const BEHIND_AT_MOST_MS = MINUTE_MS
/** How long a report waits for a standby to catch up before it goes to the primary. */
const REPORT_WAITS_MS = 500
const MEMBERS_MAX = 100_000

/**
 * Reads for pages that are shown, at a standby where there is one that has seen enough, else at the database itself. What they
 * are given is no `Sql`: nothing that decides can be run on it.
 */
export interface Reads {
  /** For a page of a member's: shows all that he has done, and all that he was told of. */
  of<Result>(memberId: string, read: (sql: ReadSql) => Promise<Result>): Promise<Result>
  /** For a page of the staff's: shows all that was committed before. */
  ofAll<Result>(read: (sql: ReadSql) => Promise<Result>): Promise<Result>
  /**
   * What takes long and may miss what is new, at a standby alone: null where there is none, or it went away meanwhile. `work` may
   * be run again at another one, from its start.
   */
  atStandby<Result>(work: (database: ReadDatabase) => Promise<Result>): Promise<{ result: Result } | null>
  /** A member may have written. Awaited before he is answered, so that no server forgets it. Never throws. */
  wrote(memberId: string): Promise<void>
  close(): Promise<void>
}

/** Without standbys all is read where it is written. */
export function readsOf(database: ReadSql): Reads {
  const direct = <Result>(read: (sql: ReadSql) => Promise<Result>) => read(database)
  return {
    of: (_memberId, read) => direct(read),
    ofAll: direct,
    atStandby: () => Promise.resolve(null),
    wrote: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

const NOTHING = ''

/** That something happened with a member at a time; `place` once the primary was asked, which it is when that is needed. */
interface Mark {
  place: LogPlace | null
  atMs: number
}

const noFloor = (): Mark => ({ place: null, atMs: Number.NEGATIVE_INFINITY })

const later = (one: LogPlace, other: LogPlace): LogPlace => (one > other ? one : other)

/** Keeps the furthest of the places that several servers note of one member. */
const note = {
  lua: `local was = redis.call('get', KEYS[1])
    if not was or was < ARGV[1] then redis.call('set', KEYS[1], ARGV[1], 'EX', ARGV[2]) end
    return 1`,
}
const noted = { lua: `return redis.call('get', KEYS[1])` }

/**
 * Reads at standbys. How far a member has written is remembered here, and in Redis for all that share it; of what others did
 * for him a signal tells, upon which the primary is asked how far it is by then.
 */
export function createReads(terms: {
  database: Database
  standbys: Standbys
  redis: Redis | null
  signals: Pick<Signals, 'subscribe'>
  logger: Logger
}): Reads {
  const { database, standbys, redis, signals, logger } = terms
  /** Of members, in the order of their times. */
  const marks = new Map<string, Mark>()
  /** What every reader must see: at first all that was there when the process began. */
  let floor = noFloor()

  /** Something happened with a member just now; nobody knows yet how far that was. */
  function mark(memberId: string): Mark {
    const made: Mark = { place: null, atMs: performance.now() }
    marks.delete(memberId)
    marks.set(memberId, made)
    if (marks.size > MEMBERS_MAX) {
      const [oldest] = marks.keys()
      if (oldest !== undefined) marks.delete(oldest)
      floor = noFloor()
    }
    return made
  }

  const unsubscribe = signals.subscribe((signal) => {
    if (signal.kind === 'wallet') mark(signal.memberId)
    if (signal.kind === 'missed') floor = noFloor()
  })

  /** What each reader must see, and asked anew now and then; marks of before are forgotten for it. */
  async function leastNow(): Promise<LogPlace> {
    if (floor.place !== null && performance.now() - floor.atMs < BEHIND_AT_MOST_MS) return floor.place
    const own = floor
    const atMs = performance.now()
    const place = await placeNow(database, null)
    // Unless signals were missed meanwhile.
    if (floor !== own) return place
    floor = { place, atMs }
    for (const [memberId, made] of marks) {
      if (made.atMs >= atMs) break
      marks.delete(memberId)
    }
    return place
  }

  /** How far something that happened with a member went, at the most. */
  async function placeOf(made: Mark): Promise<LogPlace> {
    made.place ??= await placeNow(database, null)
    return made.place
  }

  /** How far a standby must be for a page of his. Rejects when nobody can tell. */
  async function neededBy(memberId: string): Promise<LogPlace> {
    const made = marks.get(memberId)
    const [least, own, shared] = await Promise.all([
      leastNow(),
      made === undefined ? NOTHING : placeOf(made),
      redis === null ? null : redis.run(noted, `wrote:${memberId}`, []),
    ])
    return later(later(least, own), typeof shared === 'string' ? shared : NOTHING)
  }

  async function readBy<Result>(
    needed: () => Promise<LogPlace>,
    read: (sql: ReadSql) => Promise<Result>,
    waitMs: number,
  ): Promise<Result> {
    const place = await needed().catch(() => FAR)
    const done = place === FAR ? null : await standbys.readAt(place, read, { waitMs })
    return done === null ? read(database) : done.result
  }

  return {
    of: (memberId, read) => readBy(() => neededBy(memberId), read, 0),
    ofAll: (read) => readBy(() => placeNow(database, null), read, REPORT_WAITS_MS),
    atStandby: (work) => standbys.workAt(work),
    async wrote(memberId) {
      const place = await placeOf(mark(memberId)).catch(() => FAR)
      if (redis === null) return
      await redis.run(note, `wrote:${memberId}`, [place, REMEMBERED_S]).catch((error: unknown) => {
        logger.debug({ err: error }, 'how far a member wrote could not be told to other servers')
      })
    },
    async close() {
      unsubscribe()
      await standbys.close()
    },
  }
}
