import { MINUTE_MS } from '../../../platform/durations.ts'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { callParty } from '../../../platform/party-call.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { createFakeClock } from '../../../testing/clock.ts'
import { createTestLogger } from '../../../testing/logger.ts'
import { startTestSandbox, TEST_SECRET_HEX, type TestSandbox } from '../../../testing/played/sandbox.ts'
import type { Connector } from './connectors.ts'
import { EASYSLIP_KEY as easyKey, nonsense, openParty, type PlayedParty, withOther } from './party-contract.fixture.ts'
import { easyslip } from './easyslip.ts'
import { slipok } from './slipok.ts'

const { logger, lines } = createTestLogger()
const BANK = '004'
const REF = '010092101507665143'
/** The code of that slip, computed by hand from the format. */
const CODE = '00390006000001010300402180100921015076651435102TH9104BECC'

const families = { slipok, easyslip }
const terms = { slipok: { branch: '1', key: 'sandbox' }, easyslip: { key: easyKey } }
type Name = keyof typeof families

function connect(name: Name, url: string, given: object = {}): Connector {
  const surroundings = { name, clock: createFakeClock(), logger, send: callParty, hookUrl: 'http://127.0.0.1/' }
  const made = families[name].connect({ ...terms[name], url, ...given }, surroundings)
  if ('wrong' in made) throw new Error(made.wrong.join(' '))
  return made.connector
}

const ask = (connector: Connector, bank = BANK, ref = REF) => connector.slipVerifier?.transferOf(bank, ref)

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  lines.length = 0
  for (const close of closing.splice(0)) await close()
})

