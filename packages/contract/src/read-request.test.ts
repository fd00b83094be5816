import { AMOUNT_MAX_MINOR, toWireAmount } from '@krapao/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allCalls } from './all-calls.ts'
import type { Call } from './call.ts'
import * as calls from './calls.ts'
import { isCode } from './codes.ts'
import { readRequest } from './read-request.ts'

const REGISTRATION = {
  name: 'Somchai',
  username: '0812345678',
  password: 'correct horse',
  sourceCode: 'FRIEND',
  inviteCode: 'PR1',
  bankCode: 'SCB',
  bankAccountName: 'SOMCHAI DEE',
  bankAccountNo: '123-456-7890',
  currency: 'BAHT',
}

/** Reads a body for a call; the parameters of its path are there. */
function readBody(call: Call, body: unknown) {
  return readRequest(call, { params: { bankCode: 'KBANK' }, body })
}

/** The status and code that a body is refused with; null when it is taken. */
function refusalOf(call: Call, body: unknown): [number, string, string[]] | null {
  const reading = readBody(call, body)
  const refusal = reading.ok ? reading.rules : reading.shape
  return refusal && [refusal.status, refusal.code, refusal.details.fields]
}

describe('shapes', () => {
  it('name every field that is wrong or absent', () => {
    expect(refusalOf(calls.accountRegister, {})).toEqual([
      400,
      'INVALID_USER_INFO',
      ['name', 'username', 'password', 'bankCode', 'bankAccountName', 'bankAccountNo'],
    ])
    expect(refusalOf(calls.walletTransfer, { from: 1, to: null })).toEqual([400, 'NO_DATA', ['from', 'to', 'amount']])
    expect(refusalOf(calls.walletTransfer, undefined)?.[0]).toBe(400)
  })

  it.each([[null], [[]], ['text'], [1], [true]])('refuse the body %j', (body) => {
    expect(refusalOf(calls.login, body)?.slice(0, 2)).toEqual([400, 'NO_DATA'])
    expect(refusalOf(calls.statementList, body)).toEqual([400, 'NO_DATA', []])
  })

  it('take no list for an object inside of a body either', () => {
    expect(refusalOf(calls.hookBank, { from: [] })).toEqual([400, 'NO_DATA', expect.arrayContaining(['from'])])
    expect(refusalOf(calls.hookBank, { from: null })?.[2]).not.toContain('from')
    expect(refusalOf(calls.hookBank, { from: {} })?.[2]).not.toContain('from')
  })

  it('stand before rules', () => {
    expect(refusalOf(calls.walletTransfer, { from: 'x'.repeat(65), to: 1, amount: -1 })).toEqual([
      400,
      'NO_DATA',
      ['to'],
    ])
  })

  it('take the registration of both steps', () => {
    expect(refusalOf(calls.accountRegister, REGISTRATION)).toBeNull()
    const { currency: _currency, bankCode: _bank, bankAccountName: _name, ...step } = REGISTRATION
    expect(
      refusalOf(calls.accountValidate, { ...step, bankAccountNo: '', inviteCode: null, sourceCode: '' }),
    ).toBeNull()
  })

  it('drop unknown keys and leave the rest as it was sent', () => {
    const reading = readBody(calls.accountRegister, { ...REGISTRATION, isAdmin: true, __proto__: { evil: 1 } })
    expect(reading.ok && reading.body).toEqual(REGISTRATION)
  })

  it('fill in the page', () => {
    const reading = readBody(calls.statementList, undefined)
    expect(reading.ok && reading.body).toEqual({ page: 1, limit: 10 })
  })
})

describe('amounts', () => {
  it.each([
    ['100', 400, 'NO_DATA'],
    [null, 400, 'NO_DATA'],
    [Number.NaN, 400, 'NO_DATA'],
    [-1, 422, 'TRANSFER_MINIMUM'],
    [-0.001, 422, 'TRANSFER_MINIMUM'],
    [-0, 422, 'NO_DATA'],
    [1.005, 422, 'NO_DATA'],
    [1e-7, 422, 'NO_DATA'],
    [100_000_000_000, 422, 'NO_DATA'],
    [1e21, 422, 'NO_DATA'],
    [Number.POSITIVE_INFINITY, 422, 'NO_DATA'],
  ])('%s is refused with %i %s', (amount, status, code) => {
    expect(refusalOf(calls.walletTransfer, { from: 'WALLET', to: 'PG', amount })).toEqual([status, code, ['amount']])
  })

  it('of two decimals are taken, and stay what they are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: AMOUNT_MAX_MINOR }), (amountMinor) => {
        const amount = toWireAmount(amountMinor)
        const reading = readBody(calls.walletWithdraw, { amount })
        expect(reading).toMatchObject({ ok: true, rules: null, body: { amount } })
      }),
    )
  })

  it('too small are named by the call', () => {
    expect(refusalOf(calls.walletWithdraw, { amount: -1 })?.slice(0, 2)).toEqual([422, 'WITHDRAW_MINIMUM'])
    expect(refusalOf(calls.qrCreate, { amount: -1 })?.slice(0, 2)).toEqual([422, 'DEPOSIT_MINIMUM'])
  })
})

