import { describe, expect, it } from 'vitest'
import { type Reply, sandboxForEach } from '../testing/harness.ts'

const { clock, sandbox } = sandboxForEach()

const ours = '0899990001'

async function make(gift: Record<string, unknown>): Promise<string> {
  const { body } = await sandbox.post('/api/gifts', gift)
  return new URL(String(body['link'])).searchParams.get('v') ?? ''
}

const door = (code: string) => `/gifts/campaign/vouchers/${code}`
const verify = (code: string, mobile = ours) => sandbox.get(`${door(code)}/verify?mobile=${mobile}`)
const redeem = (code: string, mobile = ours) => sandbox.post(`${door(code)}/redeem`, { mobile, voucher_hash: code })

interface Envelope {
  status: { code: string; message: string }
  data: { voucher: Record<string, unknown>; my_ticket: Record<string, unknown> | null; tickets: unknown[] } | null
}
const read = ({ body }: Reply) => body as unknown as Envelope
const said = async (reply: Promise<Reply>) => [(await reply).status, read(await reply).status.code]
const share = async (reply: Promise<Reply>) => Number(read(await reply).data?.my_ticket?.['amount_baht'])

describe('a gift link', () => {
  it('is made for an amount and lies under the sandbox’s own address', async () => {
    const { status, body } = await sandbox.post('/api/gifts', { amount: 50.5 })
    expect(status).toBe(200)
    expect(body).toEqual({ link: expect.stringMatching(/\/gifts\/campaign\/\?v=[A-Za-z0-9]{35}$/) as string })
    expect(String(body['link'])).toContain(sandbox.url)
  })

  it.each([
    {},
    { amount: 0 },
    { amount: 1.005 },
    { amount: '5' },
    { amount: 5, people: 0 },
    { amount: 5, people: 1001 },
    { amount: 0.02, people: 3 },
    { amount: 5, kind: 'X' },
    { amount: 5, expired: 'yes' },
  ])('is not made of %j', async (gift) => {
    expect((await sandbox.post('/api/gifts', gift)).status).toBe(400)
  })

  it('is looked at without being taken, and taken once', async () => {
    const code = await make({ amount: 50.5 })
    expect(read(await verify(code))).toMatchObject({
      status: { code: 'SUCCESS', message: 'success' },
      data: {
        voucher: {
          amount_baht: '50.50',
          redeemed_amount_baht: '0.00',
          member: 1,
          status: 'active',
          link: code,
          expire_date: Date.parse('2026-11-24T09:30:00Z'),
          type: 'R',
          redeemed: 0,
          available: 1,
        },
        my_ticket: null,
        tickets: [],
      },
    })
    expect(await said(verify(code))).toEqual([200, 'SUCCESS'])
    expect(read(await redeem(code))).toMatchObject({
      status: { code: 'SUCCESS' },
      data: {
        voucher: { redeemed_amount_baht: '50.50', status: 'redeemed', available: 0 },
        my_ticket: { amount_baht: '50.50', mobile: '089-xxx-0001', update_date: clock.now().getTime() },
      },
    })
    expect(await said(redeem(code))).toEqual([400, 'TARGET_USER_REDEEMED'])
    expect(await share(redeem(code))).toBe(50.5)
    expect(await said(verify(code))).toEqual([400, 'TARGET_USER_REDEEMED'])
    expect(await said(redeem(code, '0811111111'))).toEqual([400, 'VOUCHER_OUT_OF_STOCK'])
  })

  it('for several people is shared: alike with the rest to the first, or at random, and adds up', async () => {
    const alike = await make({ amount: 100, people: 3, kind: 'F' })
    const shares = [await share(redeem(alike)), await share(redeem(alike, '0811111111'))]
    expect(shares).toEqual([33.34, 33.33])
    expect(read(await verify(alike, '0822222222')).data?.voucher).toMatchObject({ redeemed: 2, available: 1 })

    const random = await make({ amount: 10, people: 20 })
    const taken: number[] = []
    for (let number = 0; number < 20; number += 1) {
      taken.push(await share(redeem(random, `08${String(number + 10_000_000)}`)))
    }
    expect(taken.every((amount) => amount >= 0.01)).toBe(true)
    expect(taken.reduce((sum, amount) => sum + Math.round(amount * 100), 0)).toBe(10_00)
    expect(await said(redeem(random))).toEqual([400, 'VOUCHER_OUT_OF_STOCK'])
  })

  it('taken by everybody at once gives no more shares than it has', async () => {
    const code = await make({ amount: 10, people: 3 })
    const numbers = Array.from({ length: 20 }, (_, number) => `08${String(number + 10_000_000)}`)
    const codes = (await Promise.all(numbers.map((mobile) => redeem(code, mobile)))).map(
      (reply) => read(reply).status.code,
    )
    expect(codes.filter((given) => given === 'SUCCESS')).toHaveLength(3)
    expect(codes.filter((given) => given === 'VOUCHER_OUT_OF_STOCK')).toHaveLength(17)
  })

  it.each([
    ['nobody made', async () => 'abc', ours, 'VOUCHER_NOT_FOUND'],
    ['expired', () => make({ amount: 5, expired: true }), ours, 'VOUCHER_EXPIRED'],
    ['of the giver himself', () => make({ amount: 5 }), '0800000001', 'CANNOT_GET_OWN_VOUCHER'],
    ['for no number', () => make({ amount: 5 }), '12', 'TARGET_USER_NOT_FOUND'],
    ['with a code that is none', async () => 'a-b', ours, 'BAD_PARAM'],
  ])('%s is refused as the issuer refuses', async (_, prepare, mobile, expected) => {
    const code = await prepare()
    expect(await said(verify(code, mobile))).toEqual([400, expected])
    expect(await said(redeem(code, mobile))).toEqual([400, expected])
  })

  it('expires after three days', async () => {
    const code = await make({ amount: 5 })
    clock.advance(72 * 3_600_000)
    expect(await said(redeem(code))).toEqual([400, 'VOUCHER_EXPIRED'])
  })

  it('wants its code in the body too', async () => {
    const code = await make({ amount: 5 })
    const reply = sandbox.post(`${door(code)}/redeem`, { mobile: ours, voucher_hash: 'other' })
    expect(await said(reply)).toEqual([400, 'BAD_PARAM'])
  })

  it('and what was taken of it outlive a restart', async () => {
    const code = await make({ amount: 10, people: 2, kind: 'F' })
    await redeem(code)
    await sandbox.restart()
    expect(await said(redeem(code))).toEqual([400, 'TARGET_USER_REDEEMED'])
    expect(await share(redeem(code, '0811111111'))).toBe(5)
  })
})

