import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Answer } from '../faults/door.ts'
import { readShaped } from '../http/input.ts'
import { Refusal } from '../http/refusal.ts'
import { type FamilyBooks, familyBooks } from './family.ts'
import { type GameParts, type GameSettings, memberOf, type OfProvider, usernameShape } from './game-parts.ts'
import type { TransferOrder } from './game-transfers.ts'
import { addSignedForms, type FormMethods } from './signed-form.routes.ts'

const words = {
  user: 'Username',
  password: 'Password',
  reference: null,
  id: 'RequestID',
  amount: 'Amount',
  tellTransfer,
} as const

/**
 * JOKER's door, `POST /games/:provider/joker?appid=&signature=`: JSON of the fields that are signed, a history that tells
 * what was done and nothing of a state, 404 for what was not, and a token as the way in. There are no passwords.
 */
export function addJokerRoutes(app: FastifyInstance, parts: GameParts, settings: GameSettings): void {
  const methods = methodsOf(familyBooks(parts, settings, words), parts)
  // Where the operator's launch link leads with the token.
  app.get<OfProvider & { Querystring: Readonly<Record<string, unknown>> }>(
    '/games/:provider/joker',
    (request, reply) => {
      const provider = parts.providers.readSpeaker(request.params.provider, 'joker')
      return reply.redirect(`/games/${provider}?session=${encodeURIComponent(String(request.query['token']))}`, 303)
    },
  )
  addSignedForms(app, parts, settings, { family: 'joker', methods })
}

function methodsOf(books: FamilyBooks, { games, transfers }: GameParts): FormMethods {
  return {
    CU({ provider, input, reply }) {
      const username = readShaped(input, 'Username', usernameShape)
      try {
        games.createPlayer({ provider, username, password: randomUUID(), reference: null })
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'EXISTS') throw error
        return reply.code(200).send({ Status: 'OK', Data: { Username: username } })
      }
      return reply.code(201).send({ Status: 'Created', Data: { Username: username } })
    },
    GC(call) {
      const { username, balanceHundredths } = books.player(call)
      return { Username: username, Credit: balanceHundredths / 100, OutstandingCredit: 0 }
    },
    TC: (call) => books.move(call, null),
    TCH(call) {
      const { id, answer } = books.state(call)
      if (memberOf(answer, 'state') !== 'DONE') return call.reply.code(404).send({ Message: 'Not Found' })
      const amount = Number(memberOf(answer, 'amount'))
      const isIn = memberOf(answer, 'direction') === 'in'
      return {
        RequestID: id,
        Username: transfers.playerOf(call.provider, id),
        Time: new Date(0).toISOString(),
        Amount: isIn ? amount : -amount,
      }
    },
    PLAY: (call) => ({ Token: books.launch(call).token }),
  }
}

function tellTransfer(order: TransferOrder, answer: Answer): Answer {
  switch (memberOf(answer, 'state') ?? memberOf(answer, 'error')) {
    case 'DONE': {
      const balance = memberOf(answer, 'balance')
      const about = { RequestID: order.id, Username: order.username, Time: new Date(0).toISOString() }
      return { status: 200, body: { ...about, Credit: balance, BeforeCredit: 0, OutstandingCredit: 0 } }
    }
    case 'INSUFFICIENT':
      return { status: 400, body: { Message: 'Insufficient credit' } }
    default:
      return { status: 400, body: { Message: 'Bad request' } }
  }
}