async function listening(answers: RequestListener): Promise<string> {
  const server = createServer(answers)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answering = (status: number, body: unknown) =>
  listening((_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })

const slipOkData = (given: object = {}) => ({
  success: true,
  sendingBank: BANK,
  receivingBank: '006',
  transRef: REF,
  transDate: '20200401',
  transTime: '10:15:07',
  transTimestamp: '2020-04-01T03:15:07.000Z',
  sender: {
    displayName: 'นาย สมชาย จ',
    name: 'Mr. Somchai J',
    proxy: { type: null, value: null },
    account: { type: 'BANKAC', value: 'xxx-x-x1234-x' },
  },
  receiver: { displayName: 'KRAPAO', name: '', proxy: {}, account: { type: 'BANKAC', value: 'xxx-x-x5678-x' } },
  amount: 125.5,
  paidLocalAmount: 125.5,
  paidLocalCurrency: '764',
  countryCode: 'TH',
  transFeeAmount: 0,
  ref1: '',
  ...given,
})
const slipOkYes = (given: object = {}) => ({ success: true, data: slipOkData(given) })
const slipOkNo = (code: number | string, data?: unknown) => ({ success: false, code, message: 'words', data })

const rawSlip = (given: object = {}) => ({
  payload: CODE,
  transRef: REF,
  date: '2020-04-01T10:15:07+07:00',
  countryCode: 'TH',
  amount: { amount: 125.5, local: { amount: 0, currency: '' } },
  fee: 0,
  ref1: '',
  sender: {
    bank: { id: BANK, name: 'กสิกรไทย', short: 'KBANK' },
    account: { name: { th: 'นาย สมชาย จ', en: 'Mr. Somchai J' }, bank: { type: 'BANKAC', account: 'xxx-x-x1234-x' } },
  },
  receiver: {
    bank: { id: '006' },
    account: { name: { th: 'KRAPAO' }, bank: { type: 'BANKAC', account: 'xxx-x-x5678-x' } },
  },
  ...given,
})
const easyYes = (given: object = {}) => ({ success: true, data: { isDuplicate: false, rawSlip: rawSlip(given) } })
const easyNo = (code: string) => ({ success: false, error: { code, message: 'words' } })

const found = {
  kind: 'found',
  transfer: {
    sendingBank: BANK,
    transRef: REF,
    reference: null,
    amountMinor: 125_50,
    currency: 'BAHT',
    occurredAt: new Date('2020-04-01T03:15:07Z'),
    sender: { bankCode: BANK, accountNo: 'xxx-x-x1234-x', name: 'นาย สมชาย จ', otherNames: ['Mr. Somchai J'] },
    receiver: { bankCode: '006', accountNo: 'xxx-x-x5678-x', name: 'KRAPAO' },
  },
}
const unknown = { kind: 'unknown' }
const again = (againAfterMs: number) => ({ kind: 'unknown', againAfterMs })

type Row = [what: string, status: number, body: unknown, expected: object, isAlarm?: boolean]

const noise: Row[] = [
  ['a page', 200, '<html>', unknown],
  ['a page with 404', 404, '<html>', unknown],
  ['nothing', 200, '', unknown],
  ['half an answer', 200, '{"success":tr', unknown],
  ['a yes without a transfer', 200, { success: true }, unknown],
  ['a no without a code', 404, { success: false }, unknown],
  ['JSON of somebody else', 404, { error: 'NOT_FOUND' }, unknown],
  ['a proxy’s failure', 502, '<html>', unknown],
]

const documented: Record<Name, Row[]> = {
  slipok: [
    ['the transfer', 200, slipOkYes(), found],
    ['that it was asked before', 400, slipOkNo(1012, slipOkData()), found],
    ['that the amount is another than theirs', 400, slipOkNo(1013, slipOkData()), found],
    ['that the receiver is none of theirs', 400, slipOkNo('1014', slipOkData()), found],
    ['that it was asked before, and no more', 400, slipOkNo(1012), unknown],
    ['that there is none', 400, slipOkNo(1011), { kind: 'not-found' }],
    ['the same, its code a text, with 200', 200, slipOkNo('1011'), { kind: 'not-found' }],
    ['that there is no code', 400, slipOkNo(1007), { kind: 'not-found' }, true],
    ['that it is no slip’s code', 400, slipOkNo(1008), { kind: 'not-found' }, true],
    ['that the bank is slow', 400, slipOkNo(1010, { bankCode: '004', delay: 7 }), again(7 * MINUTE_MS)],
    ['that the bank is slow, for how long ever', 400, slipOkNo(1010), unknown],
    ['that the bank is out of order', 400, slipOkNo(1009), again(15 * MINUTE_MS)],
    ...[1000, 1005, 1006, 1001, 1002, 1003, 1004, 1015].map((code): Row => [
      `the code ${code}`,
      400,
      slipOkNo(code),
      unknown,
      true,
    ]),
    ['a code that is new', 400, slipOkNo(1099), unknown],
    ['another transfer', 200, slipOkYes({ transRef: 'OTHER' }), unknown],
    ['one of another bank', 200, slipOkYes({ sendingBank: '014' }), unknown],
    ['another currency', 200, slipOkYes({ paidLocalCurrency: '418' }), unknown],
    ['no amount', 200, slipOkYes({ amount: 0 }), unknown],
    ['more than satang', 200, slipOkYes({ amount: 1.005 }), unknown],
    ['a yes under 500', 500, slipOkYes(), unknown],
    ['a time without its zone', 200, slipOkYes({ transTimestamp: '2020-04-01T03:15:07' }), unknown],
  ],
  easyslip: [
    ['the transfer', 200, easyYes(), found],
    ['that there is none', 404, easyNo('SLIP_NOT_FOUND'), { kind: 'not-found' }],
    ['that with another status', 400, easyNo('SLIP_NOT_FOUND'), unknown],
    ['that the bank is late', 404, easyNo('SLIP_PENDING'), again(MINUTE_MS)],
    ['a wrong address', 404, easyNo('NOT_FOUND'), unknown, true],
    ...['VALIDATION_ERROR', 'IMAGE_TOO_LARGE', 'URL_INVALID'].map((code): Row => [
      code,
      400,
      easyNo(code),
      unknown,
      true,
    ]),
    ...['MISSING_API_KEY', 'INVALID_API_KEY'].map((code): Row => [code, 401, easyNo(code), unknown, true]),
    ...['QUOTA_EXCEEDED', 'IP_NOT_ALLOWED', 'BRANCH_INACTIVE', 'SERVICE_EXPIRED'].map((code): Row => [
      code,
      403,
      easyNo(code),
      unknown,
      true,
    ]),
    ...['API_SERVER_ERROR', 'INTERNAL_SERVER_ERROR'].map((code): Row => [code, 500, easyNo(code), unknown]),
    ['another transfer', 200, easyYes({ transRef: 'OTHER' }), unknown],
    ['one of another bank', 200, easyYes({ sender: { bank: { id: '014' } } }), unknown],
    ['another country', 200, easyYes({ countryCode: 'LA' }), unknown],
    ['no amount', 200, easyYes({ amount: { amount: -1 } }), unknown],
    ['a yes under 500', 500, easyYes(), unknown],
  ],
}

describe.each([
  ['CNX-004', 'slipok'],
  ['CNX-005', 'easyslip'],
] as const)('[%s] what %s answers', (_, name) => {
  it.each([...documented[name], ...noise])('%s', async (_what, status, body, expected, isAlarm = false) => {
    expect(await ask(connect(name, await answering(status, body)))).toMatchObject(expected)
    expect(lines.some(({ level }) => level === 'error')).toBe(isAlarm)
  })

  it('nothing, for whatever reason', async () => {
    const silent = await listening(() => {})
    expect(await ask(connect(name, silent, { timeoutMs: 50 }))).toMatchObject(unknown)
    expect(await ask(connect(name, await listening((request) => void request.socket.destroy())))).toMatchObject(unknown)
    const away = await listening((_request, response) => response.writeHead(302, { location: '/' }).end())
    expect(await ask(connect(name, away))).toMatchObject(unknown)
  })

  it('about numbers of another kind than a bank account, with which none is compared', async () => {
    const account = { type: 'TOKEN', value: '1112223334', account: '1112223334' }
    const receiver = { displayName: 'K', account: { ...account, bank: account } }
    const yes = name === 'slipok' ? slipOkYes({ receiver }) : easyYes({ receiver })
    const answer = await ask(connect(name, await answering(200, yes)))
    expect(answer).toMatchObject({ kind: 'found', transfer: { receiver: { accountNo: '' } } })
  })
})

it('[CNX-004] [CNX-005] are asked by the slip’s code and keep nothing', async () => {
  const seen: { line: string; authorization: unknown; body: string }[] = []
  const url = await listening((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { authorization, 'x-authorization': own } = request.headers
      const body = Buffer.concat(chunks).toString()
      seen.push({ line: `${request.method} ${request.url}`, authorization: authorization ?? own, body })
      response.end('{}')
    })
  })
  await ask(connect('slipok', url))
  await ask(connect('easyslip', url))
  expect(seen.map(({ line, authorization }) => [line, authorization])).toEqual([
    ['POST /api/line/apikey/1', 'sandbox'],
    ['POST /v2/verify/bank', `Bearer ${easyKey}`],
  ])
  expect(seen[0]?.body).toContain(`name="data"\r\n\r\n${CODE}\r\n`)
  expect(seen[0]?.body).toContain('name="log"\r\n\r\nfalse\r\n')
  expect(JSON.parse(seen[1]?.body ?? '')).toEqual({ payload: CODE, checkDuplicate: false })
  // A bank without digits has no such code, and nobody is asked.
  expect(await ask(connect('slipok', url), 'BCEL')).toMatchObject(unknown)
  expect(seen).toHaveLength(2)
})

