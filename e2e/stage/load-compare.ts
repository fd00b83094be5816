import { calls, type StatementRow } from '@krapao/contract'
import { type Client, waitUntil } from './client.ts'
import { GAME, type Told } from './load-player.ts'
import type { LoadRun } from './load-run.ts'
import { type Player, usernameAt } from './players.ts'

async function linesOf(api: Client, player: Player): Promise<StatementRow[]> {
  const rows: StatementRow[] = []
  for (let page = 1; ; page += 1) {
    const { total, statements } = await api.ok(calls.statementList, {
      token: player.token,
      body: { page, limit: 100 },
    })
    rows.push(...statements)
    if (statements.length === 0 || rows.length >= total) return rows
  }
}

/** What was told against what is there, in words. */
export interface Found {
  readonly lost: string[]
  readonly doubled: string[]
  /** Withdrawals that were on their way and ended as failed; neither is the bank to have them. */
  undone: number
}

const cent = (amount: number): number => Math.round(amount * 100)
const sum = (list: readonly number[]): number => list.reduce((total, amount) => total + cent(amount), 0)

/** Each is there as often as it was told. */
function hold({ lost, doubled }: Found, what: string, told: readonly number[], seen: readonly number[]): void {
  const timesIn = (list: readonly number[], amount: number) => list.filter((one) => cent(one) === cent(amount)).length
  for (const amount of new Set([...told, ...seen])) {
    const [asked, times] = [timesIn(told, amount), timesIn(seen, amount)]
    const found = `${what} of ${amount}, ${times} times in place of ${asked}`
    if (times < asked) lost.push(found)
    if (times > asked) doubled.push(found)
  }
}

/** The withdrawals that he was told of, but for those that ended as failed. */
function withdrawnFor({ withdrawn: promised }: Told, rows: readonly StatementRow[]): number[] {
  const withdrawn = [...promised]
  for (const { statementType, status, amount: given } of rows) {
    if (statementType !== 'withdraw' || status === 'SUCCESS') continue
    const place = withdrawn.findIndex((amount) => cent(amount) === cent(given))
    if (place !== -1) withdrawn.splice(place, 1)
  }
  return withdrawn
}

async function comparePlayer({ world: { api, sandbox } }: LoadRun, told: Told, found: Found): Promise<void> {
  const { player, deposited, toGame, fromGame } = told
  const { phone, token, bank } = player
  const rows = await waitUntil(
    `all of ${phone} has its end`,
    () => linesOf(api, player),
    (lines) =>
      lines.every(({ status }) => status !== 'IN_PROGRESS') &&
      lines.filter(({ statementType }) => statementType === 'deposit').length >= deposited.length,
    200_000,
  ).catch((error: unknown) => {
    found.lost.push(String(error).slice(0, 300))
    return linesOf(api, player)
  })
  const withdrawn = withdrawnFor(told, rows)
  found.undone += told.withdrawn.length - withdrawn.length
  const done = rows.filter(({ status }) => status === 'SUCCESS')
  const amounts = (fits: (row: StatementRow) => boolean) => done.filter(fits).map(({ amount }) => amount)
  const payouts = (await sandbox.payoutsTo(bank.bankAccountNo)).filter(({ state }) => state === 'PAID')
  for (const [what, asked, seen] of [
    ['a deposit', deposited, amounts(({ statementType }) => statementType === 'deposit')],
    ['a transfer to the game', toGame, amounts(({ to }) => to === GAME)],
    ['a transfer from the game', fromGame, amounts(({ from }) => from === GAME)],
    ['a withdrawal', withdrawn, amounts(({ statementType }) => statementType === 'withdraw')],
    ['a payout by the bank', withdrawn, payouts.map(({ amount }) => amount)],
  ] as const)
    hold(found, `${phone}: ${what}`, asked, seen)
  const inGame = sum(toGame) - sum(fromGame)
  const credits = cent(await sandbox.credits(GAME, await usernameAt({ api }, player, GAME)))
  if (credits !== inGame) found.lost.push(`${phone}: ${credits} at the provider, ${inGame} moved there`)
  const wallet = cent((await api.ok(calls.walletAmount, { token })).amount)
  const left = sum(deposited) - inGame - sum(withdrawn)
  if (wallet !== left) found.lost.push(`${phone}: ${wallet} in the wallet, ${left} should be`)
}

/** Holds all that players and staff were told against what is kept. */
export async function compareLoad(
  run: LoadRun,
  stories: readonly Told[],
  readNotes: (memberId: string) => Promise<string[]>,
): Promise<Found> {
  const found: Found = { lost: [], doubled: [], undone: 0 }
  for (const told of stories) await comparePlayer(run, told, found)
  for (const [memberId, told] of run.notes) {
    const kept = await readNotes(memberId)
    for (const note of told) {
      const times = kept.filter((one) => one === note).length
      if (times === 0) found.lost.push(`a note of the staff: ${note}`)
      if (times > 1) found.doubled.push(`a note of the staff: ${note}`)
    }
  }
  return found
}
