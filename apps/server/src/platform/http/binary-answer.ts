/** What a handler answers in place of JSON, on calls whose answer is a file. */
export class BinaryAnswer {
  readonly bytes: Buffer
  readonly mediaType: string
  /** Whether browsers show it; everything that is no picture or video is only saved (rulings 5.6). */
  readonly isShown: boolean
  /** Called once all of it is sent, or nobody waits for it any more. */
  readonly release: () => void

  constructor(given: { bytes: Buffer; mediaType: string; isShown: boolean; release: () => void }) {
    this.bytes = given.bytes
    this.mediaType = given.mediaType
    this.isShown = given.isShown
    this.release = given.release
  }
}
