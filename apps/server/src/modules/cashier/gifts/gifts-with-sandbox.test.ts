import { calls, encryptGiftLink, LINK_SECRET_DEFAULT } from '@krapao/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { registeredMember, type StoryMember } from '../../../testing/worlds/stories.ts'

/** Gift links of the real sandbox, over HTTP: that both mean the same by their words. */
let app: TestApp
let member: StoryMember
beforeAll(async () => {
  app = await startTestApp({ sandbox: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sandbox().fault({ party: 'gift', mode: 'none' })
  member = await registeredMember(app)
})

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 280_000, interval: 50 })
const wallet = async (): Promise<number> => (await app.ok(calls.walletAmount, { token: member.token })).amount

async function make(gift: object): Promise<string> {
  return (await app.sandbox().ask<{ link: string }>('POST', '/api/gifts', gift)).link
}

async function send(link: string) {
  const body = { link: await encryptGiftLink(link, LINK_SECRET_DEFAULT) }
  return app.call(calls.walletTruelink, { token: member.token, body })
}

const statement = async () =>
  (await app.ok(calls.statementList, { token: member.token, body: {} })).statements.map((row) => [
    row.statementType,
    row.from,
    row.status,
    row.amount,
  ])

/** Someone else's wallet takes a share of it first. */
async function takenBy(link: string, mobile: string): Promise<void> {
  const code = new URL(link).searchParams.get('v') ?? ''
  await app.sandbox().ask('POST', `/gifts/campaign/vouchers/${code}/redeem`, { mobile, voucher_hash: code })
}

describe('a gift link', () => {
  it('[DEP-003] is credited, and stands in the statement', async () => {
    expect(await send(await make({ amount: 99.75 }))).toMatchObject({ status: 200, body: { amount: 99.75 } })
    expect(await wallet()).toBe(99.75)
    expect(await statement()).toEqual([['deposit', 'GIFT', 'SUCCESS', 99.75]])
  })

  it('for many people is credited with the share of ours', async () => {
    const link = await make({ amount: 100, people: 3, kind: 'F' })
    await takenBy(link, '0811111111')
    expect(await send(link)).toMatchObject({ status: 200, body: { amount: 33.33 } })
  })

  it.each([
    ['expired', () => make({ amount: 50, expired: true }), 422, 'TRUELINK_INVALID'],
    ['worth too little', () => make({ amount: 1.99 }), 422, 'DEPOSIT_MINIMUM'],
    ['nobody made', async () => 'nobodymadethisone', 422, 'TRUELINK_INVALID'],
    ['of another place', async () => 'https://gift.example/campaign/?v=abcdefgh', 422, 'TRUELINK_INVALID'],
  ])('that is %s is refused', async (_, prepare, status, message) => {
    expect(await send(await prepare())).toMatchObject({ status, body: { message } })
    expect(await statement()).toEqual([])
  })

  it('that was had, by us or by others, is refused', async () => {
    const [ours, theirs] = [await make({ amount: 5 }), await make({ amount: 5 })]
    await send(ours)
    await takenBy(theirs, '0811111111')
    for (const link of [ours, theirs]) {
      expect(await send(link)).toMatchObject({ status: 409, body: { message: 'TRUELINK_DUPLICATE' } })
    }
  })
})

describe('when the issuer fails', () => {
  it.each(['cut-before', 'cut-after', 'error', 'in-progress', 'late'])('%s: it is credited once', async (mode) => {
    const link = await make({ amount: 40 })
    await app.sandbox().fault({ party: 'gift', mode, times: 1, ms: 300 })
    expect(await send(link)).toMatchObject({ status: 200, body: { status: 'IN_PROGRESS' } })
    expect(await statement()).toEqual([['deposit', 'GIFT', 'IN_PROGRESS', 40]])
    await eventually(async () => {
      await app.settle(1_000)
      expect(await wallet()).toBe(40)
    })
    await app.settle(60_000, 10_000)
    expect(await wallet()).toBe(40)
    expect(await statement()).toEqual([['deposit', 'GIFT', 'SUCCESS', 40]])
  })

  it('down: a link waits until it can be looked at', async () => {
    const link = await make({ amount: 40 })
    await app.sandbox().fault({ party: 'gift', mode: 'down' })
    expect(await send(link)).toMatchObject({ status: 200, body: { status: 'IN_PROGRESS' } })
    await app.settle(5_000)
    await app.sandbox().fault({ party: 'gift', mode: 'none' })
    await app.settle(30_000)
    expect(await wallet()).toBe(40)
  })

  it('refuse: nothing is credited, and the line says so', async () => {
    await app.sandbox().fault({ party: 'gift', mode: 'refuse', times: 1 })
    expect(await send(await make({ amount: 40 }))).toMatchObject({ status: 422, body: { message: 'TRUELINK_INVALID' } })
    expect(await statement()).toEqual([['deposit', 'GIFT', 'FAILED', 40]])
    expect(await wallet()).toBe(0)
  })

  it('the issuer and the server both killed: it is credited once', async () => {
    const link = await make({ amount: 40 })
    await app.sandbox().fault({ party: 'gift', mode: 'cut-after', times: 1 })
    await send(link)
    await app.sandbox().killAndRestart()
    await app.restart()
    await app.settle(30_000)
    expect(await wallet()).toBe(40)
  })
})

it('the ledger proves itself after all of this', async () => {
  const { problems } = await app.app().ledger.audit(app.database)
  expect(problems).toEqual([])
})