describe('the stand-ins', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.close())

  describe.each([
    ['CNX-004', 'slipok'],
    ['CNX-005', 'easyslip'],
  ] as const)('[%s] of %s', (_, name) => {
    const connector = (given: object = {}) => connect(name, `${sandbox.url}/${name}`, given)

    it('tells of a transfer what the bank knows, and that it knows none', async () => {
      const paid = await sandbox.ask<{ transRef: string; sendingBank: string }>('POST', '/api/bank/transfer', {
        from: { bankCode: 'KBANK', accountNo: '1234567890', name: 'สมชาย ใจดี', nameEN: 'SOMCHAI JAIDEE' },
        to: { bankCode: 'SCB', accountNo: '1112223334' },
        amount: 321.5,
        at: '2026-11-21T09:30:00Z',
      })
      expect(await ask(connector(), paid.sendingBank, paid.transRef)).toMatchObject({
        kind: 'found',
        transfer: {
          amountMinor: 321_50,
          occurredAt: new Date('2026-11-21T09:30:00Z'),
          sender: { bankCode: '004', accountNo: expect.stringMatching(/^x.*6789/) as string, name: 'สมชาย ใจดี' },
          receiver: { bankCode: '014' },
        },
      })
      expect(await ask(connector(), '014', paid.transRef)).toEqual({ kind: 'not-found' })
    })

    it.each([
      ['refuse', unknown],
      ['error', unknown],
      ['cut-before', unknown],
      ['cut-after', unknown],
      ['late', unknown],
      ['down', unknown],
      ['in-progress', { kind: 'unknown', againAfterMs: MINUTE_MS }],
    ])('under %s', async (mode, expected) => {
      await sandbox.fault({ party: name, mode, times: 1, ms: MINUTE_MS })
      expect(await ask(connector())).toMatchObject(expected)
    })

    it('tells whether it lets us in', async () => {
      expect(await connector().check?.()).toMatchObject({ kind: 'right' })
      expect((await connector({ key: 'wrong' }).check?.())?.kind).not.toBe('right')
      expect(await ask(connector({ key: 'wrong' }))).toMatchObject(unknown)
      expect(await connect(name, await answering(200, {})).check?.()).toMatchObject({ kind: 'unclear' })
    })
  })
})

