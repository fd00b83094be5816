import { CHAT_MARK_READ_MS } from '@krapao/contract'

/** Marks the conversation as read, one call for all that is seen within a second (CHT-042). */
export interface ReadMark {
  /** The reader has seen everything up to this message. */
  seen(seq: number): void
  stop(): void
}

/** `markRead` is the call; one that fails is made again with the next message that is seen. */
export function createReadMark(markRead: (seq: number) => Promise<void>): ReadMark {
  let seenSeq = 0
  let markedSeq = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function mark(): Promise<void> {
    timer = undefined
    const own = seenSeq
    const before = markedSeq
    markedSeq = own
    try {
      await markRead(own)
    } catch {
      if (markedSeq === own) markedSeq = before
    }
  }

  return {
    seen(seq) {
      seenSeq = Math.max(seenSeq, seq)
      if (seenSeq > markedSeq) timer ??= setTimeout(() => void mark(), CHAT_MARK_READ_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
