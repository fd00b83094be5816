import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { GiftIssuer } from './gift-issuer.ts'
import { createHttpGiftIssuer, isGiftCode } from './http-gift-issuer.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function issuerThat(answers: RequestListener, timeoutMs?: number): Promise<GiftIssuer> {
  const server = createServer(answers)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return createHttpGiftIssuer({ url, ...(timeoutMs !== undefined && { timeoutMs }) })
}

const answering = (status: number, body: unknown) =>
  issuerThat((_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })

const code = 'Krapao0123456789'
const mobile = '0899990001'
const envelope = (status: string, data: unknown = null) => ({ status: { message: 'words', code: status }, data })
const voucher = {
  voucher_id: '1',
  amount_baht: '100.00',
  redeemed_amount_baht: '0.00',
  member: 3,
  status: 'active',
  link: code,
  expire_date: 1,
  type: 'R',
  redeemed: 1,
  available: 2,
}
const ticket = { mobile: '089-xxx-0001', update_date: 1, amount_baht: '33.34', full_name: 'x' }

describe('the calls', () => {
  it('are those of the issuer, with the code in the path and nothing of the member’s link', async () => {
    const calls: string[] = []
    const issuer = await issuerThat((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        calls.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`)
        response.end(JSON.stringify(envelope('SUCCESS', { voucher, my_ticket: null })))
      })
    })
    await issuer.verify(code, mobile)
    await issuer.redeem(code, mobile)
    expect(calls).toEqual([
      `GET /campaign/vouchers/${code}/verify?mobile=${mobile} `,
      `POST /campaign/vouchers/${code}/redeem {"mobile":"${mobile}","voucher_hash":"${code}"}`,
    ])
  })
})

describe('silence and noise are no answer', () => {
  it.each([
    ['a page of a guard', 403, '<!doctype html><title>Just a moment…</title>'],
    ['a page with 200', 200, '<html>'],
    ['a page with 400', 400, '<html>'],
    ['nothing', 200, ''],
    ['half an answer', 200, '{"status":{"code":"SUCC'],
    ['a yes under 500', 500, envelope('SUCCESS', { my_ticket: ticket })],
    ['a yes under 202', 202, envelope('SUCCESS', { my_ticket: ticket })],
    ['a yes under 400 without a share', 400, envelope('SUCCESS', {})],
    ['no status', 200, { data: { my_ticket: ticket } }],
    ['a status nobody has documented', 400, envelope('MAINTENANCE')],
    ['the name of a thing of every object', 400, envelope('constructor')],
    ['its own failure', 400, envelope('INTERNAL_ERROR')],
    ['that it does not let us in', 400, envelope('ACCESS_DENIED')],
    ['that we ask too often', 429, envelope('RATE_LIMITED')],
    ['a refusal under 500', 500, envelope('VOUCHER_NOT_FOUND')],
  ])('%s', async (_, status, body) => {
    const issuer = await answering(status, body)
    expect(await issuer.verify(code, mobile)).toMatchObject({ kind: 'unknown' })
    expect(await issuer.redeem(code, mobile)).toMatchObject({ kind: 'unknown' })
  })

  it('nor is nobody there, an endless wait, or a way to elsewhere', async () => {
    const silent = await issuerThat(() => {}, 50)
    expect(await silent.redeem(code, mobile)).toMatchObject({ kind: 'unknown' })
    const away = await issuerThat((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end())
    expect(await away.redeem(code, mobile)).toMatchObject({ kind: 'unknown' })
    const absent = createHttpGiftIssuer({ url: 'http://127.0.0.1:9' })
    const answer = await absent.verify(code, mobile)
    expect(answer).toMatchObject({ kind: 'unknown' })
    expect(JSON.stringify(answer)).not.toContain(code)
  })
})

describe('every documented status', () => {
  it.each([
    ['VOUCHER_NOT_FOUND', 'invalid'],
    ['VOUCHER_EXPIRED', 'invalid'],
    ['CANNOT_GET_OWN_VOUCHER', 'invalid'],
    ['TARGET_USER_NOT_FOUND', 'invalid'],
    ['BAD_PARAM', 'invalid'],
    ['VOUCHER_OUT_OF_STOCK', 'duplicate'],
  ])('%s is a refusal', async (status, refusal) => {
    const issuer = await answering(400, envelope(status, { voucher, my_ticket: null }))
    const expected = { kind: 'refused', refusal, status }
    expect([await issuer.verify(code, mobile), await issuer.redeem(code, mobile)]).toEqual([expected, expected])
  })

  it.each(['TARGET_USER_REDEEMED', 'CANNOT_GET_MORE_ONE'])('%s says that our share was taken', async (status) => {
    const told = await answering(400, envelope(status, { voucher, my_ticket: ticket }))
    expect(await told.verify(code, mobile)).toEqual({ kind: 'taken', shareMinor: 33_34 })
    const bare = await answering(400, envelope(status))
    expect(await bare.redeem(code, mobile)).toEqual({ kind: 'taken', shareMinor: null })
  })

  it('SUCCESS describes the gift, or tells our share: of it alone, not of the whole', async () => {
    const issuer = await answering(200, envelope('SUCCESS', { voucher, my_ticket: null, tickets: [ticket] }))
    expect(await issuer.verify(code, mobile)).toEqual({
      kind: 'voucher',
      voucher: { code, valueMinor: 100_00, people: 3, state: 'active', available: 2 },
    })
    const taking = await answering(200, envelope('SUCCESS', { voucher, my_ticket: ticket }))
    expect(await taking.redeem(code, mobile)).toEqual({ kind: 'taken', shareMinor: 33_34 })
  })

  it('a share that cannot be read is none', async () => {
    for (const amount of ['0.00', '-5.00', '1.005', 'NaN', '', null, -1, 1e15, '5 baht']) {
      const issuer = await answering(200, envelope('SUCCESS', { my_ticket: { ...ticket, amount_baht: amount } }))
      expect(await issuer.redeem(code, mobile)).toEqual({ kind: 'taken', shareMinor: null })
    }
    for (const [amount, shareMinor] of [
      ['1,234.50', 1_234_50],
      ['5', 5_00],
      [12.34, 12_34],
    ] as const) {
      const issuer = await answering(200, envelope('SUCCESS', { my_ticket: { ...ticket, amount_baht: amount } }))
      expect(await issuer.redeem(code, mobile)).toEqual({ kind: 'taken', shareMinor })
    }
  })

  it('a gift is known by the issuer’s own writing of its code', async () => {
    const issuer = await answering(200, envelope('SUCCESS', { voucher: { ...voucher, link: 'KRAPAO0123456789' } }))
    expect(await issuer.verify(code, mobile)).toMatchObject({ voucher: { code: 'KRAPAO0123456789' } })
    const without = await answering(200, envelope('SUCCESS', { voucher: { ...voucher, link: 'https://x/' } }))
    expect(await without.verify(code, mobile)).toMatchObject({ voucher: { code } })
  })

  it('a gift that is not described in full is not known', async () => {
    for (const broken of [{ member: 0 }, { amount_baht: 'much' }, { status: 'sleeping' }, { available: -1 }]) {
      const issuer = await answering(200, envelope('SUCCESS', { voucher: { ...voucher, ...broken } }))
      expect(await issuer.verify(code, mobile)).toMatchObject({ kind: 'unknown' })
    }
  })
})

it.each([
  ['abcDEF12', true],
  ['a'.repeat(128), true],
  ['a'.repeat(129), false],
  ['abc', false],
  ['abcdefg-', false],
  ['../../../etc', false],
  ['ลิงก์ของขวัญ', false],
])('%s can be a code: %s', (text, expected) => {
  expect(isGiftCode(text)).toBe(expected)
})
