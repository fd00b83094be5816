import { randomUUID } from 'node:crypto'
import { calls } from '@krapao/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from './testing/app.ts'
import { closePages, openPage, type OpenPage } from './testing/open-page.ts'
import { memberWithMoney, payQr, readOtpCode, registeredMember, type StoryMember } from './testing/worlds/stories.ts'
import { until } from './testing/until.ts'

let app: TestApp
let url = ''
const start = async () => {
  url = `http://127.0.0.1:${(await app.app().start(0)).port}`
}
beforeAll(async () => {
  app = await startTestApp({ sandbox: true })
  await start()
})
afterAll(() => app.close())
afterEach(closePages)

async function openFor({ token }: { token: string }): Promise<OpenPage> {
  const page = openPage(url, { auth: { token } })
  await page.connected
  return page
}

async function hintOf(page: OpenPage, reason: string): Promise<void> {
  while ((await page.nextHint()).reason !== reason);
}

async function newQr({ token }: StoryMember, amount: number): Promise<string> {
  const { payload } = await app.ok(calls.qrCreate, { token, params: { bankCode: 'KBANK' }, body: { amount } })
  return payload ?? ''
}

const amountOf = async ({ token }: StoryMember) => (await app.ok(calls.walletAmount, { token })).amount

describe('an open page of a member', () => {
  it("hears of a deposit when the bank's callback was credited, and so does no other", async () => {
    const member = await registeredMember(app)
    const [page, other] = [await openFor(member), await openFor(await registeredMember(app))]
    const wake = vi.spyOn(app.app().jobs, 'wake')
    await payQr(app, member, await newQr(member, 120))
    expect(await page.nextHint()).toEqual({ reason: 'deposit' })
    expect(await amountOf(member)).toBe(120)
    expect(other.hints).toEqual([])
    // By the commit itself, not by the next look at the outbox; which of the two comes first is chance.
    await expect.poll(() => wake.mock.calls).toContainEqual(['news'])
  })

  it('hears of a withdrawal, and again when its payout was settled', async () => {
    const member = await memberWithMoney(app, 300)
    const page = await openFor(member)
    await app.ok(calls.walletWithdraw, { token: member.token, key: randomUUID(), body: { amount: 300 } })
    await hintOf(page, 'withdraw')
    await hintOf(page, 'withdraw')
    const { statements } = await app.ok(calls.statementList, { token: member.token, body: { page: 1, limit: 10 } })
    expect(statements[0]).toMatchObject({ statementType: 'withdraw', status: 'SUCCESS' })
  })

  it('hears of transfers and of the result of a game that was read', async () => {
    const member = await memberWithMoney(app, 100)
    const { token } = member
    await app.ok(calls.walletActivate, { token, params: { slotCode: 'PG' } })
    const page = await openFor(member)
    await app.ok(calls.walletTransfer, { token, key: randomUUID(), body: { from: 'WALLET', to: 'PG', amount: 100 } })
    await hintOf(page, 'transfer')
    const { username } = await app.ok(calls.walletAccount, { token, params: { slotCode: 'PG' } })
    await app.sandbox().ask('POST', '/api/games/pg/play', { username, change: 12.5 })
    await app.ok(calls.walletRefreshSlot, { token })
    await hintOf(page, 'game-result')
    const { slots } = await app.ok(calls.walletHome, { token })
    expect(slots.find((slot) => slot.code === 'PG')).toMatchObject({ amount: 112.5 })
  })

  it('hears after a restart of what nobody was told before', async () => {
    const member = await registeredMember(app)
    const payload = await newQr(member, 70)
    // A server whose jobs rest: what it books stays in the outbox.
    await app.restart()
    await payQr(app, member, payload)
    await until('the deposit was credited', async () => (await amountOf(member)) === 70)
    await app.restart()
    url = await app.listen()
    const page = await openFor(member)
    app.app().jobs.start()
    expect(await page.nextHint()).toEqual({ reason: 'deposit' })
  })
})

