import { describe, expect, it } from 'vitest'
import type { DepositInfo } from './deposit.rules.ts'
import { accountsOf, canCreate, creditedSince, isSkipped, liveQrOf, qrBanksOf } from './deposit.rules.ts'

type Bank = DepositInfo['banks'][number]

function bank(bankCode: string, mode: string, bankType: string | null = 'SAVING'): Bank {
  return {
    bankCode,
    mode,
    bankType,
    bank: { nameTH: 'ธนาคาร', nameEN: 'Bank', nameLO: 'ທະນາຄານ' },
    bankAccountName: 'HOLDER',
    bankAccountNo: '1112223334',
    currency: 'BAHT',
  }
}

const info = (...banks: Bank[]): DepositInfo => ({ banks, wallets: [], isManual: false })

describe('the ways to deposit', () => {
  it('[LIM-031] KBANK is an account in mode AUTO and a QR in mode QR', () => {
    const automatic = info(bank('KBANK', 'AUTO'))
    expect([qrBanksOf(automatic), accountsOf(automatic).banks.length]).toEqual([[], 1])
    const byQr = info(bank('KBANK', 'QR'))
    expect([qrBanksOf(byQr), accountsOf(byQr).banks.length]).toEqual([['KBANK'], 0])
  })

  it('[LIM-032] WW is a QR as a bank of type PAYMENT', () => {
    expect(qrBanksOf(info(bank('WW', 'QR', 'PAYMENT')))).toEqual(['WW'])
    expect(qrBanksOf(info(bank('SCB', 'QR', 'PAYMENT')))).toEqual([])
  })

  it('show the accounts of e-wallets in mode AUTO only', () => {
    const wallets = [
      { walletAccountName: 'A', mode: 'AUTO' },
      { walletAccountName: 'B', mode: 'LINK' },
    ]
    expect(accountsOf({ banks: [], wallets, isManual: false }).wallets).toEqual([wallets[0]])
  })
})

describe('amounts', () => {
  it('[DEP-016] of KBANK are above zero', () => {
    expect([undefined, -1_00, 0, 1, 50, 1_00].map((amount) => canCreate('KBANK', amount))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ])
  })

  it('[DEP-017] [LIM-027] of WW are 20 and more', () => {
    expect([undefined, 0, 19_00, 19_99, 20_00, 500_00].map((amount) => canCreate('WW', amount))).toEqual([
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
