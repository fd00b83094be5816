/** Boxes of videos, for tests: as a camera writes them, or as somebody would who wants to do harm. */

export function box(type: string, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** A box whose head says another size than it has. */
export function boxSaying(sizeBytes: number, type: string, ...content: readonly (Buffer | string)[]): Buffer {
  const made = box(type, ...content)
  made.writeUInt32BE(sizeBytes)
  return made
}

const nothing = (bytes: number): Buffer => Buffer.alloc(bytes)

export interface VideoParts {
  ftyp?: Buffer
  /** Who handles the track: `vide` or `soun`. */
  handler?: string
  /** The list of where data lie. */
  dref?: Buffer
  /** More boxes within the header, within the track, and at the top. */
  inMoov?: readonly Buffer[]
  inTrack?: readonly Buffer[]
  atTop?: readonly Buffer[]
  mdat?: Buffer
}

const ownData = box('dref', nothing(4), Buffer.from([0, 0, 0, 1]), box('url ', Buffer.from([0, 0, 0, 1])))
export const dataElsewhere = box(
  'dref',
  nothing(4),
  Buffer.from([0, 0, 0, 1]),
  box('url ', nothing(4), 'http://elsewhere.example/x.mp4\0'),
)

/** A short video: well formed, though there is nothing to see in it. */
export function video(parts: VideoParts = {}): Buffer {
  const { handler = 'vide', dref = ownData, inMoov = [], inTrack = [], atTop = [] } = parts
  const media = box(
    'mdia',
    box('mdhd', nothing(24)),
    box('hdlr', nothing(8), handler, nothing(13)),
    box(
      'minf',
      box('vmhd', nothing(12)),
      box('dinf', dref),
      box('stbl', box('stsd', nothing(8)), box('stts', nothing(8))),
    ),
  )
  const track = box('trak', box('tkhd', nothing(84)), media, ...inTrack)
  return Buffer.concat([
    parts.ftyp ?? box('ftyp', 'isom', nothing(4), 'isommp42'),
    box('moov', box('mvhd', nothing(100)), track, ...inMoov),
    ...atTop,
    parts.mdat ?? box('mdat', nothing(64)),
  ])
}

/** A video as iPhones write them. */
export function quicktime(parts: VideoParts = {}): Buffer {
  return video({ ftyp: box('ftyp', 'qt  ', nothing(4), 'qt  '), ...parts })
}

/** A video of exactly so many bytes. */
export function videoOf(bytes: number): Buffer {
  const least = video({ mdat: box('mdat') }).length
  return video({ mdat: box('mdat', Buffer.alloc(bytes - least, 1)) })
}
