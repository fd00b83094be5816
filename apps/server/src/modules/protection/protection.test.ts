import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { calls, desk, LIMIT_KINDS, LIMIT_PERIODS, ROLES } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { deskLogin, staffMember } from '../../testing/worlds/desk-world.ts'
import { memberWithMoney, newPhone, registeredMember, type StoryMember } from '../../testing/worlds/stories.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { registerOTP: false } })
})
afterAll(() => app.close())

/** A session that is as long as it may be, anew: months pass in these stories. */
async function loginAgain(member: StoryMember): Promise<string> {
  const { token } = await app.ok(calls.login, {
    body: { username: member.phone, password: member.password, remember: true },
  })
  return token
}

const read = (token: string) => app.ok(calls.protection, { token })
const setDaily = (token: string, amount: number | null) =>
  app.call(calls.protectionLimit, { token, body: { kind: 'deposit', period: 'day', amount } })
const confirmDaily = (token: string) =>
  app.call(calls.protectionConfirmLimit, { token, body: { kind: 'deposit', period: 'day' } })

describe('GET /api/protection', () => {
  it('says of who has set nothing that nothing holds, and what he brought', async () => {
    const { token } = await memberWithMoney(app, 250)
    const answer = await read(token)
    expect(answer).toMatchObject({ limits: [], exclusion: null, locked: 0, realityCheckMinutes: 60 })
    expect(answer.net.map(({ days }) => days)).toEqual([1, 7, 30, 365, null])
    for (const row of answer.net) expect(row).toMatchObject({ deposits: 250, withdrawals: 0, results: 0 })
  })

  it('names who helps in the reader’s language, made safe, once the operator does', async () => {
    const { token } = await registeredMember(app)
    const help = async (language: string) =>
      (await app.ok(calls.protection, { token, headers: { 'accept-language': language } })).help
    await app.database.query(`delete from operator_text where kind = 'help'`)
    expect(await help('th')).toBe('')
    for (const [language, html] of [
      ['th', '<p onclick="x()"><a href="tel:1323">สายด่วน</a></p>'],
      ['en', '<p><script>x()</script>Hotline</p>'],
    ]) {
      await app.database.query(
        `insert into operator_text (kind, language, position, html) values ('help', $1, 0, $2)`,
        [language, html],
      )
    }
    expect([await help('th'), await help('en')]).toEqual(['<p><a href="tel:1323">สายด่วน</a></p>', '<p>Hotline</p>'])
  })

  it('says how much of a limit is used, and when it makes room', async () => {
    const { token } = await memberWithMoney(app, 250)
    const { limits } = await app.ok(calls.protectionLimit, {
      token,
      body: { kind: 'deposit', period: 'month', amount: 300 },
    })
    expect(limits).toMatchObject([
      { kind: 'deposit', period: 'month', amount: 300, used: 250, remaining: 50, pending: null, setBy: 'member' },
    ])
    expect(limits[0]?.level).toBe('near')
  })
})

