import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Door } from '../faults/door.ts'
import type { Input } from '../http/input.ts'
import { readAmount, readChange, readInput, readOptionalText, readShaped, readText } from '../http/input.ts'
import { badRequest } from '../http/refusal.ts'
import type { GameTransfers, TransferOrder } from './game-transfers.ts'
import { gameTransferEvent } from './game-transfers.ts'
import type { Games } from './games.ts'
import { playerAnswer } from './games.ts'
import { readProvider } from './providers.ts'
import type { Sessions } from './sessions.ts'

type OfProvider = { Params: { provider: string } }
type OfPlayer = { Params: { provider: string; username: string } }

const usernameShape = /^[\w.-]{3,64}$/
const passwordLength = 200

/** The server's doors under `/games/:provider/api`: players, credits, transfers by id, launch links. */
export function addGameRoutes(
  app: FastifyInstance,
  { games, transfers, sessions, door }: { games: Games; transfers: GameTransfers; sessions: Sessions; door: Door },
  settings: { key: string; publicUrl: string | null },
): void {
  const enter = async (request: FastifyRequest<OfProvider>): Promise<string> => {
    const provider = readProvider(request.params.provider)
    await door.enter(request, `game:${provider}`, settings.key)
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
    return door.moneyCall(request, reply, {
      party: `game:${provider}`,
      act: () => transfers.transfer(order),
      refuse: () => transfers.refuse(order),
      accept: (ms) => transfers.accept(order, ms),
      late: { kind: gameTransferEvent, body: order },
    })
  })

  app.get<{ Params: { provider: string; id: string } }>(
    '/games/:provider/api/transfers/:id',
    async (request, reply) => {
      const provider = await enter(request)
      const answer = transfers.state(provider, request.params.id)
      return reply.code(answer.status).send(answer.body)
    },
  )

  app.post<OfProvider>('/games/:provider/api/launch', async (request) => {
    const provider = await enter(request)
    const input = readInput(request.body)
    const username = readShaped(input, 'username', usernameShape)
    const token = sessions.open(provider, username, readOptionalText(input, 'password', passwordLength))
    const base = settings.publicUrl ?? `http://${request.host}`
    return { link: `${base}/games/${provider}?session=${token}` }
  })
}

/** The tests' door `POST /api/games/:provider/play {username, change}`: a win or a loss in credits. */
export function addGameTestRoutes(app: FastifyInstance, games: Games): void {
  app.post<OfProvider>('/api/games/:provider/play', (request) => {
    const provider = readProvider(request.params.provider)
    const input = readInput(request.body)
    const username = readShaped(input, 'username', usernameShape)
    return playerAnswer(games.play(provider, username, readChange(input, 'change')))
  })
}

function readOrder(provider: string, input: Input): TransferOrder {
  const direction = input['direction']
  if (direction !== 'in' && direction !== 'out') throw badRequest('direction must be in or out')
  return {
    provider,
    id: readShaped(input, 'id', /^[\w-]{1,64}$/),
    username: readShaped(input, 'username', usernameShape),
    direction,
    amountHundredths: readAmount(input, 'amount'),
  }
}
