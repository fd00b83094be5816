import { endsAsArchive } from './foreign-content.ts'

/** More boxes than any short video has; one in countless pieces is made to cost time. */
const BOXES_MAX = 20_000
const DEPTH_MAX = 8

/** What may stand at the top of a file, in `moov` and below. Everything else there is something else than a video. */
const TOP = new Set(['ftyp', 'styp', 'moov', 'moof', 'mdat', 'mfra', 'sidx', 'ssix', 'prft', 'emsg', 'pdin', 'pnot'])
/** What says things beside the pictures and the sound, such as where a video was made. It is emptied. */
const ASIDE = new Set(['free', 'skip', 'wide', 'uuid', 'udta', 'meta', 'PICT', 'iods'])
const CONTAINERS = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl', 'moof', 'traf', 'mvex', 'mfra'])
/** Films elsewhere, and headers that only some players can unpack. */
const REFUSED = new Set(['rmra', 'cmov'])

const MARKUP = /<(script|html|svg|iframe|body)\b|<\?php|<!doctype/i
const PDF_WITHIN = 1024
const LOOKED_AT = 4096

interface Box {
  type: string
  /** Where it begins, where its content does, and where both end. */
  at: number
  from: number
  to: number
}

/**
 * Makes a video of a stranger safe to hand on: an MP4 or QuickTime whose boxes fill the file exactly, with a header, a
 * picture track and its data in the file itself. What stands beside that (places, comments, thumbnails, gaps) is emptied
 * in its place, so that nothing moves and nothing hides there. Null when it is anything else.
 */
export function cleanVideo(given: Buffer): Buffer | null {
  if (given.subarray(0, PDF_WITHIN).includes('%PDF-')) return null
  const bytes = Buffer.from(given)
  const found: Found = { boxes: 0, types: new Set(), hasPictures: false }
  if (!walk(bytes, { from: 0, to: bytes.length }, 0, found)) return null
  if (!found.hasPictures || !found.types.has('mvhd') || !found.types.has('mdat')) return null
  return endsAsArchive(bytes) ? null : bytes
}

interface Found {
  boxes: number
  types: Set<string>
  hasPictures: boolean
}

function walk(bytes: Buffer, part: { from: number; to: number }, depth: number, found: Found): boolean {
  if (depth > DEPTH_MAX) return false
  let at = part.from
  while (at < part.to) {
    // QuickTime ends some lists of boxes with four zero bytes.
    if (depth > 0 && part.to - at === 4 && bytes.readUInt32BE(at) === 0) return true
    const box = boxAt(bytes, at, part.to, depth === 0)
    if (box === null || REFUSED.has(box.type) || !look(bytes, box, depth, found)) return false
    at = box.to
  }
  return at === part.to
}

function boxAt(bytes: Buffer, at: number, end: number, isTop: boolean): Box | null {
  if (end - at < 8) return null
  const type = bytes.toString('latin1', at + 4, at + 8)
  const size = bytes.readUInt32BE(at)
  if (size === 1) {
    if (end - at < 16) return null
    const large = bytes.readBigUInt64BE(at + 8)
    return large >= 16n && large <= BigInt(end - at) ? { type, at, from: at + 16, to: at + Number(large) } : null
  }
  // The last box of a file may leave its size open.
  if (size === 0 && isTop) return { type, at, from: at + 8, to: end }
  return size >= 8 && size <= end - at ? { type, at, from: at + 8, to: at + size } : null
}

function look(bytes: Buffer, box: Box, depth: number, found: Found): boolean {
  found.boxes += 1
  if (found.boxes > BOXES_MAX) return false
  const { type } = box
  if (found.boxes === 1 && type !== 'ftyp') return false
  if (ASIDE.has(type)) {
    empty(bytes, box)
    return true
  }
  if (depth === 0) {
    if (!TOP.has(type) || ((type === 'moov' || type === 'ftyp') && found.types.has(type))) return false
  }
  found.types.add(type)
  if (type === 'mdat') return !beginsAsPage(bytes, box)
  if (type === 'hdlr') found.hasPictures ||= bytes.toString('latin1', box.from + 8, box.from + 12) === 'vide'
  if (type === 'dref') return isOwnData(bytes, box)
  return !CONTAINERS.has(type) || walk(bytes, box, depth + 1, found)
}

/** Gaps are free to hold anything, so this becomes one that holds nothing. */
function empty(bytes: Buffer, box: Box): void {
  bytes.write('free', box.at + 4, 'latin1')
  bytes.fill(0, box.from, box.to)
}

function beginsAsPage(bytes: Buffer, { from, to }: Box): boolean {
  return MARKUP.test(bytes.toString('latin1', from, Math.min(to, from + LOOKED_AT)))
}

/** Whether each part of a track's data is said to lie in this very file. */
function isOwnData(bytes: Buffer, { from, to }: Box): boolean {
  if (to - from < 8) return false
  let at = from + 8
  for (let left = bytes.readUInt32BE(from + 4); left > 0; left -= 1) {
    if (to - at < 12) return false
    const size = bytes.readUInt32BE(at)
    if (size < 12 || size > to - at || (bytes.readUInt32BE(at + 8) & 1) === 0) return false
    at += size
  }
  return at === to
}
