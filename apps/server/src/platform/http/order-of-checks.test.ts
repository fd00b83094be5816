import { defineCall } from '@krapao/contract'
import * as v from 'valibot'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestHttp } from '../../testing/http.ts'
import { refuse } from '../errors.ts'
import { type Context, route } from './route.ts'

const move = defineCall({
  name: 'move',
  method: 'POST',
  path: '/api/move/:game',
  caller: 'member',
  summary: 'Moves money',
  params: v.object({ game: v.pipe(v.string(), v.maxLength(20, 'NO_GAME')) }),
  body: v.object({ amount: v.pipe(v.number(), v.minValue(1, 'TRANSFER_MINIMUM')) }),
  answer: v.object({ ok: v.boolean() }),
})

let isTerminated = false

/** What a handler of money does, in its order: the named thing, the bonus, the rules, the state, the money, the outside. */
function moveMoney(context: Context<typeof move>): Promise<{ ok: boolean }> {
  const wrong = new Set(String(context.headers['x-wrong']).split(','))
  if (wrong.has('named thing')) refuse('NO_GAME')
  if (wrong.has('bonus')) refuse('BONUS_REMAINING')
  context.rules()
  if (wrong.has('state')) refuse('SLOT_ALREADY_ACTIVE')
  if (wrong.has('money')) refuse('MONEY_NOT_ENOUGH')
  if (wrong.has('outside')) refuse('TRANSFER_FAIL')
  return Promise.resolve({ ok: true })
}

const app = await startTestHttp({
  calls: [move],
  routes: [
    route(move, moveMoney, {
      rulesLate: true,
      limit: { perAddress: { max: 1, windowS: 60 }, perMember: { max: 1, windowS: 30 } },
    }),
  ],
  isTerminated: async () => isTerminated,
  authenticate: async (token) => {
    if (token === 'inactive') return { ok: false, code: 'INACTIVE_USER' }
    if (!token.startsWith('member')) return { ok: false, code: 'invalid-token' }
    return {
      ok: true,
      member: { memberId: token, sessionId: 's', username: '0800000000', factorAt: null, newDeviceAt: null },
    }
  },
  config: { trustProxy: ['127.0.0.1'] },
})
afterAll(() => app.close())

const steps = [
  ['path', 404, 'NOT_FOUND'],
  ['terminated', 410, 'gone'],
  ['address', 429, 'REQUEST_LIMIT'],
  ['no token', 401, 'UNAUTHORIZED'],
  ['bad token', 401, 'invalid-token'],
  ['inactive', 403, 'INACTIVE_USER'],
  ['too large', 413, 'NO_DATA'],
  ['wrong type', 415, 'NO_DATA'],
  ['no JSON', 400, 'NO_DATA'],
  ['shape', 400, 'NO_DATA'],
  ['member', 429, 'REQUEST_LIMIT'],
  ['named thing', 404, 'NO_GAME'],
  ['bonus', 409, 'BONUS_REMAINING'],
  ['rules', 422, 'TRANSFER_MINIMUM'],
  ['state', 409, 'SLOT_ALREADY_ACTIVE'],
  ['money', 409, 'MONEY_NOT_ENOUGH'],
  ['outside', 502, 'TRANSFER_FAIL'],
] as const
type Step = (typeof steps)[number][0]

/** Things that exclude each other: one request has one token and one body. */
const tokens = new Set<Step>(['no token', 'bad token', 'inactive', 'member'])
const bodies = new Set<Step>(['too large', 'wrong type', 'no JSON', 'shape', 'rules'])
const excluded = (one: Step, other: Step): boolean =>
  [tokens, bodies].some((group) => group.has(one) && group.has(other))

let count = 0
async function send(wrong: readonly Step[]) {
  const has = (step: Step): boolean => wrong.includes(step)
  count += 1
  isTerminated = has('terminated')
  const token = has('bad token')
    ? 'nonsense'
    : has('inactive')
      ? 'inactive'
      : has('member')
        ? 'member-spent'
        : `member-${count}`
  const body = has('too large')
    ? `{"amount":1,"pad":"${'x'.repeat(70_000)}"}`
    : has('no JSON')
      ? '{"amount":'
      : JSON.stringify({ amount: has('shape') ? '1' : has('rules') ? 0.5 : 1 })
  const response = await app.http.inject({
    method: 'POST',
    url: has('path') ? '/api/nowhere' : '/api/move/PG',
    headers: {
      'content-type': has('wrong type') ? 'text/plain' : 'application/json',
      'x-forwarded-for': has('address') ? '203.0.113.1' : `198.51.${count >> 8}.${count & 255}`,
      'x-wrong': wrong.join(','),
      ...(has('no token') ? {} : { authorization: `Bearer ${token}` }),
    },
    payload: body,
  })
  return { status: response.statusCode, body: response.json<{ message?: string }>(), headers: response.headers }
}

describe('the order of checks', () => {
  it('lets a right call through', async () => {
    expect(await send([])).toMatchObject({ status: 200, body: { ok: true } })
  })

  it.each(steps)('%s alone is %i %s', async (step, status, code) => {
    await send(['address', 'no token'])
    await send(['member', 'state'])
    expect(await send([step])).toMatchObject({ status, body: { message: code } })
  })

  const pairs = steps.flatMap(([first, status, code], index) =>
    steps
      .slice(index + 1)
      .filter(([second]) => !excluded(first, second))
      .map(([second]) => [first, second, status, code] as const),
  )
  it.each(pairs)('%s comes before %s', async (first, second, status, code) => {
    await send(['address', 'no token'])
    await send(['member', 'state'])
    expect(await send([second, first])).toMatchObject({ status, body: { message: code } })
  })

  it('tells when a limit ends, and then lets the caller through again', async () => {
    await send(['member', 'state'])
    const refused = await send(['member'])
    expect(refused.headers['retry-after']).toBe('30')
    app.clock.advance(30_000)
    expect((await send(['member'])).status).toBe(200)
  })
})
