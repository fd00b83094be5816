import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountFault, maskAccountNo, mostMinor, remainderOf } from './withdraw.rules.ts'

const limits = { minMinor: 100_00, maxMinor: 50_000_00 }

describe('what can be asked for', () => {
  it('[WDR-004] is at least the operator’s minimum', () => {
    expect([99_99, 100_00].map((amountMinor) => amountFault(amountMinor, limits))).toEqual(['minimum', undefined])
  })

  it('[WDR-005] is at most the operator’s maximum', () => {
    const amounts = [50_000_00, 50_000_01]
    expect(amounts.map((amountMinor) => amountFault(amountMinor, limits))).toEqual([undefined, 'maximum'])
  })

  it('[WDR-006] is a number, and not below zero', () => {
    expect(amountFault(undefined, limits)).toBe('missing')
    expect(amountFault(-1, limits)).toBe('negative')
    expect(amountFault(0, limits)).toBe('minimum')
  })

  it('[LIM-026] follows the limits as they are told', () => {
    expect(amountFault(5_00, { minMinor: 5_00, maxMinor: 5_00 })).toBeUndefined()
    expect(mostMinor(30_000_00, 30_000_00, limits)).toBe(50_000_00)
    expect(mostMinor(300_00, 20_00, limits)).toBe(320_00)
  })
})

describe('what remains', () => {
  it('takes from games only what the main wallet lacks', () => {
    expect(remainderOf(200_00, 300_00, 50_00)).toEqual({
      fromGamesMinor: 0,
      walletMinor: 100_00,
      gamesMinor: 50_00,
      isBeyondKnown: false,
    })
    expect(remainderOf(320_00, 300_00, 50_00)).toEqual({
      fromGamesMinor: 20_00,
      walletMinor: 0,
      gamesMinor: 30_00,
      isBeyondKnown: false,
    })
    // More than is known to be there: nothing that is not there is promised.
    expect(remainderOf(2000_00, 900_00, 100_00)).toEqual({
      fromGamesMinor: 100_00,
      walletMinor: 0,
      gamesMinor: 0,
      isBeyondKnown: true,
    })
  })

  it('neither makes nor loses money as long as there is enough', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 })
    fc.assert(
      fc.property(amount, amount, amount, (wantedMinor, walletMinor, gamesMinor) => {
        fc.pre(wantedMinor <= walletMinor + gamesMinor)
        const rest = remainderOf(wantedMinor, walletMinor, gamesMinor)
        expect(rest.walletMinor + rest.gamesMinor + wantedMinor).toBe(walletMinor + gamesMinor)
        expect(rest.isBeyondKnown).toBe(false)
      }),
    )
  })
})

it('hides all of an account number but its last four digits', () => {
  expect(maskAccountNo('123-456-7890')).toBe('xxx-xxx-7890')
  expect(maskAccountNo('0123456789012')).toBe('xxxxxxxxx9012')
  expect(maskAccountNo('123')).toBe('123')
})
