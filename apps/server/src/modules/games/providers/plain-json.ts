import { readCredits } from './credits.ts'
import { asLink, callProvider, type ProviderAnswer, type ProviderTerms } from './provider-call.ts'
import type { CreateOutcome, GameProvider, Move, MoveOutcome, MoveStatus, PlayerReading } from './provider.ts'

function createOutcome(username: string, answer: ProviderAnswer | null): CreateOutcome {
  if (answer === null) return 'unknown'
  if (answer.status === 201 && answer.body['username'] === username) return 'created'
  if (answer.status === 409 && answer.body['error'] === 'EXISTS') return 'exists'
  return answer.status === 422 && answer.body['error'] === 'REFUSED' ? 'refused' : 'unknown'
}

function moveOutcome(move: Move, answer: ProviderAnswer | null): MoveOutcome {
  if (answer === null) return 'unknown'
  const { status, body } = answer
  if (status === 200 && body['state'] === 'DONE' && body['id'] === move.id) return 'done'
  if (status === 409 && body['error'] === 'INSUFFICIENT') return 'insufficient'
  return status === 422 && body['error'] === 'REFUSED' ? 'refused' : 'unknown'
}

function moveStatus(id: string, answer: ProviderAnswer | null): MoveStatus {
  if (answer?.status === 404 && answer.body['error'] === 'NOT_FOUND') return { status: 'not-found', credits: null }
  if (answer?.status !== 200 || answer.body['id'] !== id) return { status: 'unknown', credits: null }
  const { state, direction, amount } = answer.body
  const credits = readCredits(amount)
  if (credits === null || (direction !== 'in' && direction !== 'out')) return { status: 'unknown', credits: null }
  if (state === 'DONE') return { status: 'done', credits, direction }
  if (state === 'IN_PROGRESS') return { status: 'under-way', credits, direction }
  return { status: state === 'REFUSED' ? 'refused' : 'unknown', credits, direction }
}

function playerReading(username: string, answer: ProviderAnswer | null): PlayerReading {
  if (answer?.status === 404 && answer.body['error'] === 'NOT_FOUND') return { found: false }
  if (answer?.status !== 200 || answer.body['username'] !== username) return null
  const { balance, reference } = answer.body
  return { found: true, balance, reference: typeof reference === 'string' ? reference : null }
}

/**
 * A provider that speaks plain JSON with a bearer key. Only documented answers count as yes or no; every other one, and
 * none, is `unknown`.
 */
export function createPlainJson(terms: ProviderTerms): GameProvider {
  const { timeoutMs, send } = terms
  const headers = { authorization: `Bearer ${terms.key}` }
  const get = (path: string) => callProvider('GET', `${terms.url}${path}`, { timeoutMs, send, headers })
  const post = (path: string, content: object) =>
    callProvider('POST', `${terms.url}${path}`, { timeoutMs, send, headers, body: { json: JSON.stringify(content) } })
  const player = (username: string): string => `/players/${encodeURIComponent(username)}`
  return {
    notFoundAfterMs: terms.notFoundAfterMs,
    create: async (given) => createOutcome(given.username, await post('/players', given)),
    read: async (username) => playerReading(username, await get(player(username))),
    async move(move) {
      const { id, username, direction, credits } = move
      return moveOutcome(move, await post('/transfers', { id, username, direction, amount: credits / 100 }))
    },
    moveStatus: async (id) => moveStatus(id, await get(`/transfers/${encodeURIComponent(id)}`)),
    async setPassword(username, password) {
      const answer = await post(`${player(username)}/password`, { password })
      if (answer?.status === 200 && answer.body['username'] === username) return 'done'
      return answer?.status === 404 && answer.body['error'] === 'NOT_FOUND' ? 'refused' : 'unknown'
    },
    async launch(username, password) {
      const answer = await post('/launch', { username, ...(password === null ? {} : { password }) })
      return answer?.status === 200 ? asLink(answer.body['link']) : null
    },
  }
}