describe('limits', () => {
  it('[PPR-002] that are higher, or none, wait 24 hours, are confirmed within seven days, or lapse', async () => {
    const { token } = await registeredMember(app)
    expect((await setDaily(token, 500)).body.limits).toMatchObject([{ amount: 500, pending: null }])
    expect((await setDaily(token, 400)).body.limits).toMatchObject([{ amount: 400, pending: null }])
    expect(await confirmDaily(token)).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })

    const [asked] = (await setDaily(token, 900)).body.limits
    const from = new Date(app.clock.now().getTime() + DAY_MS)
    expect(asked).toMatchObject({ amount: 400, pending: { amount: 900, from: from.toISOString() } })
    app.clock.advance(DAY_MS - 1)
    expect(await confirmDaily(token)).toMatchObject({
      status: 409,
      body: { message: 'TOO_EARLY', details: { from: from.toISOString() } },
    })
    app.clock.advance(1)
    expect((await confirmDaily(token)).body.limits).toMatchObject([{ amount: 900, pending: null }])

    await setDaily(token, null)
    app.clock.advance(8 * DAY_MS)
    expect((await read(token)).limits).toMatchObject([{ amount: 900, pending: null }])
    expect(await confirmDaily(token)).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
    await setDaily(token, null)
    app.clock.advance(8 * DAY_MS - 1)
    expect((await confirmDaily(token)).body.limits).toEqual([])
  })

  it('[OFC-024] show staff what a member wants in their place and when he can confirm it, and no more once it lapsed', async () => {
    const { token, memberId } = await registeredMember(app)
    const staff = await staffMember(app, 'Reader', ['SUPPORT'])
    const shown = async () => (await app.desk.ok(desk.deskMember, { token: staff.token, params: { memberId } })).limits
    await setDaily(token, 500)
    expect(await shown()).toEqual([
      { kind: 'deposit', period: 'day', amount: 500, used: 0, remaining: 500, setBy: 'member' },
    ])
    const after = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
    const times = { raiseFrom: after(DAY_MS), raiseUntil: after(8 * DAY_MS) }
    await setDaily(token, 900)
    expect(await shown()).toMatchObject([{ amount: 500, raiseTo: 900, ...times }])
    await setDaily(token, null)
    expect(await shown()).toMatchObject([{ amount: 500, raiseTo: null, ...times }])
    app.clock.advance(8 * DAY_MS)
    const again = await deskLogin(app, staff)
    const read = await app.desk.ok(desk.deskMember, { token: again.body.token, params: { memberId } })
    expect(Object.keys(read.limits[0] ?? {})).not.toContain('raiseFrom')
  })

  it('that are lowered forget what waited', async () => {
    const { token } = await registeredMember(app)
    await setDaily(token, 500)
    await setDaily(token, 900)
    expect((await setDaily(token, 300)).body.limits).toMatchObject([{ amount: 300, pending: null }])
    await setDaily(token, 900)
    expect((await setDaily(token, 300)).body.limits).toMatchObject([{ amount: 300, pending: null }])
  })

  it('[PPR-001] are of deposits and of losses, by day, seven days and month, from 100 to 10,000,000 baht', async () => {
    const { token } = await registeredMember(app)
    const all = LIMIT_KINDS.flatMap((kind) => LIMIT_PERIODS.map((period) => ({ kind, period })))
    expect(all).toHaveLength(6)
    for (const amount of [10_000_000, 100]) {
      for (const which of all) await app.ok(calls.protectionLimit, { token, body: { ...which, amount } })
      const { limits } = await read(token)
      expect(limits).toHaveLength(6)
      for (const which of all)
        expect(limits).toContainEqual(expect.objectContaining({ ...which, amount, pending: null }))
    }
  })

  it.each([99.99, 10_000_000.01, 100.001, 0, -100])('[PPR-001] of %d baht there are none', async (amount) => {
    const { token } = await registeredMember(app)
    expect(await setDaily(token, amount)).toMatchObject({ status: 422, body: { message: 'NO_DATA' } })
    expect((await read(token)).limits).toEqual([])
  })
})

