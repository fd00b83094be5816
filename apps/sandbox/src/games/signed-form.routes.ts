import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../faults/door.ts'
import { type Input, readDecimal, readOptionalText, readShaped, readText } from '../http/input.ts'
import { badRequest, Refusal } from '../http/refusal.ts'
import { addFormRoutes, type FormCall, moveByForm } from './form-family.ts'
import type { GameParts, GameSettings, OfProvider } from './game-parts.ts'
import {
  gatewayPage,
  isFresh,
  memberOf,
  operatorName,
  passwordLength,
  sessionLink,
  transferIdShape,
  usernameShape,
} from './game-parts.ts'
import type { TransferOrder } from './game-transfers.ts'

type Call = FormCall<OfQuery>
type OfQuery = OfProvider & { Querystring: { appid?: unknown; signature?: unknown } }

/**
 * The door of the signed form family, `POST /games/:provider/signed-form?appid=&signature=`: one address, the form's
 * `Method` says what is wanted. The signature is the base64 HMAC-SHA-1, under the provider's key, of the form's fields
 * as `key=value`, sorted by key and joined by `&`. The sign of `Amount` says the way of a transfer: below zero is out.
 */
export function addSignedFormRoutes(app: FastifyInstance, parts: GameParts, settings: GameSettings): void {
  const methods = methodsOf(parts, settings)
  addFormRoutes<OfQuery>(app, parts, {
    family: 'signed-form',
    answerError,
    requireCaller({ provider, input, request }) {
      requireSignature(request, input, settings.keys.gameOf(provider))
      if (!isFresh(parts.clock, readText(input, 'Timestamp'))) throw new Refusal(403, 'Invalid timestamp')
    },
    calls: {
      ''(call) {
        const method = methods[readText(call.input, 'Method')]
        if (method === undefined) throw badRequest('Unknown method')
        return method(call)
      },
    },
  })
}

function methodsOf(parts: GameParts, settings: GameSettings): Readonly<Record<string, (call: Call) => unknown>> {
  const { games, transfers, sessions } = parts
  const usernameOf = (input: Input): string => readShaped(input, 'Username', usernameShape)
  return {
    /** Create user. */
    CU({ provider, input, reply }) {
      const username = usernameOf(input)
      const password = readText(input, 'Password', passwordLength)
      try {
        games.createPlayer({ provider, username, password, reference: null })
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'EXISTS') throw error
        return reply.code(200).send({ Status: 'OK', Data: { Username: username } })
      }
      return reply.code(201).send({ Status: 'Created', Data: { Username: username } })
    },
    /** Get credit. */
    GC({ provider, input }) {
      const player = games.player(provider, usernameOf(input))
      return { Username: player.username, Credit: player.balanceHundredths / 100 }
    },
    /** Set password. */
    SP({ provider, input }) {
      games.setPassword(provider, usernameOf(input), readText(input, 'Password', passwordLength))
      return { Status: 'OK' }
    },
    /** Transfer credit. */
    TC(call) {
      const { provider, input } = call
      const hundredths = readDecimal(input, 'Amount', { signed: true })
      const order: TransferOrder = {
        provider,
        id: readShaped(input, 'RequestID', transferIdShape),
        username: usernameOf(input),
        direction: hundredths < 0 ? 'out' : 'in',
        amountHundredths: Math.abs(hundredths),
      }
      return moveByForm(parts, call, order, transferAnswer)
    },
    /** Transfer credit, historical: what became of a request id. */
    TCH({ provider, input, reply }) {
      const id = readShaped(input, 'RequestID', transferIdShape)
      const answer = transfers.state(provider, id)
      const status = requestStates[String(memberOf(answer, 'state'))]
      if (status === undefined) return reply.code(404).send({ Message: 'RequestID not found' })
      const amount = Number(memberOf(answer, 'amount'))
      return { RequestID: id, Amount: memberOf(answer, 'direction') === 'in' ? amount : -amount, Status: status }
    },
    /** A way in for a player. */
    PLAY({ provider, input, request }) {
      const token = sessions.open(provider, usernameOf(input), readOptionalText(input, 'Password', passwordLength))
      return { Token: token, Url: sessionLink(request, provider, token, settings.publicUrl) }
    },
  }
}

const requestStates: Readonly<Record<string, string>> = {
  DONE: 'Success',
  IN_PROGRESS: 'Pending',
  REFUSED: 'Failed',
}

function requireSignature(request: FastifyRequest<OfQuery>, input: Input, key: string): void {
  const signed = Object.entries(input)
    .map(([name, value]) => `${name}=${String(value)}`)
    .toSorted()
    .join('&')
  const wanted = createHmac('sha1', key).update(signed).digest()
  const { appid, signature } = request.query
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'base64')
  const isSigned = given.length === wanted.length && timingSafeEqual(given, wanted)
  if (!isSigned || appid !== operatorName) throw new Refusal(403, 'Invalid signature')
}

function transferAnswer(order: TransferOrder, answer: Answer): Answer {
  const about = { Username: order.username, RequestID: order.id }
  switch (memberOf(answer, 'state') ?? memberOf(answer, 'error')) {
    case 'DONE':
      return { status: 200, body: { ...about, Credit: memberOf(answer, 'balance') } }
    case 'IN_PROGRESS':
      return { status: 202, body: { ...about, Status: 'Pending' } }
    case 'INSUFFICIENT':
      return { status: 400, body: { Message: 'Insufficient credit' } }
    case 'REFUSED':
      return { status: 400, body: { Message: 'Transfer refused' } }
    default:
      return { status: 409, body: { Message: 'RequestID used before' } }
  }
}

const messageOfRefusal: Readonly<Record<string, string>> = {
  NOT_FOUND: 'User not found',
  WRONG_PASSWORD: 'Wrong password',
}

/** Refusals are a `Message`. What is broken answers as the thing in front of it would: 521 and a page. */
function answerError(error: FastifyError | Refusal, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof Refusal)) throw error
  if (error.status >= 500) {
    const status = error.status === 503 ? 521 : error.status
    return reply.code(status).type('text/html').send(gatewayPage(status))
  }
  const message = messageOfRefusal[error.code] ?? (error.message === '' ? error.code : error.message)
  return reply.code(error.status).send({ Message: message })
}