describe('the issuer’s switch', () => {
  const set = (mode: string, more: object = {}) => sandbox.post('/api/faults', { party: 'gift', mode, ...more })
  const taken = async (code: string) => read(await verify(code, '0811111111')).data?.voucher['redeemed']

  it.each([
    ['error', 500],
    ['cut-before', 'broken'],
  ])('%s: nothing was taken, and looking goes on', async (mode, status) => {
    const code = await make({ amount: 5, people: 2 })
    await set(mode, { times: 1 })
    expect(await said(verify(code))).toEqual([200, 'SUCCESS'])
    expect((await redeem(code)).status).toBe(status)
    expect(await taken(code)).toBe(0)
    expect(await said(redeem(code))).toEqual([200, 'SUCCESS'])
  })

  it('cut-after: it was taken', async () => {
    const code = await make({ amount: 5, people: 2 })
    await set('cut-after', { times: 1 })
    expect((await redeem(code)).status).toBe('broken')
    expect(await taken(code)).toBe(1)
    expect(await said(redeem(code))).toEqual([400, 'TARGET_USER_REDEEMED'])
  })

  it.each(['late', 'in-progress'])('%s: it is taken after a while, once, over a restart', async (mode) => {
    const code = await make({ amount: 5, people: 2 })
    await set(mode, { times: 1, ms: 60_000 })
    expect((await redeem(code)).status).toBe(mode === 'late' ? 'broken' : 202)
    expect(await taken(code)).toBe(0)
    await sandbox.restart()
    clock.advance(60_000)
    expect(await taken(code)).toBe(1)
    expect(await said(redeem(code))).toEqual([400, 'TARGET_USER_REDEEMED'])
    expect(await taken(code)).toBe(1)
  })

  it('late: what is taken first by asking again stays the only one', async () => {
    const code = await make({ amount: 5, people: 2 })
    await set('late', { times: 1, ms: 60_000 })
    await redeem(code)
    expect(await said(redeem(code))).toEqual([200, 'SUCCESS'])
    clock.advance(60_000)
    expect(await taken(code)).toBe(1)
  })

  it('refuse: expired for good, but never undone', async () => {
    const [code, had] = [await make({ amount: 5, people: 2 }), await make({ amount: 5, people: 2 })]
    await redeem(had)
    await set('refuse')
    expect(await said(redeem(code))).toEqual([400, 'VOUCHER_EXPIRED'])
    expect(await said(redeem(had))).toEqual([400, 'TARGET_USER_REDEEMED'])
    await set('none')
    expect(await said(redeem(code))).toEqual([400, 'VOUCHER_EXPIRED'])
  })

  it('down: every call gets the page of a guard', async () => {
    const code = await make({ amount: 5 })
    await set('down')
    const response = await fetch(`${sandbox.url}${door(code)}/verify?mobile=${ours}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(await response.text()).toContain('Please wait')
    expect((await redeem(code)).status).toBe(503)
    await set('none')
    expect(await said(redeem(code))).toEqual([200, 'SUCCESS'])
  })
})
