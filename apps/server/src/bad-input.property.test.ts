import { createHmac } from 'node:crypto'
import { allCalls, type Call, calls } from '@krapao/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecrets } from './platform/secrets.ts'
import { startTestApp } from './testing/app.ts'
import { expectRefusal } from './testing/expect-refusal.ts'
import type { WordsOf } from './testing/hostile/hostile-json.ts'
import { type HostileRequest, hostileRequest } from './testing/hostile/hostile-requests.ts'
import { TEST_SECRET_HEX } from './testing/played/sandbox.ts'
import { memberWithMoney, newPhone, readOtpCode, type StoryMember } from './testing/worlds/stories.ts'
import { until } from './testing/until.ts'
import { createWire } from './testing/wire.ts'
import { searchSeed as seed, searchTimes as times } from './testing/search.ts'

const runs = { unbound: 4, slow: 8, withBody: 42, withParams: 21, other: 7, partiesDown: 5 }
/** What leads to a password's hash, a twentieth of a second each, or to an SMS, which the sandbox writes to its disk. */
const slow: readonly Call[] = [
  calls.login,
  calls.accountRegister,
  calls.accountChangePassword,
  calls.accountUpdateProfile,
  calls.accountResetPassword,
  calls.logout,
  calls.accountEndSession,
  calls.accountConfirmPassword,
  calls.otpSend,
]
/** Calls that ask somebody outside. */
const outward: readonly Call[] = [
  calls.otpSend,
  calls.walletActivate,
  calls.walletResetPassword,
  calls.walletRefreshSlot,
  calls.walletTransfer,
  calls.walletTransferAll,
  calls.walletWithdrawAll,
  calls.qrCreate,
  calls.autoLogin,
]
/** Calls that look at a code, which must be neither spent nor too old for them to do so. */
const coded: readonly Call[] = [calls.otpVerify, calls.accountResetPassword]
/** Calls that may end the session they are made with. */
const ending: readonly Call[] = [calls.logout, calls.accountEndSession, calls.accountChangePassword]
/** How far the clock goes on with each request, so that limits by the minute do not hide what lies behind them. */
const STEP_MS = 2_000

const app = await startTestApp({ sandbox: true, settings: { registerOTP: false }, tuning: { leaseWaitMs: 200 } })
const wire = createWire(await app.listen())
const hookSecret = createSecrets([TEST_SECRET_HEX]).derive('bank-hook')
let member: StoryMember
let wordsOf: WordsOf
const counted = new Map<number, number>()

afterAll(async () => {
  const sent = [...counted.values()].reduce((sum, count) => sum + count, 0)
  console.log(`bad input: ${sent} requests, seed ${seed}, answered ${JSON.stringify(Object.fromEntries(counted))}`)
  wire.close()
  await app.close()
})

beforeAll(async () => {
  member = await memberWithMoney(app, 5_000)
  const other = await memberWithMoney(app, 5_000)
  const things = [await thingsOf(member), await thingsOf(other)].flat()
  const fresh = newPhone()
  const { otpToken } = await app.ok(calls.otpSend, { body: { phoneNumber: fresh } })
  const forgotten = await app.ok(calls.accountForgotPassword, { body: { phoneNumber: other.phone } })
  await until('the code came', async () => (await readOtpCode(app, other.phone)) !== null)
  const otpCodes = [
    (await readOtpCode(app, fresh)) ?? '',
    (await readOtpCode(app, other.phone)) ?? '',
    '000000',
    '12345',
  ]
  const games = ['WALLET', 'wallet', 'PG', 'pg', 'SLOTXO', 'IMI', 'JOKER2', 'UFABET', 'NOGAME']
  const banks = ['KBANK', 'WW', 'SCB', 'BCEL', 'scb', 'NOBANK']
  const phones = [member.phone, other.phone, newPhone(), '081234567', '+66812345678']
  const others = ['Somchai Jaidee', '1234567890', 'WELCOME', 'FIRST20', '123456', 'BAHT', 'LAK']
  const byName: Record<string, string[]> = {
    ...{ from: games, to: games, slotCode: games, provider: ['pg', 'PG', 'slotxo', 'imi', 'joker2', 'nogame'] },
    ...{ bankCode: banks, sendingBank: banks, phoneNumber: phones, username: [...phones, ...things] },
    ...{ userId: things, guestId: [`guest-${'g'.repeat(22)}`, 'guest-1', ...things], fileType: ['image', 'file'] },
    ...{
      filePath: [`/api/files/${'z'.repeat(26)}?e=1&s=2`, '/api/files/', 'javascript:1'],
      sender: ['admin', 'robot'],
    },
    ...{ qrcodeId: things, id: things, bankAccountName: ['SOMCHAI JAIDEE', 'สมชาย ใจดี'], sourceCode: ['FRIEND', 'TV'] },
    ...{ otpToken: [String(otpToken), forgotten.otpToken], otpCode: otpCodes },
    ...{ newPassword: ['eight quiet lanterns', '12345678'], oldPassword: ['wrong quiet lanterns'] },
    ...{ name: ['Somchai Jaidee'], bankAccountNo: [member.phone, other.phone, '1234567890'], inviteCode: ['', 'PR1'] },
    ...{ password: [member.password, 'wrong quiet lanterns', '123456'], occurredAt: [app.clock.now().toISOString()] },
  }
  const all = fc.constantFrom(...things, ...games, ...banks, ...phones, ...others)
  wordsOf = (name) => {
    const own = byName[name]
    if (own === undefined) return all
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...own) }, { weight: 1, arbitrary: all })
  }
})

