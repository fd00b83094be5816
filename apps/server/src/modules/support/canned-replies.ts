import type { DeskReply } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { writeDeed } from './audit.ts'
import { demoReplies } from './canned-replies.demo.ts'

/** What a reply says, in each language. */
export type ReplyTexts = Omit<DeskReply, '_id'>

/** More than anybody finds his way in. */
const REPLIES_MAX = 500

const columns = 'id as "_id", title, th, lo, en'

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

function insertReply(sql: Sql, reply: DeskReply): Promise<unknown> {
  return sql.query(
    `insert into support_canned_reply (id, title, th, lo, en, sort)
     values ($1, $2, $3, $4, $5, (select coalesce(max(sort), 0) + 1 from support_canned_reply))`,
    [reply._id, reply.title, reply.th, reply.lo, reply.en],
  )
}

/** Replies that are kept ready for staff. Every change is written down with who made it. */
export function createCannedReplies({ database, clock }: { database: Database; clock: Clock }): CannedReplies {
  return {
    list: () => database.query<DeskReply>(`select ${columns} from support_canned_reply order by sort, id`),

    async add(agentId, { title, th, lo, en }) {
      const at = clock.now()
      const reply = { _id: newId(at), title, th, lo, en }
      await database.transaction(async (tx) => {
        const [counted] = await tx.query<{ count: number }>('select count(*) as count from support_canned_reply')
        if ((counted?.count ?? 0) >= REPLIES_MAX) refuse('REQUEST_LIMIT')
        await insertReply(tx, reply)
        await writeDeed(tx, { agentId, action: 'reply-added', details: { replyId: reply._id, title }, at })
      })
      return reply
    },

    async change(agentId, replyId, { title, th, lo, en }) {
      return database.transaction(async (tx) => {
        const [before] = await tx.query<DeskReply>(
          `select ${columns} from support_canned_reply where id = $1 for update`,
          [replyId],
        )
        if (!before) return refuse('NO_DATA')
        await tx.query('update support_canned_reply set title = $2, th = $3, lo = $4, en = $5 where id = $1', [
          replyId,
          title,
          th,
          lo,
          en,
        ])
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
        const [gone] = await tx.query<DeskReply>(
          `delete from support_canned_reply where id = $1 returning ${columns}`,
          [replyId],
        )
        if (!gone) return refuse('NO_DATA')
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
        await tx.query('lock table support_canned_reply in share row exclusive mode')
        const rows = await tx.query('select from support_canned_reply limit 1')
        if (rows.length > 0) return
        for (const texts of demoReplies) await insertReply(tx, { _id: newId(at), ...texts })
      })
    },
  }
}
