import { describe, expect, it } from 'vitest'
import { typedMinor, typedMinorFromZero, typedMinorUpTo } from './typed-amount.ts'

describe('an amount as it is typed', () => {
  it.each([
    ['1', 100],
    ['0', 0],
    ['-0', 0],
    [' 618,204.5 ', 61_820_450],
    ['0.29', 29],
    ['-45.05', -4_505],
    ['๑,๒๐๐.๕', 120_050],
    ['໔໕', 4_500],
    ['99999999999.99', 9_999_999_999_999],
  ])('%j is %i satang', (typed, minor) => {
    expect(typedMinor(typed)).toBe(minor)
  })

  it.each([
    '',
    ' ',
    '-',
    '--1',
    '- 1',
    '1-',
    '1e5',
    '0x10',
    '1.2.3',
    '1.234',
    '.5',
    '5.',
    '1 000',
    '+5',
    'Infinity',
    '123456789012',
  ])('%j is none', (typed) => {
    expect(typedMinor(typed)).toBeNull()
  })

  it.each([
    ['0', 0],
    ['-0', 0],
    ['1,500.5', 150_050],
    ['-1', null],
    ['--1', null],
    ['1e5', null],
    ['', null],
  ])('%j from zero on is %j', (typed, minor) => {
    expect(typedMinorFromZero(typed)).toBe(minor)
  })

  it.each([
    ['0.01', 1],
    ['20,000.00', 2_000_000],
    ['0', null],
    ['-1', null],
    ['20000.01', null],
  ])('%j up to 20,000.00 is %j', (typed, minor) => {
    expect(typedMinorUpTo(2_000_000, typed)).toBe(minor)
  })
})