describe('breaks and exclusions', () => {
  const coolOff = (token: string, hours: number) => app.call(calls.protectionCoolOff, { token, rawBody: { hours } })
  const exclude = (token: string, body: object) => app.call(calls.protectionExclude, { token, rawBody: body })

  it('[PPR-009] last 24 hours, 7, 30 or 42 days and no other time, and end by themselves', async () => {
    for (const hours of [24, 168, 720, 1008]) {
      const { token } = await registeredMember(app)
      const until = new Date(app.clock.now().getTime() + hours * HOUR_MS).toISOString()
      const { status, body } = await coolOff(token, hours)
      expect(status).toBe(200)
      expect(body.exclusion).toMatchObject({ kind: 'cool-off', until, ending: null })
    }
    const member = await registeredMember(app)
    for (const hours of [0, 1, 23, 25, 48, 1009, -24]) {
      expect((await coolOff(member.token, hours)).status, String(hours)).toBe(422)
    }
    await coolOff(member.token, 24)
    app.clock.advance(DAY_MS)
    expect((await read(member.token)).exclusion).toBeNull()
  })

  it('[PPR-010] of one’s own last 6 months, 1 year, 5 years or for good, with a tick and the password', async () => {
    for (const months of [6, 12, 60, null]) {
      const { token, password } = await registeredMember(app)
      const { status, body } = await exclude(token, { months, password, understood: true })
      expect(status).toBe(200)
      const { until } = body.exclusion ?? {}
      expect(body.exclusion?.kind).toBe('self-exclusion')
      expect(until === null ? null : new Date(until ?? 0).getUTCFullYear() - app.clock.now().getUTCFullYear()).toBe(
        { 6: 1, 12: 1, 60: 5 }[months ?? 0] ?? null,
      )
    }
    const { token, password } = await registeredMember(app)
    for (const [body, status, message] of [
      [{ months: 6, password: 'not the password', understood: true }, 422, 'WRONG_PASSWORD'],
      [{ months: 6, password, understood: false }, 422, 'NO_DATA'],
      [{ months: 7, password, understood: true }, 422, 'NO_DATA'],
      [{ password, understood: true }, 400, 'NO_DATA'],
      [{ months: 6, password }, 400, 'NO_DATA'],
    ] as const) {
      expect(await exclude(token, body)).toMatchObject({ status, body: { message } })
    }
    expect((await read(token)).exclusion).toBeNull()
  })

  it('[PPR-015] stay after their term until a return was asked for, 24 hours passed, and it was confirmed', async () => {
    const member = await registeredMember(app)
    await exclude(member.token, { months: 6, password: member.password, understood: true })
    const ask = (token: string) => app.call(calls.protectionAskReturn, { token })
    const confirm = (token: string) => app.call(calls.protectionConfirmReturn, { token })
    expect(await ask(member.token)).toMatchObject({ status: 409, body: { message: 'TOO_EARLY' } })
    expect(await confirm(member.token)).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
    // Longer is taken beside it, and what is shorter changes nothing.
    const { body } = await exclude(member.token, { months: 12, password: member.password, understood: true })
    const until = body.exclusion?.until ?? ''
    expect((await coolOff(member.token, 24)).body.exclusion?.until).toBe(until)

    app.clock.advance(new Date(until).getTime() - app.clock.now().getTime())
    const token = await loginAgain(member)
    expect((await read(token)).exclusion).toMatchObject({ kind: 'self-exclusion', until })
    expect((await ask(token)).status).toBe(200)
    app.clock.advance(DAY_MS - 1)
    expect(await confirm(token)).toMatchObject({ status: 409, body: { message: 'TOO_EARLY' } })
    app.clock.advance(1)
    expect((await confirm(token)).body.exclusion).toBeNull()
    expect(await ask(token)).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
  })
})

describe('an exclusion for good', () => {
  it('[PPR-015] is left after twelve months, from the seventh to the thirtieth day after it was asked for', async () => {
    const member = await registeredMember(app)
    const { password } = member
    const body = { months: null, password, understood: true } as const
    const { exclusion } = await app.ok(calls.protectionExclude, { token: member.token, body })
    expect(exclusion).toMatchObject({ kind: 'self-exclusion', until: null })
    const askFrom = Date.parse(exclusion?.ending?.askFrom ?? '')
    const reach = async (timeMs: number): Promise<string> => {
      app.clock.advance(timeMs - app.clock.now().getTime())
      return loginAgain(member)
    }
    const ask = (token: string) => app.call(calls.protectionAskReturn, { token })
    const confirm = (token: string) => app.call(calls.protectionConfirmReturn, { token })
    const tooEarly = { status: 409, body: { message: 'TOO_EARLY' } }
    const since = new Date(exclusion?.since ?? '')
    expect(askFrom).toBe(
      Date.UTC(
        since.getUTCFullYear() + 1,
        since.getUTCMonth(),
        since.getUTCDate(),
        since.getUTCHours(),
        since.getUTCMinutes(),
        since.getUTCSeconds(),
        since.getUTCMilliseconds(),
      ),
    )

    expect(await ask(await reach(askFrom - 1))).toMatchObject(tooEarly)
    expect((await ask(await reach(askFrom))).status).toBe(200)
    expect(await confirm(await reach(askFrom + 7 * DAY_MS - 1))).toMatchObject(tooEarly)
    // Whoever lets the days pass stays excluded, and may ask again.
    const late = await reach(askFrom + 30 * DAY_MS + 1)
    expect(await confirm(late)).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
    expect((await read(late)).exclusion).toMatchObject({ until: null })
    expect((await ask(late)).status).toBe(200)
    const again = await reach(askFrom + 30 * DAY_MS + 1 + 7 * DAY_MS)
    expect((await confirm(again)).body.exclusion).toBeNull()
  })
})

