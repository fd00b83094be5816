import type { CreateOutcome, GameProvider, GameProviders, MoveOutcome, MoveStatus, PlayerReading } from './provider.ts'

interface JsonProviderTerms {
  /** Where the providers answer, such as `http://127.0.0.1:3001`. */
  url: string
  /** The bearer key they know us by. */
  key: string
  /** 10 seconds towards any party (ruling 1.3). */
  timeoutMs: number
}

interface JsonAnswer {
  status: number
  body: Record<string, unknown>
}

const ANSWER_MAX_BYTES = 64 * 1024

/** Calls a provider; null when it did not answer in time, broke off, or answered something that is no JSON object. */
async function call(terms: JsonProviderTerms, method: string, path: string, body?: object): Promise<JsonAnswer | null> {
  try {
    const response = await fetch(`${terms.url}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(terms.timeoutMs),
      headers: {
        authorization: `Bearer ${terms.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (text.length > ANSWER_MAX_BYTES) return null
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null
    return { status: response.status, body: read as Record<string, unknown> }
  } catch {
    return null
  }
}

/** Credits on the wire are decimals of two places; anything else is not an amount. */
function readCredits(value: unknown): number | null {
  if (typeof value !== 'number') return null
  const credits = Math.round(value * 100)
  return Number.isSafeInteger(credits) && credits / 100 === value ? credits : null
}

function createOutcome(answer: JsonAnswer | null): CreateOutcome {
  if (answer === null) return 'unknown'
  if (answer.status === 201) return 'created'
  if (answer.status === 409 && answer.body['error'] === 'EXISTS') return 'exists'
  return answer.status === 422 ? 'refused' : 'unknown'
}

function moveOutcome(answer: JsonAnswer | null): MoveOutcome {
  if (answer === null) return 'unknown'
  if (answer.status === 200 && answer.body['state'] === 'DONE') return 'done'
  if (answer.status === 409 && answer.body['error'] === 'INSUFFICIENT') return 'insufficient'
  if (answer.status === 422 && answer.body['error'] === 'REFUSED') return 'refused'
  return 'unknown'
}

function moveStatus(answer: JsonAnswer | null): MoveStatus {
  if (answer === null) return { status: 'unknown', credits: null }
  const credits = readCredits(answer.body['amount'])
  if (answer.status === 404 && answer.body['error'] === 'NOT_FOUND') return { status: 'not-found', credits: null }
  if (answer.status !== 200) return { status: 'unknown', credits: null }
  if (answer.body['state'] === 'DONE') return { status: 'done', credits }
  if (answer.body['state'] === 'REFUSED') return { status: 'refused', credits }
  return { status: 'unknown', credits: null }
}

function playerReading(answer: JsonAnswer | null): PlayerReading {
  if (answer === null) return null
  if (answer.status === 404 && answer.body['error'] === 'NOT_FOUND') return { found: false }
  if (answer.status !== 200) return null
  const reference = answer.body['reference']
  return { found: true, balance: answer.body['balance'], reference: typeof reference === 'string' ? reference : null }
}

/**
 * The providers that speak plain JSON with a bearer key, a folder of paths each. Only documented answers count as yes
 * or no; every other one, and none, is `unknown`.
 */
export function createJsonProviders(terms: JsonProviderTerms): GameProviders {
  return (code): GameProvider => {
    const base = `/games/${encodeURIComponent(code)}/api`
    const player = (username: string): string => `${base}/players/${encodeURIComponent(username)}`
    return {
      create: async (given) => createOutcome(await call(terms, 'POST', `${base}/players`, given)),
      read: async (username) => playerReading(await call(terms, 'GET', player(username))),
      move: async ({ id, username, direction, credits }) =>
        moveOutcome(await call(terms, 'POST', `${base}/transfers`, { id, username, direction, amount: credits / 100 })),
      moveStatus: async (id) => moveStatus(await call(terms, 'GET', `${base}/transfers/${encodeURIComponent(id)}`)),
      setPassword: async (username, password) => {
        const answer = await call(terms, 'POST', `${player(username)}/password`, { password })
        if (answer?.status === 200) return 'done'
        return answer?.status === 404 || answer?.status === 422 ? 'refused' : 'unknown'
      },
      launch: async (username, password) => {
        const answer = await call(terms, 'POST', `${base}/launch`, {
          username,
          ...(password === null ? {} : { password }),
        })
        const link = answer?.status === 200 ? answer.body['link'] : null
        return typeof link === 'string' && /^https?:\/\//.test(link) ? link : null
      },
    }
  }
}
