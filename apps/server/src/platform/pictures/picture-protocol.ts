/** A code that was seen in a picture but could not be read, and whether the picture has all of it. */
export interface UnreadCode {
  isWhole: boolean
}

/** What a picture shows, and the picture made anew: turned upright, without metadata, no larger than needed. */
interface ReadPicture {
  bytes: Uint8Array<ArrayBuffer>
  mediaType: 'image/webp'
  /** Of the picture as it came, upright. */
  widthPx: number
  heightPx: number
  /** Its data ended before its pixels did. */
  isCutOff: boolean
  /** The texts of all QR codes, each once. */
  codes: string[]
  unread: UnreadCode[]
}

/**
 * Why a picture cannot be made anew.
 * - `too-large`: it has more pixels than are decoded
 * - `undecodable`: its data make no picture
 */
type PictureProblem = 'too-large' | 'undecodable'

export type PictureReading = ({ ok: true } & ReadPicture) | { ok: false; problem: PictureProblem }

/** A picture made anew as it was: same kind, moving if it moved. Sizes are those that came. */
export type PictureRemaking =
  | {
      ok: true
      bytes: Uint8Array<ArrayBuffer>
      mediaType: 'image/jpeg' | 'image/png' | 'image/gif'
      widthPx: number
      heightPx: number
    }
  | { ok: false; problem: PictureProblem }

/** `read` looks for codes as well; `remake` only makes the picture anew. */
export interface PictureRequest {
  purpose: 'read' | 'remake'
  bytes: Uint8Array
}

/** Of the kind that was asked for. */
export interface PictureAnswer {
  reading: PictureReading | PictureRemaking
}

/** The thread is ready and begins: from now on its time counts. */
export interface PictureBegun {
  /** What it has used of a processor until now, in microseconds. */
  begunAtCpuUs: number
}
