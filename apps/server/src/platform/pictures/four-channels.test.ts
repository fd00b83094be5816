import { describe, expect, it } from 'vitest'
import { fourChannels } from './four-channels.ts'

describe('four channels', () => {
  it.each([
    ['grey', 1, [7, 9], [7, 7, 7, 255, 9, 9, 9, 255]],
    ['grey with alpha', 2, [7, 0, 9, 0], [7, 7, 7, 255, 9, 9, 9, 255]],
    ['colours', 3, [1, 2, 3, 4, 5, 6], [1, 2, 3, 255, 4, 5, 6, 255]],
    ['colours with alpha', 4, [1, 2, 3, 255, 4, 5, 6, 255], [1, 2, 3, 255, 4, 5, 6, 255]],
  ])('are made of %s', (_, channels, data, made) => {
    expect([...fourChannels(Uint8Array.from(data), 2, channels)]).toEqual(made)
  })

  it('are made of no other number of bytes than the pixels have', () => {
    expect(() => fourChannels(new Uint8Array(7), 2, 4)).toThrow('7 bytes for 2 pixels of 4')
    expect(() => fourChannels(new Uint8Array(2), 2, 4)).toThrow('2 bytes for 2 pixels of 4')
  })
})
