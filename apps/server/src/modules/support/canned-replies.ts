import type { DeskReply } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { writeDeed } from './audit.store.ts'
import { demoReplies } from './canned-replies.demo.ts'
import {
  countReplies,
  deleteReply,
  insertReply,
  lockNoReplies,
  lockReply,
  repliesListed,
  updateReply,
} from './canned-replies.store.ts'

/** What a reply says, in each language. */
export type ReplyTexts = Omit<DeskReply, '_id'>

/** More than anybody finds his way in. */
const REPLIES_MAX = 500

export interface CannedReplies {
  list(): Promise<DeskReply[]>
  /** Refuses with REQUEST_LIMIT when there are more than anybody finds his way in. */
  add(agentId: string, texts: ReplyTexts): Promise<DeskReply>
  /** Both refuse with NO_DATA where there is no such reply. */
  change(agentId: string, replyId: string, texts: ReplyTexts): Promise<DeskReply>
  remove(agentId: string, replyId: string): Promise<void>
  /** Puts the demo operator's replies where there are none. */
  seedDemo(): Promise<void>
}

/** Replies that are kept ready for staff. Every change is written down with who made it. */
export function createCannedReplies({ database, clock }: { database: Database; clock: Clock }): CannedReplies {
  return {
    list: () => repliesListed(database),

    async add(agentId, { title, th, lo, en }) {
      const at = clock.now()
      const reply = { _id: newId(at), title, th, lo, en }
      await database.transaction(async (tx) => {
        if ((await countReplies(tx)) >= REPLIES_MAX) refuse('REQUEST_LIMIT')
        await insertReply(tx, reply)
        await writeDeed(tx, { agentId, action: 'reply-added', details: { replyId: reply._id, title }, at })
      })
      return reply
    },

    async change(agentId, replyId, { title, th, lo, en }) {
      return database.transaction(async (tx) => {
        const before = await lockReply(tx, replyId)
        if (before === null) return refuse('NO_DATA')
        await updateReply(tx, { _id: replyId, title, th, lo, en })
        const details = {
          replyId,
          title,
          beforeTitle: before.title,
          beforeTh: before.th,
          beforeLo: before.lo,
          beforeEn: before.en,
        }
        await writeDeed(tx, { agentId, action: 'reply-changed', details, at: clock.now() })
        return { _id: replyId, title, th, lo, en }
      })
    },

    async remove(agentId, replyId) {
      await database.transaction(async (tx) => {
        const gone = await deleteReply(tx, replyId)
        if (gone === null) return refuse('NO_DATA')
        const { title, th, lo, en } = gone
        await writeDeed(tx, {
          agentId,
          action: 'reply-removed',
          details: { replyId, title, th, lo, en },
          at: clock.now(),
        })
      })
    },

    async seedDemo() {
      const at = clock.now()
      await database.transaction(async (tx) => {
        // Two processes that start on an empty database at once seed it once.
        if (!(await lockNoReplies(tx))) return
        for (const texts of demoReplies) await insertReply(tx, { _id: newId(at), ...texts })
      })
    },
  }
}
