import { DESK_BOXES } from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Sql } from '../../../platform/database/types.ts'
import { filesMigrations } from '../../../platform/files/index.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { staffMigrations } from '../../staff/index.ts'
import { type BoxPlace, countOpenBoxes, roomsOfBox } from './desk-rooms.store.ts'
import { supportMigrations } from '../support.migrations.ts'

const ENDED = 5_000

let database: Database
beforeAll(async () => {
  database = await openTestDatabase({ migrations: [...filesMigrations, ...supportMigrations, ...staffMigrations] })
  const rooms = (state: string, count: number, more = { agentId: null as string | null, lastSeq: 1 }) =>
    database.query(
      `insert into support_room (id, owner_kind, name, session_id, session_state, last_seq, agent_id, waiting_since,
         created_at, updated_at)
       select $1::text || number || coalesce($3::text, '') || $4::bigint, 'member', 'Somchai ' || number, 'session',
         $1::text, $4::bigint, $3::text, case when $1::text = 'waiting' then date_trunc('milliseconds', now()) end, now(),
         date_trunc('milliseconds', now()) - make_interval(secs => number)
       from generate_series(1, $2::integer) number`,
      [state, count, more.agentId, more.lastSeq],
    )
  await rooms('ended', ENDED)
  await rooms('waiting', 3)
  await rooms('held', 2, { agentId: 'noi', lastSeq: 1 })
  await rooms('held', 4, { agentId: 'lek', lastSeq: 1 })
  await rooms('robot', 5)
  await rooms('robot', 6, { agentId: null, lastSeq: 0 })
  await database.query(
    `insert into support_message (id, room_id, seq, client_id, content_hash, sender, kind, message, session_id, created_at)
     select id || seq, id, seq, seq, '', 'customer', 'text', '{"message_type":"text","payload":{"message":"hello"}}', session_id, created_at
     from support_room, generate_series(1, 4) seq where last_seq > 0`,
  )
  await database.query('analyze support_room')
  await database.query('analyze support_message')
})
afterAll(() => database.close())

it('counts what is not over', async () => {
  expect(await countOpenBoxes(database, 'noi')).toEqual({ waiting: 3, mine: 2, open: 14 })
})

it.each(DESK_BOXES)('goes through %s by place: every room once, in the order of the whole', async (box) => {
  const given = { box, agentId: 'noi', find: null } as const
  const whole = await roomsOfBox(database, { ...given, behind: null, limit: 10_000 })
  expect(whole.next).toBeNull()
  const found: string[] = []
  for (let behind: BoxPlace | null = null, isOver = false; !isOver;) {
    const page: Awaited<ReturnType<typeof roomsOfBox>> = await roomsOfBox(database, {
      ...given,
      behind,
      limit: box === 'ended' ? 700 : 1,
    })
    found.push(...page.rooms.map(({ roomId }) => roomId))
    behind = page.next
    isOver = behind === null
  }
  expect(found).toEqual(whole.rooms.map(({ roomId }) => roomId))
  expect(found).toHaveLength({ waiting: 3, mine: 2, open: 14, ended: ENDED }[box])
})

/** How the database goes about the queries that are made. */
async function plansOf(ask: (sql: Sql) => Promise<unknown>): Promise<string> {
  const lines: string[] = []
  await ask({
    async query<Row>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
      const rows = await database.query<Record<string, string>>(`explain ${text}`, parameters)
      lines.push(...rows.map((row) => Object.values(row).join()))
      return []
    },
  })
  return lines.join('\n')
}

it('looks at no room that is over for the counts, and at none but its page of what is open, with its last message', async () => {
  const counting = await plansOf((sql) => countOpenBoxes(sql, 'noi'))
  expect(counting).toContain('support_room_open')
  expect(counting).not.toContain('Seq Scan on support_room')
  const given = { box: 'open', agentId: 'noi', find: null, behind: null, limit: 30 } as const
  const listing = await plansOf((sql) => roomsOfBox(sql, given))
  expect(listing).toContain('support_room_open')
  expect(listing).not.toContain('Seq Scan on support_room ')
  expect(listing).toContain('Index Scan using support_message_room_id_seq_key on support_message last')
})
