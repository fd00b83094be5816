import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../faults/door.ts'
import {
  type Input,
  readDecimal,
  readInput,
  readOptionalText,
  readShaped,
  readText,
  writeDecimal,
} from '../http/input.ts'
import { badRequest, Refusal } from '../http/refusal.ts'
import type { GameParts, GameSettings, OfProvider } from './game-parts.ts'
import {
  isFresh,
  memberOf,
  operatorName,
  passwordLength,
  sessionLink,
  transferIdShape,
  usernameShape,
} from './game-parts.ts'
import type { TransferOrder } from './game-transfers.ts'
import { gameCall } from './game-transfers.ts'
import { readSpeaker } from './providers.ts'

/**
 * The doors of the signed JSON family under `/games/:provider/signed-json`, after the style of transfer wallets: every
 * call is a POST, every answer has a `status`, amounts are texts with two decimals. The header `x-signature` is the hex
 * HMAC-SHA-256, under the provider's key, of `TIMESTAMP.PATH.BODY`, where PATH is what follows `signed-json/`.
 */
export function addSignedJsonRoutes(app: FastifyInstance, parts: GameParts, settings: GameSettings): void {
  const { games, transfers, sessions, door } = parts

  void app.register((scope, _options, done) => {
    // What is signed are the bytes as they came, so the body is read as text here.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.setErrorHandler(answerError)

    const post = (
      path: string,
      handle: (given: { provider: string; input: Input; request: FastifyRequest; reply: FastifyReply }) => unknown,
    ): void => {
      scope.post<OfProvider>(`/games/:provider/signed-json/${path}`, async (request, reply) => {
        const provider = readSpeaker(request.params.provider, 'signed-json')
        const body = typeof request.body === 'string' ? request.body : ''
        requireSignature(request, { key: settings.keys.gameOf(provider), path, body, parts })
        await door.pass(`game:${provider}`)
        return handle({ provider, input: readInput(parseJson(body)), request, reply })
      })
    }

    post('user/create', ({ provider, input }) => {
      const username = readShaped(input, 'user', usernameShape)
      const password = readText(input, 'password', passwordLength)
      games.createPlayer({ provider, username, password, reference: readOptionalText(input, 'reference', 200) })
      return { status: 'RS_OK', user: username }
    })

    post('user/balance', ({ provider, input }) => {
      const player = games.player(provider, readShaped(input, 'user', usernameShape))
      return {
        status: 'RS_OK',
        user: player.username,
        balance: writeDecimal(player.balanceHundredths),
        reference: player.reference,
      }
    })

    post('user/password', ({ provider, input }) => {
      const username = readShaped(input, 'user', usernameShape)
      games.setPassword(provider, username, readText(input, 'password', passwordLength))
      return { status: 'RS_OK', user: username }
    })

    for (const [path, direction] of [
      ['transfer/deposit', 'in'],
      ['transfer/withdraw', 'out'],
    ] as const) {
      post(path, ({ provider, input, request, reply }) => {
        const order: TransferOrder = {
          provider,
          id: readShaped(input, 'transaction_uuid', transferIdShape),
          username: readShaped(input, 'user', usernameShape),
          direction,
          amountHundredths: readDecimal(input, 'amount', { signed: false }),
        }
        return door.moneyCall(
          request,
          reply,
          gameCall(transfers, order, (answer) => transferAnswer(order, answer)),
        )
      })
    }

    post('transaction', ({ provider, input }) => {
      const id = readShaped(input, 'transaction_uuid', transferIdShape)
      return transactionAnswer(id, transfers.state(provider, id))
    })

    post('game/url', ({ provider, input, request }) => {
      const username = readShaped(input, 'user', usernameShape)
      const token = sessions.open(provider, username, readOptionalText(input, 'password', passwordLength))
      return { status: 'RS_OK', url: sessionLink(request, provider, token, settings.publicUrl) }
    })
    done()
  })
}

function requireSignature(
  request: FastifyRequest,
  { key, path, body, parts }: { key: string; path: string; body: string; parts: GameParts },
): void {
  const timestampS = headerOf(request, 'x-timestamp')
  const wanted = createHmac('sha256', key).update(`${timestampS}.${path}.${body}`).digest()
  const given = Buffer.from(headerOf(request, 'x-signature'), 'hex')
  const isSigned = given.length === wanted.length && timingSafeEqual(given, wanted)
  if (!isSigned || headerOf(request, 'x-operator-id') !== operatorName || !isFresh(parts.clock, timestampS)) {
    throw new Refusal(401, 'INVALID_SIGNATURE')
  }
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw badRequest('the body is no JSON')
  }
}

function transferAnswer(order: TransferOrder, answer: Answer): Answer {
  const about = { transaction_uuid: order.id, user: order.username, amount: writeDecimal(order.amountHundredths) }
  const body = (status: string, more: object = {}): Answer => ({ status: 200, body: { status, ...about, ...more } })
  const state = memberOf(answer, 'state') ?? memberOf(answer, 'error')
  switch (state) {
    case 'DONE':
      return body('RS_OK', { balance: writeDecimal(Math.round(Number(memberOf(answer, 'balance')) * 100)) })
    case 'IN_PROGRESS':
      return body('RS_PENDING')
    case 'INSUFFICIENT':
      return body('RS_ERROR_NOT_ENOUGH_MONEY')
    case 'REFUSED':
      return body('RS_ERROR_TRANSACTION_DECLINED')
    default:
      return body('RS_ERROR_DUPLICATE_TRANSACTION')
  }
}

const transactionStates = { DONE: 'DONE', IN_PROGRESS: 'PENDING', REFUSED: 'DECLINED' } as const

function transactionAnswer(id: string, answer: Answer): object {
  const state = Object.entries(transactionStates).find(([name]) => name === memberOf(answer, 'state'))?.[1]
  if (state === undefined) return { status: 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST', transaction_uuid: id }
  return {
    status: 'RS_OK',
    transaction_uuid: id,
    transaction: {
      kind: memberOf(answer, 'direction') === 'in' ? 'DEPOSIT' : 'WITHDRAW',
      state,
      amount: writeDecimal(Math.round(Number(memberOf(answer, 'amount')) * 100)),
    },
  }
}

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
