import { randomUUID } from 'node:crypto'
import { allCalls, type Call, calls } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from './testing/app.ts'
import { memberWithMoney, registeredMember } from './testing/worlds/stories.ts'
import { until } from './testing/until.ts'

// Passkeys are of a site that has a name.
const app = await startTestApp({ sandbox: true, env: { PUBLIC_URL: 'http://localhost:3000' } })
afterAll(() => app.close())

describe('the whole server with the sandbox', () => {
  it('takes a player from registration through deposit, game and back to a withdrawal, and the books are right', async () => {
    const { token, memberId, bank } = await memberWithMoney(app, 500)
    const game = await app.ok(calls.walletActivate, { token, params: { slotCode: 'PG' } })
    expect(game).toMatchObject({ code: 'PG', isActive: true, amount: 0 })
    const there = await app.ok(calls.walletTransfer, {
      token,
      key: randomUUID(),
      body: { from: 'WALLET', to: 'PG', amount: 200 },
    })
    expect(there).toMatchObject({ status: 'SUCCESS', wallet: { amount: 300 } })
    const { username } = await app.ok(calls.walletAccount, { token, params: { slotCode: 'PG' } })
    await app.sandbox().ask('POST', '/api/games/pg/play', { username, change: 49.75 })
    const read = await app.ok(calls.walletRefreshSlot, { token })
    expect(read.slots.find((slot) => slot.code === 'PG')).toMatchObject({ amount: 249.75, stale: false })
    const back = await app.ok(calls.walletTransferAll, { token, key: randomUUID(), body: { to: 'WALLET' } })
    expect(back).toMatchObject({ status: 'SUCCESS', wallet: { amount: 549.75 } })
    const withdrawal = await app.ok(calls.walletWithdraw, { token, key: randomUUID(), body: { amount: 549.75 } })
    expect(withdrawal).toMatchObject({ amount: 549.75, wallet: { amount: 0 } })
    await until('the payout was paid', async () => {
      app.clock.advance(1_000)
      await app.settle()
      const { payouts } = await app.sandbox().ask<{ payouts: object[] }>('GET', '/api/bank/payouts')
      const { statements } = await app.ok(calls.statementList, { token, body: { page: 1, limit: 10 } })
      const to = { accountNo: bank.bankAccountNo }
      return (
        payouts.some((payout) => 'to' in payout && expect.objectContaining(to).asymmetricMatch(payout.to)) &&
        statements.some(({ statementType, status }) => statementType === 'withdraw' && status === 'SUCCESS')
      )
    })
    const home = await app.ok(calls.walletHome, { token })
    expect(home).toMatchObject({ profile: { _id: memberId }, wallet: { amount: 0 } })
    const { statements, total } = await app.ok(calls.statementList, { token, body: { page: 1, limit: 10 } })
    expect(statements.map((row) => [row.statementType, row.status, row.amount])).toEqual([
      ['withdraw', 'SUCCESS', 549.75],
      ['transfer', 'SUCCESS', 249.75],
      ['transfer', 'SUCCESS', 200],
      ['deposit', 'SUCCESS', 500],
    ])
    expect(total).toBe(4)
    expect(await app.app().ledger.audit(app.database)).toMatchObject({ ok: true, problems: [] })
  })

  it('goes on where it was after a restart, its members still logged in', async () => {
    const { token } = await memberWithMoney(app, 20)
    await app.restart()
    expect(await app.ok(calls.walletAmount, { token })).toEqual({ amount: 20 })
  })

  it('tells whoever listens in this process whose money moved', async () => {
    const heard: string[] = []
    const stop = app.app().signals.subscribe((signal) => {
      if (signal.kind === 'wallet') heard.push(signal.memberId)
    })
    const { memberId } = await memberWithMoney(app, 20)
    await app.settle()
    stop()
    expect(heard).toContain(memberId)
  })

  it('is ready when the sandbox is, and says so when not', async () => {
    const ask = async () => (await app.app().http.inject({ method: 'GET', url: '/ready' })).json<object>()
    expect(await ask()).toEqual({ status: 'ready', checks: { database: true, sandbox: true } })
    await app.sandbox().kill()
    expect(await ask()).toMatchObject({ details: { checks: { database: true, sandbox: false } } })
    await app.sandbox().killAndRestart()
    expect(await ask()).toMatchObject({ status: 'ready' })
  })

  it('answers every call of the contract', async () => {
    const { token } = await registeredMember(app)
    const unbound: string[] = []
    for (const call of allCalls) {
      const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'x']))
      const { status, body } = await app.call<Call>(call, { token, params, ...(call.body ? { rawBody: {} } : {}) })
      if (status === 404 && body.message === 'NOT_FOUND') unbound.push(call.name)
    }
    expect(unbound).toEqual([])
    expect(await app.call(calls.slipList)).toMatchObject({ status: 401, body: { message: 'UNAUTHORIZED' } })
  })

  it('is gone when the operator has ended it, but for the one lookup that says so', async () => {
    const { token } = await registeredMember(app)
    await app.app().operator.setSetting('terminated', true)
    expect(await app.call(calls.walletAmount, { token })).toMatchObject({ status: 410, body: { message: 'gone' } })
    expect(await app.call(calls.login, { body: { username: '1', password: '1' } })).toMatchObject({ status: 410 })
    expect(await app.ok(calls.lookupActive)).toEqual({ terminated: true })
    await app.app().operator.setSetting('terminated', false)
    expect((await app.call(calls.walletAmount, { token })).status).toBe(200)
  })
})
