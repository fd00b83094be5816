import { formatAmount } from '@krapao/money'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Games, Player } from '../games/games.ts'
import { type Providers, readProvider, type Site } from '../games/providers.ts'
import type { Sessions } from '../games/sessions.ts'
import { spin, stakes } from '../games/spin.ts'
import { readInput, readText } from '../http/input.ts'
import { badRequest } from '../http/refusal.ts'
import { attempt } from './forms.ts'
import { type Frame, sendDocument } from './frame.ts'
import { gameLoginPage, gamePage, type GameView, type Said, type Turn, turnWords } from './game-page.ts'
import { gamesPage } from './games-page.ts'

type OfProvider = { Params: { provider: string } }

const goneSession = 'This link has ended. Log in, or open the game from the wallet again.'
const tooFew: Said = { words: 'Not enough credits for that.', thai: 'เครดิตไม่พอ' }
const restingReels = [0, 4, 2]
const firstStake = 5
/** What one can book by hand, in hundredths of credits. */
const luck: Readonly<Record<string, number>> = { '100': 100_00, '-100': -100_00 }

/** The providers' own sites: the page a launch link opens, log-in, and the turns of the game, decided here. */
export function addGamePages(
  app: FastifyInstance,
  { games, providers, sessions, frame }: { games: Games; providers: Providers; sessions: Sessions; frame: Frame },
): void {
  const sendGame = (reply: FastifyReply, view: Omit<GameView, 'site'>) =>
    sendDocument(reply, gamePage({ site: providers.siteOf(view.player.provider), ...view }))
  const sendLogin = (reply: FastifyReply, provider: string, problem: string | null) =>
    sendDocument(reply, gameLoginPage(providers.siteOf(provider), games.players(provider), problem))

  app.get('/games', (_request, reply) => {
    const codes = [...new Set([...providers.codes, ...games.providers()])]
    return frame.send(reply, gamesPage(codes.map((code) => providerLine(games, providers.siteOf(code)))))
  })

  app.get<OfProvider & { Querystring: Readonly<Record<string, unknown>> }>('/games/:provider', (request, reply) => {
    const provider = readProvider(request.params.provider)
    const { session } = request.query
    const player = typeof session === 'string' ? sessions.player(provider, session) : null
    if (player === null) return sendLogin(reply, provider, session === undefined ? null : goneSession)
    return sendGame(reply, { player, session: String(session), turn: null, stake: firstStake })
  })

  app.post<OfProvider>('/games/:provider/login', (request, reply) => {
    const provider = readProvider(request.params.provider)
    const input = readInput(request.body)
    const opened = attempt(() => sessions.open(provider, readText(input, 'username'), readText(input, 'password')))
    if (opened.done) return reply.redirect(`/games/${provider}?session=${opened.value}`, 303)
    return sendLogin(reply.code(opened.refusal.status), provider, 'User name or password is wrong.')
  })

  app.post<OfProvider>('/games/:provider/spin', (request, reply) => {
    const provider = readProvider(request.params.provider)
    const input = readInput(request.body)
    const session = readText(input, 'session')
    const player = sessions.player(provider, session)
    const wantsJson = request.headers.accept?.includes('application/json') === true
    if (player === null) {
      if (wantsJson) return reply.code(403).send({ error: 'NO_SESSION', words: goneSession })
      return sendLogin(reply.code(403), provider, goneSession)
    }
    const stake = stakes.find((known) => String(known) === readText(input, 'stake', 10))
    if (stake === undefined) throw badRequest(`stake must be one of ${stakes.join(', ')}`)
    const taken = takeTurn(games, player, stake)
    const { reels, said, outcome } = taken.turn
    if (wantsJson) {
      const credits = formatAmount(taken.player.balanceHundredths)
      const change = formatAmount(taken.changeHundredths)
      return reply
        .code(taken.status)
        .send({ ...(taken.status === 200 && { reels }), credits, change, ...said, outcome })
    }
    return sendGame(reply.code(taken.status), { player: taken.player, session, turn: taken.turn, stake })
  })

  app.post<OfProvider>('/games/:provider/book', (request, reply) => {
    const provider = readProvider(request.params.provider)
    const input = readInput(request.body)
    const session = readText(input, 'session')
    const player = sessions.player(provider, session)
    if (player === null) return sendLogin(reply.code(403), provider, goneSession)
    const changeHundredths = luck[readText(input, 'change', 10)]
    if (changeHundredths === undefined) throw badRequest(`change must be one of ${Object.keys(luck).join(', ')}`)
    const booked = attempt(() => games.play(provider, player.username, changeHundredths))
    if (booked.done) return reply.redirect(`/games/${provider}?session=${encodeURIComponent(session)}`, 303)
    const turn: Turn = { reels: restingReels, said: tooFew, outcome: 'none' }
    return sendGame(reply.code(booked.refusal.status), { player, session, turn, stake: firstStake })
  })
}

/** Plays one turn and books it; without enough credits nothing happens and the status is 409. */
function takeTurn(
  games: Games,
  player: Player,
  stake: number,
): { status: number; player: Player; turn: Turn; changeHundredths: number } {
  const stakeHundredths = stake * 100
  if (player.balanceHundredths < stakeHundredths) {
    const turn: Turn = { reels: restingReels, said: tooFew, outcome: 'none' }
    return { status: 409, player, turn, changeHundredths: 0 }
  }
  const { reels, winHundredths } = spin(stakeHundredths)
  const changeHundredths = winHundredths - stakeHundredths
  const after = games.play(player.provider, player.username, changeHundredths)
  const turn: Turn = { reels, said: turnWords(winHundredths), outcome: winHundredths === 0 ? 'loss' : 'win' }
  return { status: 200, player: after, turn, changeHundredths }
}

function providerLine(games: Games, site: Site) {
  const players = games.players(site.code)
  const creditsHundredths = players.reduce((sum, player) => sum + player.balanceHundredths, 0)
  return { site, players: players.length, creditsHundredths }
}
