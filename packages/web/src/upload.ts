/** How far an upload is, from 0 to 1; 1 is sent whole and not answered yet. */
export type UploadProgress = (share: number) => void

/** Statuses whose answers have no body. */
const BODILESS = [204, 304]

/**
 * Makes what sends an upload in place of `fetch`, which tells nothing of how far it is. Fails as `fetch` does: with an
 * AbortError when the caller gives up, with a TypeError when the connection breaks.
 */
export function sendWithProgress(onProgress: UploadProgress): typeof fetch {
  return (input, init) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest()
      const signal = init?.signal
      const giveUp = (): void => request.abort()
      const end = (settle: () => void): void => {
        signal?.removeEventListener('abort', giveUp)
        settle()
      }
      request.open(init?.method ?? 'GET', input instanceof Request ? input.url : input)
      for (const [name, value] of new Headers(init?.headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      })
      request.upload.addEventListener('load', () => onProgress(1))
      request.addEventListener('load', () => end(() => resolve(responseOf(request))))
      request.addEventListener('error', () => end(() => reject(new TypeError('the connection broke'))))
      request.addEventListener('abort', () => end(() => reject(new DOMException('aborted', 'AbortError'))))
      signal?.addEventListener('abort', giveUp)
      // A body of a stream is nothing that an upload of ours has.
      request.send(init?.body as XMLHttpRequestBodyInit | null | undefined)
      if (signal?.aborted === true) giveUp()
    })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name = '', ...rest] = line.split(': ')
    if (name !== '') headers.append(name, rest.join(': '))
  }
  const { status } = request
  return new Response(BODILESS.includes(status) ? null : request.responseText, { status, headers })
}
