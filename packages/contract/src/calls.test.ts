import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { allCalls } from './all-calls.ts'
import * as calls from './calls.ts'
import { isCode } from './codes.ts'
import { operationCalls } from './operations.ts'

/** Every call of api.md and of rulings 5.6: method, path, who may make it, and `key` where it takes an idempotency key. */
const TABLE = `
  GET /api/lookup/info anybody
  GET /api/lookup/active anybody
  GET /api/lookup/registerOTP anybody
  GET /api/lookup/enableChatWidget anybody
  GET /api/lookup/banks anybody
  GET /api/lookup/sources anybody
  GET /api/lookup/conditions anybody
  GET /api/lookup/agreements anybody
  GET /api/lookup/notice anybody
  GET /api/lookup/contact anybody
  GET /api/lookup/howto anybody
  GET /api/lookup/deposit anybody
  GET /api/lookup/withdraw anybody
  GET /api/lookup/slip anybody
  POST /api/otp/send anybody
  POST /api/otp/verify anybody
  POST /api/account/validate anybody
  POST /api/account anybody
  POST /api/login anybody
  POST /api/logout member
  POST /api/account/forgotpwd anybody
  POST /api/account/resetpwd anybody
  GET /api/account/profile member
  PUT /api/account/profile member
  PUT /api/account/bankAccountName member
  PUT /api/account/changepwd member
  POST /api/account/confirmpwd member
  GET /api/account/sessions member
  DELETE /api/account/sessions/:id member
  DELETE /api/account/sessions member
  GET /api/account/security member
  POST /api/account/security/passkeys/start member
  POST /api/account/security/passkeys member
  PUT /api/account/security/passkeys/:id member
  DELETE /api/account/security/passkeys/:id member
  POST /api/account/security/authenticator/start member
  POST /api/account/security/authenticator member
  DELETE /api/account/security/authenticator member
  POST /api/account/security/codes member
  POST /api/account/security/step-up/start member
  POST /api/account/security/step-up member
  DELETE /api/account/security/removal member
  POST /api/login/passkey/start anybody
  POST /api/login/passkey anybody
  POST /api/login/recover anybody
  POST /api/login/recover/confirm anybody
  GET /api/wallet member
  GET /api/wallet/home member
  GET /api/wallet/refresh/slot member
  GET /api/wallet/activate/:slotCode member
  GET /api/wallet/account/:slotCode member
  GET /api/wallet/resetpassword/:slotCode member
  POST /api/wallet/add member key
  POST /api/wallet/transfer member key
  POST /api/wallet/transferAll member key
  POST /api/wallet/withdraw member key
  POST /api/wallet/withdrawAll member key
  POST /api/wallet/slip member key
  POST /api/wallet/truelink member key
  GET /api/autoLogin/:provider/:username/:password? member
  GET /api/qrcode/:bankCode member
  POST /api/qrcode/:bankCode member key
  DELETE /api/qrcode/:qrcodeId member
  POST /api/invite member
  GET /api/invite/bonus member
  POST /api/invite/receive member key
  GET /api/invite/banners member
  POST /api/refund member
  GET /api/refund/check member
  GET /api/refund/receive member key
  GET /api/refund/addWallet member key
  GET /api/refund/banners member
  GET /api/bonus member
  GET /api/bonus/activate/:code member key
  GET /api/bonus/check/active member
  GET /api/bonus/check/minimum member
  GET /api/bonus/clear member key
  GET /api/promotion/current member
  GET /api/promotion/find/:code member
  GET /api/protection/data member
  GET /api/protection/net member
  POST /api/protection/erasure member
  POST /api/protection/export member
  POST /api/protection/export/files member
  PUT /api/protection/consents member
  PUT /api/protection/time member
  POST /api/protection/use member
  POST /api/protection/use/continue member
  GET /api/promotion/activate/:code member key
  GET /api/protection member
  PUT /api/protection/limits member
  POST /api/protection/limits/confirm member
  POST /api/protection/cool-off member
  POST /api/protection/self-exclusion member
  POST /api/protection/return member
  POST /api/protection/return/confirm member
  POST /api/statement member
  POST /api/statement/slip member
  GET /api/statement/slip/reference/:reference member
  GET /api/statement/receipt/:id member
  GET /api/chat/config member-or-guest
  POST /api/chat/send-message member-or-guest key
  POST /api/chat/history member-or-guest
  POST /api/chat/upload-image member-or-guest
  POST /api/chat/upload-video member-or-guest
  PUT /api/chat/read-customer/ member-or-guest
  POST /api/hooks/bank machine
  POST /api/hooks/:party machine
  POST /api/hooks/twilio machine
  POST /api/hooks/games/:code/VerifySession machine
  GET /api/files/:id anybody
  GET /api/content/pictures/:id anybody`

