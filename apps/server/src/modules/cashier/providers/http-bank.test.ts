import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Bank } from './bank.ts'
import type { PayoutOrder } from './payout-sender.ts'
import { createHttpBank, createNoBank } from './http-bank.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function bankThat(answers: RequestListener, timeoutMs?: number): Promise<Bank> {
  const server = createServer(answers)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return createHttpBank({ url, key: 'k', ...(timeoutMs !== undefined && { timeoutMs }) })
}

const answering = (status: number, body: unknown) =>
  bankThat((_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })

const order: PayoutOrder = {
  reference: 'w1',
  amountMinor: 100_50,
  currency: 'BAHT',
  to: { bankCode: 'SCB', accountNo: '1', name: 'A' },
}
const qr = {
  reference: 'R',
  amountMinor: 1,
  currency: 'BAHT',
  accountNo: null,
  partyId: null,
  createdAt: new Date(0),
  expiresAt: new Date(0),
} as const

describe('a bank that says nothing', () => {
  it('is waited for so long and no longer, and silence is no answer', async () => {
    const bank = await bankThat(() => {}, 50)
    expect(await bank.makeQr(qr)).toBeNull()
    expect(await bank.payOut(order)).toMatchObject({ kind: 'unknown' })
    expect(await bank.payout(order)).toMatchObject({ kind: 'unknown' })
    expect(await bank.paymentsOf(qr)).toBeNull()
    expect(await bank.paymentsAfter(null)).toBeNull()
  })

  it('is waited for also when it stops in the middle of an answer', async () => {
    const bank = await bankThat((_request, response) => {
      response.writeHead(200)
      response.write('{"reference":')
    }, 50)
    expect(await bank.payOut(order)).toMatchObject({ kind: 'unknown' })
  })

  it('or that never ends what it says', async () => {
    const bank = await bankThat((_request, response) => {
      const go = (): void => {
        while (response.write('x'.repeat(64 * 1024)));
        response.once('drain', go)
      }
      response.writeHead(200)
      go()
    })
    expect(await bank.payOut(order)).toEqual({ kind: 'unknown', why: 'TooLongError' })
  })

  it('or is not there at all', async () => {
    const bank = createHttpBank({ url: 'http://127.0.0.1:9', key: 'k' })
    expect(await bank.payOut(order)).toMatchObject({ kind: 'unknown' })
  })
})

describe('answers about a payout', () => {
  const paid = { reference: 'w1', state: 'PAID', transRef: 'T', amount: 100.5, currency: 'BAHT' }

  it.each([
    ['its state', 200, paid, { kind: 'state', state: 'PAID', transRef: 'T' }],
    [
      'its state without a sum',
      200,
      { reference: 'w1', state: 'SENT' },
      { kind: 'state', state: 'SENT', transRef: null },
    ],
    ['another reference', 200, { ...paid, reference: 'w2' }, { kind: 'unknown' }],
    ['another sum', 200, { ...paid, amount: 100.51 }, { kind: 'unknown' }],
    ['another currency', 200, { ...paid, currency: 'LAK' }, { kind: 'unknown' }],
    ['a state nobody knows', 200, { ...paid, state: 'LOST' }, { kind: 'unknown' }],
    ['no JSON', 200, '<html>', { kind: 'unknown' }],
    ['nothing', 200, '', { kind: 'unknown' }],
    ['a failure', 500, paid, { kind: 'unknown' }],
    ['its documented no', 422, { error: 'REFUSED' }, { kind: 'refused' }],
    ['another 422', 422, { error: 'SYNTAX' }, { kind: 'unknown' }],
    ['that it is busy', 429, { error: 'REFUSED' }, { kind: 'unknown' }],
  ])('an order that is answered with %s', async (_, status, body, expected) => {
    const bank = await answering(status, body)
    expect(await bank.payOut(order)).toMatchObject(expected)
  })

  it('that it knows no such payout', async () => {
    const bank = await answering(404, { error: 'NOT_FOUND' })
    expect(await bank.payout(order)).toEqual({ kind: 'not-found' })
    // To an order that is no answer: nothing was refused.
    expect(await bank.payOut(order)).toMatchObject({ kind: 'unknown' })
  })

  it('that a page in front of the bank knows no such path, which is no word of the bank', async () => {
    const bank = await answering(404, '<html>')
    expect(await bank.payout(order)).toMatchObject({ kind: 'unknown' })
  })

  it('are not taken from elsewhere', async () => {
    const bank = await bankThat((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end())
    expect(await bank.payOut(order)).toMatchObject({ kind: 'unknown' })
  })
})

describe('pages of payments', () => {
  it('tell apart what cannot be read', async () => {
    const bank = await answering(200, { payments: [{ amount: 1 }, 7, null], cursor: '3' })
    expect(await bank.paymentsAfter('0')).toEqual({ payments: [], unreadable: [{ amount: 1 }, 7, null], cursor: '3' })
  })

  it.each([
    ['no list', { payments: {}, cursor: '3' }],
    ['a cursor that is none', { payments: [], cursor: 3 }],
    ['nothing', null],
  ])('are none with %s', async (_, body) => {
    const bank = await answering(200, body)
    expect(await bank.paymentsAfter('0')).toBeNull()
  })
})

it('without a bank nothing is refused and nothing is done', async () => {
  const bank = createNoBank()
  expect(await bank.makeQr(qr)).toBeNull()
  expect(await bank.payOut(order)).toMatchObject({ kind: 'unknown' })
  expect(await bank.paymentsAfter(null)).toBeNull()
})
