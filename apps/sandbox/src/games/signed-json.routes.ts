import { createHmac } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../faults/door.ts'
import { writeDecimal } from '../http/input.ts'
import { badRequest, Refusal } from '../http/refusal.ts'
import { addFamilyRoutes, familyBooks, type FamilyCall, isSame } from './family.ts'
import { type GameParts, type GameSettings, isFresh, operatorName } from './game-parts.ts'
import type { Outcome, TransferOrder } from './game-transfers.ts'

const words = {
  user: 'user',
  password: 'password',
  reference: 'reference',
  id: 'transaction_uuid',
  amount: 'amount',
  tellTransfer,
} as const

/**
 * The doors of the signed JSON family under `/games/:provider/signed-json`, after the style of transfer wallets: every
 * call is a POST, every answer has a `status`, amounts are texts with two decimals. The header `x-signature` is the hex
 * HMAC-SHA-256, under the provider's key, of `TIMESTAMP.PATH.BODY`, where PATH is what follows `signed-json/`.
 */
export function addSignedJsonRoutes(app: FastifyInstance, parts: GameParts, settings: GameSettings): void {
  const books = familyBooks(parts, settings, words)
  addFamilyRoutes(app, parts, {
    family: 'signed-json',
    answerError,
    readBody: parseJson,
    requireCaller: (call) => requireSignature(call, settings.keys.gameOf(call.provider), parts),
    calls: {
      'user/create': (call) => ({ status: 'RS_OK', user: books.create(call) }),
      'user/balance'(call) {
        const { username, balanceHundredths, reference } = books.player(call)
        return { status: 'RS_OK', user: username, balance: writeDecimal(balanceHundredths), reference }
      },
      'user/password': (call) => ({ status: 'RS_OK', user: books.setPassword(call) }),
      'transfer/deposit': (call) => books.move(call, 'in'),
      'transfer/withdraw': (call) => books.move(call, 'out'),
      transaction(call) {
        const transfer = books.transfer(call)
        if (transfer === null)
          return { status: 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST', transaction_uuid: call.input['transaction_uuid'] }
        const kind = transfer.direction === 'in' ? 'DEPOSIT' : 'WITHDRAW'
        const amount = writeDecimal(transfer.amountHundredths)
        return {
          status: 'RS_OK',
          transaction_uuid: transfer.id,
          transaction: { kind, state: transactionStates[transfer.state], amount },
        }
      },
      'game/url': (call) => ({ status: 'RS_OK', url: books.launch(call).url }),
    },
  })
}

function requireSignature({ request, path }: FamilyCall, key: string, { clock }: GameParts): void {
  const timestampS = headerOf(request, 'x-timestamp')
  const body = typeof request.body === 'string' ? request.body : ''
  const wanted = createHmac('sha256', key).update(`${timestampS}.${path}.${body}`).digest()
  const isSigned = isSame(Buffer.from(headerOf(request, 'x-signature'), 'hex'), wanted)
  if (!isSigned || headerOf(request, 'x-operator-id') !== operatorName || !isFresh(clock, timestampS)) {
    throw new Refusal(401, 'INVALID_SIGNATURE')
  }
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    throw badRequest('the body is no JSON')
  }
}

function tellTransfer(order: TransferOrder, outcome: Outcome): Answer {
  const about = { transaction_uuid: order.id, user: order.username, amount: writeDecimal(order.amountHundredths) }
  const body = (status: string, more: object = {}): Answer => ({ status: 200, body: { status, ...about, ...more } })
  switch (outcome.state) {
    case 'DONE':
      return body('RS_OK', { balance: writeDecimal(outcome.balanceHundredths) })
    case 'IN_PROGRESS':
      return body('RS_PENDING')
    case 'INSUFFICIENT':
      return body('RS_ERROR_NOT_ENOUGH_MONEY')
    case 'REFUSED':
      return body('RS_ERROR_TRANSACTION_DECLINED')
    case 'MISMATCH':
      return body('RS_ERROR_DUPLICATE_TRANSACTION')
  }
}

const transactionStates = { DONE: 'DONE', IN_PROGRESS: 'PENDING', REFUSED: 'DECLINED' } as const

const statusOfRefusal: Readonly<Record<string, string>> = {
  EXISTS: 'RS_ERROR_USER_EXISTS',
  NOT_FOUND: 'RS_ERROR_UNKNOWN_USER',
  WRONG_PASSWORD: 'RS_ERROR_WRONG_PASSWORD',
}

/** What the books refuse is a status under 200; what is no call of this family keeps its HTTP status. */
function answerError(error: FastifyError | Refusal, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof Refusal)) throw error
  const known = statusOfRefusal[error.code]
  if (known !== undefined) return reply.code(200).send({ status: known })
  const status = error.status === 400 ? 'RS_ERROR_WRONG_SYNTAX' : `RS_ERROR_${error.code}`
  return reply.code(error.status).send({ status, ...(error.message === '' ? {} : { message: error.message }) })
}
