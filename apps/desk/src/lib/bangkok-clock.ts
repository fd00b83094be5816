const BANGKOK_MS = 7 * 3_600_000

/** "2026-12-01T00:00" by the clocks of Bangkok, as a field of a time has it; nothing for no time. */
export function clockOf(time: string | null): string {
  return time === null ? '' : new Date(Date.parse(time) + BANGKOK_MS).toISOString().slice(0, 16)
}

/** The time that such a field says, or null where it says none. */
export function timeOf(clock: string): string | null {
  return clock === '' ? null : new Date(Date.parse(`${clock}:00.000Z`) - BANGKOK_MS).toISOString()
}
