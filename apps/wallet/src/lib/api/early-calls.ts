import type { Language } from '@krapao/web'

/** A reading call that the page itself has made, while the app was still on its way. */
export interface EarlyCall {
  /** Null for a guest. */
  readonly token: string | null
  readonly language: Language
  readonly sentMs: number
  readonly answer: Promise<Response>
  /** The whole of it is here. */
  hasCome: boolean
}

declare global {
  /** By path; each is taken once. */
  var earlyCalls: Record<string, EarlyCall> | undefined
}

/** As long as the app takes its own answers for new: what came too long before it is asked again. */
const AGE_MS_MAX = 10_000

/** What both a page and the app say of themselves with a call. */
export function callHeaders(language: Language, token: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': language,
    'x-client': 'wallet-user',
    // Whatever stands in the storage must reach the server, which is to say that it is no token.
    ...(token === null ? {} : { authorization: `Bearer ${encodeURI(token)}` }),
  }
}

/** The call that the page made for the same member in the same language; undefined when there is none, or an old one. */
export function takeEarlyCall(path: string, token: string | null, language: Language): EarlyCall | undefined {
  const call = globalThis.earlyCalls?.[path]
  if (call === undefined) return undefined
  delete globalThis.earlyCalls?.[path]
  const isFitting = call.token === token && call.language === language && Date.now() - call.sentMs < AGE_MS_MAX
  return isFitting ? call : undefined
}

/** Whether a call that nobody has taken is answered already. */
export function hasEarlyAnswer(path: string): boolean {
  return globalThis.earlyCalls?.[path]?.hasCome === true
}
