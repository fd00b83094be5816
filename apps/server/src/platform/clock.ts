/** Where the time comes from. Nothing else in the server asks the machine for the time of day. */
export interface Clock {
  now(): Date
}

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date() }
