import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../faults/door.ts'
import { type Input, readInput } from '../http/input.ts'
import type { Refusal } from '../http/refusal.ts'
import type { GameParts, OfProvider } from './game-parts.ts'
import { gameCall, type TransferOrder } from './game-transfers.ts'
import type { ProviderFamily } from '../operator.ts'
import { readSpeaker } from './providers.ts'

/** A form that was sent to a provider. */
export interface FormCall<Sent extends OfProvider = OfProvider> {
  provider: string
  input: Input
  request: FastifyRequest<Sent>
  reply: FastifyReply
}

interface FormFamily<Sent extends OfProvider> {
  family: ProviderFamily
  /** What answers a form, by its path under `/games/:provider/<family>`; empty for that address itself. */
  calls: Readonly<Record<string, (call: FormCall<Sent>) => unknown>>
  /** Refuses whoever is not the wallet; before anything else is looked at. */
  requireCaller(call: FormCall<Sent>): void
  /** Words a refusal as this family does. */
  answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** The doors of a family that is spoken in forms: each is let in, passes the provider's switch, and is answered. */
export function addFormRoutes<Sent extends OfProvider>(
  app: FastifyInstance,
  { door }: GameParts,
  { family, calls, requireCaller, answerError }: FormFamily<Sent>,
): void {
  void app.register((scope, _options, done) => {
    scope.setErrorHandler<FastifyError | Refusal>(answerError)
    for (const [path, answer] of Object.entries(calls)) {
      const address = `/games/:provider/${family}${path === '' ? '' : `/${path}`}`
      scope.post<OfProvider>(address, async (request, reply) => {
        const provider = readSpeaker(request.params.provider, family)
        // What else a family reads of a request it checks itself: nothing of it is more than text of unknown shape.
        const sent = request as FastifyRequest<Sent>
        const call = { provider, input: readInput(request.body), request: sent, reply }
        requireCaller(call)
        await door.pass(`game:${provider}`)
        return answer(call)
      })
    }
    done()
  })
}

/** Moves money as a form orders it; `tell` words what the books answer. */
export function moveByForm(
  { door, transfers }: GameParts,
  { request, reply }: Pick<FormCall, 'reply'> & { request: FastifyRequest<OfProvider> },
  order: TransferOrder,
  tell: (order: TransferOrder, answer: Answer) => Answer,
): FastifyReply {
  return door.moneyCall(
    request as FastifyRequest,
    reply,
    gameCall(transfers, order, (answer) => tell(order, answer)),
  )
}
