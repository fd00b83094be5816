import { describe, expect, it } from 'vitest'
import { readRange } from './byte-range.ts'

describe('the part of a file that is asked for', () => {
  it.each([
    ['bytes=0-1', { from: 0, to: 1 }],
    ['bytes=0-', { from: 0, to: 99 }],
    ['bytes=99-', { from: 99, to: 99 }],
    ['bytes=10-5000', { from: 10, to: 99 }],
    ['bytes=-10', { from: 90, to: 99 }],
    ['bytes=-1000', { from: 0, to: 99 }],
    [' bytes=0-0 ', { from: 0, to: 0 }],
    ['bytes=100-', 'beyond'],
    ['bytes=100-200', 'beyond'],
    ['bytes=-0', 'beyond'],
  ])('%s', (header, part) => {
    expect(readRange(header, 100)).toEqual(part)
  })

  it.each([
    undefined,
    '',
    'bytes=-',
    'bytes=5-4',
    'bytes=0-1,5-6',
    'items=0-1',
    'bytes=a-b',
    'bytes=1e1-',
    `bytes=0-${'9'.repeat(30)}`,
  ])('is the whole of it where none can be made out: %s', (header) => {
    expect(readRange(header, 100)).toBe(null)
  })

  it('of an empty file is none', () => {
    expect(readRange('bytes=0-', 0)).toBe('beyond')
    expect(readRange('bytes=-5', 0)).toBe('beyond')
  })
})
