import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { box, boxSaying, dataElsewhere, quicktime, video } from '../../testing/pictures/video-making.ts'
import { cleanVideo } from './video.ts'

const page = '<script>alert(1)</script>'
const zipEnd = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
const large = (type: string, bytes: bigint, content: Buffer): Buffer => {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1)
  head.write(type, 4, 'latin1')
  head.writeBigUInt64BE(bytes, 8)
  return Buffer.concat([head, content])
}

describe('a video', () => {
  it.each([
    ['MP4', video()],
    ['QuickTime', quicktime()],
    ['with a box of 64 bits', video({ mdat: large('mdat', 48n, Buffer.alloc(32)) })],
    ['whose last box goes to the end', video({ mdat: boxSaying(0, 'mdat', Buffer.alloc(90)) })],
    [
      'whose list of boxes ends with zeros',
      video({ inMoov: [box('trak', box('tkhd', Buffer.alloc(84)), Buffer.alloc(4))] }),
    ],
    [
      'in fragments',
      video({ atTop: [box('moof', box('mfhd', Buffer.alloc(8)), box('traf', box('tfhd', Buffer.alloc(8))))] }),
    ],
  ])('that is one comes through as it is: %s', (_name, bytes) => {
    expect(cleanVideo(bytes)).toEqual(bytes)
  })

  it('that was made by an encoder comes through, its pictures and times untouched', () => {
    const bytes = readFileSync(new URL('../../modules/support/robot/demo/how-to-video.mp4', import.meta.url))
    const cleaned = cleanVideo(bytes)
    expect(cleaned?.length).toBe(bytes.length)
    const header = bytes.indexOf('mvhd')
    expect(cleaned?.subarray(header, header + 100)).toEqual(bytes.subarray(header, header + 100))
    const pictures = bytes.indexOf('mdat')
    expect(cleaned?.subarray(pictures)).toEqual(bytes.subarray(pictures))
  })

  it('loses what stands beside its pictures: where it was made, notes, and what hides in gaps', () => {
    const place = '+13.7563+100.5018/'
    const aside = [box('udta', box('\xa9xyz', place)), box('meta', place), box('free', zipEnd, page), box('uuid', page)]
    const bytes = quicktime({ inMoov: aside, inTrack: aside, atTop: [...aside, box('skip', page), box('wide')] })
    const cleaned = cleanVideo(bytes) ?? Buffer.alloc(0)
    expect(cleaned.length).toBe(bytes.length)
    for (const rest of [place, page, 'udta', 'meta', 'uuid', 'xyz', 'PK\x05\x06'])
      expect(cleaned.includes(rest)).toBe(false)
    expect(bytes.includes(place)).toBe(true)
    expect(cleanVideo(cleaned)).toEqual(cleaned)
  })

  it.each([
    ['no header', Buffer.concat([box('ftyp', 'isom'), box('mdat', Buffer.alloc(9))])],
    ['no pictures', video({ handler: 'soun' })],
    ['no data', video({ mdat: Buffer.alloc(0) })],
    ['two headers', Buffer.concat([video(), box('moov', box('mvhd', Buffer.alloc(100)))])],
    ['another beginning', Buffer.concat([box('free'), video()])],
    ['a box that says too much', video({ mdat: boxSaying(900, 'mdat', Buffer.alloc(20)) })],
    ['a box that says too little', video({ inMoov: [boxSaying(4, 'trak', Buffer.alloc(20))] })],
    ['a box of 64 bits that says too much', video({ mdat: large('mdat', 2n ** 60n, Buffer.alloc(9)) })],
    ['a box of 64 bits that says too little', video({ mdat: large('mdat', 3n, Buffer.alloc(9)) })],
    ['a box without an end in the middle', video({ inMoov: [boxSaying(0, 'trak', Buffer.alloc(20))] })],
    ['bytes behind its end', Buffer.concat([video(), Buffer.from([1, 2, 3])])],
    ['a page behind its end', Buffer.concat([video(), Buffer.from(page)])],
    ['an archive behind its end', Buffer.concat([video(), zipEnd])],
    ['an archive at the end of its data', video({ mdat: box('mdat', Buffer.alloc(9), zipEnd) })],
    ['a PDF in its beginning', video({ ftyp: box('ftyp', 'isom', '%PDF-1.7') })],
    ['a page for its data', video({ mdat: box('mdat', page) })],
    ['data elsewhere', video({ dref: dataElsewhere })],
    ['a broken list of data', video({ dref: box('dref', Buffer.from([0, 0, 0, 0, 0, 0, 0, 9])) })],
    ['films elsewhere', quicktime({ inMoov: [box('rmra', box('rmda'))] })],
    ['a packed header', quicktime({ inMoov: [box('cmov', Buffer.alloc(20))] })],
    ['a box that no video has', video({ atTop: [box('evil', page)] })],
    [
      'boxes in boxes without end',
      video({ inMoov: [Array.from({ length: 20 }).reduce<Buffer>((inner) => box('trak', inner), box('tkhd'))] }),
    ],
    ['countless boxes', video({ atTop: Array.from({ length: 20_001 }, () => box('free')) })],
    ['nothing', Buffer.alloc(0)],
    ['half a head', Buffer.from([0, 0, 0])],
  ])('that is something else, or may be, is none: %s', (_name, bytes) => {
    expect(cleanVideo(bytes)).toBe(null)
  })

  it('of any bytes throws nothing, and what comes through stays as long and comes through again', () => {
    const noise = fc.uint8Array({ maxLength: 400 })
    fc.assert(
      fc.property(noise, fc.nat(400), fc.boolean(), (bytesOfNoise, at, isInserted) => {
        const good = video()
        const place = at % good.length
        const rest = good.subarray(isInserted ? place : place + bytesOfNoise.length)
        const bytes = Buffer.concat([good.subarray(0, place), bytesOfNoise, rest])
        const before = Buffer.from(bytes)
        const cleaned = cleanVideo(bytes)
        expect(bytes.equals(before)).toBe(true)
        if (cleaned === null) return
        expect(cleaned.length).toBe(bytes.length)
        expect(cleanVideo(cleaned)?.equals(cleaned)).toBe(true)
      }),
    )
  })
})
