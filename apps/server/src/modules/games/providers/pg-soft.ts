import { createHash, timingSafeEqual } from 'node:crypto'
import { creditsText, readCredits, readCreditsText } from './credits.ts'
import type { ProviderTerms } from './provider-call.ts'
import type { GameProvider, Move, MoveOutcome, MoveStatus, PlayerReading } from './provider.ts'
import { type TokenAnswer, tokenCaller } from './token-form.ts'

// PG Soft as it speaks: near the token form family, and not it. To be confirmed with the party: whether the same reference
// may come twice.

const PLAYER_EXISTS = '1305'
const NO_PLAYER = ['3004', '3005']
const NOT_ENOUGH = '3013'
const NO_TRANSACTION = '3040'
const UNDER_WAY = '3101'
/** A field is missing, no player, no wallet, failed: nothing was moved. Any other code leaves a transfer pending. */
const REFUSALS = ['3001', '3004', '3005', '3100']
const TYPES: Readonly<Record<string, Move['direction']>> = { '100': 'in', '200': 'out' }

/** No reference comes back: the sum is all that shows that the answer is about this move. */
function moveOutcome(move: Move, answer: TokenAnswer): MoveOutcome {
  if (answer === null) return 'unknown'
  if (answer.data !== null) {
    const { transactionId, amount } = answer.data
    const isTold = (typeof transactionId === 'string' && transactionId !== '') || typeof transactionId === 'number'
    return isTold && readCredits(amount) === move.credits ? 'done' : 'unknown'
  }
  if (answer.code === NOT_ENOUGH) return 'insufficient'
  return REFUSALS.includes(answer.code) ? 'refused' : 'unknown'
}

function moveStatus(username: string, currency: string, answer: TokenAnswer): MoveStatus {
  const unknown: MoveStatus = { status: 'unknown', credits: null }
  if (answer?.code === NO_TRANSACTION) return { status: 'not-found', credits: null }
  if (answer?.code === UNDER_WAY) return { status: 'under-way', credits: null }
  if (answer === null || answer.data === null) return unknown
  const { playerName, currencyCode, transactionType, transactionAmount } = answer.data
  const direction = TYPES[String(transactionType)]
  const credits = readCreditsText(transactionAmount)
  if (playerName !== username || currencyCode !== currency || direction === undefined || credits === null)
    return unknown
  return { status: 'done', credits: Math.abs(credits), direction }
}

function playerReading(currency: string, answer: TokenAnswer): PlayerReading {
  if (answer?.data === null && NO_PLAYER.includes(answer.code)) return { found: false }
  // The wallet names neither the player nor what we call him; `cashBalance` is what can be moved.
  if (answer === null || answer.data === null || answer.data['currencyCode'] !== currency) return null
  return { found: true, balance: answer.data['cashBalance'], reference: null }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether a text is the secret, told in the same time whatever differs, its length too. */
const isSecret = (given: string | null, secret: string): boolean => timingSafeEqual(digest(given ?? ''), digest(secret))

/** The session that a form of `VerifySession` asks about; both secrets are compared, whichever is wrong. */
function sessionIn({ operator, key }: ProviderTerms, form: URLSearchParams): string | null {
  const proofs = [isSecret(form.get('operator_token'), operator), isSecret(form.get('secret_key'), key)]
  return proofs.includes(false) ? null : form.get('operator_player_session')
}

/** Where a game begins for whom we made a session. `launchUrl` names the game: what stands before `/index.html`. */
function launchLink({ launchUrl, operator }: ProviderTerms, newSession: (() => string) | undefined): string | null {
  if (launchUrl === undefined || newSession === undefined) return null
  const link = new URL(launchUrl)
  link.pathname = `${link.pathname.replace(/\/+$/, '')}/index.html`
  for (const [name, value] of Object.entries({ btt: '1', ot: operator, ops: newSession(), l: 'th' }))
    link.searchParams.set(name, value)
  return link.href
}

/** PG Soft's transfer wallet: forms to versioned paths, with the operator's token and secret in each. */
export function createPgSoft(terms: ProviderTerms): GameProvider {
  const { currency = 'THB' } = terms
  const call = tokenCaller(terms)

  return {
    notFoundAfterMs: terms.notFoundAfterMs,
    async create({ username }) {
      const answer = await call('Player/v1/Create', { player_name: username, nickname: username, currency })
      if (answer?.data?.['action_result'] === 1) return 'created'
      return answer?.code === PLAYER_EXISTS ? 'exists' : 'unknown'
    },
    read: async (username) => playerReading(currency, await call('Cash/v3/GetPlayerWallet', { player_name: username })),
    async move(move) {
      const content = {
        player_name: move.username,
        amount: creditsText(move.credits),
        transfer_reference: move.id,
        currency,
      }
      const path = move.direction === 'in' ? 'Cash/v3/TransferIn' : 'Cash/v3/TransferOut'
      return moveOutcome(move, await call(path, content))
    },
    moveStatus: async (id, username) =>
      moveStatus(
        username,
        currency,
        await call('Cash/v3/GetSingleTransaction', { player_name: username, transfer_reference: id }),
      ),
    hasPasswords: false,
    setPassword: async () => 'refused',
    launch: async (_username, _password, newSession) => launchLink(terms, newSession),
    sessionDoor: { currency, sessionIn: (form) => sessionIn(terms, form) },
  }
}
