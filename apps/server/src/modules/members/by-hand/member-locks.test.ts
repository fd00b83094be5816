import { calls } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app.ts'
import { openPage } from '../../../testing/open-page.ts'
import { until } from '../../../testing/until.ts'
import { memberWithMoney, payQr, registeredMember, type StoryMember } from '../../../testing/worlds/stories.ts'

const app = await startTestApp({ sandbox: true })
afterAll(() => app.close())
const url = await app.listen()

const login = ({ phone, password }: StoryMember) =>
  app.call(calls.login, { body: { username: phone, password, remember: true } })

const auditOf = ({ memberId }: StoryMember) =>
  app.database.query('select actor, what, before, after, reason from deed where member_id = $1 order by number', [
    memberId,
  ])

const withdrawalsOf = ({ memberId }: StoryMember) =>
  app.database.query<{ id: string; state: string; reason: string | null }>(
    'select id, state, wait_reason as reason from withdrawal where member_id = $1 order by created_at, id',
    [memberId],
  )

describe('a member whom the operator locks', () => {
  it('is logged out everywhere at once and lets nobody in, until he is unlocked; who did it and why is written down', async () => {
    const member = await registeredMember(app)
    const page = openPage(url, { auth: { token: member.token } })
    await page.connected
    await app.command('members', 'lock', member.phone, '--reason', 'his', 'phone', 'was', 'stolen')
    expect(await page.closed).toBe('io server disconnect')
    expect((await app.call(calls.accountProfile, { token: member.token })).status).toBe(401)
    expect(await login(member)).toMatchObject({ status: 403, body: { message: 'INACTIVE_USER' } })
    await expect(app.command('members', 'lock', member.phone, '--reason', 'twice')).rejects.toThrow('not active')
    await app.advance(1_000)
    await app.command('members', 'unlock', member.memberId, '--reason', 'he came by')
    expect((await login(member)).status).toBe(200)
    const actor = 'cli:tester'
    expect(await auditOf(member)).toEqual([
      {
        actor,
        what: 'member-locked',
        before: { state: 'active' },
        after: { state: 'inactive', sessions: 1, payouts: 0 },
        reason: 'his phone was stolen',
      },
      {
        actor,
        what: 'member-unlocked',
        before: { state: 'inactive' },
        after: { state: 'active' },
        reason: 'he came by',
      },
    ])
  })

  it('has payouts wait that were not sent, those that were go on, and money that he sent is credited', async () => {
    const member = await memberWithMoney(app, 1_000)
    const { token } = member
    const { payload } = await app.ok(calls.qrCreate, { token, params: { bankCode: 'KBANK' }, body: { amount: 70 } })
    await app.ok(calls.walletWithdraw, { token, body: { amount: 100 } })
    await until('the first is on its way', async () => {
      await app.advance(1_000)
      return ['sent', 'paid'].includes((await withdrawalsOf(member))[0]?.state ?? '')
    })
    await app.ok(calls.walletWithdraw, { token, body: { amount: 200 } })
    await app.command('members', 'lock', member.phone, '--reason', 'suspicion')
    expect((await withdrawalsOf(member))[1]).toMatchObject({ state: 'waiting', reason: 'LOCKED' })
    await payQr(app, member, payload ?? '')
    await until('the first is paid', async () => {
      await app.advance(1_000)
      return (await withdrawalsOf(member))[0]?.state === 'paid'
    })
    expect((await withdrawalsOf(member)).map(({ state }) => state)).toEqual(['paid', 'waiting'])
    await app.command('members', 'unlock', member.phone, '--reason', 'all well')
    const again = (await login(member)).body.token
    await until('his money is credited', async () => {
      await app.advance(1_000)
      return (await app.ok(calls.walletAmount, { token: again })).amount === 1_000 + 70 - 100 - 200
    })
    await app.command('withdrawals', 'pay', (await withdrawalsOf(member))[1]?.id ?? '')
    await until('the second is paid', async () => {
      await app.advance(1_000)
      return (await withdrawalsOf(member)).every(({ state }) => state === 'paid')
    })
  })

  it('gets nothing paid out that was asked for in the same breath', async () => {
    const member = await memberWithMoney(app, 500)
    await app.command('members', 'lock', member.phone, '--reason', 'suspicion')
    // As a call that was let in just before would leave it.
    await app.database.query(`update member set state = 'active' where id = $1`, [member.memberId])
    const { token } = (await login(member)).body
    await app.ok(calls.walletWithdraw, { token, body: { amount: 100 } })
    await app.database.query(`update member set state = 'inactive' where id = $1`, [member.memberId])
    await app.settle(5_000)
    expect(await withdrawalsOf(member)).toMatchObject([{ state: 'waiting', reason: 'LOCKED' }])
  })
})

describe('a login', () => {
  it('is written down with its end by the number of the member, and by nothing that somebody typed', async () => {
    const member = await registeredMember(app)
    const { memberId } = (await app.ok(calls.accountProfile, { token: member.token })).profile
    await app.call(calls.login, { body: { username: member.phone, password: 'not this one' } })
    await app.call(calls.login, { body: { username: '0899999998', password: 'not this one' } })
    await app.call(calls.login, { body: { username: 'my secret words', password: 'x' } })
    const lines = app.lines.filter(({ msg }) => msg === 'a member logs in').slice(-4)
    expect(lines.map(({ member: number, outcome }) => [number, outcome])).toEqual([
      [Number(memberId), 'OK'],
      [Number(memberId), 'WRONG_CREDENTIAL'],
      [null, 'WRONG_CREDENTIAL'],
      [null, 'WRONG_CREDENTIAL'],
    ])
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${member.phone}|0899999998|secret|not this`))
  })
})

describe('commands about members', () => {
  it('end the sessions of one alone, and want a member and a reason', async () => {
    const [member, other] = [await registeredMember(app), await registeredMember(app)]
    expect(await app.command('members', 'end-sessions', member.phone, '--reason', 'asked for')).toContain('1')
    expect((await app.call(calls.accountProfile, { token: member.token })).status).toBe(401)
    expect((await app.call(calls.accountProfile, { token: other.token })).status).toBe(200)
    expect((await login(member)).status).toBe(200)
    for (const words of [[], [member.phone], [member.phone, '--reason'], [member.phone, 'because']]) {
      await expect(app.command('members', 'lock', ...words)).rejects.toThrow('--reason')
    }
    await expect(app.command('members', 'lock', '0899999999', '--reason', 'x')).rejects.toThrow('no such member')
  })

  it('are written down with who gave them, on whom and why, and without whole phone numbers', async () => {
    const { phone } = await registeredMember(app)
    await app.command('members', 'end-sessions', phone, '--reason', 'he rang from', phone)
    const deeds = await app.database.query<{ reason: string }>(
      `select actor, reason from deed where what = 'sessions-ended' order by number desc limit 1`,
    )
    expect(deeds).toEqual([{ actor: 'cli:tester', reason: `he rang from …${phone.slice(-4)}` }])
    const line = app.lines.findLast(({ msg }) => msg === 'an operator gave a command')
    expect(line).toMatchObject({ actor: 'cli:tester', command: 'members end-sessions' })
    expect(JSON.stringify(app.lines.filter(({ msg }) => msg === 'an operator gave a command'))).not.toContain(phone)
  })
})
