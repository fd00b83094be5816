import { describe, expect, it } from 'vitest'
import { formatBaht, formatChange, sumOf } from './formats.ts'

describe('amounts at the desk', () => {
  it.each<[amount: number | null, baht: string, change: string]>([
    [1234.5, '1,234.50', '+1,234.50'],
    [-1234.5, '-1,234.50', '-1,234.50'],
    [0, '0.00', '0.00'],
    [-0, '0.00', '0.00'],
    [-0.01, '-0.01', '-0.01'],
    // A day of kip is more than one may type.
    [1_234_567_890_123.45, '1,234,567,890,123.45', '+1,234,567,890,123.45'],
    [1e14, '-', '-'],
    [0.005, '-', '-'],
    [Number.NaN, '-', '-'],
    [null, '-', '-'],
  ])('%s are written %s, as a change %s', (amount, baht, change) => {
    expect([formatBaht(amount), formatChange(amount)]).toEqual([baht, change])
  })

  it('are summed to the satang', () => {
    expect([sumOf([0.1, 0.2, -0.3]), sumOf([]), sumOf([1e12, 0.01])]).toEqual([0, 0, 1_000_000_000_000.01])
  })
})
