import { setTimeout as pause } from 'node:timers/promises'

/** Leaves the database to others for so long. Rejects when `signal` is aborted. */
export type Rest = (ms: number, signal?: AbortSignal) => Promise<void>

export const rest: Rest = (ms, signal) => pause(ms, undefined, signal === undefined ? {} : { signal })
