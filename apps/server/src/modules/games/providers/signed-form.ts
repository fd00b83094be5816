import { createHmac } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { creditsText, readCredits } from './credits.ts'
import { asLink, asObject, callProvider, type ProviderAnswer, type ProviderTerms } from './provider-call.ts'
import type { CreateOutcome, GameProvider, Move, MoveOutcome, MoveStatus, PlayerReading } from './provider.ts'

function createOutcome(username: string, answer: ProviderAnswer | null): CreateOutcome {
  if (asObject(answer?.body['Data'])?.['Username'] !== username) return 'unknown'
  if (answer?.status === 201 && answer.body['Status'] === 'Created') return 'created'
  return answer?.status === 200 && answer.body['Status'] === 'OK' ? 'exists' : 'unknown'
}

function moveOutcome(move: Move, answer: ProviderAnswer | null): MoveOutcome {
  if (answer === null) return 'unknown'
  const { status, body } = answer
  if (status === 200) {
    const isOurs = body['RequestID'] === move.id && body['Username'] === move.username
    return isOurs && readCredits(body['Credit']) !== null ? 'done' : 'unknown'
  }
  if (status === 400 && body['Message'] === 'Insufficient credit') return 'insufficient'
  return status === 400 && body['Message'] === 'Transfer refused' ? 'refused' : 'unknown'
}

function moveStatus(id: string, answer: ProviderAnswer | null): MoveStatus {
  const unknown: MoveStatus = { status: 'unknown', credits: null }
  if (answer === null) return unknown
  const { status, body } = answer
  if (status === 404 && body['Message'] === 'RequestID not found') return { status: 'not-found', credits: null }
  const amount = readCredits(body['Amount'])
  if (status !== 200 || body['RequestID'] !== id || amount === null || amount === 0) return unknown
  const known = { credits: Math.abs(amount), direction: amount < 0 ? ('out' as const) : ('in' as const) }
  if (body['Status'] === 'Success') return { status: 'done', ...known }
  if (body['Status'] === 'Pending') return { status: 'under-way', ...known }
  return { status: body['Status'] === 'Failed' ? 'refused' : 'unknown', ...known }
}

function playerReading(username: string, answer: ProviderAnswer | null): PlayerReading {
  if (answer?.status === 404 && answer.body['Message'] === 'User not found') return { found: false }
  if (answer?.status !== 200 || answer.body['Username'] !== username) return null
  // This family keeps no reference of ours: a name that is taken can never be shown to be ours (ruling 1.9).
  return { found: true, balance: answer.body['Credit'], reference: null }
}

/** The base64 HMAC-SHA-1 of fields as `name=value`, sorted by name and joined by `&`. */
export function formSignature(fields: Readonly<Record<string, string>>, key: string): string {
  const signed = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&')
  return createHmac('sha1', key).update(signed).digest('base64')
}

/**
 * A provider of one address that takes forms: `Method` says what is wanted, the signature in the address is the base64
 * HMAC-SHA-1 of the sorted fields, and a transfer's amount has two decimals and stands below zero on its way out.
 */
export function createSignedForm(terms: ProviderTerms, clock: Clock): GameProvider {
  function call(method: string, content: Record<string, string>): Promise<ProviderAnswer | null> {
    const form = { Method: method, Timestamp: String(Math.floor(clock.now().getTime() / 1000)), ...content }
    const query = new URLSearchParams({
      appid: terms.operator,
      signature: formSignature(form, terms.key),
    })
    const { timeoutMs, send } = terms
    return callProvider('POST', `${terms.url}?${query.toString()}`, { timeoutMs, send, body: { form } })
  }

  return {
    notFoundAfterMs: terms.notFoundAfterMs,
    create: async ({ username, password }) =>
      createOutcome(username, await call('CU', { Username: username, Password: password })),
    read: async (username) => playerReading(username, await call('GC', { Username: username })),
    async move(move) {
      const amount = creditsText(move.direction === 'in' ? move.credits : -move.credits)
      return moveOutcome(move, await call('TC', { Username: move.username, RequestID: move.id, Amount: amount }))
    },
    moveStatus: async (id) => moveStatus(id, await call('TCH', { RequestID: id })),
    async setPassword(username, password) {
      const answer = await call('SP', { Username: username, Password: password })
      if (answer?.status === 200 && answer.body['Status'] === 'OK') return 'done'
      return answer?.status === 404 && answer.body['Message'] === 'User not found' ? 'refused' : 'unknown'
    },
    async launch(username, password) {
      const content = { Username: username, ...(password === null ? {} : { Password: password }) }
      const answer = await call('PLAY', content)
      return answer?.status === 200 ? asLink(answer.body['Url']) : null
    },
  }
}
