import { randomUUID } from 'node:crypto'
import { creditsText, readCredits } from './credits.ts'
import { asLink, asObject, callProvider, type ProviderTerms } from './provider-call.ts'
import type { GameProvider, Move, MoveOutcome, MoveStatus, PlayerReading } from './provider.ts'

/** Data or an error code; null when it was neither. */
export type TokenAnswer = { data: Record<string, unknown>; code: null } | { data: null; code: string } | null

/** The error codes that mean something definite; every other one leaves a transfer pending. */
const codes = {
  playerExists: '1305',
  noWallet: '3005',
  notEnough: '3013',
  noTransaction: '3040',
  failed: '3100',
  underWay: '3101',
}

function moveOutcome(move: Move, answer: TokenAnswer): MoveOutcome {
  if (answer === null) return 'unknown'
  if (answer.data !== null) {
    const { transferReference, amount } = answer.data
    return transferReference === move.id && readCredits(amount) === move.credits ? 'done' : 'unknown'
  }
  if (answer.code === codes.notEnough) return 'insufficient'
  return answer.code === codes.failed || answer.code === codes.noWallet ? 'refused' : 'unknown'
}

function moveStatus(id: string, answer: TokenAnswer): MoveStatus {
  const unknown: MoveStatus = { status: 'unknown', credits: null }
  if (answer?.code === codes.noTransaction) return { status: 'not-found', credits: null }
  if (answer?.code === codes.underWay) return { status: 'under-way', credits: null }
  if (answer === null || answer.data === null) return unknown
  const { transferReference, transactionType, transactionAmount } = answer.data
  const credits = readCredits(transactionAmount)
  if (transferReference !== id || credits === null) return unknown
  if (transactionType !== 'TransferIn' && transactionType !== 'TransferOut') return unknown
  return { status: 'done', credits, direction: transactionType === 'TransferIn' ? 'in' : 'out' }
}

function playerReading(username: string, answer: TokenAnswer): PlayerReading {
  if (answer?.code === codes.noWallet) return { found: false }
  if (answer === null || answer.data === null || answer.data['player_name'] !== username) return null
  const { totalBalance, nickname } = answer.data
  return { found: true, balance: totalBalance, reference: typeof nickname === 'string' ? nickname : null }
}

/** Sends forms to paths, with the operator's token and secret in each. */
export function tokenCaller({ url, operator, key, timeoutMs, send }: ProviderTerms) {
  return async (path: string, content: Record<string, string>): Promise<TokenAnswer> => {
    const answer = await callProvider('POST', `${url}/${path}?trace_id=${randomUUID()}`, {
      timeoutMs,
      send,
      body: { form: { operator_token: operator, secret_key: key, ...content } },
    })
    if (answer?.status !== 200) return null
    const data = asObject(answer.body['data'])
    const code = asObject(answer.body['error'])?.['code']
    if (data !== null && answer.body['error'] === null) return { data, code: null }
    return data === null && typeof code === 'string' ? { data: null, code } : null
  }
}

/**
 * A provider that takes forms with the operator's token and secret and answers 200 with `data` or an `error` of a code.
 * Its single transaction by our reference says what became of a transfer: found is done, 3040 is not found.
 */
export function createTokenForm(terms: ProviderTerms): GameProvider {
  const call = tokenCaller(terms)

  return {
    notFoundAfterMs: terms.notFoundAfterMs,
    async create({ username, password, reference }) {
      const answer = await call('Player/Create', { player_name: username, password, nickname: reference })
      if (answer?.data?.['player_name'] === username) return 'created'
      return answer?.code === codes.playerExists ? 'exists' : 'unknown'
    },
    read: async (username) => playerReading(username, await call('Cash/GetPlayerWallet', { player_name: username })),
    async move(move) {
      const path = move.direction === 'in' ? 'Cash/TransferIn' : 'Cash/TransferOut'
      const content = {
        player_name: move.username,
        transfer_reference: move.id,
        amount: creditsText(move.credits),
        currency: 'CREDIT',
      }
      return moveOutcome(move, await call(path, content))
    },
    moveStatus: async (id) => moveStatus(id, await call('Cash/GetSingleTransaction', { transfer_reference: id })),
    async setPassword(username, password) {
      const answer = await call('Player/SetPassword', { player_name: username, password })
      if (answer?.data?.['action_result'] === 1) return 'done'
      return answer?.code === codes.noWallet ? 'refused' : 'unknown'
    },
    async launch(username, password) {
      const content = { player_name: username, ...(password === null ? {} : { password }) }
      return asLink((await call('Login/GetUrl', content))?.data?.['url'])
    },
  }
}
