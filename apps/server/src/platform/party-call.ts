/**
 * What an outside party answered: its status and its JSON, undefined where that is none; or why nothing came. `isUnsent`:
 * the call never left, so the party cannot have done anything.
 */
export type PartyReply = { status: number; body: unknown } | { status: null; why: string; isUnsent?: boolean }

/** How an adapter calls its party: as `callParty` does. */
export type PartyCaller = (call: PartyCall) => Promise<PartyReply>

export interface PartyCall {
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** For all of it, the answer's last byte too. */
  timeoutMs: number
  /** A longer answer is none: no honest one is. */
  maxBytes: number
  /** Its answer is no JSON: the body is its bytes. */
  isBinary?: boolean
}

/** What may have happened after a call that moves money; anything but a yes and a documented no leaves it open. */
export type MoneyAnswer<Yes, No> = { kind: 'yes'; yes: Yes } | { kind: 'no'; no: No } | { kind: 'unknown'; why: string }

/**
 * Judges the answer to a call that moves money, for all parties alike: `yes` and `no` read what the party documents for
 * that very call and answer null for everything else. Whatever neither of them knows (a page of a proxy, a 4xx of the
 * session, a busy server, silence) leaves open what happened, until the party is asked under the same id.
 */
export function judgeMoneyCall<Yes, No>(
  reply: PartyReply,
  documented: {
    yes(status: number, body: unknown): Yes | null
    no(status: number, body: unknown): No | null
  },
): MoneyAnswer<Yes, No> {
  if (reply.status === null) return { kind: 'unknown', why: reply.why }
  const yes = documented.yes(reply.status, reply.body)
  if (yes !== null) return { kind: 'yes', yes }
  const no = documented.no(reply.status, reply.body)
  return no === null ? { kind: 'unknown', why: `answered ${reply.status}` } : { kind: 'no', no }
}

/**
 * Calls an outside party over HTTP. Never throws: an answer that does not come in time, breaks off, is too long or leads
 * elsewhere is none. Its reason names no address, in which a secret may stand.
 */
export async function callParty({
  method,
  url,
  headers,
  body,
  timeoutMs,
  maxBytes,
  isBinary = false,
}: PartyCall): Promise<PartyReply> {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const bytes = await readBytes(response, maxBytes)
    return { status: response.status, body: isBinary ? bytes : readJson(bytes) }
  } catch (error) {
    return { status: null, why: reasonOf(error), isUnsent: wasNeverSent(error) }
  }
}

/** Connections that never came about. */
const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function wasNeverSent(error: unknown): boolean {
  return NEVER_ARRIVED.has(causeOf(error) ?? '')
}

function causeOf(error: unknown): string | null {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : null
}

class TooLongError extends Error {
  override name = 'TooLongError'
}

async function readBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new TooLongError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const code = causeOf(error)
  return code === null ? error.name : `${error.name} (${code})`
}