describe('the page of a member at the desk', () => {
  it('says what he has set and what he has taken', async () => {
    const { memberId, token } = await memberWithMoney(app, 250)
    await setDaily(token, 400)
    await app.ok(calls.protectionCoolOff, { token, body: { hours: 24 } })
    const { token: byStaff } = await staffMember(app, 'Risa', ['RISK'])
    const page = await app.desk.ok(desk.deskMember, { token: byStaff, params: { memberId } })
    expect(page.limits).toEqual([
      { kind: 'deposit', period: 'day', amount: 400, used: 250, remaining: 150, setBy: 'member' },
    ])
    const until = new Date(app.clock.now().getTime() + DAY_MS).toISOString()
    expect(page.exclusion).toMatchObject({ kind: 'cool-off', until })
  })
})

describe('what staff set', () => {
  const limit = { kind: 'deposit', period: 'day', reason: 'he asked us' } as const

  it('[PPR-003] RISK sets limits of ours, others none, and no one loosens what the player set', async () => {
    const { memberId, token } = await registeredMember(app)
    await setDaily(token, 400)
    const params = { memberId }
    const { token: risk } = await staffMember(app, 'Risa', ['RISK'])
    for (const role of ROLES.filter((one) => one !== 'RISK')) {
      const { token: other } = await staffMember(app, role, [role])
      const answer = await app.desk.call(desk.deskSetLimit, { token: other, params, body: { ...limit, amount: 9_000 } })
      expect(answer).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
    }
    await app.desk.ok(desk.deskSetLimit, { token: risk, params, body: { ...limit, amount: 9_000 } })
    await app.desk.ok(desk.deskSetLimit, { token: risk, params, body: { ...limit, amount: null } })
    expect((await read(token)).limits).toMatchObject([{ amount: 400, setBy: 'member', pending: null }])
    await app.command('protection', 'limit', memberId, 'deposit', 'day', '9000', '--reason', 'a trial')
    expect((await read(token)).limits).toMatchObject([{ amount: 400 }, { amount: 9_000, setBy: 'operator' }])
    await app.desk.ok(desk.deskSetLimit, { token: risk, params, body: { ...limit, amount: 300 } })
    expect((await read(token)).limits).toMatchObject([
      { amount: 400, setBy: 'member' },
      { amount: 300, setBy: 'operator' },
    ])
  })

  it('[PPR-015] takes breaks and exclusions at his request, and shortens none', async () => {
    const { memberId, token } = await registeredMember(app)
    const { token: support } = await staffMember(app, 'Noi', ['SUPPORT'])
    const sent = { token: support, params: { memberId } }
    await app.desk.ok(desk.deskExclude, { ...sent, body: { months: 12, reason: 'he asked us' } })
    const before = (await read(token)).exclusion
    expect(before).toMatchObject({ kind: 'self-exclusion' })
    await app.desk.ok(desk.deskCoolOff, { ...sent, body: { hours: 24, reason: 'he asked us' } })
    await app.desk.ok(desk.deskExclude, { ...sent, body: { months: 6, reason: 'he asked us' } })
    expect((await read(token)).exclusion).toEqual(before)
  })
})

