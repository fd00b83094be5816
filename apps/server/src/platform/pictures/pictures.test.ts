import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { createPictures, type Pictures, PicturesBusyError } from './index.ts'

let pictures: Pictures | undefined
afterEach(() => pictures?.close())

/** A thread that does what its test says in place of reading. */
function threadThat(does: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${does}`)}`,
  )
}

/** What became of each reading: its problem, `read`, or `busy`. */
async function endsOf(readings: Promise<{ ok: boolean; problem?: string }>[]): Promise<string[]> {
  const settled = await Promise.allSettled(readings)
  return settled.map((end) => {
    if (end.status === 'fulfilled') return end.value.problem ?? 'read'
    return end.reason instanceof PicturesBusyError ? 'busy' : String(end.reason)
  })
}

const picture = Buffer.from('a picture')
const answering = `parentPort.on('message', () => parentPort.postMessage({ reading: { ok: false, problem: 'undecodable' } }))`
const silent = `parentPort.on('message', () => {})`

describe('a thread that ended while it read', () => {
  it.each([
    ['by an error', `parentPort.on('message', () => { throw new Error('out of memory') })`],
    ['by itself', `parentPort.on('message', () => process.exit(1))`],
    ['before it began', `throw new Error('it cannot start')`],
  ])('%s says nothing about the picture: it can be sent again', async (_name, does) => {
    pictures = createPictures({ thread: threadThat(does) })
    expect(await endsOf([pictures.read(picture, 'a')])).toEqual(['busy'])
  })

  it('leaves the next picture to another thread', async () => {
    const does = `parentPort.on('message', ({ bytes }) => {
      if (bytes[0] === 0) throw new Error('broken')
      parentPort.postMessage({ reading: { ok: false, problem: 'undecodable' } })
    })`
    pictures = createPictures({ thread: threadThat(does) })
    const first = pictures.read(Buffer.from([0]), 'a')
    expect(await endsOf([first, pictures.read(picture, 'a')])).toEqual(['busy', 'undecodable'])
  })
})

it('[MON-008] a picture whose thread is not heard of may be sent again, whether or not another was read meanwhile', async () => {
  pictures = createPictures({ thread: threadThat(silent), lostAfterMs: 1 })
  expect(await endsOf([pictures.read(picture, 'a')])).toEqual(['busy'])
  expect(await endsOf([pictures.read(picture, 'a'), pictures.read(picture, 'b')])).toEqual(['busy', 'busy'])
})

it('[MON-008] a thread may take its time, as long as it does not use the processor', async () => {
  const idle = `parentPort.on('message', () => {
    parentPort.postMessage({ begunAtCpuUs: process.threadCpuUsage().user + process.threadCpuUsage().system })
    setTimeout(() => parentPort.postMessage({ reading: { ok: false, problem: 'undecodable' } }), 1_500)
  })`
  pictures = createPictures({ thread: threadThat(idle), cpuMaxMs: 700 })
  expect(await endsOf([pictures.read(picture, 'a')])).toEqual(['undecodable'])
})

it('[MON-008] a picture of nothing but corners of codes is given up while the reader is at it, and the next one is read', async () => {
  const [square, gap, sidePx] = [7, 1, 2_800]
  const isDark = (x: number, y: number): boolean => {
    const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3))
    return x < square && y < square && ring !== 2
  }
  const pixels = Buffer.alloc(sidePx * sidePx, 255)
  for (const at of pixels.keys()) {
    if (isDark((at % sidePx) % (square + gap), Math.floor(at / sidePx) % (square + gap))) pixels[at] = 0
  }
  const corners = await sharp(pixels, { raw: { width: sidePx, height: sidePx, channels: 1 } })
    .png()
    .toBuffer()
  pictures = createPictures({ cpuMaxMs: 1_500 })
  const white = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  expect(await endsOf([pictures.read(corners, 'a')])).toEqual(['busy'])
  expect(await endsOf([pictures.read(white, 'a')])).toEqual(['read'])
})

describe('the pictures of one caller', () => {
  it('are read one after the other, and others are not kept waiting by them', async () => {
    const does = `parentPort.on('message', ({ bytes }) => {
      if (bytes[0] !== 0) parentPort.postMessage({ reading: { ok: false, problem: 'undecodable' } })
    })`
    pictures = createPictures({ thread: threadThat(does) })
    const stuck = Buffer.from([0])
    const own = endsOf([stuck, stuck, stuck].map((bytes) => pictures?.read(bytes, 'a') ?? Promise.reject(new Error())))
    expect(await endsOf([pictures.read(picture, 'b'), pictures.read(picture, 'c')])).toEqual([
      'undecodable',
      'undecodable',
    ])
    await pictures.close()
    expect(await own).toEqual(['busy', 'busy', 'busy'])
  })

  const read = (caller: string) => pictures?.read(picture, caller) ?? Promise.reject(new Error())
  const countOf = (ends: readonly string[], end: string) => ends.filter((one) => one === end).length

  it('are ten at once, as many as a member may have undecided; another one is refused until one is done', async () => {
    pictures = createPictures({ thread: threadThat(answering) })
    const ends = await endsOf(Array.from({ length: 12 }, () => read('a')))
    expect([countOf(ends, 'undecodable'), countOf(ends, 'busy')]).toEqual([10, 2])
    expect(await endsOf([read('a')])).toEqual(['undecodable'])
  })

  it('are three at once while many wait, so that two who send all they can leave room for the others', async () => {
    pictures = createPictures({ thread: threadThat(answering) })
    const greedy = endsOf(['a', 'b', 'c', 'd'].flatMap((caller) => Array.from({ length: 10 }, () => read(caller))))
    const others = ['e', 'f', 'g', 'h', 'i'].map((caller) => read(caller))
    expect(countOf(await endsOf(others), 'undecodable')).toBe(5)
    const ends = await greedy
    expect(countOf(ends.slice(0, 10), 'undecodable')).toBe(10)
    expect(countOf(ends.slice(30), 'undecodable')).toBe(2)
  })
})
