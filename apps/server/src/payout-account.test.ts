import { HOUR_MS } from './platform/durations.ts'
import { calls } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from './testing/app.ts'
import { memberWithMoney, newPhone, type StoryMember } from './testing/worlds/stories.ts'
import { until } from './testing/until.ts'

const app = await startTestApp({ sandbox: true, settings: { registerOTP: false } })
afterAll(() => app.close())

// All of them before the clock moves away from the sandbox's, by which it signs that they have paid.
const members = await Promise.all(Array.from({ length: 4 }, () => memberWithMoney(app, 500)))
const newMember = (): StoryMember => members.pop() as StoryMember

const withdraw = ({ token }: StoryMember) => app.ok(calls.walletWithdraw, { token, body: { amount: 100 } })

function changeAccount({ token, bank, password }: StoryMember, number: string) {
  const body = { name: 'Somchai Jaidee', ...bank, bankAccountNo: number, password }
  return app.call(calls.accountUpdateProfile, { token, body })
}

function rename({ token }: StoryMember, bankAccountName: string) {
  return app.call(calls.accountUpdateBankAccountName, { token, body: { bankCode: 'SCB', bankAccountName } })
}

async function statusOf({ token }: StoryMember, id: string): Promise<string | undefined> {
  const { statements } = await app.ok(calls.statementList, { token, body: { page: 1, limit: 100 } })
  return statements.find(({ _id }) => _id === id)?.status
}

function untilPaid(member: StoryMember, id: string): Promise<void> {
  return until('the withdrawal was paid', async () => {
    await app.advance(1_000)
    return (await statusOf(member, id)) === 'SUCCESS'
  })
}

async function waitReasonOf(id: string): Promise<unknown> {
  const rows = await app.database.query<{ reason: string | null }>(
    'select wait_reason as reason from withdrawal where id = $1',
    [id],
  )
  return rows[0]?.reason
}

describe('the bank account that withdrawals go to', () => {
  it.each([
    ['number', (member: StoryMember) => changeAccount(member, newPhone())],
    ['name', (member: StoryMember) => rename(member, 'SOMCHAI DEE')],
  ])('makes withdrawals wait for the operator for a day after its %s was changed', async (_, change) => {
    const member = newMember()
    expect(await change(member)).toMatchObject({ status: 200 })
    const { _id } = await withdraw(member)
    await app.settle(60_000, 10_000)
    expect([await statusOf(member, _id), await waitReasonOf(_id)]).toEqual(['IN_PROGRESS', 'PAYEE_CHANGED'])

    app.clock.advance(24 * HOUR_MS)
    const later = await withdraw(member)
    await untilPaid(member, later._id)
    // What waits goes on waiting: the operator looks at it.
    expect(await statusOf(member, _id)).toBe('IN_PROGRESS')
  })

  it('does not when it was never changed', async () => {
    const member = newMember()
    const { _id } = await withdraw(member)
    await untilPaid(member, _id)
  })

  it('stays as it is while a withdrawal is in progress, and can be changed when it is done', async () => {
    const member = newMember()
    await app.app().operator.setSetting('withdrawAutoMaxMinor', 0)
    const { _id } = await withdraw(member)
    await app.app().operator.setSetting('withdrawAutoMaxMinor', 20_000_00)
    const refused = { status: 409, body: { message: 'TRANSFER_PENDING' } }
    expect(await changeAccount(member, newPhone())).toMatchObject(refused)
    expect(await rename(member, 'SOMEBODY ELSE')).toMatchObject(refused)
    expect((await app.ok(calls.accountProfile, member)).bankAccount).toMatchObject(member.bank)
    const pay = app.app().commands.find(({ name }) => name === 'withdrawals')
    await pay?.run(['pay', _id], 'cli:tester')
    await untilPaid(member, _id)
    expect(await changeAccount(member, newPhone())).toMatchObject({ status: 200 })
  })
})
