import { type Call, desk, deskCalls } from '@krapao/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from './testing/app.ts'
import { chattingMember, guest, say } from './testing/worlds/chat-world.ts'
import { codeOf, deskLogin, type Staff, staffMember, uploadAtDesk } from './testing/worlds/desk-world.ts'
import { expectRefusal } from './testing/expect-refusal.ts'
import type { WordsOf } from './testing/hostile/hostile-json.ts'
import { type HostileRequest, hostileRequest } from './testing/hostile/hostile-requests.ts'
import { createWire } from './testing/wire.ts'
import { searchSeed as seed, searchTimes as times } from './testing/search.ts'

const runs = { login: 10, withBody: 42, other: 14 }
/** How far the clock goes on with each request, so that limits by the minute do not hide what lies behind them. */
const STEP_MS = 2_000

const app = await startTestApp({ settings: { registerOTP: false, chatRobot: false } })
const wire = createWire(await app.listenDesk())
let staff: Staff
let wordsOf: WordsOf
const statuses = new Set<number>()

afterAll(async () => {
  wire.close()
  await app.close()
})

beforeAll(async () => {
  staff = await staffMember(app, 'Noi', ['OWNER', 'SUPPORT'])
  const [member, visitor] = [await chattingMember(app), guest()]
  for (const who of [member, visitor]) await say(app, who, 'hello')
  const { replies } = await app.desk.ok(desk.deskReplies, { token: staff.token })
  const file = await uploadAtDesk(app, staff, Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64'))
  const rooms = [member.roomId, visitor.roomId, guest().roomId]
  const byName: Record<string, string[]> = {
    roomId: rooms,
    replyId: replies.map(({ _id }) => _id),
    username: [staff.username, 'nobody'],
    password: [staff.password, 'wrong'],
    totp: ['000000', codeOf(app, staff)],
    filePath: [String(file.body.filePath)],
    image_url: [String(file.body.filePath), 'https://example.com/a.png'],
    type: ['web', 'call', 'postback', 'text'],
    payload: ['https://example.com', '0812345678', 'javascript:alert(1)'],
  }
  const all = fc.constantFrom(...Object.values(byName).flat(), 'สวัสดี', '')
  wordsOf = (name) => {
    const own = byName[name]
    return own === undefined
      ? all
      : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...own) }, { weight: 1, arbitrary: all })
  }
})

/** Logs in again when a request has ended the session, which one of them is for. */
async function freshToken(): Promise<string> {
  if ((await app.desk.call(desk.deskMe, { token: staff.token })).status === 200) return staff.token
  await app.database.query('delete from support_login_pair')
  await app.database.query('delete from support_login_name')
  app.clock.advance(60_000)
  staff.token = (await deskLogin(app, staff)).body.token
  return staff.token
}

async function expectUnharmed(
  meant: Call,
  { method, target, body, headers, isTrusted }: HostileRequest,
): Promise<void> {
  app.clock.advance(STEP_MS)
  const shape = (text: string): string => text.replaceAll(/:\w+/g, ':')
  const call = deskCalls.find((one) => one.method === method && shape(one.path) === shape(meant.path)) ?? meant
  const trusted = isTrusted && call.caller === 'agent' ? { authorization: `Bearer ${await freshToken()}` } : {}
  const answer = await wire.send({ method, target, headers: { ...headers, ...trusted }, body })
  statuses.add(answer.status)
  if (answer.status !== 200) expectRefusal(call, answer)
}

const named = (made: readonly Call[]) => made.map((call) => [`${call.method} ${call.path}`, call] as const)

describe(`hostile requests to the desk (seed ${seed})`, () => {
  it.each(named(deskCalls))(
    'are answered in the words of %s',
    async (_name, call) => {
      const numRuns = call === desk.deskLogin ? runs.login : call.body ? runs.withBody : runs.other
      const property = fc.asyncProperty(hostileRequest(call, wordsOf), (request) => expectUnharmed(call, request))
      await fc.assert(property, { seed, numRuns: numRuns * times })
    },
    300_000 * times,
  )

  it('meet no defect, and leave every message in its place', async () => {
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
    expect(app.lines.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([])
    const torn = await app.database.query(
      `select id from support_room where last_seq <> (select count(*) from support_message where room_id = support_room.id)`,
    )
    expect(torn).toEqual([])
  })
})
