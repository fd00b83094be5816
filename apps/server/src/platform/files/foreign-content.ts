/** Readers of PDF look for its mark this far into a file. */
const PDF_WITHIN = 1024
/** The end record of a ZIP archive with its longest comment. */
const ZIP_END_WITHIN = 22 + 0xffff
/** How documents, archives and programs begin. */
const BEGINNINGS = ['%PDF-', 'PK\x03\x04', 'GIF8', 'MZ', '\x7fELF', '#!', 'Rar!', '7z\xbc\xaf']
const MARKUP = /<(script|html|svg|iframe|body)\b|<\?php|<!doctype/i
/** No camera writes as many texts. Each is looked through, and nothing else is answered meanwhile. */
const METADATA_MAX = 1_000
/** With the parts that hold pixels, of which some programs write many small ones. */
const PARTS_MAX = 20_000

/**
 * Whether a picture is something else too: a PDF, an archive, a page or a program, in front of, within or behind its
 * pixels. A picture that follows another one, as phones write them, is nothing else; one of countless parts is.
 */
export function holdsForeignContent(bytes: Buffer): boolean {
  if (bytes.subarray(0, PDF_WITHIN).includes('%PDF-') || endsAsArchive(bytes)) return true
  const parts = partsOf(bytes)
  if (parts === null || parts.metadata.length > METADATA_MAX) return true
  const { metadata, trailer } = parts
  if (metadata.some((part) => MARKUP.test(part.toString('latin1')))) return true
  return isForeignTrailer(trailer)
}

/** Readers of archives begin at the end: a record whose comment ends with the file makes it one. */
export function endsAsArchive(bytes: Buffer): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - ZIP_END_WITHIN))
  for (let at = tail.indexOf('PK\x05\x06'); at >= 0; at = tail.indexOf('PK\x05\x06', at + 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true
  }
  return false
}

function isForeignTrailer(trailer: Buffer): boolean {
  let start = 0
  while (trailer[start] === 0) start += 1
  if (start === trailer.length) return false
  const head = trailer.subarray(start, start + 4096).toString('latin1')
  return MARKUP.test(head) || BEGINNINGS.some((beginning) => head.startsWith(beginning))
}

interface Parts {
  /** What stands beside the pixels: comments, texts, EXIF. */
  metadata: Buffer[]
  /** What comes after the picture's end. */
  trailer: Buffer
}

const NOTHING = Buffer.alloc(0)

/** Takes a JPEG, PNG, GIF or WebP apart as far as it is well formed; null when it has too many parts. */
function partsOf(bytes: Buffer): Parts | null {
  if (bytes[0] === 0xff) return partsOfJpeg(bytes)
  if (bytes[0] === 0x47) return partsOfGif(bytes)
  return bytes[0] === 0x89 ? partsOfPng(bytes) : partsOfWebp(bytes)
}

function isTooMany(parts: number, metadata: readonly Buffer[]): boolean {
  return parts > PARTS_MAX || metadata.length > METADATA_MAX
}

function partsOfPng(bytes: Buffer): Parts | null {
  const metadata: Buffer[] = []
  let parts = 0
  for (let at = 8; at + 12 <= bytes.length;) {
    parts += 1
    if (isTooMany(parts, metadata)) return null
    const length = bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (kind === 'IEND') return { metadata, trailer: bytes.subarray(end) }
    if (kind !== 'IDAT') metadata.push(bytes.subarray(at + 8, Math.min(end, bytes.length)))
    at = end
  }
  return { metadata, trailer: NOTHING }
}

function partsOfWebp(bytes: Buffer): Parts | null {
  const metadata: Buffer[] = []
  let parts = 0
  const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  for (let at = 12; at + 8 <= end;) {
    parts += 1
    if (isTooMany(parts, metadata)) return null
    const length = bytes.readUInt32LE(at + 4)
    const kind = bytes.toString('latin1', at, at + 4)
    if (!/^(VP8[ LX]|ALPH|ANIM|ANMF)$/.test(kind)) metadata.push(bytes.subarray(at + 8, Math.min(at + 8 + length, end)))
    at += 8 + length + (length % 2)
  }
  return { metadata, trailer: bytes.subarray(end) }
}

/** Comments and texts of applications stand in extensions; the pixels of each picture in blocks behind its head. */
function partsOfGif(bytes: Buffer): Parts | null {
  const metadata: Buffer[] = []
  let parts = 0
  let at = 13 + tableBytesOf(bytes[10])
  while (at < bytes.length) {
    parts += 1
    if (isTooMany(parts, metadata)) return null
    if (bytes[at] === 0x3b) return { metadata, trailer: bytes.subarray(at + 1) }
    const isPicture = bytes[at] === 0x2c
    if (!isPicture && bytes[at] !== 0x21) return { metadata, trailer: bytes.subarray(at) }
    const from = isPicture ? at + 11 + tableBytesOf(bytes[at + 9]) : at + 2
    const end = endOfBlocks(bytes, from)
    // Those of applications and comments; the others time the pictures.
    if (!isPicture && bytes[at + 1] !== 0xf9) metadata.push(bytes.subarray(from, end))
    at = end
  }
  return { metadata, trailer: NOTHING }
}

function tableBytesOf(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from
  for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) at += size + 1
  return Math.min(at + 1, bytes.length)
}

/** Walks segment by segment; the pixels of a scan end at the first marker that is no part of them. */
function partsOfJpeg(bytes: Buffer): Parts | null {
  const metadata: Buffer[] = []
  let parts = 0
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    parts += 1
    if (isTooMany(parts, metadata)) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) return { metadata, trailer: bytes.subarray(at + 2) }
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (marker === 0xfe || (marker >= 0xe0 && marker <= 0xef)) metadata.push(bytes.subarray(at + 4, end))
    at = marker === 0xda ? endOfScan(bytes, end) : end
  }
  const trailer = bytes[at] === 0xff && bytes[at + 1] === 0xd9 ? bytes.subarray(at + 2) : NOTHING
  return { metadata, trailer }
}

function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}
