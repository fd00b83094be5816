import { formatAmount } from '@krapao/money'
import type { FastifyInstance } from 'fastify'
import type { Games, Player } from '../games/games.ts'
import { readProvider } from '../games/providers.ts'
import type { Sessions } from '../games/sessions.ts'
import { spin, stakes } from '../games/spin.ts'
import { readInput, readText } from '../http/input.ts'
import { badRequest, Refusal } from '../http/refusal.ts'
import { gameLoginPage, gamePage, turnWords } from './game-page.ts'
import { sendPage } from './pages.routes.ts'

type OfProvider = { Params: { provider: string } }

const goneSession = 'This link has ended. Log in, or open the game from the wallet again.'
const tooFew = 'Not enough credits for that.'

/** The providers' own sites: the page a launch link opens, log-in, and the turns of the game, decided here. */
export function addGamePages(app: FastifyInstance, games: Games, sessions: Sessions): void {
  app.get<OfProvider & { Querystring: Readonly<Record<string, unknown>> }>('/games/:provider', (request, reply) => {
    const provider = readProvider(request.params.provider)
    const { session } = request.query
    const player = typeof session === 'string' ? sessions.player(provider, session) : null
    if (player !== null) return sendPage(reply, gamePage(player, String(session), null))
    const problem = session === undefined ? null : goneSession
    return sendPage(reply, gameLoginPage(provider, games.players(provider), problem))
  })

  app.post<OfProvider>('/games/:provider/login', (request, reply) => {
    const provider = readProvider(request.params.provider)
    const input = readInput(request.body)
    try {
      const token = sessions.open(provider, readText(input, 'username'), readText(input, 'password'))
      return reply.redirect(`/games/${provider}?session=${token}`, 303)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const page = gameLoginPage(provider, games.players(provider), 'User name or password is wrong.')
      return sendPage(reply.code(error.status), page)
    }
  })

  app.post<OfProvider>('/games/:provider/spin', (request, reply) => {
    const provider = readProvider(request.params.provider)
    const input = readInput(request.body)
    const session = readText(input, 'session')
    const player = sessions.player(provider, session)
    const wantsJson = request.headers.accept?.includes('application/json') === true
    if (player === null) {
      if (wantsJson) return reply.code(403).send({ error: 'NO_SESSION', words: goneSession })
      return sendPage(reply.code(403), gameLoginPage(provider, games.players(provider), goneSession))
    }
    const turn = takeTurn(games, player, readText(input, 'stake', 10))
    if (wantsJson) {
      const credits = formatAmount(turn.player.balanceHundredths)
      return reply.code(turn.status).send({ reels: turn.reels, credits, words: turn.words })
    }
    const shown = { reels: turn.reels ?? [0, 1, 2], words: turn.words }
    return sendPage(reply.code(turn.status), gamePage(turn.player, session, shown))
  })
}

/** Plays one turn and books it; without enough credits nothing happens and the status is 409. */
function takeTurn(
  games: Games,
  player: Player,
  stakeText: string,
): { status: number; player: Player; reels: readonly number[] | null; words: string } {
  const stake = stakes.find((known) => String(known) === stakeText)
  if (stake === undefined) throw badRequest(`stake must be one of ${stakes.join(', ')}`)
  const stakeHundredths = stake * 100
  if (player.balanceHundredths < stakeHundredths) return { status: 409, player, reels: null, words: tooFew }
  const { reels, winHundredths } = spin(stakeHundredths)
  const after = games.play(player.provider, player.username, winHundredths - stakeHundredths)
  return { status: 200, player: after, reels, words: turnWords(winHundredths) }
}
