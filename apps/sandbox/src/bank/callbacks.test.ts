import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type HookServer, startHookServer, startTestSandbox, type TestSandbox } from '../testing/harness.ts'
import { billVector, payer } from '../testing/samples.ts'

let server: HookServer
let sandbox: TestSandbox
beforeEach(async () => {
  server = await startHookServer()
  sandbox = await startTestSandbox({ hookUrl: server.url })
})
afterEach(async () => {
  await sandbox.close()
  await server.close()
})

const waiting = { timeout: 280_000, interval: 20 }
const pay = async () => (await sandbox.post('/api/bank/pay', { payload: billVector, from: payer })).body
const fault = (mode: string, more: object = {}) => sandbox.post('/api/faults', { party: 'bank', mode, ...more })
const arrived = (count: number) => expect.poll(() => server.hooks.length, waiting).toBe(count)

function signatureParts(header: unknown): { time: string; mac: string } {
  const [, time = '', mac = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(header)) ?? []
  return { time, mac }
}

describe('callbacks', () => {
  it('tell a payment, signed over time and body', async () => {
    const { transRef } = await pay()
    await arrived(1)
    const [hook] = server.hooks
    expect(hook?.path).toBe('/api/hooks/bank')
    expect(hook?.event).toEqual({
      eventId: expect.stringMatching(/^\w{20}$/),
      type: 'payment',
      transRef,
      sendingBank: '014',
      reference: '123456789012',
      amount: 100,
      currency: 'BAHT',
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      from: payer,
    })
    const { time, mac } = signatureParts(hook?.headers['x-signature'])
    const expected = createHmac('sha256', sandbox.keys.bankHook).update(`${time}.${hook?.raw}`).digest('hex')
    expect(mac).toBe(expected)
  })

  it('tell the end of a payout', async () => {
    const to = { bankCode: 'KBANK', accountNo: '0987654321', name: 'SOMCHAI' }
    const order = { reference: 'payout-1', amount: 20, currency: 'BAHT', to }
    await sandbox.post('/bank/api/payouts', order, sandbox.keys.bank)
    await arrived(1)
    expect(server.hooks[0]?.event).toMatchObject({ type: 'payout', reference: 'payout-1', amount: 20, state: 'PAID' })
    await sandbox.post('/api/bank/payouts/payout-1', { state: 'RETURNED' })
    await arrived(2)
    expect(server.hooks[1]?.event).toMatchObject({ reference: 'payout-1', state: 'RETURNED' })
    const [paidAt = 0, returnedAt = 0] = server.hooks.map(({ event }) => Date.parse(String(event['occurredAt'])))
    expect(returnedAt).toBeGreaterThan(paidAt)
  })

  it('come again until they are answered with 200, with the same event id', async () => {
    server.answers.push(500, 401, 204)
    await pay()
    await arrived(4)
    expect(new Set(server.hooks.map((hook) => hook.raw)).size).toBe(1)
    await pay()
    await arrived(5)
    expect(server.hooks[4]?.event['eventId']).not.toBe(server.hooks[0]?.event['eventId'])
  })

  it('are signed anew at every attempt', async () => {
    server.answers.push(500, 500, 500)
    await pay()
    await arrived(4)
    const times = server.hooks.map((hook) => Number(signatureParts(hook.headers['x-signature']).time))
    // The pauses between four attempts add up to more than a second, so the time in the signature moved on.
    expect(Math.max(...times)).toBeGreaterThan(Math.min(...times))
  })

  it('wait over a restart', async () => {
    const other = await startTestSandbox()
    try {
      await other.post('/api/bank/pay', { payload: billVector, from: payer })
      const shown = async () => (await fetch(`${other.url}/bank/activity`)).text()
      const waits = /[1-9]\d* tr(y|ies), last answer none<[^>]*>[\s\S]{0,80}Waiting/
      await expect.poll(shown, waiting).toMatch(waits)
      await other.restart()
      expect(await shown()).toMatch(waits)
    } finally {
      await other.close()
    }
  })

  it('come twice under duplicate-callback', async () => {
    await fault('duplicate-callback', { times: 1 })
    await pay()
    await arrived(2)
    expect(server.hooks[0]?.raw).toBe(server.hooks[1]?.raw)
    await pay()
    await arrived(3)
  })

  it('never come under drop-callback, though the payment is listed', async () => {
    await fault('drop-callback', { times: 1 })
    const dropped = await pay()
    const told = await pay()
    await arrived(1)
    expect(server.hooks[0]?.event['transRef']).toBe(told['transRef'])
    const listed = (await sandbox.get('/bank/api/payments', sandbox.keys.bank)).body['payments']
    expect(listed).toMatchObject([{ transRef: dropped['transRef'] }, { transRef: told['transRef'] }])
  })

  it('overtake each other under out-of-order', async () => {
    await fault('out-of-order', { times: 1, ms: 600_000 })
    const first = await pay()
    const second = await pay()
    await arrived(2)
    const order = server.hooks.map((hook) => hook.event['transRef'])
    expect(order).toEqual([second['transRef'], first['transRef']])
  })

  it('come late under out-of-order when nothing overtakes them', async () => {
    await fault('out-of-order', { times: 1, ms: 50 })
    const { transRef } = await pay()
    await arrived(1)
    expect(server.hooks[0]?.event['transRef']).toBe(transRef)
  })

  it('are not sent while the bank is down', async () => {
    await fault('down')
    const first = await pay()
    await fault('drop-callback', { times: 1 })
    await pay()
    await fault('none')
    await arrived(1)
    expect(server.hooks[0]?.event['transRef']).toBe(first['transRef'])
  })
})
