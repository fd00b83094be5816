import type { Clock } from '../../../platform/clock.ts'
import { checkOf, type PartyCheck } from '../../../platform/parties/index.ts'
import { creditsText, readCredits } from './credits.ts'
import { asObject, callProvider, type ProviderAnswer, type ProviderTerms } from './provider-call.ts'
import {
  type GameProvider,
  type Move,
  type MoveOutcome,
  type MoveStatus,
  NOBODY,
  type PlayerReading,
} from './provider.ts'
import { formSignature } from './signed-form.ts'

// JOKER as it speaks: near the signed form family, and not it. To be confirmed with the party: that its body is JSON, the
// words of its refusals, none of which is documented, so that each is unknown here, and what its 404 says.

/** Only a yes is documented; what may be a no leaves the transfer pending, until it is asked about. */
function moveOutcome(move: Move, answer: ProviderAnswer | null): MoveOutcome {
  if (answer?.status !== 200) return 'unknown'
  const { RequestID, Username, Credit } = answer.body
  return RequestID === move.id && Username === move.username && readCredits(Credit) !== null ? 'done' : 'unknown'
}

/** What is told of a request was done: there is no word of a state. */
function moveStatus(
  { id, username }: { id: string; username: string },
  answer: ProviderAnswer | null,
  trustsMissing: boolean,
): MoveStatus {
  const unknown: MoveStatus = { status: 'unknown', credits: null }
  if (answer?.status === 404) return trustsMissing ? { status: 'not-found', credits: null } : unknown
  if (answer?.status !== 200 || answer.body['RequestID'] !== id || answer.body['Username'] !== username) return unknown
  const amount = readCredits(answer.body['Amount'])
  if (amount === null || amount === 0) return unknown
  return { status: 'done', credits: Math.abs(amount), direction: amount < 0 ? 'out' : 'in' }
}

function playerReading(username: string, answer: ProviderAnswer | null, trustsMissing: boolean): PlayerReading {
  if (answer?.status === 404 && trustsMissing) return { found: false }
  if (answer?.status !== 200 || answer.body['Username'] !== username) return null
  return { found: true, balance: answer.body['Credit'], reference: null }
}

/**
 * It has no words for a player that there is not, so its 404 counts when it answers otherwise to the same question under a
 * signature that is wrong.
 */
function judgeCheck(answer: ProviderAnswer | null, unsigned: ProviderAnswer | null): PartyCheck {
  if (answer === null) return { kind: 'unreached', why: 'no answer, or none that can be understood' }
  const isRead = answer.status === 404 && unsigned?.status !== 404
  return checkOf(answer, () => (isRead ? 'it answers about players' : null))
}

/** JOKER's transfer wallet: JSON to one address, signed as the signed form family signs its fields. */
export function createJoker(terms: ProviderTerms, clock: Clock): GameProvider {
  const { trustsMissing = false } = terms

  function call(method: string, content: Record<string, string>, key = terms.key): Promise<ProviderAnswer | null> {
    const fields = { Method: method, Timestamp: String(Math.floor(clock.now().getTime() / 1000)), ...content }
    const query = new URLSearchParams({ appid: terms.operator, signature: formSignature(fields, key) })
    const { timeoutMs, send } = terms
    const body = { json: JSON.stringify(fields) }
    return callProvider('POST', `${terms.url}?${query.toString()}`, { timeoutMs, send, body })
  }

  return {
    notFoundAfterMs: terms.notFoundAfterMs,
    async create({ username }) {
      const answer = await call('CU', { Username: username })
      if (asObject(answer?.body['Data'])?.['Username'] !== username) return 'unknown'
      if (answer?.status === 201 && answer.body['Status'] === 'Created') return 'created'
      return answer?.status === 200 && answer.body['Status'] === 'OK' ? 'exists' : 'unknown'
    },
    read: async (username) => playerReading(username, await call('GC', { Username: username }), trustsMissing),
    async move(move) {
      const amount = creditsText(move.direction === 'in' ? move.credits : -move.credits)
      return moveOutcome(move, await call('TC', { Username: move.username, RequestID: move.id, Amount: amount }))
    },
    moveStatus: async (id, username) =>
      moveStatus({ id, username }, await call('TCH', { RequestID: id }), trustsMissing),
    async check() {
      const question = { Username: NOBODY }
      return judgeCheck(await call('GC', question), await call('GC', question, `${terms.key} `))
    },
    hasPasswords: false,
    setPassword: async () => 'refused',
    async launch(username) {
      if (terms.launchUrl === undefined) return null
      const answer = await call('PLAY', { Username: username })
      const token = answer?.status === 200 ? answer.body['Token'] : null
      if (typeof token !== 'string' || token === '') return null
      // The operator's address names `game` and `redirectUrl`, and may say the others otherwise.
      const link = new URL(terms.launchUrl)
      const { searchParams } = link
      for (const [name, value] of [
        ['mobile', 'true'],
        ['lang', 'th'],
      ] as const)
        if (!searchParams.has(name)) searchParams.set(name, value)
      searchParams.set('token', token)
      return link.href
    },
  }
}
