import { describe, expect, it } from 'vitest'
import type { DepositInfo } from './deposit.rules.ts'
import { accountsOf, canCreate, creditedSince, isSkipped, liveQrOf, qrBanksOf } from './deposit.rules.ts'

type Bank = DepositInfo['banks'][number]

const kbank = { minimum: 1, presets: [10, 20, 50, 100, 500, 1000] }
const ww = { minimum: 20, presets: [20, 50, 100, 500, 1000] }

function bank(bankCode: string, mode: string, qr: Bank['qr'], bankType = 'SAVING'): Bank {
  return {
    bankCode,
    mode,
    bankType,
    bank: { nameTH: 'ธนาคาร', nameEN: 'Bank', nameLO: 'ທະນາຄານ' },
    bankAccountName: 'HOLDER',
    bankAccountNo: '1112223334',
    currency: 'BAHT',
    qr,
  }
}

const info = (...banks: Bank[]): DepositInfo => ({ banks, wallets: [], isManual: false })

describe('the ways to deposit', () => {
  it('[LIM-031] KBANK is an account in mode AUTO and a QR in mode QR', () => {
    const automatic = info(bank('KBANK', 'AUTO', null))
    expect([qrBanksOf(automatic), accountsOf(automatic).banks.length]).toEqual([[], 1])
    const byQr = info(bank('KBANK', 'QR', kbank))
    expect([qrBanksOf(byQr), accountsOf(byQr).banks.length]).toMatchObject([
      [{ bankCode: 'KBANK', isGateway: false }],
      0,
    ])
  })

  it('[LIM-032] WW is a QR as a bank of type PAYMENT', () => {
    const terms = { minimumMinor: 20_00, presetsMinor: [20_00, 50_00, 100_00, 500_00, 1000_00] }
    const qrs = qrBanksOf(info(bank('SCB', 'AUTO', null), bank('WW', 'QR', ww, 'PAYMENT')))
    expect(qrs).toMatchObject([{ bankCode: 'WW', isGateway: true, ...terms }])
  })

  it('show the accounts of e-wallets in mode AUTO only', () => {
    const wallets = [
      { walletAccountName: 'A', mode: 'AUTO' },
      { walletAccountName: 'B', mode: 'LINK' },
    ]
    expect(accountsOf({ banks: [], wallets, isManual: false }).wallets).toEqual([wallets[0]])
  })
})

const terms = (minimumMinor: number) => ({ minimumMinor, presetsMinor: [] })

describe('amounts', () => {
  it('[DEP-016] of KBANK are above zero', () => {
    expect([undefined, -1_00, 0, 1, 50, 1_00].map((amount) => canCreate(terms(1_00), amount))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ])
  })

  it('[DEP-017] [LIM-027] of WW are 20 and more', () => {
    expect([undefined, 0, 19_00, 19_99, 20_00, 500_00].map((amount) => canCreate(terms(20_00), amount))).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ])
  })

  it('[DEP-018] under one baht are dropped', () => {
    expect([1, 50, 99, 1_00].map(isSkipped)).toEqual([true, true, true, false])
  })
})

describe('an answer about a QR', () => {
  const answer = {
    qrcodeId: 'q'.repeat(24),
    hasQrcode: true,
    qrcode: '<svg/>',
    payload: '0002',
    amount: 100.5,
    expireIn: '2026-11-21T05:15:00.000Z',
    message: null,
  }

  it('is a live QR when it has one', () => {
    expect(liveQrOf('WW', answer)).toEqual({
      id: 'q'.repeat(24),
      bankCode: 'WW',
      amountMinor: 100_50,
      markup: '<svg/>',
      payload: '0002',
      endsAtMs: Date.UTC(2026, 10, 21, 5, 15),
    })
  })

  it.each([
    ['nothing has come', undefined],
    ['there is none', { ...answer, hasQrcode: false }],
    ['its id is missing', { ...answer, qrcodeId: null }],
    ['its picture is missing', { ...answer, qrcode: null }],
    ['its amount is missing', { ...answer, amount: null }],
    ['its end is missing', { ...answer, expireIn: null }],
    ['its end is no time', { ...answer, expireIn: 'soon' }],
  ])('is none when %s', (_, given) => {
    expect(liveQrOf('KBANK', given)).toBeUndefined()
  })
})

describe('what was credited', () => {
  const sinceMs = Date.parse('2026-11-21T05:00:00.000Z')
  const row = {
    _id: 'a'.repeat(24),
    statementType: 'deposit',
    from: 'BANK',
    to: 'WALLET',
    status: 'SUCCESS',
    amount: 99.5,
    createdAt: '2026-11-21T05:00:00.000Z',
  } as const

  it('is the newest deposit from a bank since then', () => {
    expect(creditedSince([row, { ...row, amount: 1 }], sinceMs)).toBe(99_50)
  })

  it.each([
    ['older', { ...row, createdAt: '2026-11-21T04:59:59.999Z' }],
    ['of another kind', { ...row, statementType: 'bonus' as const }],
    ['from a gift link', { ...row, from: 'GIFT' }],
    ['not there yet', { ...row, status: 'IN_PROGRESS' as const }],
  ])('is nothing when it is %s', (_, other) => {
    expect(creditedSince([other], sinceMs)).toBeUndefined()
  })
})