describe('registering anew', () => {
  const body = { password: 'nine slow rivers', sourceCode: 'FRIEND', inviteCode: '', currency: 'BAHT' } as const
  const tryAgain = ({ phone, bank }: Pick<StoryMember, 'phone' | 'bank'>) =>
    app.call(calls.accountRegister, { body: { ...body, ...bank, name: 'Somchai Jaidee', username: phone } })
  const excludedAgain = async (memberId: string) =>
    app.database.query<{ severity: string; state: string; members: string[] }>(
      `select severity, state, member_ids as members from abuse_flag where kind = 'excluded-again' and $1 = any (member_ids)`,
      [memberId],
    )

  it('[PPR-016] with the phone or the account of who is excluded is refused as of others, and flagged high', async () => {
    const other = await registeredMember(app)
    expect((await tryAgain(other)).body).toMatchObject({ message: 'EXISTING_USER' })
    expect((await tryAgain({ ...other, phone: newPhone() })).body).toMatchObject({ message: 'EXISTING_BANK' })
    expect(await excludedAgain(other.memberId)).toEqual([])

    const { token: risk } = await staffMember(app, 'Risa', ['RISK'])
    const ways: ((member: StoryMember) => Promise<{ status: number; body: object }>)[] = [
      tryAgain,
      (member) => tryAgain({ ...member, phone: newPhone() }),
      (member) => app.call(calls.otpSend, { body: { phoneNumber: member.phone } }),
    ]
    for (const [place, way] of ways.entries()) {
      const member = await registeredMember(app)
      const { memberId, token } = member
      await app.ok(calls.protectionCoolOff, { token, body: { hours: 24 } })
      const message = place === 1 ? 'EXISTING_BANK' : 'EXISTING_USER'
      for (const answer of [await way(member), await way(member)])
        expect(answer).toMatchObject({ status: 409, body: { message } })
      expect(await excludedAgain(memberId)).toEqual([{ severity: 'high', state: 'open', members: [memberId] }])
      const shown = await app.desk.ok(desk.deskMember, { token: risk, params: { memberId } })
      expect(shown.flags).toMatchObject([{ kind: 'excluded-again' }])
      expect(shown.standing).toContainEqual({ what: 'withdraw-waits', why: 'HIGH_FLAG' })

      // Closed by a person, it comes again with the next one who tries.
      const flagId = shown.flags[0]?.flagId ?? ''
      await app.command('flags', 'unsure', flagId, 'called him')
      await way(member)
      expect(await excludedAgain(memberId)).toMatchObject([{ state: 'open', severity: 'high' }])
      const read = { token: risk, params: { kind: 'flag', id: flagId } }
      const { row } = await app.desk.ok(desk.deskDecision, read)
      expect(row.reasons).toEqual(['excluded-again', 'HIGH'])

      // Judged false it stays so: nobody makes his withdrawals wait again and again, who need not even show who he is.
      await app.command('flags', 'false', flagId, 'somebody', 'plays', 'tricks')
      for (const answer of [await way(member), await way(member)])
        expect(answer).toMatchObject({ status: 409, body: { message } })
      expect(await excludedAgain(memberId)).toMatchObject([{ state: 'closed' }])
      const { standing } = await app.desk.ok(desk.deskMember, { token: risk, params: { memberId } })
      expect(standing.map(({ why }) => why)).not.toContain('HIGH_FLAG')

      // Of one that was judged a month ago nobody knows any more whose trick it is.
      await app.database.query("update abuse_flag set closed_at = closed_at - interval '31 days' where id = $1", [
        flagId,
      ])
      await way(member)
      expect(await excludedAgain(memberId)).toMatchObject([{ state: 'open', severity: 'high' }])
    }
  })

  it('[PPR-016] with the account that he has changed since, or had before he excluded himself, is let in and flagged high', async () => {
    for (const isFirst of [true, false]) {
      const member = await registeredMember(app)
      const { token, bank, password } = member
      const change = () =>
        app.ok(calls.accountUpdateProfile, {
          token,
          body: { ...bank, bankAccountNo: newPhone(), name: 'Somchai Jaidee', password },
        })
      if (isFirst) await change()
      await app.ok(calls.protectionCoolOff, { token, body: { hours: 24 } })
      if (!isFirst) await change()
      const again = await tryAgain({ bank, phone: newPhone() })
      expect(again.status).toBe(200)
      const { _id } = again.body as { _id: string }
      expect(await excludedAgain(_id)).toMatchObject([{ severity: 'high', state: 'open' }])
    }
    const { token, bank, password } = await registeredMember(app)
    const body = { ...bank, bankAccountNo: newPhone(), name: 'Somchai Jaidee', password }
    await app.ok(calls.accountUpdateProfile, { token, body })
    const { _id } = (await tryAgain({ bank, phone: newPhone() })).body as { _id: string }
    expect(await excludedAgain(_id)).toEqual([])
  })
})
