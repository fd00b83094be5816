import { calls } from '@krapao/contract'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, waitUntil } from './client.ts'
import { insist, type LoadRun } from './load-run.ts'
import { newPlayer, ownAccountOf, type Player } from './players.ts'

export const GAME = 'PG'

/** What one player was told: each amount is his once, so that his history shows each line as often as it was done. */
export interface Told {
  player: Player
  deposited: number[]
  toGame: number[]
  fromGame: number[]
  withdrawn: number[]
}

let cents = 0
/** An amount that no other line has. */
function amountOf(baht: number): number {
  cents += 1
  return (baht * 100 + (cents % 10_000)) / 100
}

/** So many players, the first deposit of each in before the rest begins: what he moves is there, also while payments are told late. */
export async function gatherPlayers(run: LoadRun, count: number): Promise<Told[]> {
  const { api, sandbox, product } = run.world
  const { exitCode, text } = await product.operator('settings', 'set', 'withdrawPerDay', '1000')
  if (exitCode !== 0) throw new Error(text)
  const stories: Told[] = []
  for (let made = 0; made < count; made += 6) {
    const players = await Promise.all(
      Array.from({ length: Math.min(6, count - made) }, () => newPlayer({ api, sandbox }, { games: [GAME] })),
    )
    stories.push(...players.map((player) => ({ player, deposited: [], toGame: [], fromGame: [], withdrawn: [] })))
  }
  for (const told of stories) await deposit(run, told, 9_000)
  for (const { player } of stories)
    await waitUntil(
      'the first deposit',
      () => api.ok(calls.walletAmount, { token: player.token }),
      ({ amount }) => amount > 0,
    )
  return stories
}

/** Pays in; false where he was refused for good, as all that he does. */
async function deposit(run: LoadRun, { player, deposited }: Told, baht: number): Promise<boolean> {
  const amount = amountOf(baht)
  const { token } = player
  const qr = await insist(run, calls.qrCreate, { token, params: { bankCode: 'KBANK' }, body: { amount } })
  if (qr === null) return false
  const payMs = performance.now()
  await run.world.sandbox.pay(qr.payload ?? '', ownAccountOf(player))
  ;(run.counts.tookMs['bank'] ??= []).push(performance.now() - payMs)
  deposited.push(amount)
  return true
}

async function transfer(
  run: LoadRun,
  { player: { token }, toGame, fromGame }: Told,
  way: 'toGame' | 'fromGame',
): Promise<boolean> {
  const amount = amountOf(way === 'toGame' ? 120 : 1)
  const ends = way === 'toGame' ? { from: 'WALLET', to: GAME } : { from: GAME, to: 'WALLET' }
  if ((await insist(run, calls.walletTransfer, { token, body: { ...ends, amount } })) === null) return false
  ;(way === 'toGame' ? toGame : fromGame).push(amount)
  return true
}

async function withdraw(run: LoadRun, { player: { token }, withdrawn }: Told): Promise<boolean> {
  const amount = amountOf(100)
  if ((await insist(run, calls.walletWithdraw, { token, body: { amount } })) === null) return false
  withdrawn.push(amount)
  return true
}

/** Pays in, moves money to a game and back, and withdraws, over and over; what is refused begins it anew. */
export async function playOn(run: LoadRun, told: Told): Promise<void> {
  const steps = [
    () => deposit(run, told, 500),
    () => transfer(run, told, 'toGame'),
    () => transfer(run, told, 'fromGame'),
    () => withdraw(run, told),
  ]
  while (!run.isOver)
    for (const step of steps) {
      if (!(await step())) break
      await pause(1_000 * Math.random())
    }
}

/** Looks at a wallet by one server, again and again. */
export async function lookOn(run: LoadRun, url: string, { token }: Player): Promise<void> {
  const own = createClient(url)
  while (!run.isOver) {
    const answered = await own.call(calls.walletAmount, { token }).catch(() => null)
    if (answered?.refusal === null) run.marks.reads.push(performance.now())
    if (answered?.status === 500) run.faults.push('walletAmount: 500')
    await pause(100)
  }
}
