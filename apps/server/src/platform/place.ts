import { refuseFields } from './errors.ts'

/** A place in a list by time: what stands at this moment under an id of its own. */
export interface Place {
  at: Date
  id: string
}

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\w:-]{1,90})$/

export function writePlace({ at, id }: Place): string {
  return `${at.toISOString()}_${id}`
}

/** Reads where a list goes on; refuses with NO_DATA what no list has answered. */
export function readPlace(after: string | null | undefined): Place | null {
  if (after === null || after === undefined || after === '') return null
  const [, time = '', id = ''] = PLACE.exec(after) ?? []
  const at = new Date(time)
  if (id === '' || Number.isNaN(at.getTime())) refuseFields('after')
  return { at, id }
}

/**
 * A page of what was found, when it was asked for one row more than the page has; `last` is the row behind which the list
 * goes on, null at its end.
 */
export function pageOf<Row>(found: readonly Row[], size: number): { rows: Row[]; last: Row | null } {
  return { rows: found.slice(0, size), last: found.length > size ? (found[size - 1] ?? null) : null }
}
