import { slipCode } from '@krapao/payment-codes'
import { describe, expect, it } from 'vitest'
import { isTaken, sizeToSend } from './picture.rules.ts'
import { readingOf } from './slip.rules.ts'

const screenshot = { type: 'image/png', bytes: 400_000, widthPx: 1_080, heightPx: 2_400 }

describe('the size that a picture is sent in', () => {
  it('is its own for what is small', () => {
    expect(sizeToSend(screenshot)).toBeUndefined()
    expect(sizeToSend({ ...screenshot, type: 'image/jpeg' })).toBeUndefined()
  })

  it('is at most 2,400 pixels for what has many bytes or pixels, in its own shape', () => {
    const photo = { type: 'image/jpeg', bytes: 6_000_000, widthPx: 3_000, heightPx: 4_000 }
    expect(sizeToSend(photo)).toEqual({ w: 1_800, h: 2_400 })
    expect(sizeToSend({ ...screenshot, heightPx: 12_000 })).toEqual({ w: 216, h: 2_400 })
    expect(sizeToSend({ ...screenshot, widthPx: 1, heightPx: 12_000 })).toEqual({ w: 1, h: 2_400 })
  })

  it('is never larger than its own', () => {
    expect(sizeToSend({ ...screenshot, bytes: 5_000_000, heightPx: 1_000 })).toEqual({ w: 1_080, h: 1_000 })
  })

  it('makes another kind of picture one that the reader knows', () => {
    expect(sizeToSend({ ...screenshot, type: 'image/heic' })).toEqual({ w: 1_080, h: 2_400 })
    expect(['image/jpeg', 'image/png', 'image/heic', 'image/webp', ''].filter(isTaken)).toEqual([
      'image/jpeg',
      'image/png',
    ])
  })
})

describe('what a picture is by its codes', () => {
  const slip = slipCode({ sendingBank: '014', transRef: '2026112112345678' })

  it.each([
    ['slip', [slip]],
    ['slip', ['https://example.com', slip]],
    ['foreign', ['https://example.com']],
    ['foreign', [`${slip.slice(0, -4)}0000`]],
    ['none', []],
  ] as const)('is %s', (reading, texts) => {
    expect(readingOf(texts)).toBe(reading)
  })
})
