import { createHmac } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../faults/door.ts'
import { readText } from '../http/input.ts'
import { badRequest, Refusal } from '../http/refusal.ts'
import type { ProviderFamily } from '../operator.ts'
import { addFamilyRoutes, type FamilyBooks, familyBooks, type FamilyCall, isSame } from './family.ts'
import { gatewayPage, type GameParts, type GameSettings, isFresh, operatorName } from './game-parts.ts'
import type { GameTransfer, Outcome, TransferOrder } from './game-transfers.ts'

/** How forms call their fields. */
export const formFields = { user: 'Username', reference: null, id: 'RequestID', amount: 'Amount' } as const

/**
 * The door of the signed form family, `POST /games/:provider/signed-form?appid=&signature=`: one address, the form's
 * `Method` says what is wanted. The signature is the base64 HMAC-SHA-1, under the provider's key, of the form's fields
 * as `key=value`, sorted by key and joined by `&`. The sign of `Amount` says the way of a transfer: below zero is out.
 */
export function addSignedFormRoutes(app: FastifyInstance, parts: GameParts, settings: GameSettings): void {
  addSignedForms(app, parts, settings, {
    family: 'signed-form',
    methods: formMethods(familyBooks(parts, settings, { ...formFields, password: 'Password', tellTransfer })),
  })
}

/** What a form's `Method` has done. */
export type FormMethods = Readonly<Record<string, (call: FamilyCall) => unknown>>

/** One address for forms that are signed and fresh, of a family of such. */
export function addSignedForms(
  app: FastifyInstance,
  parts: GameParts,
  settings: GameSettings,
  { family, methods }: { family: ProviderFamily; methods: FormMethods },
): void {
  addFamilyRoutes(app, parts, {
    family,
    answerError: answerFormError,
    requireCaller(call) {
      requireFormSignature(call, settings.keys.gameOf(call.provider))
      if (!isFresh(parts.clock, readText(call.input, 'Timestamp'))) throw new Refusal(403, 'Invalid timestamp')
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

/** What a form has done by its `Method`. */
export function formMethods(books: FamilyBooks) {
  return {
    /** Create user. */
    CU(call: FamilyCall) {
      try {
        return call.reply.code(201).send({ Status: 'Created', Data: { Username: books.create(call) } })
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'EXISTS') throw error
        return call.reply.code(200).send({ Status: 'OK', Data: { Username: call.input['Username'] } })
      }
    },
    /** Get credit. */
    GC(call: FamilyCall) {
      const player = books.player(call)
      return { Username: player.username, Credit: player.balanceHundredths / 100 }
    },
    /** Set password. */
    SP(call: FamilyCall) {
      books.setPassword(call)
      return { Status: 'OK' }
    },
    /** Transfer credit. */
    TC: (call: FamilyCall) => books.move(call, null),
    /** Transfer credit, historical: what became of a request id. */
    TCH(call: FamilyCall) {
      const transfer = books.transfer(call)
      if (transfer === null) return call.reply.code(404).send({ Message: 'RequestID not found' })
      return { RequestID: transfer.id, Amount: signedCredits(transfer), Status: requestStates[transfer.state] }
    },
    /** A way in for a player. */
    PLAY(call: FamilyCall) {
      const { token, url } = books.launch(call)
      return { Token: token, Url: url }
    },
  }
}

/** What was moved, below zero when it went out. */
export function signedCredits({ direction, amountHundredths }: GameTransfer): number {
  return (direction === 'in' ? amountHundredths : -amountHundredths) / 100
}

const requestStates = { DONE: 'Success', IN_PROGRESS: 'Pending', REFUSED: 'Failed' } as const

/** Refuses what is not signed by the provider's key. */
function requireFormSignature({ request, input }: FamilyCall, key: string): void {
  const signed = Object.entries(input)
    .map(([name, value]) => `${name}=${String(value)}`)
    .toSorted()
    .join('&')
  const { appid, signature } = request.query as { appid?: unknown; signature?: unknown }
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'base64')
  const isSigned = isSame(given, createHmac('sha1', key).update(signed).digest())
  if (!isSigned || appid !== operatorName) throw new Refusal(403, 'Invalid signature')
}

function tellTransfer(order: TransferOrder, outcome: Outcome): Answer {
  const about = { Username: order.username, RequestID: order.id }
  switch (outcome.state) {
    case 'DONE':
      return { status: 200, body: { ...about, Credit: outcome.balanceHundredths / 100 } }
    case 'IN_PROGRESS':
      return { status: 202, body: { ...about, Status: 'Pending' } }
    case 'INSUFFICIENT':
      return { status: 400, body: { Message: 'Insufficient credit' } }
    case 'REFUSED':
      return { status: 400, body: { Message: 'Transfer refused' } }
    case 'MISMATCH':
      return { status: 409, body: { Message: 'RequestID used before' } }
  }
}

const messageOfRefusal: Readonly<Record<string, string>> = {
  NOT_FOUND: 'User not found',
  WRONG_PASSWORD: 'Wrong password',
}

/** Refusals are a `Message`. What is broken answers as the thing in front of it would: 521 and a page. */
function answerFormError(error: FastifyError | Refusal, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof Refusal)) throw error
  if (error.status >= 500) {
    const status = error.status === 503 ? 521 : error.status
    return reply.code(status).type('text/html').send(gatewayPage(status))
  }
  const message = messageOfRefusal[error.code] ?? (error.message === '' ? error.code : error.message)
  return reply.code(error.status).send({ Message: message })
}
