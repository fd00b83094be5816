import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toWireAmount } from '@krapao/money'
import type { Answer } from '../faults/door.ts'
import { type Input, readAmount, readChange, readInput, readOptionalText, readShaped, readText } from '../http/input.ts'
import { badRequest, notFound } from '../http/refusal.ts'
import {
  type GameParts,
  type GameSettings,
  type OfProvider,
  passwordLength,
  sessionLink,
  transferIdShape,
  usernameShape,
} from './game-parts.ts'
import { gameCall, type GameTransfers, type Outcome, type TransferOrder } from './game-transfers.ts'
import { type Games, playerAnswer } from './games.ts'
import { readProvider } from './providers.ts'

type OfPlayer = { Params: { provider: string; username: string } }

/** The doors of the plain family under `/games/:provider/api`: players, credits, transfers by id, launch links. */
export function addGameRoutes(
  app: FastifyInstance,
  { providers, games, transfers, sessions, door }: GameParts,
  settings: GameSettings,
): void {
  const enter = async (request: FastifyRequest<OfProvider>): Promise<string> => {
    const provider = providers.readSpeaker(request.params.provider, 'plain-json')
    await door.enter(request, `game:${provider}`, settings.keys.game)
    return provider
  }

  app.post<OfProvider>('/games/:provider/api/players', async (request, reply) => {
    const provider = await enter(request)
    const input = readInput(request.body)
    const username = readShaped(input, 'username', usernameShape)
    const password = readText(input, 'password', passwordLength)
    games.createPlayer({ provider, username, password, reference: readOptionalText(input, 'reference', 200) })
    return reply.code(201).send({ username })
  })

  app.get<OfPlayer>('/games/:provider/api/players/:username', async (request) => {
    const provider = await enter(request)
    return playerAnswer(games.player(provider, request.params.username))
  })

  app.post<OfPlayer>('/games/:provider/api/players/:username/password', async (request) => {
    const provider = await enter(request)
    const password = readText(readInput(request.body), 'password', passwordLength)
    games.setPassword(provider, request.params.username, password)
    return { username: request.params.username }
  })

  app.post<OfProvider>('/games/:provider/api/transfers', async (request, reply) => {
    const provider = await enter(request)
    const order = readOrder(provider, readInput(request.body))
    return door.moneyCall(
      request,
      reply,
      gameCall(transfers, order, (outcome) => tellTransfer(order.id, outcome)),
    )
  })

  app.get<{ Params: { provider: string; id: string } }>('/games/:provider/api/transfers/:id', async (request) => {
    const found = transfers.find(await enter(request), request.params.id)
    if (found === null) throw notFound()
    const { id, state, direction, amountHundredths } = found
    return { id, state, direction, amount: toWireAmount(amountHundredths) }
  })

  app.post<OfProvider>('/games/:provider/api/launch', async (request) => {
    const provider = await enter(request)
    const input = readInput(request.body)
    const username = readShaped(input, 'username', usernameShape)
    const token = sessions.open(provider, username, readOptionalText(input, 'password', passwordLength))
    return { link: sessionLink(request, provider, token, settings.publicUrl) }
  })
}

/** The tests' doors: `play {username, change}`, a win or a loss in credits, and a provider's report of a day. */
export function addGameTestRoutes(app: FastifyInstance, games: Games, transfers: GameTransfers): void {
  app.get<OfProvider & { Querystring: Record<string, unknown> }>(
    '/api/games/:provider/report.csv',
    (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="report.csv"').type('text/csv; charset=utf-8')
      return transfers.reportOf(readProvider(request.params.provider), readText(request.query, 'day', 10))
    },
  )

  app.post<OfProvider>('/api/games/:provider/play', (request) => {
    const provider = readProvider(request.params.provider)
    const input = readInput(request.body)
    const username = readShaped(input, 'username', usernameShape)
    return playerAnswer(games.play(provider, username, readChange(input, 'change')))
  })
}

function tellTransfer(id: string, outcome: Outcome): Answer {
  switch (outcome.state) {
    case 'DONE':
      return { status: 200, body: { id, state: 'DONE', balance: toWireAmount(outcome.balanceHundredths) } }
    case 'IN_PROGRESS':
      return { status: 202, body: { id, state: 'IN_PROGRESS' } }
    case 'REFUSED':
      return { status: 422, body: { error: 'REFUSED' } }
    case 'INSUFFICIENT':
    case 'MISMATCH':
      return { status: 409, body: { error: outcome.state } }
  }
}

function readOrder(provider: string, input: Input): TransferOrder {
  const direction = input['direction']
  if (direction !== 'in' && direction !== 'out') throw badRequest('direction must be in or out')
  return {
    provider,
    id: readShaped(input, 'id', transferIdShape),
    username: readShaped(input, 'username', usernameShape),
    direction,
    amountHundredths: readAmount(input, 'amount'),
  }
}
