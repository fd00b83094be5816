/** Where the sandbox's time comes from: the only file in it that asks the machine. */
export interface Clock {
  /** The time of day. */
  now(): Date
}

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date() }
