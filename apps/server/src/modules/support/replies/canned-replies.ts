import type { DeskReply } from '@krapao/contract'
import { refuse } from '../../../platform/errors.ts'
import type { AgentIdentity } from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import { byAgent, writeDeed } from '../../deeds/index.ts'
import { demoReplies } from './canned-replies.demo.ts'
import {
  countReplies,
  deleteReply,
  insertReply,
  lockNoReplies,
  lockReply,
  updateReply,
} from './canned-replies.store.ts'
import type { SupportParts } from '../support.parts.ts'

/** What a reply says, in each language. */
export type ReplyTexts = Omit<DeskReply, '_id'>

/** More than anybody finds his way in. */
const REPLIES_MAX = 500

// Replies that are kept ready for staff. Every change is written down with who made it.

/** Refuses with REQUEST_LIMIT when there are more than anybody finds his way in. */
export async function addReply(
  parts: SupportParts,
  agent: AgentIdentity,
  { title, th, lo, en }: ReplyTexts,
): Promise<DeskReply> {
  const at = parts.clock.now()
  const reply = { _id: newId(at), title, th, lo, en }
  await parts.database.transaction(async (tx) => {
    if ((await countReplies(tx)) >= REPLIES_MAX) refuse('REQUEST_LIMIT')
    await insertReply(tx, reply)
    await writeDeed(tx, { ...byAgent(agent), deed: 'reply-added', after: { replyId: reply._id, title }, at })
  })
  return reply
}

/** Both refuse with NO_DATA where there is no such reply. */
export async function changeReply(
  parts: SupportParts,
  agent: AgentIdentity,
  replyId: string,
  { title, th, lo, en }: ReplyTexts,
): Promise<DeskReply> {
  return parts.database.transaction(async (tx) => {
    const before = await lockReply(tx, replyId)
    if (before === null) return refuse('NO_DATA')
    await updateReply(tx, { _id: replyId, title, th, lo, en })
    await writeDeed(tx, {
      ...byAgent(agent),
      deed: 'reply-changed',
      before: { title: before.title, th: before.th, lo: before.lo, en: before.en },
      after: { replyId, title, th, lo, en },
      at: parts.clock.now(),
    })
    return { _id: replyId, title, th, lo, en }
  })
}

export async function removeReply(parts: SupportParts, agent: AgentIdentity, replyId: string): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const gone = await deleteReply(tx, replyId)
    if (gone === null) return refuse('NO_DATA')
    const { title, th, lo, en } = gone
    await writeDeed(tx, {
      ...byAgent(agent),
      deed: 'reply-removed',
      before: { title, th, lo, en },
      after: { replyId },
      at: parts.clock.now(),
    })
  })
}

/** Puts the demo operator's replies where there are none. */
export async function seedReplies(parts: SupportParts): Promise<void> {
  const at = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    // Two processes that start on an empty database at once seed it once.
    if (!(await lockNoReplies(tx))) return
    for (const texts of demoReplies) await insertReply(tx, { _id: newId(at), ...texts })
  })
}
