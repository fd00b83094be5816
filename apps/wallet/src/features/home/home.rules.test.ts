import { describe, expect, it } from 'vitest'
import type { GameReadings, Home } from './home.api.ts'
import { balancesOf } from './home.rules.ts'

function slot(code: string, amount: number, isActive = true): Home['slots'][number] {
  return {
    code,
    name: `game ${code}`,
    logo: '',
    background: '',
    isActive,
    amount,
    ftWalletSlot: 1,
    category: 'slot',
    web: null,
    android: null,
    ios: null,
  }
}

const home: Home = {
  profile: { _id: 'a'.repeat(24), memberId: '10000001', username: '0812345678', name: 'Som', createdAt: '' },
  bankAccount: { bankCode: 'SCB', bankAccountName: '', bankAccountNo: '', bank: { nameTH: '', nameEN: '' } },
  wallet: { amount: 0.1 },
  invite: { amount: 0, success: 0, fail: 0 },
  slots: [slot('PG', 0.2), slot('IMI', 1000), slot('JOKER', 0, false)],
}
const readings: GameReadings = {
  wallet: { amount: 5 },
  slots: [
    { code: 'PG', amount: 7.25, isActive: true, stale: false },
    { code: 'IMI', amount: 1000, isActive: true, stale: true },
    { code: 'JOKER', amount: 0, isActive: false, stale: false },
  ],
}

describe('balancesOf', () => {
  it('[HOM-006] adds the main wallet and all game accounts, in satang', () => {
    const balances = balancesOf({ answer: home, atMs: 1 }, undefined)
    expect(balances.totalMinor).toBe(100_030)
    expect(balances.walletMinor).toBe(10)
    expect(balances.games.map((game) => game.code)).toEqual(['PG', 'IMI'])
    expect(balances.isStale).toBe(false)
  })

  it('takes readings that are younger, and says when one of them is stale', () => {
    const balances = balancesOf({ answer: home, atMs: 1 }, { answer: readings, atMs: 2 })
    expect(balances).toMatchObject({ totalMinor: 101_225, walletMinor: 500, isStale: true, asOfMs: 2 })
  })

  it('takes home where it is younger', () => {
    const balances = balancesOf({ answer: home, atMs: 3 }, { answer: readings, atMs: 2 })
    expect(balances).toMatchObject({ totalMinor: 100_030, isStale: false, asOfMs: 3 })
  })
})
