import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { readingOf } from './slip.rules.ts'
import type { SlipReading } from './slip.rules.ts'

/**
 * Reads the codes of pictures beside the page, which stays quick meanwhile. Only this file's own content policy lets it
 * compile WebAssembly.
 */

export interface ReadRequest {
  readonly id: number
  /** A JPEG or PNG. */
  readonly picture: Blob
}

export interface ReadAnswer {
  readonly id: number
  readonly reading: SlipReading
}

/** The browser's own reader, where there is one: it needs nothing to be fetched. */
interface Detector {
  detect: (picture: ImageBitmap) => Promise<readonly { readonly rawValue: string }[]>
}
type DetectorMaker = new (terms: { formats: readonly string[] }) => Detector

async function readByBrowser(picture: Blob): Promise<string[]> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorMaker }
  if (BarcodeDetector === undefined) return []
  try {
    const bitmap = await createImageBitmap(picture)
    const found = await new BarcodeDetector({ formats: ['qr_code'] }).detect(bitmap)
    bitmap.close()
    return found.map(({ rawValue }) => rawValue)
  } catch {
    // There in name only, as on systems without the service behind it.
    return []
  }
}

async function readByZXing(picture: Blob): Promise<string[]> {
  prepareZXingModule({ overrides: { locateFile: () => wasmAddress } })
  const codes = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 8, tryHarder: true })
  return codes.map(({ text }) => text)
}

/** What the browser's reader does not see, ours may: a wrong picture is one that neither finds a slip's code on. */
async function read(picture: Blob): Promise<SlipReading> {
  const seen = await readByBrowser(picture)
  if (readingOf(seen) === 'slip') return 'slip'
  try {
    return readingOf([...seen, ...(await readByZXing(picture))])
  } catch {
    // Our reader did not come, or the picture is too much for it: nothing is claimed about what it did not see.
    return 'unknown'
  }
}

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void read(data.picture).then((reading) => {
    const answer: ReadAnswer = { id: data.id, reading }
    postMessage(answer)
  })
})
