import { type Call, calls, encryptGiftLink, LINK_SECRET_DEFAULT } from '@krapao/contract'
import { type Answered, newKey, type Sent, waitUntil } from '../stage/client.ts'
import { newPlayer, payIn, ownAccountOf, type Player, usernameAt, walletOf, type World } from '../stage/players.ts'
import { endedSlips, sendSlip, transferByHand } from '../stage/slips.ts'
import type { Told } from '../stage/stories.ts'

/** A player of the day: what his script has him do, and what must have come of it. */
export interface DayPlayer {
  readonly player: Player
  readonly game: string
  readonly username: string
  readonly toGame: number
  readonly change: number
  readonly withdraws: number
  readonly told: Told
}

/** Above what is paid without a person. */
const LARGE = 21_000
const WAYS = ['QR', 'slip', 'gift'] as const
const GAMES = ['PG', 'JOKER'] as const

/** The same numbers for the same seed, between two ends. */
export function diceOf(seed: number): (from: number, to: number) => number {
  let state = seed >>> 0
  return (from, to) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return from + Math.floor((state / 2 ** 32) * (to - from + 1))
  }
}

/** Registers a player through the SMS; he pays in by one of the ways and opens a game. Every fifth one is to withdraw much. */
export async function beginDay(world: World, index: number, dice: ReturnType<typeof diceOf>): Promise<DayPlayer> {
  const isLarge = index % 5 === 0
  const deposited = isLarge ? dice(25_000, 40_000) : dice(700, 2_000)
  const game = GAMES[dice(0, 1)] ?? 'PG'
  const script = {
    game,
    toGame: dice(100, 400),
    change: dice(-90, 120),
    withdraws: isLarge ? LARGE + index : dice(100, 300),
    told: { deposited },
  }
  const player = await newPlayer(world, { games: [game] })
  await payInBy(isLarge ? 'QR' : (WAYS[index % WAYS.length] ?? 'QR'), world, player, deposited)
  return { player, username: await usernameAt(world, player, game), ...script }
}

async function payInBy(way: (typeof WAYS)[number], world: World, player: Player, amount: number): Promise<void> {
  if (way === 'QR') return payIn(world, player, amount)
  if (way === 'slip') {
    const slip = await transferByHand(world, ownAccountOf(player), amount)
    const status = await sendSlip(world.product.walletUrl, player, slip)
    const ends = status === 200 ? await endedSlips(world, player) : []
    if (ends.join() !== 'SUCCESS') throw new Error(`the slip was answered with ${status} ${ends.join()}`)
    return
  }
  const link = await encryptGiftLink(await world.sandbox.giftLink(amount), LINK_SECRET_DEFAULT)
  await insist(world, calls.walletTruelink, { token: player.token, body: { link } })
  await waitUntil(
    'the gift',
    () => walletOf(world, player),
    (now) => now === amount,
  )
}

/**
 * What a page does with a call of money: the same one goes again, under its key, until it is answered for good. A server
 * that is killed or whose database is away says nothing, or "not now".
 */
export async function insist<C extends Call>(world: World, call: C, sent: Sent<C>): Promise<Answered<C>> {
  const again = { ...sent, key: newKey() }
  const isPassing = ({ status, refusal }: Answered<C>): boolean =>
    refusal !== null && (status === 503 || ['TRANSFER_PENDING', 'REQUEST_IN_PROGRESS'].includes(refusal))
  const answered = await waitUntil(
    `the answer to ${call.name}`,
    () => world.api.attempt(call, again),
    (answer) => answer !== null && !isPassing(answer),
  )
  if (answered === null) throw new Error(`${call.name} was not answered`)
  if (answered.status === 500) throw new Error(`${call.name} was answered with 500`)
  return answered
}

/** Waits until nothing of a player's is under way, over whatever happens to the server meanwhile. */
async function settled(world: World, { token }: Player): Promise<void> {
  await waitUntil(
    'everything settled',
    () => world.api.attempt(calls.statementList, { token, body: { page: 1, limit: 100 } }),
    (answer) => answer?.refusal === null && answer.body.statements.every(({ status }) => status !== 'IN_PROGRESS'),
    290_000,
  )
}

/** Money goes into his game, he wins or loses, and half of what is there comes home. */
export async function playOn(world: World, one: DayPlayer): Promise<void> {
  const { player, game, username } = one
  const { token } = player
  const move = (from: string, to: string, amount: number) =>
    insist(world, calls.walletTransfer, { token, body: { from, to, amount } })
  await move('WALLET', game, one.toGame)
  await settled(world, player)
  const change = Math.max(one.change, -(await world.sandbox.credits(game, username)))
  if (change !== 0) await world.sandbox.play(game, username, change)
  one.told.won = change
  const half = Math.floor((await world.sandbox.credits(game, username)) / 2)
  if (half > 0) await move(game, 'WALLET', half)
}

/** Withdraws as his script says; what is refused for good moves nothing. */
export async function takeOut(world: World, { player, withdraws, told }: DayPlayer): Promise<void> {
  const { refusal } = await insist(world, calls.walletWithdraw, { token: player.token, body: { amount: withdraws } })
  if (refusal !== null) throw new Error(`the withdrawal of ${withdraws} was refused: ${refusal}`)
  told.withdrawn = withdraws
}