describe('calls', () => {
  it('are all those of the tables, with who may make them and which take a key', () => {
    const wanted = TABLE.trim().split(/\s*\n\s*/)
    const given = allCalls.map(({ method, path, caller, idempotent, keyed }) =>
      [method, path, caller, ...(idempotent || keyed ? ['key'] : [])].join(' '),
    )
    expect([...given].sort()).toEqual([...wanted].sort())
  })

  it('go by their own names', () => {
    expect(Object.entries(calls).filter(([name, call]) => call.name !== name)).toEqual([])
    expect(new Set(allCalls.map(({ name }) => name)).size).toBe(allCalls.length)
  })

  it.each(allCalls.map((call) => [call.name, call] as const))('%s fits together', (_name, call) => {
    expect(call.codes.every(isCode)).toBe(true)
    expect(new Set(call.codes).size).toBe(call.codes.length)
    expect(isCode(call.shapeCode)).toBe(true)
    expect(call.summary).not.toBe('')
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1])
    expect(call.params ? Object.keys(entriesOf(call.params)) : []).toEqual(inPath)
    if (call.method === 'GET' || call.method === 'DELETE') expect(call.body ?? call.upload).toBeUndefined()
    expect(call.body === undefined || call.upload === undefined).toBe(true)
  })

  it('of operators stand beside them', () => {
    expect(operationCalls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /health',
      'GET /ready',
      'GET /metrics',
      'GET /api/openapi.json',
    ])
  })

  it('answer registrations of a broken shape with INVALID_USER_INFO and all others with NO_DATA', () => {
    const named = (code: string) => allCalls.filter(({ shapeCode }) => shapeCode === code).map(({ name }) => name)
    expect(named('INVALID_USER_INFO').sort()).toEqual(['accountRegister', 'accountValidate'])
    expect(named('NO_DATA')).toHaveLength(allCalls.length - 2)
  })
})

describe('answers', () => {
  const time = '2026-11-21T05:06:07.089Z'
  const wallet = { amount: 99.5 }
  const id = '0'.repeat(26)

  it('of the QR calls may be empty but for the flag and the message', () => {
    const empty = { qrcodeId: null, qrcode: null, payload: null, amount: null, expireIn: null }
    const failed = { ...empty, hasQrcode: false, message: 'QR_FAIL' }
    expect(v.parse(calls.qrCreate.answer, failed)).toEqual(failed)
    expect(v.is(calls.qrCurrent.answer, { hasQrcode: false })).toBe(false)
  })

  it('of a gift link whose fate is unknown hold a status alone', () => {
    expect(v.is(calls.walletTruelink.answer, { status: 'IN_PROGRESS' })).toBe(true)
    expect(v.is(calls.walletTruelink.answer, { amount: 2, wallet })).toBe(true)
  })

  it('of gathering tell of each game', () => {
    const slots = [{ code: 'PG', amount: 0, moved: 12.5, status: 'FAILED', stale: true }]
    expect(v.is(calls.walletTransferAll.answer, { wallet, slots, status: 'SUCCESS' })).toBe(true)
    expect(
      v.is(calls.walletTransferAll.answer, { wallet, slots: [{ code: 'PG', amount: 0 }], status: 'SUCCESS' }),
    ).toBe(false)
  })

  it.each([
    [time, true],
    ['2026-11-21T05:06:07Z', false],
    ['2026-11-21T05:06:07.089+07:00', false],
    ['2026-11-21 05:06:07.089', false],
  ])('carry times like %s: %s', (createdAt, accepted) => {
    const invites = [{ from: { name: 'S•••' }, amount: 1, createdAt }]
    expect(v.is(calls.inviteList.answer, { total: 1, invites })).toBe(accepted)
  })

  it.each([
    [id, true],
    ['0'.repeat(19), false],
    ['0'.repeat(33), false],
    [id.replace('0', 'A'), false],
    [id.replace('0', '-'), false],
  ])('carry ids like %s: %s', (_id, accepted) => {
    expect(v.is(calls.accountRegister.answer, { _id })).toBe(accepted)
  })
})

/** The entries of an object schema, for looking at their names. */
function entriesOf(schema: object): object {
  return 'entries' in schema && typeof schema.entries === 'object' && schema.entries !== null ? schema.entries : {}
}
