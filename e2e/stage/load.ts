import { type AnswerOf, type Call, calls, desk, type StatementRow } from '@krapao/contract'
import { createClient, newKey, type Sent, waitUntil } from './client.ts'
import { ownAccountOf, newPlayer, type Player, usernameAt, type World } from './players.ts'
import { addStaff, deskToken } from './staff.ts'

/** When something was acknowledged, and when by which kind. */
interface Marks {
  writes: number[]
  reads: number[]
}

/** What one player was told: each amount is his once, so that his history shows each line as often as it was done. */
interface Told {
  player: Player
  deposited: number[]
  toGame: number[]
  fromGame: number[]
  withdrawn: number[]
}

export interface Load {
  marks: Marks
  /** Answers that were neither of the call's own nor ones that pass. */
  faults: string[]
  counts: { acknowledged: number; calls: number; repeated: Record<string, number>; tookMs: Record<string, number[]> }
  stop(): Promise<void>
  /** `undone`: withdrawals that were on their way and ended as failed; neither is the bank to have them. */
  compare(): Promise<{ lost: string[]; doubled: string[]; undone: number }>
}

const GAME = 'PG'
/** Who notes things about members meanwhile. */
export const STAFF = ['Noi', 'Mali', 'Boun'] as const

/** A transfer whose game has not confirmed may still be undone; a withdrawal on its way is promised. */
const isUnderWay = (call: Call, body: unknown): boolean =>
  call.name === calls.walletTransfer.name &&
  typeof body === 'object' &&
  body !== null &&
  'status' in body &&
  body.status === 'IN_PROGRESS'

const isPassing = (answered: { status: number; refusal: string | null } | null): boolean =>
  answered === null ||
  answered.refusal === null ||
  answered.status >= 500 ||
  ['TRANSFER_PENDING', 'REQUEST_IN_PROGRESS'].includes(answered.refusal)

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
/** A call is tried again for so long: longer than any outage may take. */
const INSIST_MS = 180_000