describe('an open page is closed when its session ends', () => {
  // Jobs rest here: what closes pages is the end itself, and the check only where a test has it run.
  beforeAll(async () => {
    await app.restart()
    url = await app.listen()
  })

  async function pay(member: StoryMember, amount: number): Promise<void> {
    await payQr(app, member, await newQr(member, amount))
    await until('the deposit was credited', async () => (await amountOf(member)) === amount)
    await app.settle()
  }

  it('by logging out; pages of his other sessions stay', async () => {
    const member = await registeredMember(app)
    const { token } = await app.ok(calls.login, { body: { username: member.phone, password: member.password } })
    const [page, other] = [await openFor(member), await openFor({ token })]
    await app.ok(calls.logout, { token: member.token })
    await page.closed
    await expect(openPage(url, { auth: { token: member.token } }).connected).rejects.toThrow('invalid-token')
    await pay({ ...member, token }, 50)
    expect(await other.nextHint()).toEqual({ reason: 'deposit' })
    expect(page.hints).toEqual([])
  })

  it('by ending it from another device', async () => {
    const member = await registeredMember(app)
    const page = await openFor(member)
    const { token } = await app.ok(calls.login, { body: { username: member.phone, password: member.password } })
    const { sessions } = await app.ok(calls.accountSessions, { token })
    const id = sessions.find((session) => !session.isCurrent)?._id ?? ''
    await app.ok(calls.accountEndSession, { token, params: { id } })
    await page.closed
  })

  it('by a new password from another device', async () => {
    const member = await registeredMember(app)
    const page = await openFor(member)
    const { token } = await app.ok(calls.login, { body: { username: member.phone, password: member.password } })
    const old = await openFor({ token })
    const body = { oldPassword: member.password, newPassword: 'eight quiet lanterns' }
    const { token: renewed } = await app.ok(calls.accountChangePassword, { token, body })
    // Whoever knew the token that changed it listens no longer either.
    await Promise.all([page.closed, old.closed])
    const own = await openFor({ token: renewed })
    await pay({ ...member, token: renewed }, 50)
    expect(await own.nextHint()).toEqual({ reason: 'deposit' })
  })

  it('by a password that was forgotten and set anew', async () => {
    const member = await registeredMember(app)
    const page = await openFor(member)
    app.clock.advance(60_000)
    const earlierCode = await readOtpCode(app, member.phone)
    const { otpToken } = await app.ok(calls.accountForgotPassword, { body: { phoneNumber: member.phone } })
    let otpCode = earlierCode ?? ''
    // It is sent after the answer, which must not tell whether anything is.
    await until('the code came', async () => {
      otpCode = (await readOtpCode(app, member.phone)) ?? ''
      return otpCode !== earlierCode
    })
    await app.ok(calls.accountResetPassword, { body: { otpToken, otpCode, newPassword: 'nine quiet lanterns' } })
    await page.closed
  })

  it('by an eleventh login', async () => {
    const member = await registeredMember(app)
    const page = await openFor(member)
    const body = { username: member.phone, password: member.password }
    for (let times = 0; times < 10; times += 1) {
      app.clock.advance(1)
      await app.ok(calls.login, { body })
    }
    await page.closed
  })

  it('by age, and when the member may not come in any more', async () => {
    const [old, barred, other] = [await registeredMember(app), await registeredMember(app), await registeredMember(app)]
    const short = await app.ok(calls.login, { body: { username: old.phone, password: old.password, remember: false } })
    const pages = [await openFor(short), await openFor(barred), await openFor(other)]
    app.clock.advance(24 * 3_600_000)
    await app.database.query(`update member set state = 'inactive' where id = $1`, [barred.memberId])
    await app.settle()
    await Promise.all([pages[0]?.closed, pages[1]?.closed])
    await expect(openPage(url, { auth: short }).connected).rejects.toThrow('EXPIRED_AUTH_TOKEN')
    await expect(openPage(url, { auth: { token: barred.token } }).connected).rejects.toThrow('INACTIVE_USER')
    await openFor(other)
  })
})
