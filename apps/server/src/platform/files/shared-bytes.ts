import { refuse } from '../errors.ts'
import type { FileStore } from './file-store.ts'

/** Bytes of files that are under way at the same time: of one process, and of the files of one owner. */
const UNDER_WAY = { bytes: 256 * 1024 * 1024, bytesOfOwner: 64 * 1024 * 1024 }
/** When to ask again; a reader who takes nothing is let go after a minute. */
const RETRY_AFTER_S = 10

export interface TakenBytes {
  bytes: Buffer
  /** To be called once nobody sends them any more; a second time changes nothing. */
  release: () => void
}

interface Held {
  bytes: Promise<Buffer | null>
  takers: number
}

/**
 * Reads files so that all who are being sent the same one share its bytes, for as long as any of them needs them: a file
 * never changes, and whoever asks for a video a thousand times and takes none of it fills the memory once. Whoever asks
 * for a thousand videos fills as much of it as is his, and no more.
 */
export function shareBytes(store: Pick<FileStore, 'read'>, max: typeof UNDER_WAY = UNDER_WAY) {
  const held = new Map<string, Held>()
  const ofOwners = new Map<string, number>()
  let ofAll = 0

  function count(owner: string, bytes: number): void {
    ofAll += bytes
    const left = (ofOwners.get(owner) ?? 0) + bytes
    if (left === 0) ofOwners.delete(owner)
    else ofOwners.set(owner, left)
  }

  function hold({ id, owner, byteCount }: { id: string; owner: string; byteCount: number }): Held {
    const known = held.get(id)
    if (known) return known
    const ofOwner = ofOwners.get(owner) ?? 0
    if (ofAll + byteCount > max.bytes || ofOwner + byteCount > max.bytesOfOwner) {
      refuse('REQUEST_LIMIT', { status: 503, retryAfterS: RETRY_AFTER_S })
    }
    const one: Held = { bytes: store.read(id), takers: 0 }
    held.set(id, one)
    count(owner, byteCount)
    return one
  }

  return {
    /**
     * The bytes of a file; null when there are none. They count as under way until they are released, once however many
     * take them. Refuses with REQUEST_LIMIT (503) when there are too many, before any is read.
     */
    async take(file: { id: string; owner: string; byteCount: number }): Promise<TakenBytes | null> {
      const one = hold(file)
      one.takers += 1
      let isTaken = true
      function release(): void {
        if (!isTaken) return
        isTaken = false
        one.takers -= 1
        if (one.takers > 0) return
        held.delete(file.id)
        count(file.owner, -file.byteCount)
      }
      try {
        const bytes = await one.bytes
        if (bytes !== null) return { bytes, release }
      } catch (error) {
        release()
        throw error
      }
      release()
      return null
    },
  }
}
