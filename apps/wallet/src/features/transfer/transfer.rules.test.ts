import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Side } from './transfer.rules.ts'
import { checkOrder, mostMinor, nearestMinor, stepMinor } from './transfer.rules.ts'

function side(code: string, amountMinor: number, factorTenThousandths = 10_000, isStale = false): Side {
  return { code, name: code, amountMinor, factorTenThousandths, isStale, logo: undefined }
}

const wallet = side('WALLET', 500_00)
const lotus = side('PG', 20_00)
const table = side('IMI', 100_05, 1_000)

describe('checkOrder', () => {
  it('[TRF-003] wants both sides chosen, before anything else', () => {
    expect(checkOrder(undefined, lotus, undefined)).toEqual({ fault: 'select' })
    expect(checkOrder(wallet, undefined, 100)).toEqual({ fault: 'select' })
  })

  it('[TRF-004] wants two sides that differ', () => {
    expect(checkOrder(wallet, wallet, 100)).toEqual({ fault: 'same' })
  })

  it('[TRF-005] [LIM-025] takes 1 baht and not 99 satang', () => {
    expect(checkOrder(wallet, lotus, 99)).toEqual({ fault: 'minimum' })
    expect(checkOrder(wallet, lotus, undefined)).toEqual({ fault: 'minimum' })
    expect(checkOrder(wallet, lotus, 100)).toEqual({ from: wallet, to: lotus, amountMinor: 100 })
  })

  it('says by which steps a game of other credits goes, and the amount that fits', () => {
    expect(checkOrder(wallet, table, 12_34)).toEqual({ fault: 'step', stepMinor: 10, nearMinor: 12_30 })
    expect(checkOrder(table, wallet, 1_05)).toEqual({ fault: 'step', stepMinor: 10, nearMinor: 1_00 })
  })

  it('refuses more than there is, but leaves an amount that was not read to the server', () => {
    expect(checkOrder(lotus, wallet, 20_01)).toEqual({ fault: 'notEnough' })
    expect(checkOrder({ ...lotus, isStale: true }, wallet, 20_01)).toHaveProperty('amountMinor', 20_01)
  })
})

describe('steps', () => {
  it('are whole on both sides', () => {
    expect(stepMinor(wallet, lotus)).toBe(1)
    expect(stepMinor(lotus, table)).toBe(10)
    expect(stepMinor(side('A', 0, 2_500), side('B', 0, 1_000))).toBe(20)
    expect(mostMinor(table, wallet)).toBe(100_00)
  })

  it('name an amount that is allowed', () => {
    const amounts = fc.integer({ min: 0, max: 10_000_000 })
    const factors = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(amounts, factors, factors, (amountMinor, one, other) => {
        const step = stepMinor(side('A', 0, one), side('B', 0, other))
        const near = nearestMinor(amountMinor, step)
        expect(near % step).toBe(0)
        expect(near).toBeGreaterThanOrEqual(100)
        expect(near <= amountMinor || near - step < 100).toBe(true)
        for (const factor of [one, other]) expect((near * factor) % 10_000).toBe(0)
      }),
    )
  })
})
