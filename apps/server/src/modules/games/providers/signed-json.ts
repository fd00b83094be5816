import { createHmac } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { creditsText, readCreditsText } from './credits.ts'
import { asLink, asObject, callProvider, type ProviderTerms } from './provider-call.ts'
import type { GameProvider, Move, MoveOutcome, MoveStatus, PlayerReading } from './provider.ts'

type Answer = Record<string, unknown> | null

function moveOutcome(move: Move, answer: Answer): MoveOutcome {
  // An answer about another transfer is none about this one.
  if (answer === null || answer['transaction_uuid'] !== move.id || answer['user'] !== move.username) return 'unknown'
  if (readCreditsText(answer['amount']) !== move.credits) return 'unknown'
  switch (answer['status']) {
    case 'RS_OK':
      return 'done'
    case 'RS_ERROR_NOT_ENOUGH_MONEY':
      return 'insufficient'
    case 'RS_ERROR_TRANSACTION_DECLINED':
      return 'refused'
    default:
      return 'unknown'
  }
}

function moveStatus(id: string, answer: Answer): MoveStatus {
  const unknown: MoveStatus = { status: 'unknown', credits: null }
  if (answer === null || answer['transaction_uuid'] !== id) return unknown
  if (answer['status'] === 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST') return { status: 'not-found', credits: null }
  const transaction = answer['status'] === 'RS_OK' ? asObject(answer['transaction']) : null
  const credits = readCreditsText(transaction?.['amount'])
  const kind = transaction?.['kind']
  if (credits === null || (kind !== 'DEPOSIT' && kind !== 'WITHDRAW')) return unknown
  const direction = kind === 'DEPOSIT' ? 'in' : 'out'
  if (transaction?.['state'] === 'DONE') return { status: 'done', credits, direction }
  if (transaction?.['state'] === 'PENDING') return { status: 'under-way', credits, direction }
  return { status: transaction?.['state'] === 'DECLINED' ? 'refused' : 'unknown', credits, direction }
}

function playerReading(username: string, answer: Answer): PlayerReading {
  if (answer?.['status'] === 'RS_ERROR_UNKNOWN_USER') return { found: false }
  if (answer?.['status'] !== 'RS_OK' || answer['user'] !== username) return null
  const credits = readCreditsText(answer['balance'])
  const reference = answer['reference']
  return {
    found: true,
    // What is no balance goes on as it came: the rules then show it to a person.
    balance: credits === null ? answer['balance'] : credits / 100,
    reference: typeof reference === 'string' ? reference : null,
  }
}

/**
 * A transfer wallet that speaks JSON under a signature: the hex HMAC-SHA-256 of `TIMESTAMP.PATH.BODY`. Every answer is
 * 200 with a `status`, amounts are texts with two decimals, and a transfer's answer repeats what it is about.
 */
export function createSignedJson(terms: ProviderTerms, clock: Clock): GameProvider {
  async function post(path: string, content: object): Promise<Answer> {
    const json = JSON.stringify(content)
    const timestampS = String(Math.floor(clock.now().getTime() / 1000))
    const signature = createHmac('sha256', terms.key).update(`${timestampS}.${path}.${json}`).digest('hex')
    const answer = await callProvider('POST', `${terms.url}/${path}`, {
      timeoutMs: terms.timeoutMs,
      send: terms.send,
      headers: { 'x-operator-id': terms.operator, 'x-timestamp': timestampS, 'x-signature': signature },
      body: { json },
    })
    return answer?.status === 200 ? answer.body : null
  }

  return {
    notFoundAfterMs: terms.notFoundAfterMs,
    async create({ username, password, reference }) {
      const answer = await post('user/create', { user: username, password, reference })
      if (answer?.['status'] === 'RS_OK' && answer['user'] === username) return 'created'
      return answer?.['status'] === 'RS_ERROR_USER_EXISTS' ? 'exists' : 'unknown'
    },
    read: async (username) => playerReading(username, await post('user/balance', { user: username })),
    async move(move) {
      const path = move.direction === 'in' ? 'transfer/deposit' : 'transfer/withdraw'
      const { id, username, credits } = move
      const content = { user: username, transaction_uuid: id, amount: creditsText(credits), currency: 'CREDIT' }
      return moveOutcome(move, await post(path, content))
    },
    moveStatus: async (id) => moveStatus(id, await post('transaction', { transaction_uuid: id })),
    async setPassword(username, password) {
      const answer = await post('user/password', { user: username, password })
      if (answer?.['status'] === 'RS_OK' && answer['user'] === username) return 'done'
      return answer?.['status'] === 'RS_ERROR_UNKNOWN_USER' ? 'refused' : 'unknown'
    },
    async launch(username, password) {
      const answer = await post('game/url', { user: username, ...(password === null ? {} : { password }) })
      return answer?.['status'] === 'RS_OK' ? asLink(answer['url']) : null
    },
  }
}
