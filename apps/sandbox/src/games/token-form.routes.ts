import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../faults/door.ts'
import type { Input } from '../http/input.ts'
import { Refusal } from '../http/refusal.ts'
import { addFamilyRoutes, familyBooks, isSame } from './family.ts'
import { gatewayPage, type GameParts, type GameSettings, operatorName } from './game-parts.ts'
import type { Outcome, TransferOrder } from './game-transfers.ts'

const words = {
  user: 'player_name',
  password: 'password',
  reference: 'nickname',
  id: 'transfer_reference',
  amount: 'amount',
  tellTransfer: (order: TransferOrder, outcome: Outcome): Answer => ({
    status: 200,
    body: tellTransfer(order, outcome),
  }),
} as const

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
  const books = familyBooks(parts, settings, words)
  addFamilyRoutes(app, parts, {
    family: 'token-form',
    answerError: answerTokenError,
    requireCaller: ({ provider, input }) => requireTokenOperator(input, settings.keys.gameOf(provider)),
    calls: {
      'Player/Create': (call) => data({ player_name: books.create(call) }),
      'Player/SetPassword'(call) {
        books.setPassword(call)
        return data({ action_result: 1 })
      },
      'Cash/GetPlayerWallet'(call) {
        const { username, reference, balanceHundredths } = books.player(call)
        return data({ player_name: username, nickname: reference, totalBalance: balanceHundredths / 100 })
      },
      'Cash/TransferIn': (call) => books.move(call, 'in'),
      'Cash/TransferOut': (call) => books.move(call, 'out'),
      'Cash/GetSingleTransaction'(call) {
        const transfer = books.transfer(call)
        if (transfer?.state === 'IN_PROGRESS') return failure(codes.inProgress)
        if (transfer?.state !== 'DONE') return failure(codes.noTransaction)
        return data({
          transferReference: transfer.id,
          transactionType: transfer.direction === 'in' ? 'TransferIn' : 'TransferOut',
          transactionAmount: transfer.amountHundredths / 100,
        })
      },
      'Login/GetUrl': (call) => data({ url: books.launch(call).url }),
    },
  })
}

/** Refuses whoever does not bring the operator's token and secret. */
export function requireTokenOperator(input: Input, key: string): void {
  const secret = input['secret_key']
  const isKnown = isSame(Buffer.from(typeof secret === 'string' ? secret : ''), Buffer.from(key))
  if (!isKnown || input['operator_token'] !== operatorName) throw new Refusal(200, codes.invalidOperator)
}

function data(content: object): object {
  return { data: content, error: null }
}

function failure(code: string): object {
  return { data: null, error: { code } }
}

function tellTransfer(order: TransferOrder, outcome: Outcome): object {
  switch (outcome.state) {
    case 'DONE':
      return data({
        transferReference: order.id,
        amount: order.amountHundredths / 100,
        balanceAmount: outcome.balanceHundredths / 100,
      })
    case 'IN_PROGRESS':
      return failure(codes.inProgress)
    case 'INSUFFICIENT':
      return failure(codes.notEnough)
    case 'REFUSED':
      return failure(codes.failed)
    case 'MISMATCH':
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
export function answerTokenError(
  error: FastifyError | Refusal,
  _request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!(error instanceof Refusal)) throw error
  if (error.code === 'NO_SUCH_DOOR') return reply.code(404).send(error.body)
  if (error.status >= 500) return reply.code(error.status).type('text/html').send(gatewayPage(error.status))
  return reply.code(200).send(failure(codeOfRefusal[error.code] ?? error.code))
}
