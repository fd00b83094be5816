import { timingSafeEqual } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../faults/door.ts'
import { type Input, readDecimal, readOptionalText, readShaped, readText } from '../http/input.ts'
import { Refusal } from '../http/refusal.ts'
import { addFormRoutes, type FormCall, moveByForm } from './form-family.ts'
import type { GameParts, GameSettings } from './game-parts.ts'
import {
  gatewayPage,
  memberOf,
  operatorName,
  passwordLength,
  sessionLink,
  transferIdShape,
  usernameShape,
} from './game-parts.ts'
import type { TransferOrder } from './game-transfers.ts'

/** The error codes of the token form family. */
const codes = {
  invalidRequest: '1034',
  invalidOperator: '1204',
  playerExists: '1305',
  wrongPassword: '1307',
  noWallet: '3005',
  notEnough: '3013',
  noTransaction: '3040',
  referenceUsed: '3043',
  failed: '3100',
  inProgress: '3101',
} as const

/**
 * The doors of the token form family under `/games/:provider/token-form`: forms that carry the operator's token and
 * secret, answered with 200 and either `data` or an `error` of a code. A transfer whose code is 3101 is under way, and
 * `GetSingleTransaction` tells what became of it: found means done, 3040 that there is none.
 */
export function addTokenFormRoutes(app: FastifyInstance, parts: GameParts, settings: GameSettings): void {
  addFormRoutes(app, parts, {
    family: 'token-form',
    answerError,
    requireCaller: ({ provider, input }) => requireOperator(input, settings.keys.gameOf(provider)),
    calls: callsOf(parts, settings),
  })
}

function callsOf(parts: GameParts, settings: GameSettings): Readonly<Record<string, (call: FormCall) => unknown>> {
  const { games, transfers, sessions } = parts
  const playerOf = (input: Input): string => readShaped(input, 'player_name', usernameShape)
  const transfer =
    (direction: 'in' | 'out') =>
    (call: FormCall): FastifyReply => {
      const { provider, input } = call
      const order: TransferOrder = {
        provider,
        id: readShaped(input, 'transfer_reference', transferIdShape),
        username: playerOf(input),
        direction,
        amountHundredths: readDecimal(input, 'amount', { signed: false }),
      }
      return moveByForm(parts, call, order, transferAnswer)
    }
  return {
    'Player/Create': ({ provider, input }) => {
      const username = playerOf(input)
      const password = readText(input, 'password', passwordLength)
      games.createPlayer({ provider, username, password, reference: readOptionalText(input, 'nickname', 200) })
      return data({ player_name: username })
    },
    'Player/SetPassword': ({ provider, input }) => {
      games.setPassword(provider, playerOf(input), readText(input, 'password', passwordLength))
      return data({ action_result: 1 })
    },
    'Cash/GetPlayerWallet': ({ provider, input }) => {
      const player = games.player(provider, playerOf(input))
      return data({
        player_name: player.username,
        nickname: player.reference,
        totalBalance: player.balanceHundredths / 100,
      })
    },
    'Cash/TransferIn': transfer('in'),
    'Cash/TransferOut': transfer('out'),
    'Cash/GetSingleTransaction': ({ provider, input }) => {
      const id = readShaped(input, 'transfer_reference', transferIdShape)
      const answer = transfers.state(provider, id)
      const state = memberOf(answer, 'state')
      if (state === 'IN_PROGRESS') return failure(codes.inProgress)
      if (state !== 'DONE') return failure(codes.noTransaction)
      return data({
        transferReference: id,
        transactionType: memberOf(answer, 'direction') === 'in' ? 'TransferIn' : 'TransferOut',
        transactionAmount: memberOf(answer, 'amount'),
      })
    },
    'Login/GetUrl': ({ provider, input, request }) => {
      const token = sessions.open(provider, playerOf(input), readOptionalText(input, 'password', passwordLength))
      return data({ url: sessionLink(request, provider, token, settings.publicUrl) })
    },
  }
}

function requireOperator(input: Input, key: string): void {
  const secret = input['secret_key']
  const given = Buffer.from(typeof secret === 'string' ? secret : '')
  const wanted = Buffer.from(key)
  const isKnown = given.length === wanted.length && timingSafeEqual(given, wanted)
  if (!isKnown || input['operator_token'] !== operatorName) throw new Refusal(200, codes.invalidOperator)
}

function data(content: object): object {
  return { data: content, error: null }
}

function failure(code: string): object {
  return { data: null, error: { code } }
}

function transferAnswer(order: TransferOrder, answer: Answer): Answer {
  const body = bodyOf(order, answer)
  return { status: 200, body }
}

function bodyOf(order: TransferOrder, answer: Answer): object {
  switch (memberOf(answer, 'state') ?? memberOf(answer, 'error')) {
    case 'DONE':
      return data({
        transferReference: order.id,
        amount: order.amountHundredths / 100,
        balanceAmount: memberOf(answer, 'balance'),
      })
    case 'IN_PROGRESS':
      return failure(codes.inProgress)
    case 'INSUFFICIENT':
      return failure(codes.notEnough)
    case 'REFUSED':
      return failure(codes.failed)
    default:
      return failure(codes.referenceUsed)
  }
}

const codeOfRefusal: Readonly<Record<string, string>> = {
  BAD_REQUEST: codes.invalidRequest,
  EXISTS: codes.playerExists,
  NOT_FOUND: codes.noWallet,
  WRONG_PASSWORD: codes.wrongPassword,
}

/** Every refusal is a 200 with a code. What is broken answers as the thing in front of it would: with a page. */
function answerError(error: FastifyError | Refusal, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof Refusal)) throw error
  if (error.code === 'NO_SUCH_DOOR') return reply.code(404).send(error.body)
  if (error.status >= 500) return reply.code(error.status).type('text/html').send(gatewayPage(error.status))
  return reply.code(200).send(failure(codeOfRefusal[error.code] ?? error.code))
}