/** Ids and names of what a member has: his own as well as what is another's must do no harm in any place. */
async function thingsOf(owner: StoryMember): Promise<string[]> {
  const { token } = owner
  await app.ok(calls.walletActivate, { token, params: { slotCode: 'PG' } })
  await app.ok(calls.walletTransfer, { token, body: { from: 'WALLET', to: 'PG', amount: 100 } })
  const { username } = await app.ok(calls.walletAccount, { token, params: { slotCode: 'PG' } })
  const qr = await app.ok(calls.qrCreate, { token, params: { bankCode: 'KBANK' }, body: { amount: 100 } })
  const { sessions } = await app.ok(calls.accountSessions, { token })
  return [owner.memberId, owner.phone, username, String(qr.qrcodeId), ...sessions.map((session) => session._id)]
}

/** All money of the ledger: who has what, held or on its way. */
async function balances(): Promise<string> {
  const rows = await app.database.query(`
    select name, posted_minor, held_minor, arriving_minor from ledger_account
    where posted_minor <> 0 or held_minor <> 0 or arriving_minor <> 0 order by name`)
  return JSON.stringify(rows)
}

/** Lets every code that was sent be tried again. */
async function renewCodes(): Promise<void> {
  await app.database.query('update otp_request set tries = 0, used_at = null, expires_at = $1', [
    new Date(app.clock.now().getTime() + 60_000),
  ])
  await app.database.query('update otp_phone set wrong_tries = 0')
}

/** Logs the member in again when a request has ended his session, which some of them are for. */
async function freshToken(): Promise<string> {
  const answer = await app.call(calls.walletAmount, { token: member.token })
  if (answer.status !== 401) return member.token
  const { phone: username, password } = member
  // The guesses that were made at his password must not keep him waiting.
  await app.database.query('delete from login_pair')
  await app.database.query('delete from login_phone')
  member.token = (await app.ok(calls.login, { body: { username, password, remember: true } })).token
  return member.token
}

function trust(call: Call, { headers, body }: HostileRequest): Record<string, string> {
  if (call.caller === 'member' || call.caller === 'member-or-guest') {
    return { ...headers, authorization: `Bearer ${member.token}` }
  }
  if (call.caller !== 'machine') return headers
  const time = Math.floor(app.clock.now().getTime() / 1000)
  const signature = createHmac('sha256', hookSecret)
    .update(`${time}.`)
    .update(body ?? '')
    .digest('hex')
  return { ...headers, 'x-signature': `t=${time},v1=${signature}` }
}

/** The call that answers at this path to this method, which may be another than the one that was meant; null for none. */
function callAt(method: string, path: string): Call | null {
  const shape = (text: string): string => text.replaceAll(/:\w+/g, ':')
  return allCalls.find((call) => call.method === method && shape(call.path) === shape(path)) ?? null
}

async function expectUnharmed(meant: Call, request: HostileRequest, before: { balances: string }): Promise<void> {
  const { method, target, body } = request
  const call = callAt(method, meant.path) ?? meant
  const headers = request.isTrusted ? trust(call, request) : request.headers
  app.clock.advance(STEP_MS)
  if (coded.includes(call)) await renewCodes()
  const answer = await wire.send({ method, target, headers, body })
  counted.set(answer.status, (counted.get(answer.status) ?? 0) + 1)
  if (answer.status === 200 || answer.status === 304) {
    before.balances = await balances()
    if (ending.includes(call)) await freshToken()
    return
  }
  expectRefusal(call, answer)
  // What failed at a party may have come half of its way; the ledger's audit is the judge of that.
  if (answer.status < 500) expect(await balances()).toBe(before.balances)
  else before.balances = await balances()
}

async function search(call: Call, numRuns: number): Promise<void> {
  await freshToken()
  const before = { balances: await balances() }
  const property = fc.asyncProperty(hostileRequest(call, wordsOf), (request) => expectUnharmed(call, request, before))
  await fc.assert(property, { seed, numRuns: numRuns * times })
}

async function runsOf(call: Call): Promise<number> {
  if (await isUnbound(call)) return runs.unbound
  if (slow.includes(call)) return runs.slow
  if (call.body) return runs.withBody
  return call.params || call.query ? runs.withParams : runs.other
}

/** Whether nothing answers the call yet: that is told before anything else is looked at but the token. */
async function isUnbound(call: Call): Promise<boolean> {
  const target = call.path.replaceAll(/:\w+\??/g, 'x')
  const headers = { authorization: `Bearer ${member.token}` }
  const { status, text } = await wire.send({ method: call.method, target, headers })
  return status === 404 && (JSON.parse(text) as { message: string }).message === 'NOT_FOUND'
}

const named = (made: readonly Call[]) => made.map((call) => [`${call.method} ${call.path}`, call] as const)
const SEARCH_TIMEOUT_MS = 300_000 * times

describe(`hostile requests (seed ${seed})`, () => {
  it.each(named(allCalls))(
    'do no harm at %s',
    async (_name, call) => search(call, await runsOf(call)),
    SEARCH_TIMEOUT_MS,
  )

  it('meet no defect: without an outside party that fails, nothing is answered with 500 or more', () => {
    expect([...counted.keys()].filter((status) => status >= 500)).toEqual([])
  })

  describe('while every outside party is down', () => {
    beforeAll(() => app.sandbox().kill())

    it.each(named(outward))('do no harm at %s', (_name, call) => search(call, runs.partiesDown), SEARCH_TIMEOUT_MS)
  })

  it('leave the books right, the log without a defect, and the member with his account', async () => {
    expect(await app.app().ledger.audit(app.database)).toMatchObject({ ok: true, problems: [] })
    expect(app.lines.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([])
    const token = await freshToken()
    expect((await app.call(calls.walletAmount, { token })).status).toBe(200)
  })
})