describe('rules', () => {
  it('keep what broke them for handlers that have a say first', () => {
    const reading = readBody(calls.walletTransfer, { from: 'NOWHERE', to: 'PG', amount: -1, more: 1 })
    expect(reading).toMatchObject({
      ok: true,
      body: { from: 'NOWHERE', to: 'PG', amount: -1 },
      rules: { status: 422, code: 'TRANSFER_MINIMUM' },
    })
  })

  it.each([
    [calls.otpSend, { phoneNumber: '0'.repeat(65) }, 422, 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
    [calls.login, { username: '0'.repeat(65), password: 'x' }, 401, 'WRONG_CREDENTIAL'],
    [calls.walletTransferAll, { to: 'x'.repeat(65) }, 404, 'NO_GAME'],
    [calls.accountRegister, { ...REGISTRATION, name: 'x'.repeat(101) }, 422, 'INVALID_USER_INFO'],
    [calls.accountRegister, { ...REGISTRATION, currency: 'USD' }, 422, 'INVALID_USER_INFO'],
    [calls.statementList, { page: 0 }, 422, 'NO_DATA'],
    [calls.statementList, { page: 1.5 }, 422, 'NO_DATA'],
    [calls.statementList, { limit: 101 }, 422, 'NO_DATA'],
    [calls.statementList, { kinds: [] }, 422, 'NO_DATA'],
    [calls.statementList, { kinds: ['gift'] }, 422, 'NO_DATA'],
    [calls.statementList, { from: '2026-11-21' }, 422, 'NO_DATA'],
    [calls.statementList, { to: '2026-13-01T00:00:00.000Z' }, 422, 'NO_DATA'],
    [calls.statementList, { from: '2026-11-22T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }, 422, 'NO_DATA'],
    [calls.hookBank, { ...hookBody(), type: 'other' }, 422, 'NO_DATA'],
  ] as const)('of $name answer what is out of range by its own code', (call, body, status, code) => {
    expect(refusalOf(call, body)?.slice(0, 2)).toEqual([status, code])
  })

  it.each(['a\0b', '\ud800', 'x\udfff'])('refuse %j, which no database holds', (name) => {
    expect(refusalOf(calls.accountRegister, { ...REGISTRATION, name })).toEqual([422, 'INVALID_USER_INFO', ['name']])
  })

  it('take every script, and emoji', () => {
    for (const name of ['สมชาย', 'ສົມໃຈ', '👩‍👩‍👧', "O'Neil; DROP TABLE member --"]) {
      expect(refusalOf(calls.accountRegister, { ...REGISTRATION, name })).toBeNull()
    }
  })

  it('of the path name what was not found', () => {
    const reading = readRequest(calls.walletActivate, { params: { slotCode: 'x'.repeat(65) } })
    expect(reading).toMatchObject({ ok: true, rules: { status: 404, code: 'NO_GAME' } })
  })

  it('a chat text has 1 to 2000 characters', () => {
    const send = (message: string) =>
      refusalOf(calls.chatSendMessage, { message: { message_type: 'text', payload: { message } } })?.slice(0, 2) ?? null
    expect(send('x'.repeat(2000))).toBeNull()
    expect(send('x'.repeat(2001))).toEqual([422, 'CHAT_TOO_LONG'])
    expect(send(' \n\t ')).toEqual([422, 'CHAT_EMPTY'])
    expect(send('')).toEqual([422, 'CHAT_EMPTY'])
    // Nobody sees these: ends of lines within words, a turn of direction, a letter of Korean that is drawn as nothing.
    expect(send('\u200B\u2060\u202E \u3164')).toEqual([422, 'CHAT_EMPTY'])
  })
})

describe('any value at all', () => {
  const withBody = allCalls.filter(({ body }) => body !== undefined)

  it.each(withBody.map((call) => [call.name, call] as const))('%s reads it or refuses it in words', (_name, call) => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, maxDepth: 3 }), (body) => {
        const refusal = refusalOf(call, body)
        if (refusal) expect(isCode(refusal[1])).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})

function hookBody() {
  return {
    eventId: 'e1',
    type: 'payment',
    transRef: 'T1',
    sendingBank: '014',
    reference: 'R1',
    amount: 1,
    currency: 'BAHT',
    occurredAt: '2026-11-21T05:06:07.089Z',
    from: { bankCode: 'SCB', accountNo: '1234567890', name: 'SOMCHAI DEE' },
  }
}
