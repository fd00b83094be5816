import { hashOf } from '../../lib/place.ts'

/** Where what waits in a queue is worked off. */
export function linkOfQueue(kind: string): string {
  if (kind === 'chat') return hashOf({ page: 'inbox', box: 'waiting', roomId: null })
  return `#/decisions/${kind}`
}
