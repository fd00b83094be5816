/** How one provider is reached: the data of its row. */
export interface ProviderTerms {
  /** Where it answers, without a slash at the end. */
  url: string
  /** The name it knows us by; families with a bare key have none. */
  operator: string
  /** The key or secret it gave us. */
  key: string
  /** 10 seconds towards any party (ruling 1.3). */
  timeoutMs: number
  /** When "not found" may free a hold, counted from the call (ruling 1.3). */
  notFoundAfterMs: number
}

/** What a provider answered: the HTTP status and a JSON object. */
export interface ProviderAnswer {
  status: number
  body: Record<string, unknown>
}

const ANSWER_MAX_BYTES = 64 * 1024

export type ProviderBody = { json: string } | { form: Record<string, string> }

/**
 * Calls a provider. Null when it did not answer in time, broke off, or answered something that is no JSON object, which
 * is what a page of a proxy in front of it is; a redirection is not followed. Never throws.
 */
export async function callProvider(
  method: 'GET' | 'POST',
  url: string,
  terms: { timeoutMs: number; headers?: Record<string, string>; body?: ProviderBody },
): Promise<ProviderAnswer | null> {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(terms.timeoutMs),
      headers: { accept: 'application/json', ...typeOf(terms.body), ...terms.headers },
      ...(terms.body === undefined ? {} : { body: textOf(terms.body) }),
    })
    const body = asObject(JSON.parse(await readText(response)))
    return body === null ? null : { status: response.status, body }
  } catch {
    return null
  }
}

function typeOf(body: ProviderBody | undefined): Record<string, string> {
  if (body === undefined) return {}
  return { 'content-type': 'json' in body ? 'application/json' : 'application/x-www-form-urlencoded' }
}

function textOf(body: ProviderBody): string {
  return 'json' in body ? body.json : new URLSearchParams(body.form).toString()
}

/** The whole body, cut off where no honest answer is that long. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > ANSWER_MAX_BYTES) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

/** The members of a JSON object; null for anything else. */
export function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

/** A link that a browser may open; null for anything else. */
export function asLink(value: unknown): string | null {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? value : null
}
