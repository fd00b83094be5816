import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { PictureRemaking } from './picture-protocol.ts'

/** As many as of a slip. */
const PIXELS_MAX = 52_000_000
/** Of all pictures of a moving one together: each is drawn and packed anew. */
const MOVING_PIXELS_MAX = 16_000_000
const MOVING_PAGES_MAX = 400
/** The longest side of what is kept; a moving picture keeps its own size. */
const KEPT_PX = 2560

const kinds = { jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif' } as const

/** Makes a JPEG, PNG or GIF anew, of the same kind: upright, without anything beside its pixels and their timing. */
export async function remake(bytes: Uint8Array): Promise<PictureRemaking> {
  const strict: SharpOptions = { failOn: 'error', sequentialRead: true }
  const head = await headOf(bytes, strict)
  if (head === null) return { ok: false, problem: 'undecodable' }
  const { kind, widthPx, heightPx, pages } = head
  const pixels = widthPx * heightPx * pages
  if (pixels > (pages > 1 ? MOVING_PIXELS_MAX : PIXELS_MAX) || pages > MOVING_PAGES_MAX) {
    return { ok: false, problem: 'too-large' }
  }
  try {
    const made = await draw(sharp(bytes, { ...strict, limitInputPixels: PIXELS_MAX, animated: pages > 1 }), head)
    return { ok: true, bytes: new Uint8Array(made), mediaType: kinds[kind], widthPx, heightPx }
  } catch {
    return { ok: false, problem: 'undecodable' }
  }
}

interface Head {
  kind: keyof typeof kinds
  /** Of one picture, upright. */
  widthPx: number
  heightPx: number
  pages: number
}

/** What its header tells; nothing is decoded for it. */
async function headOf(bytes: Uint8Array, options: SharpOptions): Promise<Head | null> {
  try {
    const { format, autoOrient, pages = 1 } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
    if (format !== 'jpeg' && format !== 'png' && format !== 'gif') return null
    return { kind: format, widthPx: autoOrient.width, heightPx: autoOrient.height, pages }
  } catch {
    return null
  }
}

function draw(picture: Sharp, { kind, pages }: Head): Promise<Buffer> {
  // Its colours are few enough already, so that they need no dithering; and nobody waits for the smallest file.
  if (kind === 'gif') return picture.gif({ effort: 1, dither: 0, keepDuplicateFrames: pages > 1 }).toBuffer()
  const drawn = picture
    .autoOrient()
    .resize({ width: KEPT_PX, height: KEPT_PX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  return kind === 'png' ? drawn.png({ compressionLevel: 6 }).toBuffer() : drawn.jpeg({ quality: 85 }).toBuffer()
}
