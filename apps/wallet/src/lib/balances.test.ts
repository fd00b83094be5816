import { describe, expect, it } from 'vitest'
import { gameSlot } from '../testing/game-slot.ts'
import type { DatedReadings, Home } from './balances.ts'
import { balancesOf, readTimes } from './balances.ts'

function slot(code: string, amount: number, isActive = true, ftWalletSlot = 1): Home['slots'][number] {
  return gameSlot({ code, amount, isActive, ftWalletSlot })
}

const home: Home = {
  profile: { _id: 'a'.repeat(24), memberId: '10000001', username: '0812345678', name: 'Som', createdAt: '' },
  bankAccount: {
    bankCode: 'SCB',
    bankAccountName: '',
    bankAccountNo: '',
    bank: { nameTH: '', nameEN: '', nameLO: '', latinNamesOnly: false },
  },
  wallet: { amount: 0.1 },
  invite: { amount: 0, success: 0, fail: 0 },
  slots: [slot('PG', 0.2), slot('IMI', 1000, true, 0.1), slot('JOKER', 0, false), slot('SLOTXO', 10, true, 5)],
}

function readings(atMs: number, readAtMs: Record<string, number>): DatedReadings {
  return {
    atMs,
    readAtMs,
    answer: {
      wallet: { amount: 5 },
      slots: [
        { code: 'PG', amount: 7.25, isActive: true, stale: false },
        { code: 'IMI', amount: 1000, isActive: true, stale: true },
        { code: 'JOKER', amount: 0, isActive: false, stale: true },
        { code: 'SLOTXO', amount: 10, isActive: true, stale: false },
      ],
    },
  }
}

describe('balancesOf', () => {
  it('[HOM-006] adds the main wallet and all game accounts, in satang', () => {
    const balances = balancesOf({ answer: home, atMs: 1 }, undefined)
    expect(balances.totalMinor).toBe(101_030)
    expect(balances.walletMinor).toBe(10)
    expect(balances.games.map((game) => game.code)).toEqual(['PG', 'IMI', 'JOKER', 'SLOTXO'])
    expect(balances.isStale).toBe(false)
  })

  it('[CAR-010] tells the same money in the credits of the game', () => {
    const { games } = balancesOf({ answer: home, atMs: 1 }, undefined)
    expect(games.map((game) => [game.amountMinor, game.creditsMinor])).toEqual([
      [20, 20],
      [100_000, 10_000],
      [0, 0],
      [1_000, 5_000],
    ])
  })

  it('takes readings that are younger, and is as old as the oldest part', () => {
    const balances = balancesOf({ answer: home, atMs: 10 }, readings(20, { PG: 20, IMI: 5, SLOTXO: 20 }))
    expect(balances).toMatchObject({ totalMinor: 102_225, walletMinor: 500, isStale: true, asOfMs: 5 })
    expect(balances.games.map((game) => game.isStale)).toEqual([false, true, false, false])
  })

  it('takes home where it is younger, but what no provider confirmed stays stale', () => {
    const balances = balancesOf({ answer: home, atMs: 30 }, readings(20, { PG: 20, IMI: 5, SLOTXO: 20 }))
    expect(balances).toMatchObject({ totalMinor: 101_030, isStale: true, asOfMs: 5 })
  })

  it('does not say how old an amount is that was never read', () => {
    expect(balancesOf({ answer: home, atMs: 30 }, readings(20, { PG: 20 })).asOfMs).toBeUndefined()
  })
})

describe('readTimes', () => {
  it('notes the time for what was read and keeps the time before for what is stale', () => {
    const { answer } = readings(0, {})
    expect(readTimes(answer, { PG: 1, IMI: 2 }, 9)).toEqual({ PG: 9, IMI: 2, SLOTXO: 9 })
  })
})
