import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { prepareZXingModule, readBarcodes, type ReaderOptions, type ReadResult } from 'zxing-wasm/reader'
import { fourChannels } from './four-channels.ts'
import type { PictureAnswer, PictureBegun, PictureReading, PictureRequest, UnreadCode } from './picture-protocol.ts'
import { remake } from './picture-remaking.ts'

/** More than the largest photograph of a usual phone (50 megapixels). */
const PIXELS_MAX = 52_000_000
/** The longest side of a picture that is kept. */
const KEPT_PX = 2000
/** Longest sides at which codes are looked for: the first finds most, the others very small and very large ones. */
const SEEN_PX = [1400, 2800] as const
const SEEN_MAX_PX = 2800
/** Pictures smaller than this are enlarged before they are looked at once more. */
const ENLARGED_BELOW_PX = 1200
// Never from the network: without the bytes the library would fetch them from elsewhere.
prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer,
  },
})
// One picture at a time in this thread, and none of it kept for the next.
sharp.concurrency(1)
sharp.cache(false)

const seeing: ReaderOptions = { formats: ['QRCode'], tryHarder: true, returnErrors: true, maxNumberOfSymbols: 8 }

async function read(bytes: Uint8Array): Promise<PictureReading> {
  const strict = { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true, pages: 1 } as const
  const size = await sizeOf(bytes, strict)
  if (size === null) return { ok: false, problem: 'undecodable' }
  if (size.widthPx * size.heightPx > PIXELS_MAX) return { ok: false, problem: 'too-large' }
  try {
    return await readAs(bytes, strict, size, false)
  } catch {
    try {
      return await readAs(bytes, { ...strict, failOn: 'none' }, size, true)
    } catch {
      return { ok: false, problem: 'undecodable' }
    }
  }
}

interface Size {
  widthPx: number
  heightPx: number
}

/** The size that its header tells, upright; nothing is decoded for it. */
async function sizeOf(bytes: Uint8Array, options: SharpOptions): Promise<Size | null> {
  try {
    const { autoOrient } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
    return { widthPx: autoOrient.width, heightPx: autoOrient.height }
  } catch {
    return null
  }
}

/** The pixels of a picture, upright, on white. */
interface Raster {
  data: Buffer
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

async function readAs(
  bytes: Uint8Array,
  options: SharpOptions,
  size: Size,
  isCutOff: boolean,
): Promise<PictureReading> {
  const raster = await rasterOf(bytes, options)
  const open = (): Sharp => sharp(raster.data, { raw: raster.raw })
  const kept = await within(open(), KEPT_PX).webp({ quality: 80, effort: 2 }).toBuffer()
  const { codes, unread } = await look(open, size)
  return { ok: true, bytes: copyOf(kept), mediaType: 'image/webp', ...size, isCutOff, codes, unread }
}

/** Decodes a picture, once for all that is done with it: of a large one that is most of the work. */
async function rasterOf(bytes: Uint8Array, options: SharpOptions): Promise<Raster> {
  const upright = sharp(bytes, options).autoOrient().flatten({ background: '#ffffff' })
  const { data, info } = await within(upright, SEEN_MAX_PX)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

function within(picture: Sharp, px: number): Sharp {
  return picture.resize({ width: px, height: px, fit: 'inside', withoutEnlargement: true })
}

interface Seen {
  codes: string[]
  unread: UnreadCode[]
}

/** Looks for codes at one size after the other until one shows any that can be read. */
async function look(open: () => Sharp, size: Size): Promise<Seen> {
  const longest = Math.max(size.widthPx, size.heightPx)
  const unread: UnreadCode[] = []
  for (const { change, isTrue } of attemptsFor(longest)) {
    const seen = await lookOnce(change(open()))
    if (seen.codes.length > 0) return seen
    // In an enlarged or sharpened picture anything may look like a code.
    if (isTrue) unread.push(...seen.unread)
  }
  return { codes: [], unread }
}

interface Attempt {
  change(picture: Sharp): Sharp
  /** Whether it shows the picture as it is, only smaller. */
  isTrue: boolean
}

function attemptsFor(longestPx: number): Attempt[] {
  const [usualPx] = SEEN_PX
  const attempts: Attempt[] = SEEN_PX.filter((px, index) => index === 0 || longestPx > (SEEN_PX[index - 1] ?? 0)).map(
    (px) => ({ change: (picture) => within(picture, px), isTrue: true }),
  )
  if (longestPx < ENLARGED_BELOW_PX) {
    const px = Math.max(64, longestPx * 3)
    const change = (picture: Sharp) => picture.resize({ width: px, height: px, fit: 'inside', kernel: 'cubic' })
    attempts.push({ change, isTrue: false })
  }
  // A code that light and lens took the edges from.
  const change = (picture: Sharp) => within(picture, usualPx).greyscale().normalise().sharpen({ sigma: 3 })
  return [...attempts, { change, isTrue: false }]
}

async function lookOnce(picture: Sharp): Promise<Seen> {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const results = await readBarcodes(
    { data: fourChannels(data, width * height, channels), width, height, colorSpace: 'srgb' },
    seeing,
  )
  const codes = new Set(results.filter((result) => result.isValid && result.text !== '').map((result) => result.text))
  const unread = results.filter((result) => !result.isValid).map((result) => ({ isWhole: isWhole(result) }))
  return { codes: [...codes], unread }
}

/** With one of its three corners alone a code looks like a small one of another kind: the others are not in the picture. */
function isWhole({ version }: ReadResult): boolean {
  return !version.startsWith('M')
}

/** Bytes of their own, which may change threads. */
function copyOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}

parentPort?.on('message', ({ purpose, bytes }: PictureRequest) => {
  const { user, system } = process.threadCpuUsage()
  const begun: PictureBegun = { begunAtCpuUs: user + system }
  parentPort?.postMessage(begun)
  void (purpose === 'read' ? read(bytes) : remake(bytes))
    .catch((): PictureReading => ({ ok: false, problem: 'undecodable' }))
    .then((reading) => {
      const answer: PictureAnswer = { reading }
      parentPort?.postMessage(answer, reading.ok ? [reading.bytes.buffer] : [])
    })
})
