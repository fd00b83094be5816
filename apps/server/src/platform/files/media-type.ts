const text = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to)

/** Brands of the ISO base media format that are pictures: HEIC, HEIF and AVIF. */
const pictureBrands = /^(heic|heix|hevc|hevx|heim|heis|mif1|msf1|avif|avis)$/

/**
 * What a file is by its first bytes, whatever its sender says of it: `image/jpeg`, `image/png`, `image/webp`,
 * `image/gif`, `image/heic`, `video/mp4`, `video/quicktime`, `application/pdf`; null for anything else.
 */
export function mediaTypeOf(bytes: Buffer): string | null {
  if (bytes.length < 12) return null
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'image/gif'
  if (text(bytes, 0, 5) === '%PDF-') return 'application/pdf'
  if (text(bytes, 4, 8) !== 'ftyp') return null
  const brand = text(bytes, 8, 12)
  if (pictureBrands.test(brand)) return 'image/heic'
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'application/json': 'json',
  'text/csv': 'csv',
}

/** What a file is called where it is saved: its id, and an ending that its bytes have earned. */
export function fileNameOf(id: string, mediaType: string): string {
  return `${id}.${extensions[mediaType] ?? 'bin'}`
}
