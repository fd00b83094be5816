/** What a handler answers in place of JSON, on calls whose answer is a file. */
export class BinaryAnswer {
  readonly bytes: Buffer
  readonly mediaType: string
  /** What it is called where it is saved: a name of ours, of letters, digits and one dot. */
  readonly name: string
  /** Whether browsers show it; everything that is no picture or video is only saved (rulings 5.6). */
  readonly isShown: boolean
  /** Called once all of it is sent, or nobody waits for it any more. */
  readonly release: () => void

  constructor(given: { bytes: Buffer; mediaType: string; name: string; isShown: boolean; release: () => void }) {
    this.bytes = given.bytes
    this.mediaType = given.mediaType
    this.name = given.name
    this.isShown = given.isShown
    this.release = given.release
  }
}
