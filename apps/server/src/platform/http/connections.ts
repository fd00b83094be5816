import { readFileSync } from 'node:fs'

/** What else needs a file descriptor: the database's connections, files that are read, calls to the parties. */
const RESERVED = 512
/** Where the system sets no smaller bound. */
const MOST = 20_000

/**
 * How many connections a listener may have at a time, so that descriptors are left for what the server itself opens: a
 * server without any answers that its own pages are not there. More are closed as they come. `share` is the part that is
 * this listener's: with the desk's in the same process, all of them together stay below the bound.
 */
export function connectionsMax(share = 1, limits = readLimits()): number {
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  const ofProcess = soft === undefined ? MOST : Math.max(64, Math.min(MOST, Number(soft) - RESERVED))
  return Math.floor(ofProcess * share)
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    // Only Linux tells it in this way.
    return ''
  }
}
