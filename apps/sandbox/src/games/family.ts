import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../faults/door.ts'
import { type Input, readDecimal, readInput, readOptionalText, readShaped, readText } from '../http/input.ts'
import type { Refusal } from '../http/refusal.ts'
import type { ProviderFamily } from '../operator.ts'
import {
  type GameParts,
  type GameSettings,
  type OfProvider,
  passwordLength,
  sessionLink,
  transferIdShape,
  usernameShape,
} from './game-parts.ts'
import { gameCall, type GameTransfer, type Outcome, type TransferOrder } from './game-transfers.ts'
import type { Player } from './games.ts'

/** What was sent to a provider. */
export interface FamilyCall {
  readonly provider: string
  /** What follows the family's name in the address. */
  readonly path: string
  /** What was sent; a 400 when it is no form and no JSON. */
  readonly input: Input
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface Family {
  readonly family: ProviderFamily
  /** What answers, by its path under `/games/:provider/<family>`; empty for that address itself. */
  readonly calls: Readonly<Record<string, (call: FamilyCall) => unknown>>
  /** Reads JSON that was kept as the text that came, for whose bytes were signed. */
  readonly readBody?: (body: unknown) => unknown
  /** Refuses whoever is not the wallet; before anything else is looked at. */
  requireCaller(call: FamilyCall): void
  /** Words a refusal as this family does. */
  answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** The doors of a family: each call is let in, passes the provider's switch, and is answered. */
export function addFamilyRoutes(app: FastifyInstance, { providers, door }: GameParts, given: Family): void {
  const { family, calls, readBody, requireCaller, answerError } = given
  void app.register((scope, _options, done) => {
    scope.setErrorHandler<FastifyError | Refusal>(answerError)
    if (readBody !== undefined) {
      scope.removeContentTypeParser('application/json')
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) =>
        parsed(null, body),
      )
    }
    for (const [path, answer] of Object.entries(calls)) {
      const address = `/games/:provider/${family}${path === '' ? '' : `/${path}`}`
      scope.post<OfProvider>(address, async (request, reply) => {
        const provider = providers.readSpeaker(request.params.provider, family)
        const call: FamilyCall = {
          provider,
          path,
          get input() {
            return readInput(readBody === undefined ? request.body : readBody(request.body))
          },
          request: request as FastifyRequest,
          reply,
        }
        requireCaller(call)
        await door.pass(`game:${provider}`)
        return answer(call)
      })
    }
    done()
  })
}

/** Whether a proof is the one that is wanted, told in the same time whatever differs. */
export function isSame(given: Buffer, wanted: Buffer): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** How a family calls its fields, and words what the books answer to a transfer. */
export interface FamilyWords {
  readonly user: string
  /** Null where players have no password. */
  readonly password: string | null
  readonly reference: string | null
  readonly id: string
  readonly amount: string
  tellTransfer(order: TransferOrder, outcome: Outcome): Answer
}

/** What the doors of a family do with the books, whatever it calls its fields. */
export type FamilyBooks = ReturnType<typeof familyBooks>

/** The books as a family's doors use them. */
export function familyBooks(parts: GameParts, settings: GameSettings, words: FamilyWords) {
  const { games, transfers, sessions, door } = parts
  const userOf = (input: Input): string => readShaped(input, words.user, usernameShape)
  const idOf = (input: Input): string => readShaped(input, words.id, transferIdShape)
  const passwordOf = (input: Input): string =>
    words.password === null ? randomUUID() : readText(input, words.password, passwordLength)
  return {
    /** Makes a player, and answers the name. */
    create({ provider, input }: FamilyCall): string {
      const username = userOf(input)
      const password = passwordOf(input)
      const reference = words.reference === null ? null : readOptionalText(input, words.reference, 200)
      games.createPlayer({ provider, username, password, reference })
      return username
    },
    player: ({ provider, input }: FamilyCall): Player => games.player(provider, userOf(input)),
    /** Sets a player's password, and answers the name. */
    setPassword({ provider, input }: FamilyCall): string {
      const username = userOf(input)
      games.setPassword(provider, username, passwordOf(input))
      return username
    },
    /** Moves credits; by the sign of the amount where no direction is given: below zero is out. */
    move({ provider, input, request, reply }: FamilyCall, direction: 'in' | 'out' | null): FastifyReply {
      const hundredths = readDecimal(input, words.amount, { signed: direction === null })
      const order: TransferOrder = {
        provider,
        id: idOf(input),
        username: userOf(input),
        direction: direction ?? (hundredths < 0 ? 'out' : 'in'),
        amountHundredths: Math.abs(hundredths),
      }
      const call = gameCall(transfers, order, (outcome) => words.tellTransfer(order, outcome))
      return door.moneyCall(request, reply, call)
    },
    /** The transfer of the id that is asked about; null when there is none. */
    transfer: ({ provider, input }: FamilyCall): GameTransfer | null => transfers.find(provider, idOf(input)),
    /** A way in for a player. */
    launch({ provider, input, request }: FamilyCall): { token: string; url: string } {
      const password = words.password === null ? null : readOptionalText(input, words.password, passwordLength)
      const token = sessions.open(provider, userOf(input), password)
      return { token, url: sessionLink(request, provider, token, settings.publicUrl) }
    },
  }
}