// What every verifier promises: a transfer that it tells of is the one that was asked about, and all else is unknown.
describe.each(['bank', 'scb', 'slipok', 'easyslip'])('[CNX-009] %s verifies slips', (name) => {
  let sandbox: TestSandbox
  let party: PlayedParty
  let transRef: string
  beforeAll(async () => {
    sandbox = await startTestSandbox()
    const bankKey = createSecrets([TEST_SECRET_HEX]).derive('sandbox-bank')
    party = await openParty(sandbox, name, { bankKey, clock: systemClock })
    transRef = await transferred()
  })
  afterEach(async () => {
    party.meddle = null
    await party.fault('none')
  })
  afterAll(() => sandbox.close())

  const from = { bankCode: 'SCB', accountNo: '1234567890', name: 'SOMCHAI JAIDEE' }
  const question = (ref = transRef) => party.connector.slipVerifier?.transferOf('014', ref)

  /** A transfer of 125.50 from SCB: to an account, or of a QR where slips of those alone are known. */
  async function transferred(): Promise<string> {
    if (name !== 'scb') {
      const to = { bankCode: 'KBANK', accountNo: '1112223334' }
      const made = { from, to, amount: 125.5, at: new Date().toISOString() }
      return (await sandbox.ask<{ transRef: string }>('POST', '/api/bank/transfer', made)).transRef
    }
    const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + 900_000) }
    const order = { reference: 'CONTRACT1', amountMinor: 125_50, currency: 'BAHT', accountNo: null, ...times } as const
    expect(await party.connector.collector?.makeQr(order)).not.toBeNull()
    const paid = { reference: order.reference, from }
    return (await sandbox.ask<{ transRef: string }>('POST', '/api/gateways/scb/pay', paid)).transRef
  }

  it('yes: it tells of the transfer, whom and how much, each time', async () => {
    for (let times = 0; times < 2; times += 1)
      expect(await question()).toMatchObject({
        kind: 'found',
        transfer: { transRef, sendingBank: '014', amountMinor: 125_50, currency: 'BAHT', sender: { name: from.name } },
      })
  })

  it('no: only where its word for that is documented', async () => {
    expect(await question('NOBODYSTRANSFER')).toMatchObject({ kind: name === 'scb' ? 'unknown' : 'not-found' })
  })

  it.each(Object.entries(nonsense))('%s is unknown', async (_, answer) => {
    party.meddle = (reply) => (reply.status === null ? reply : answer(reply))
    expect(await question()).toMatchObject(unknown)
  })

  it.each(['down'])('%s is unknown', async (mode) => {
    await party.fault(mode)
    expect(await question()).toMatchObject(unknown)
  })

  const others: [what: string, names: readonly string[], other: (value: unknown) => unknown][] = [
    ['transfer', ['transRef'], () => 'ANOTHER'],
    ['currency', name === 'bank' ? ['currency'] : ['paidLocalCurrency', 'countryCode'], () => 'USD'],
    ['time', ['occurredAt', 'transTimestamp', 'transDate', 'date'], () => 'yesterday'],
    ['amount, of nothing', ['amount'], (value) => (typeof value === 'object' ? { amount: 0 } : 0)],
  ]
  it.each(others)('an answer of another %s is unknown', async (_, names, other) => {
    party.meddle = (reply, call) => (call.url.includes('oauth') ? reply : withOther(reply, names, other))
    expect(await question()).toMatchObject(unknown)
  })
})
