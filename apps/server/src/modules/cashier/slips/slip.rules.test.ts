import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bankNames, type DepositBank } from '../../operator/index.ts'
import type { BankParty } from '../providers/bank-words.ts'
import { compareAccount } from '../transfers/account.rules.ts'
import { isNotFoundForGood, isUndecidedTooLong, judge, nextAskAt, type Verdict } from './slip.rules.ts'
import { transferClaim } from '../transfers/transfer-claim.ts'

const bank = (code: string, digits: string | null, alsoNamed: string[] = []) => ({ code, digits, alsoNamed })
const banks = bankNames([
  bank('SCB', '014'),
  bank('KBANK', '004'),
  bank('TMB', '011', ['TTB']),
  bank('BCEL', null),
  bank('LDB', null),
])
const own = { bankCode: 'SCB', accountNo: '123-4-56789-0' }
const shown = (accountNo: string, bankCode = 'SCB') => ({ bankCode, accountNo, name: '' })

describe('a masked account', () => {
  it.each([
    ['xxx-x-x6789-x', 'SCB', 'match'],
    ['XXXXX6789X', '', 'indeterminate'],
    ['***-*-*6789-*', 'scb', 'match'],
    ['1234567890', 'SCB', 'match'],
    ['xxx-x-x6788-x', 'SCB', 'no'],
    ['1234567891', 'SCB', 'no'],
    ['xxx-x-x6789-x', 'KBANK', 'no'],
    ['xxx-x-xxxxx-x', 'SCB', 'indeterminate'],
    ['xxx-x-xxx89-x', 'SCB', 'indeterminate'],
    ['', 'SCB', 'indeterminate'],
    ['xxxx6789', 'SCB', 'indeterminate'],
    ['xxxx1111', 'SCB', 'no'],
    ['xxx-x-xx789-x', 'SCB', 'match'],
  ])('%s of %s is %s', (accountNo, bankCode, likeness) => {
    expect(compareAccount(shown(accountNo, bankCode), own, banks)).toBe(likeness)
  })

  it('of TMB may be named TTB', () => {
    const tmb = { bankCode: 'TMB', accountNo: '1234567890' }
    expect(compareAccount(shown('xxx-x-x6789-x', 'TTB'), tmb, banks)).toBe('match')
  })

  it.each([
    ['014', 'match'],
    [' 014 ', 'match'],
    ['004', 'no'],
    ['KBANK', 'no'],
    ['BCEL', 'no'],
    ['901', 'no'],
  ])('at the bank %s is %s', (bankCode, likeness) => {
    expect(compareAccount(shown('xxx-x-x6789-x', bankCode), own, banks)).toBe(likeness)
  })

  it('at a bank without digits may be told by digits', () => {
    const bcel = { bankCode: 'BCEL', accountNo: '1234567890' }
    expect(compareAccount(shown('xxx-x-x6789-x', '901'), bcel, banks)).toBe('indeterminate')
    expect(compareAccount(shown('xxx-x-x6789-x', 'bcel'), bcel, banks)).toBe('match')
    expect(compareAccount(shown('xxx-x-x6789-x', 'LDB'), bcel, banks)).toBe('no')
  })

  it('is never a match when a digit that it shows is another one, whatever it hides', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 10, maxLength: 12 })
    const hidden = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(digits, hidden, fc.nat(), (number, mask, at) => {
        const wrong = number.map((digit, index) => (index === at % number.length ? (digit + 1) % 10 : digit))
        const text = wrong.map((digit, index) => (mask[index] && index !== at % number.length ? 'x' : digit)).join('')
        const account = { bankCode: 'SCB', accountNo: number.join('') }
        expect(compareAccount(shown(text), account, banks)).toBe('no')
        const right = number.map((digit, index) => (mask[index] ? 'x' : digit)).join('')
        expect(compareAccount(shown(right), account, banks)).not.toBe('no')
      }),
    )
  })
})

