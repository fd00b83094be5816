import { calls, inviteCodeOf } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../platform/commands/index.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { memberWithMoney, registeredMember, type StoryMember } from '../../../testing/worlds/stories.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ sandbox: true, settings: { registerOTP: false }, env: { KRAPAO_DEMO: '1' } })
})
afterAll(() => app.close())

/** A friend of the inviter who has lost so many of 1,000 baht at PG. */
async function friendWhoLost(inviter: StoryMember, baht: number): Promise<StoryMember> {
  const friend = await memberWithMoney(app, 1_000, { inviteCode: inviteCodeOf(inviter.memberId) })
  const { token } = friend
  await app.ok(calls.walletActivate, { token, params: { slotCode: 'PG' } })
  await app.ok(calls.walletTransfer, { token, body: { from: 'WALLET', to: 'PG', amount: 1_000 } })
  const { username } = await app.ok(calls.walletAccount, { token, params: { slotCode: 'PG' } })
  await app.sandbox().ask('POST', '/api/games/PG/play', { username, change: -baht })
  await app.ok(calls.walletRefreshSlot, { token })
  return friend
}

describe('a friend who is invited by a link', () => {
  it('[INV-001] [REF-001] [STM-005] loses, and both get their part on the next day, whatever ran twice', async () => {
    const inviter = await registeredMember(app)
    const friend = await friendWhoLost(inviter, 400)
    const erased = await registeredMember(app)
    const friendOfErased = await friendWhoLost(erased, 400)
    await app.ok(calls.privacyErase, { token: erased.token, body: { password: erased.password, understood: true } })
    expect((await app.ok(calls.walletHome, { token: inviter.token })).invite.amount).toBe(0)
    await app.advance(DAY_MS)
    await app.restart()
    await app.settle()

    expect((await app.ok(calls.walletHome, { token: inviter.token })).invite).toEqual({
      amount: 4,
      success: 0,
      fail: 0,
    })
    const received = await app.ok(calls.inviteReceive, { token: inviter.token })
    expect(received).toEqual({ message: 'INVITE_BONUS_SUCCESS', amount: 4, wallet: { amount: 4 } })
    expect((await app.ok(calls.walletHome, { token: inviter.token })).invite.amount).toBe(0)
    const { invites } = await app.ok(calls.inviteList, { token: inviter.token, body: {} })
    expect(invites).toMatchObject([{ from: { name: 'S*** J***' }, amount: 4 }])

    const { token } = friend
    expect((await app.ok(calls.refundCheck, { token })).result).toBe(true)
    expect(await app.ok(calls.refundReceive, { token })).toEqual({ message: 'REFUND_SUCCESS', refundAmount: 20 })
    expect((await app.ok(calls.refundAddWallet, { token })).wallet.amount).toBe(20)

    // Who was erased comes no more for what his friends bring; they have their own.
    expect(await app.database.query('select from invite_day where inviter_id = $1', [erased.memberId])).toEqual([])
    expect((await app.ok(calls.refundCheck, { token: friendOfErased.token })).result).toBe(true)

    const line = { statementType: 'bonus', from: 'HOUSE', to: 'WALLET', status: 'SUCCESS' }
    const linesOf = (member: StoryMember, language: string) =>
      app.ok(calls.statementList, {
        token: member.token,
        headers: { 'accept-language': language },
        body: { kinds: ['bonus'] },
      })
    expect(await linesOf(friend, 'en')).toMatchObject({
      total: 1,
      statements: [{ ...line, amount: 20, refund: { description: 'Refund of losses' } }],
    })
    expect(await linesOf(inviter, 'lo')).toMatchObject({
      total: 1,
      statements: [{ ...line, amount: 4, invite: { description: 'ໂບນັດຊວນໝູ່' } }],
    })
    const { ok, problems } = await app.app().ledger.audit(app.database)
    expect([ok, problems]).toEqual([true, []])
  })

  it('who is the inviter under another phone is flagged for the operator', async () => {
    const inviter = await registeredMember(app)
    await registeredMember(app, { inviteCode: inviteCodeOf(inviter.memberId) })
    await app.advance(3_600_000)
    const { text } = await runCommand(app.app().commands, ['flags', 'list'])
    const line = text.split('\n').find((one) => one.includes('self-invite'))
    expect(line).toContain('self-invite')
    const [id = ''] = (line ?? '').split(' ')
    expect((await runCommand(app.app().commands, ['flags', 'true', id, 'spoken', 'to'])).exitCode).toBe(0)
  })

  it('stays his for good: no call names another inviter', async () => {
    const inviter = await registeredMember(app)
    const friend = await registeredMember(app, { inviteCode: inviteCodeOf(inviter.memberId) })
    const inviterOf = async () =>
      (await app.database.query('select inviter_id as id from member where id = $1', [friend.memberId]))[0]
    const changed = await app.call(calls.accountUpdateProfile, {
      token: friend.token,
      rawBody: {
        name: 'Somchai Jaidee',
        ...friend.bank,
        password: friend.password,
        inviteCode: inviteCodeOf(friend.memberId),
      },
    })
    expect(changed.status).toBe(200)
    expect(await inviterOf()).toEqual({ id: inviter.memberId })
  })
})
