import { useSyncExternalStore } from 'react'
import type { Draft } from './draft.rules.ts'
import { newDraft } from './draft.rules.ts'

/** What is being written, by room: it waits there while another room is open. */
export interface Drafts {
  readonly of: (roomId: string) => Draft
  readonly change: (roomId: string, change: (draft: Draft) => Draft) => void
  readonly watch: (listener: () => void) => () => void
}

/** Begins without drafts. */
export function createDrafts(): Drafts {
  const drafts = new Map<string, Draft>()
  const listeners = new Set<() => void>()
  const draftOf = (roomId: string): Draft => {
    const draft = drafts.get(roomId) ?? newDraft()
    drafts.set(roomId, draft)
    return draft
  }
  return {
    of: draftOf,
    change(roomId, change) {
      drafts.set(roomId, change(draftOf(roomId)))
      for (const listener of listeners) listener()
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The draft of a room, and how to change it. */
export function useDraft(drafts: Drafts, roomId: string): [Draft, (change: (draft: Draft) => Draft) => void] {
  const draft = useSyncExternalStore(drafts.watch, () => drafts.of(roomId))
  return [draft, (change) => drafts.change(roomId, change)]
}