describe('the receiver of a transfer', () => {
  const names = { nameTH: '', nameEN: '', nameLO: '' }
  const account: DepositBank = {
    bankCode: 'SCB',
    mode: 'AUTO',
    bankType: 'BANK',
    bank: names,
    bankAccountName: 'KRAPAO DEMO COMPANY LIMITED',
    bankAccountNo: '111-2-22333-4',
    currency: 'BAHT',
    qr: null,
  }
  const gateway: DepositBank = {
    ...account,
    bankCode: 'WW',
    mode: 'QR',
    bankType: 'PAYMENT',
    bankAccountNo: '7778889990',
  }
  const now = new Date('2026-11-21T05:00:00Z')

  function verdictOn(
    receiver: Partial<BankParty>,
    given: { deposits?: DepositBank[]; member?: string; ageMs?: number } = {},
  ): Verdict {
    const { deposits = [account, gateway], member = '1234567890', ageMs = 0 } = given
    const sender = { bankCode: 'SCB', accountNo: 'xxx-x-x6789-x', name: 'SOMCHAI J.' }
    const money = { amountMinor: 100_00, currency: 'BAHT' as const }
    const to = { bankCode: 'SCB', accountNo: 'xxx-x-x2333-x', name: '', ...receiver }
    return judge({
      transfer: {
        sendingBank: '014',
        transRef: 'A1',
        reference: null,
        ...money,
        occurredAt: now,
        sender,
        receiver: to,
      },
      uploadedAt: new Date(now.getTime() + ageMs),
      deposits,
      banks,
      member: { bankCode: 'SCB', accountNo: member, name: 'SOMCHAI JAIDEE' },
      amountMinor: money.amountMinor,
      slipMinutes: 60,
      hasCollectors: false,
    })
  }

  it.each([
    ['four digits at our bank', {}, 'credit'],
    ['our bank told by digits', { bankCode: '014' }, 'credit'],
    ['three digits', { accountNo: 'xxx-x-xx333-x' }, 'review'],
    ['no bank', { bankCode: '' }, 'review'],
    ['no bank but our name', { bankCode: '', name: 'KRAPAO DEMO' }, 'review'],
    ['another number', { accountNo: 'xxx-x-x2334-x' }, 'refuse'],
    ['another bank', { bankCode: '004' }, 'refuse'],
    ['our name cut short', { name: 'Krapao' }, 'review'],
    ['our name in two fields', { name: 'กะเพรา', otherNames: ['KRAPAO DEMO'] }, 'credit'],
    ['our name cut off', { name: 'KRAPAO DEMO COMPAN' }, 'credit'],
    ['our name with a title', { name: 'บจก. KRAPAO D.' }, 'credit'],
    ['another name', { name: 'SOMBAT RICHMAN' }, 'review'],
    ['a name that shares a beginning', { name: 'KRAPAO RICHMAN' }, 'review'],
    ['a name that hides too much', { name: 'K***** D***' }, 'review'],
    ['a title alone', { name: 'COMPANY LIMITED' }, 'review'],
    ['a name in other letters', { name: 'กะเพรา เดโม' }, 'review'],
    ['a gateway at another bank, without a name', { bankCode: 'KBANK', accountNo: 'xxx-x-x8999-x' }, 'review'],
    ['a gateway with our name', { bankCode: 'KBANK', accountNo: 'xxx-x-x8999-x', name: 'KRAPAO DEMO' }, 'credit'],
  ] as const)('that shows %s leads to %s', (_name, receiver, kind) => {
    expect(verdictOn(receiver).kind).toBe(kind)
  })

  it('is never an account of another currency', () => {
    expect(verdictOn({}, { deposits: [{ ...account, currency: 'LAK' }] })).toMatchObject({ note: 'DEST_ACC_INVALID' })
  })

  it('counts to the last moment of its hour, and no longer', () => {
    const kinds = [3_600_000, 3_600_001].map((ageMs) => verdictOn({}, { ageMs }).kind)
    expect(kinds).toEqual(['credit', 'refuse'])
  })

  it('may have its name in Thai, with or without a title', () => {
    const deposits = [{ ...account, bankAccountName: 'นายสมชาย ใจดี' }]
    const kinds = ['สมชาย ใจดี', 'นาย สมชาย ใ.', 'น.ส.สมหญิง ใจดี'].map((name) => verdictOn({ name }, { deposits }).kind)
    expect(kinds).toEqual(['credit', 'credit', 'review'])
  })

  it('is named to the operator, where it is sure, with what is left to him or refused for another reason', () => {
    expect(verdictOn({}, { member: '' })).toMatchObject({ kind: 'review', into: account })
    expect(verdictOn({}, { member: '9999999999' })).toMatchObject({ kind: 'refuse', note: 'NOT_MATCH', into: account })
    expect(verdictOn({ bankCode: '' })).toMatchObject({ kind: 'review', into: null })
  })
})

it('a transfer has one claim, however its bank is named', () => {
  const { oneName, isKnown } = banks
  expect(['SCB', '014', ' scb ', 'ttb', '901', 'bcel', 'new'].map(oneName)).toEqual([
    '014',
    '014',
    '014',
    '011',
    '901',
    'BCEL',
    'NEW',
  ])
  expect(['scb', '014', 'TTB', 'BCEL', 'NEW'].map(isKnown)).toEqual([true, true, true, false, false])
  expect(transferClaim({ sendingBank: oneName('SCB'), transRef: 'a1' }).key).toBe('014:A1')
})

it('a bank is asked at a falling pace until a person must decide', () => {
  const start = new Date('2026-11-21T05:00:00Z')
  const after = (ms: number) => new Date(start.getTime() + ms)
  const pauses = [1, 2, 5, 6, 9, 100].map((askings) => nextAskAt(askings, start).getTime() - start.getTime())
  expect(pauses).toEqual([1_000, 2_000, 15_000, 30_000, 300_000, 300_000])
  expect([86_399_999, 86_400_000].map((ms) => isUndecidedTooLong(start, after(ms)))).toEqual([false, true])
  expect(isNotFoundForGood(start, after(59_999), 9)).toBe(false)
  expect(isNotFoundForGood(start, after(60_000), 2)).toBe(false)
  expect(isNotFoundForGood(start, after(60_000), 3)).toBe(true)
})
