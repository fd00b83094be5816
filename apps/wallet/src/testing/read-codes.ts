import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** The texts of the QR codes on a picture, drawn smaller where `scale` is below 1, as a camera further away sees them. */
export async function readCodes(picture: Blob, scale = 1): Promise<string[]> {
  const drawn = await createImageBitmap(picture)
  const canvas = new OffscreenCanvas(Math.round(drawn.width * scale), Math.round(drawn.height * scale))
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('there is no canvas')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(drawn, 0, 0, canvas.width, canvas.height)
  prepareZXingModule({ overrides: { locateFile: () => wasmAddress } })
  const found = await readBarcodes(pen.getImageData(0, 0, canvas.width, canvas.height), { formats: ['QRCode'] })
  return found.map(({ text }) => text)
}
