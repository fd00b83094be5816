import type { Keeping, UnansweredStore } from '@krapao/web'
import { readStored, writeStored } from '@krapao/web'
import type { StorageKey } from '../../lib/storage-keys.ts'
import type { SentContent } from './chat.types.ts'

/**
 * What is kept of the chat in the browser, so that leaving the page or reloading it loses nothing: the text that is being
 * typed, and the messages that the server has not confirmed.
 */
export interface ChatStore extends UnansweredStore<SentContent> {
  readDraft(): string
  keepDraft(draft: string): void
}

interface Kept {
  readonly owner: string
  readonly draft: string
  readonly unanswered: ReturnType<ChatStore['readUnanswered']>
}

/**
 * Where the words of one owner are kept; those of anybody else under the same key count for nothing. A member's lie in the
 * storage that his token lies in: who is not to be remembered leaves none behind.
 */
export function createChatStore(key: StorageKey, owner: string, keeping: Keeping = 'always'): ChatStore {
  const nothing: Kept = { owner, draft: '', unanswered: [] }
  // Read anew each time: another tab writes too.
  const read = (): Kept => {
    try {
      const kept = JSON.parse(readStored(key, keeping) ?? 'null') as Partial<Kept> | null
      if (kept?.owner !== owner) return nothing
      return {
        owner,
        draft: typeof kept.draft === 'string' ? kept.draft : '',
        unanswered: Array.isArray(kept.unanswered) ? kept.unanswered : [],
      }
    } catch {
      return nothing
    }
  }
  const change = (part: Partial<Kept>): void => writeStored(key, JSON.stringify({ ...read(), ...part }), keeping)
  return {
    readDraft: () => read().draft,
    keepDraft: (draft) => change({ draft }),
    readUnanswered: () => read().unanswered,
    keepUnanswered: (wish) => {
      const others = read().unanswered.filter(({ clientId }) => clientId !== wish.clientId)
      change({ unanswered: [...others, wish] })
    },
    dropUnanswered: (clientId) => {
      const { unanswered } = read()
      const others = unanswered.filter((wish) => wish.clientId !== clientId)
      if (others.length < unanswered.length) change({ unanswered: others })
    },
  }
}
