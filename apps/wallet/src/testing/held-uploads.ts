import { onTestFinished, vi } from 'vitest'

/** An end of the line for uploads that tests hold. */

/** One upload on the line. */
export interface HeldUpload {
  readonly path: string
  readonly headers: Headers
  readonly form: FormData
  readonly file: () => File
  readonly isAborted: () => boolean
  /** So much of it is sent. */
  readonly progress: (share: number) => void
  readonly answer: (status: number, body: object) => void
  /** The connection breaks. */
  readonly break: () => void
}

/** Holds the uploads of one test instead of sending them. */
export function holdUploads(): HeldUpload[] {
  const uploads: HeldUpload[] = []
  class Held extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    responseText = ''
    readonly #headers = new Headers()
    #isAborted = false
    #path = ''
    open(_method: string, path: string): void {
      this.#path = path
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }
    getAllResponseHeaders(): string {
      return 'content-type: application/json'
    }
    abort(): void {
      this.#isAborted = true
      this.dispatchEvent(new Event('abort'))
    }
    send(body: FormData): void {
      uploads.push({
        path: this.#path,
        headers: this.#headers,
        form: body,
        file: () => body.get('file') as File,
        isAborted: () => this.#isAborted,
        progress: (share) => {
          const terms = { lengthComputable: true, loaded: share * 1000, total: 1000 }
          this.upload.dispatchEvent(new ProgressEvent('progress', terms))
        },
        answer: (status, answer) => {
          this.upload.dispatchEvent(new Event('load'))
          this.status = status
          this.responseText = JSON.stringify(answer)
          this.dispatchEvent(new Event('load'))
        },
        break: () => void this.dispatchEvent(new Event('error')),
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', Held)
  onTestFinished(() => void vi.unstubAllGlobals())
  return uploads
}
