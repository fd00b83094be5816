import { SLIP_BYTES_MAX } from '@krapao/contract'
import { CallError } from '@krapao/web'
import { isTaken, sizeToSend } from './picture.rules.ts'
import type { SlipReader } from './slip-reader.ts'
import type { SlipReading } from './slip.rules.ts'

const JPEG_QUALITY = 0.86

/** A picture as it will be sent, and what was found on it. */
export interface SlipPicture {
  readonly file: File
  readonly reading: SlipReading
}

/** The same words that the server would refuse it with. */
function refused(code: string, status: number, details?: Readonly<Record<string, unknown>>): CallError {
  return new CallError({ kind: 'refused', code, status, ...(details === undefined ? {} : { details }) })
}

/**
 * Makes a chosen file ready to be sent: smaller when it is large, another kind than JPEG and PNG as a JPEG, and looked at
 * for the code of a slip. A picture whose code is lost by being made smaller goes as it is.
 *
 * @throws {CallError} SLIP_NO_FILE for an empty file, SLIP_INVALID_FILE for what is no picture, FILE_TOO_LARGE for what is
 * too large to be sent in any way.
 */
export async function prepareSlip(chosen: File, reader: SlipReader): Promise<SlipPicture> {
  if (chosen.size === 0) throw refused('SLIP_NO_FILE', 422)
  const smaller = await shrink(chosen)
  const canGoAsIs = isTaken(chosen.type) && chosen.size <= SLIP_BYTES_MAX
  if (smaller === undefined) return { file: chosen, reading: await reader.read(chosen) }
  const isTooLarge = smaller.size > SLIP_BYTES_MAX
  if (isTooLarge && !canGoAsIs) throw refused('FILE_TOO_LARGE', 413, { max: SLIP_BYTES_MAX })
  const reading = isTooLarge ? 'unknown' : await reader.read(smaller)
  if (reading === 'slip' || !canGoAsIs) return { file: smaller, reading }
  const readingAsIs = await reader.read(chosen)
  return readingAsIs === 'slip' || isTooLarge
    ? { file: chosen, reading: readingAsIs }
    : { file: smaller, reading: readingAsIs }
}

/** The picture in the size that it is sent in; undefined when that is its own. */
async function shrink(chosen: File): Promise<File | undefined> {
  const bitmap = await createImageBitmap(chosen).catch(() => undefined)
  if (bitmap === undefined) throw refused('SLIP_INVALID_FILE', 415)
  const { width: widthPx, height: heightPx } = bitmap
  const size = sizeToSend({ type: chosen.type, bytes: chosen.size, widthPx, heightPx })
  const blob = size === undefined ? undefined : await draw(bitmap, size)
  bitmap.close()
  if (blob === undefined || (isTaken(chosen.type) && blob.size >= chosen.size)) return undefined
  return new File([blob], 'slip.jpg', { type: 'image/jpeg' })
}

async function draw(bitmap: ImageBitmap, { w, h }: { w: number; h: number }): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = w
  canvas.height = h
  const context = canvas.getContext('2d')
  if (context === null) return undefined
  // What is see-through in a PNG would come out black in a JPEG.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, w, h)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, w, h)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY))
  return blob ?? undefined
}
