import { callParty, type PartyCaller } from '../../../platform/party-call.ts'

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
  /** Of families that want it: where games begin, the currency of players, whether a 404 to a question is a word. */
  launchUrl?: string | undefined
  currency?: string | undefined
  trustsMissing?: boolean | undefined
  /** How it is called, where somebody watches over that. */
  send?: PartyCaller | undefined
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
  terms: Pick<ProviderTerms, 'timeoutMs' | 'send'> & { headers?: Record<string, string>; body?: ProviderBody },
): Promise<ProviderAnswer | null> {
  const { send = callParty } = terms
  const reply = await send({
    method,
    url,
    timeoutMs: terms.timeoutMs,
    maxBytes: ANSWER_MAX_BYTES,
    headers: { ...typeOf(terms.body), ...terms.headers },
    ...(terms.body === undefined ? {} : { body: textOf(terms.body) }),
  })
  const body = reply.status === null ? null : asObject(reply.body)
  return reply.status === null || body === null ? null : { status: reply.status, body }
}

function typeOf(body: ProviderBody | undefined): Record<string, string> {
  if (body === undefined) return {}
  return { 'content-type': 'json' in body ? 'application/json' : 'application/x-www-form-urlencoded' }
}

function textOf(body: ProviderBody): string {
  return 'json' in body ? body.json : new URLSearchParams(body.form).toString()
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
