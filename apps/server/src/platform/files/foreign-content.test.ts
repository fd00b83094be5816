import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { holdsForeignContent } from './foreign-content.ts'

const white = sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })

/** A good picture with so many empty parts more, where its own may stand. */
const withParts = {
  async JPEG(count: number): Promise<Buffer> {
    const jpeg = await white.clone().jpeg().toBuffer()
    const part = Buffer.from([0xff, 0xe1, 0, 2])
    return Buffer.concat([jpeg.subarray(0, 2), ...repeated(part, count), jpeg.subarray(2)])
  },
  async PNG(count: number): Promise<Buffer> {
    const png = await white.clone().png().toBuffer()
    const part = Buffer.from('\0\0\0\0tEXt\0\0\0\0', 'latin1')
    return Buffer.concat([png.subarray(0, 33), ...repeated(part, count), png.subarray(33)])
  },
  async WebP(count: number): Promise<Buffer> {
    const webp = await white.clone().webp().toBuffer()
    const whole = Buffer.concat([webp, ...repeated(Buffer.from('EXIF\0\0\0\0', 'latin1'), count)])
    whole.writeUInt32LE(whole.length - 8, 4)
    return whole
  },
}

function repeated(part: Buffer, count: number): Buffer[] {
  return Array.from({ length: count }, () => part)
}

describe.each(['JPEG', 'PNG', 'WebP'] as const)('a %s', (kind) => {
  it.each([0, 1, 900])('with %i empty parts is a picture and nothing else', async (count) => {
    expect(holdsForeignContent(await withParts[kind](count))).toBe(false)
  })

  it.each([1_001, 500_000])('with %i parts beside its pixels is taken for something else', async (count) => {
    expect(holdsForeignContent(await withParts[kind](count))).toBe(true)
  })
})

it('a JPEG of markers that fill the space between its parts is no reason to walk on for ever', () => {
  const filled = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(2_000_000, 0xff)])
  expect(holdsForeignContent(filled)).toBe(true)
})

it('a JPEG of many scans is a picture still', async () => {
  const progressive = await white.clone().jpeg({ progressive: true }).toBuffer()
  expect(holdsForeignContent(progressive)).toBe(false)
})