/** Players who pay in, move money to a game and back, withdraw and look at it, and staff who note things, until they are told to stop. */
export async function startLoad(
  world: World & { serverUrls: readonly string[] },
  count: number,
  readNotes: (memberId: string) => Promise<string[]>,
): Promise<Load> {
  const { api, sandbox } = world
  const marks: Marks = { writes: [], reads: [] }
  const faults: string[] = []
  const counts: Load['counts'] = { acknowledged: 0, calls: 0, repeated: {}, tookMs: {} }
  const stories: Told[] = []
  /** What each of the staff noted, by the member whom it is about. */
  const notes = new Map<string, string[]>()
  let isOver = false

  /** Until it is done; null when it was refused for good. */
  async function insist<C extends Call>(call: C, sent: Sent<C>): Promise<AnswerOf<C> | null> {
    const key = newKey()
    const beganMs = performance.now()
    const giveUpMs = beganMs + INSIST_MS
    for (;;) {
      counts.calls += 1
      const answered = await api.call(call, { ...sent, key }).catch((error: unknown) => {
        // The proxy's own 502, or a line that was cut with the server.
        if (error instanceof Error && /contract does not know: (?!502)/.test(error.message)) faults.push(error.message)
        return null
      })
      if (answered?.refusal === null && !isUnderWay(call, answered.body)) {
        counts.acknowledged += 1
        marks.writes.push(performance.now())
        ;(counts.tookMs[call.name] ??= []).push(performance.now() - beganMs)
        return answered.body
      }
      const word = answered === null ? 'no answer' : `${answered.status} ${answered.refusal ?? 'IN_PROGRESS'}`
      counts.repeated[word] = (counts.repeated[word] ?? 0) + 1
      if (answered?.status === 500) faults.push(`${call.name}: ${word}`)
      // A game that was not reached in time is a no, and the money is back.
      if (answered?.refusal === 'TRANSFER_FAIL') return null
      if (!isPassing(answered)) throw new Error(`${call.name} was refused with ${word}`)
      if (performance.now() > giveUpMs) throw new Error(`${call.name} was never answered: ${word}`)
      await pause(200)
    }
  }

  let cents = 0
  /** An amount that no other line has. */
  function amountOf(baht: number): number {
    cents += 1
    return (baht * 100 + (cents % 10_000)) / 100
  }

  async function playOn(told: Told): Promise<void> {
    const { player } = told
    const { token } = player
    while (!isOver) {
      const paid = amountOf(500)
      const qr = await insist(calls.qrCreate, { token, params: { bankCode: 'KBANK' }, body: { amount: paid } })
      if (qr === null) continue
      const payMs = performance.now()
      await sandbox.pay(qr.payload ?? '', ownAccountOf(player))
      ;(counts.tookMs['bank'] ??= []).push(performance.now() - payMs)
      told.deposited.push(paid)
      await pause(1_000 * Math.random())
      const there = amountOf(120)
      if ((await insist(calls.walletTransfer, { token, body: { from: 'WALLET', to: GAME, amount: there } })) === null)
        continue
      told.toGame.push(there)
      await pause(1_000 * Math.random())
      const back = amountOf(1)
      if ((await insist(calls.walletTransfer, { token, body: { from: GAME, to: 'WALLET', amount: back } })) === null)
        continue
      told.fromGame.push(back)
      await pause(1_000 * Math.random())
      const out = amountOf(100)
      if ((await insist(calls.walletWithdraw, { token, body: { amount: out } })) === null) continue
      told.withdrawn.push(out)
      await pause(1_000 * Math.random())
    }
  }

  /** Looks at a wallet by one server, again and again. */
  async function lookOn(url: string, { token }: Player): Promise<void> {
    const own = createClient(url)
    while (!isOver) {
      const answered = await own.call(calls.walletAmount, { token }).catch(() => null)
      if (answered?.refusal === null) marks.reads.push(performance.now())
      if (answered?.status === 500) faults.push('walletAmount: 500')
      await pause(100)
    }
  }

  async function noteOn(token: string, { memberId }: Player): Promise<void> {
    for (let number = 1; !isOver; number += 1) {
      const text = `note ${number} ${newKey()}`
      const key = newKey()
      for (let isDone = false; !isDone;) {
        const response = await fetch(
          `${world.product.deskUrl}${desk.deskAddNote.path.replace(':memberId', memberId)}`,
          {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' },
            body: JSON.stringify({ text }),
            signal: AbortSignal.timeout(60_000),
          },
        ).catch(() => null)
        if (response?.status === 500) faults.push('deskAddNote: 500')
        if (response !== null && ![200, 502, 503].includes(response.status))
          faults.push(`deskAddNote: ${response.status} ${await response.text()}`)
        else await response?.body?.cancel()
        isDone = response?.status === 200 || (isOver && response === null)
        if (response?.status === 200) {
          notes.set(memberId, [...(notes.get(memberId) ?? []), text])
          counts.acknowledged += 1
        }
        await pause(300)
      }
    }
  }

  const { exitCode, text } = await world.product.operator('settings', 'set', 'withdrawPerDay', '1000')
  if (exitCode !== 0) throw new Error(text)
  for (let made = 0; made < count; made += 6) {
    const players = await Promise.all(
      Array.from({ length: Math.min(6, count - made) }, () => newPlayer({ api, sandbox }, { games: [GAME] })),
    )
    stories.push(...players.map((player) => ({ player, deposited: [], toGame: [], fromGame: [], withdrawn: [] })))
  }
  // The first deposit of each is in before the rest begins: what he moves is there, also while payments are told late.
  for (const told of stories) {
    const paid = amountOf(9_000)
    const qr = await insist(calls.qrCreate, {
      token: told.player.token,
      params: { bankCode: 'KBANK' },
      body: { amount: paid },
    })
    await sandbox.pay(qr?.payload ?? '', ownAccountOf(told.player))
    told.deposited.push(paid)
  }
  for (const { player } of stories)
    await waitUntil(
      'the first deposit',
      () => api.ok(calls.walletAmount, { token: player.token }),
      ({ amount }) => amount > 0,
    )
  const [first, ...others] = stories
  if (first === undefined) throw new Error('nobody plays')
  const staff: string[] = []
  for (const name of STAFF) {
    const account = await addStaff(world.product, `${name.toLowerCase()}.harbour`, name, 'support')
    staff.push(await deskToken(world.product, account))
  }
  const running = [
    ...stories.map(playOn),
    ...world.serverUrls.flatMap((url, place) => [
      lookOn(url, first.player),
      lookOn(url, others[place]?.player ?? first.player),
    ]),
    ...staff.map((token, place) => noteOn(token, stories[place]?.player ?? first.player)),
  ].map((work) => work.catch((error: unknown) => void faults.push(String(error))))

  async function linesOf(player: Player): Promise<StatementRow[]> {
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

  let undone = 0
  async function compareOne(
    { player, deposited, toGame, fromGame, withdrawn: promised }: Told,
    lost: string[],
    doubled: string[],
  ): Promise<void> {
    const rows = await waitUntil(
      `all of ${player.phone} has its end`,
      () => linesOf(player),
      (lines) =>
        lines.every(({ status }) => status !== 'IN_PROGRESS') &&
        lines.filter(({ statementType }) => statementType === 'deposit').length >= deposited.length,
      200_000,
    ).catch((error: unknown) => {
      lost.push(String(error).slice(0, 300))
      return linesOf(player)
    })
    const done = rows.filter(({ status }) => status === 'SUCCESS')
    const cent = (amount: number) => Math.round(amount * 100)
    const failed = rows.filter(({ statementType, status }) => statementType === 'withdraw' && status !== 'SUCCESS')
    const withdrawn = [...promised]
    for (const { amount: given } of failed) {
      const place = withdrawn.findIndex((amount) => cent(amount) === cent(given))
      if (place !== -1) withdrawn.splice(place, 1)
    }
    undone += promised.length - withdrawn.length
    const hold = (what: string, told: readonly number[], seen: readonly number[]): void => {
      const timesIn = (list: readonly number[], amount: number) =>
        list.filter((one) => cent(one) === cent(amount)).length
      for (const amount of new Set([...told, ...seen])) {
        const [asked, times] = [timesIn(told, amount), timesIn(seen, amount)]
        const found = `${player.phone}: ${what} of ${amount}, ${times} times in place of ${asked}`
        if (times < asked) lost.push(found)
        if (times > asked) doubled.push(found)
      }
    }
    const amounts = (fits: (row: StatementRow) => boolean) => done.filter(fits).map(({ amount }) => amount)
    const payouts = await sandbox.payoutsTo(player.bank.bankAccountNo)
    hold(
      'a deposit',
      deposited,
      amounts(({ statementType }) => statementType === 'deposit'),
    )
    hold(
      'a transfer to the game',
      toGame,
      amounts(({ to }) => to === GAME),
    )
    hold(
      'a transfer from the game',
      fromGame,
      amounts(({ from }) => from === GAME),
    )
    hold(
      'a withdrawal',
      withdrawn,
      amounts(({ statementType }) => statementType === 'withdraw'),
    )
    hold(
      'a payout by the bank',
      withdrawn,
      payouts.filter(({ state }) => state === 'PAID').map(({ amount }) => amount),
    )
    const sum = (list: readonly number[]) => list.reduce((total, amount) => total + cent(amount), 0)
    const inGame = sum(toGame) - sum(fromGame)
    const credits = cent(await sandbox.credits(GAME, await usernameAt({ api }, player, GAME)))
    if (credits !== inGame) lost.push(`${player.phone}: ${credits} at the provider, ${inGame} moved there`)
    const wallet = cent((await api.ok(calls.walletAmount, { token: player.token })).amount)
    const left = sum(deposited) - inGame - sum(withdrawn)
    if (wallet !== left) lost.push(`${player.phone}: ${wallet} in the wallet, ${left} should be`)
  }

  return {
    marks,
    faults,
    counts,
    async stop() {
      isOver = true
      await Promise.all(running)
    },
    async compare() {
      const [lost, doubled]: string[][] = [[], []]
      for (const told of stories) await compareOne(told, lost ?? [], doubled ?? [])
      for (const [memberId, told] of notes) {
        const kept = await readNotes(memberId)
        for (const note of told) {
          const times = kept.filter((one) => one === note).length
          if (times === 0) lost?.push(`a note of the staff: ${note}`)
          if (times > 1) doubled?.push(`a note of the staff: ${note}`)
        }
      }
      return { lost: lost ?? [], doubled: doubled ?? [], undone }
    },
  }
}
