import type { Observed } from '@krapao/web'
import { observed } from '@krapao/web'
import type { Draft } from './draft.rules.ts'
import { newDraft } from './draft.rules.ts'

/** What is being written, by room: it waits there while another room is open. */
export type Drafts = Observed<Readonly<Record<string, Draft>>>

/** The field in which they are written; a keyboard shortcut leads to it. */
export const MESSAGE_FIELD_ID = 'desk-message'

/** Begins without drafts. */
export const createDrafts = (): Drafts => observed({})

/** What a room without a draft has. */
const blank = newDraft()

/** The draft of a room, and how to change it. */
export function useDraft(drafts: Drafts, roomId: string): [Draft, (change: (draft: Draft) => Draft) => void] {
  return [drafts.use()[roomId] ?? blank, (change) => changeDraft(drafts, roomId, change)]
}

/** Changes the draft of a room. */
export function changeDraft(drafts: Drafts, roomId: string, change: (draft: Draft) => Draft): void {
  drafts.change({ [roomId]: change(drafts.read()[roomId] ?? blank) })
}
