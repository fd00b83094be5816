import type { FastifyInstance } from 'fastify'
import type { Answer } from '../faults/door.ts'
import { type FamilyBooks, familyBooks } from './family.ts'
import type { GameParts, GameSettings, OfProvider } from './game-parts.ts'
import type { Outcome, TransferOrder } from './game-transfers.ts'
import { addSignedForms, formFields, formMethods, type FormMethods, signedCredits } from './signed-form.routes.ts'

/**
 * JOKER's door, `POST /games/:provider/joker?appid=&signature=`: JSON of the fields that are signed, a history that tells
 * what was done and nothing of a state, 404 for what was not, and a token as the way in. There are no passwords.
 */
export function addJokerRoutes(app: FastifyInstance, parts: GameParts, settings: GameSettings): void {
  const methods = methodsOf(familyBooks(parts, settings, { ...formFields, password: null, tellTransfer }))
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

function methodsOf(books: FamilyBooks): FormMethods {
  const { CU, GC, TC } = formMethods(books)
  return {
    CU,
    GC: (call) => ({ ...GC(call), OutstandingCredit: 0 }),
    TC,
    TCH(call) {
      const transfer = books.transfer(call)
      if (transfer?.state !== 'DONE') return call.reply.code(404).send({ Message: 'Not Found' })
      const { id, username } = transfer
      return { RequestID: id, Username: username, Time: new Date(0).toISOString(), Amount: signedCredits(transfer) }
    },
    PLAY: (call) => ({ Token: books.launch(call).token }),
  }
}

function tellTransfer(order: TransferOrder, outcome: Outcome): Answer {
  switch (outcome.state) {
    case 'DONE': {
      const balance = outcome.balanceHundredths / 100
      const about = { RequestID: order.id, Username: order.username, Time: new Date(0).toISOString() }
      return { status: 200, body: { ...about, Credit: balance, BeforeCredit: 0, OutstandingCredit: 0 } }
    }
    case 'INSUFFICIENT':
      return { status: 400, body: { Message: 'Insufficient credit' } }
    case 'IN_PROGRESS':
    case 'REFUSED':
    case 'MISMATCH':
      return { status: 400, body: { Message: 'Bad request' } }
  }
}
