import { createHmac } from 'node:crypto'
import { calls, type StatementRow } from '@krapao/contract'
import { readWireAmount, sumMinor } from '@krapao/money'
import { afterAll, beforeAll, expect, type TestContext } from 'vitest'
import { createClient, newKey, waitUntil } from './client.ts'
import { payer, type Player, usernameAt, type World } from './players.ts'
import { startProduct } from './product.ts'
import { type BankPayer, createSandbox, type FaultMode, type FaultTerms, type Receipt } from './sandbox.ts'

/** What a player must have, in baht, from outside: what he paid in, won (a loss is below zero) and was paid out. */
export interface Told {
  deposited: number
  won?: number
  withdrawn?: number
  /** What the house lent him, because a transfer arrived at a game when its money was spent. */
  lent?: number
}

/** Starts a product for the tests of this file, and ends it after them. Use its parts inside tests and hooks only. */
export function sharedWorld(settings: NodeJS.ProcessEnv = {}): World {
  let world: World | null = null
  beforeAll(async () => {
    const product = await startProduct(settings)
    world = { product, api: createClient(product.walletUrl), sandbox: createSandbox(product.sandboxUrl) }
  })
  afterAll(() => world?.product.close())
  const started = (): World => {
    if (world === null) throw new Error('the product is not started yet')
    return world
  }
  return {
    get product() {
      return started().product
    },
    get api() {
      return started().api
    },
    get sandbox() {
      return started().sandbox
    },
  }
}

/** Shows what the programs printed last when a test fails: for `beforeEach`. */
export function showLogOnFailure({ product }: World, { onTestFailed }: Pick<TestContext, 'onTestFailed'>): void {
  onTestFailed(() => {
    process.stderr.write(`The server printed last:\n${product.server.log.slice(-6_000)}\n`)
    process.stderr.write(`The sandbox printed last:\n${product.sandbox.log.slice(-2_000)}\n`)
  })
}

/** Satang of an amount on the wire; throws when it is none. */
function minor(amount: number): number {
  const read = readWireAmount(Math.abs(amount))
  if (!read.ok) throw new Error(`${amount} is no amount of the wire`)
  return amount < 0 ? -read.amountMinor : read.amountMinor
}

/** Wins or loses so many game credits at a provider. */
export async function play(world: World, player: Player, game: string, change: number): Promise<number> {
  return world.sandbox.play(game, await usernameAt(world, player, game), change)
}

/** Moves money under a new key, or under the given one. */
export function transfer(world: World, { token }: Player, from: string, to: string, amount: number, key = newKey()) {
  return world.api.call(calls.walletTransfer, { token, key, body: { from, to, amount } })
}

/** Withdraws under a new key, or under the given one. */
export function withdraw(world: World, { token }: Player, amount: number, key = newKey()) {
  return world.api.call(calls.walletWithdraw, { token, key, body: { amount } })
}

/** Withdraws, bringing home what lacks, under a new key or the given one. */
export function withdrawAll(world: World, { token }: Player, amount: number, key = newKey()) {
  return world.api.call(calls.walletWithdrawAll, { token, key, body: { amount } })
}

/** Moves all there is, under a new key or the given one. */
export function transferAll(world: World, { token }: Player, to: string, key = newKey()) {
  return world.api.call(calls.walletTransferAll, { token, key, body: { to } })
}

/** The whole statement, newest first, read page by page. */
export async function statementOf(world: World, { token }: Player): Promise<StatementRow[]> {
  const rows: StatementRow[] = []
  for (let page = 1; ; page += 1) {
    const { total, statements } = await world.api.ok(calls.statementList, { token, body: { page, limit: 100 } })
    rows.push(...statements)
    if (statements.length === 0 || rows.length >= total) return rows
  }
}

/** One line of a statement in words, such as `transfer WALLET>PG 50 SUCCESS`. */
export function inWords({ statementType, from, to, amount, status }: StatementRow): string {
  return `${statementType} ${from}>${to} ${amount} ${status}`
}

/** The statement in words, newest first. */
export async function historyOf(world: World, player: Player): Promise<string[]> {
  return (await statementOf(world, player)).map(inWords)
}

/** Waits until no line of the statement is under way any more, and answers the statement. */
export function settledStatement(world: World, player: Player, withinMs?: number): Promise<StatementRow[]> {
  const isSettled = (rows: readonly StatementRow[]): boolean => rows.every(({ status }) => status !== 'IN_PROGRESS')
  return waitUntil('everything settled', () => statementOf(world, player), isSettled, withinMs)
}

/** What of a statement came to pass, in satang: of one kind, or of transfers out of the wallet less those into it. */
function passed(rows: readonly StatementRow[], kind: 'deposit' | 'withdraw'): number {
  return sumMinor(
    rows.filter((row) => row.statementType === kind && row.status === 'SUCCESS').map((row) => minor(row.amount)),
  )
}

/** What the house gave less what it took back, to set right what was booked before. */
function adjusted(rows: readonly StatementRow[]): number {
  const lines = rows.filter((row) => row.statementType === 'adjustment')
  return sumMinor(lines.map((row) => (row.to === 'WALLET' ? minor(row.amount) : -minor(row.amount))))
}

function leftForGames(rows: readonly StatementRow[]): number {
  const moved = rows.filter((row) => row.statementType === 'transfer' && row.status === 'SUCCESS')
  return sumMinor(moved.map((row) => (row.from === 'WALLET' ? 1 : row.to === 'WALLET' ? -1 : 0) * minor(row.amount)))
}

/**
 * Holds a player's money against the outside world, once all of it is settled: wallet + games + withdrawn = deposited +
 * won (+ lent); the statement tells the same, what was lent and collected too; each game holds what its provider says; the
 * bank paid once what was withdrawn.
 *
 * @returns the wallet and the active games in baht.
 */
export async function checkSums(
  world: World,
  player: Player,
  told: Told,
  withinMs?: number,
): Promise<{ wallet: number; games: Record<string, number> }> {
  await settledStatement(world, player, withinMs)
  const { slots } = await world.api.ok(calls.walletRefreshSlot, { token: player.token })
  const home = await world.api.ok(calls.walletHome, { token: player.token })
  // A reading finds what a provider did after it was taken for not done: the statement tells it from then on.
  const rows = await settledStatement(world, player, withinMs)
  const active = slots.filter(({ isActive }) => isActive)
  for (const { code, amount, stale } of active) {
    const shown = home.slots.find((slot) => slot.code === code)
    const credits = await world.sandbox.credits(code, await usernameAt(world, player, code))
    const worth = Math.floor(minor(credits) / (shown?.ftWalletSlot ?? 1) + 1e-6)
    expect({ code, stale, amount: minor(amount), shown: minor(shown?.amount ?? -1) }).toEqual({
      code,
      stale: false,
      amount: worth,
      shown: worth,
    })
  }
  const wallet = minor(home.wallet.amount)
  const games = sumMinor(active.map(({ amount }) => minor(amount)))
  const payouts = await world.sandbox.payoutsTo(player.bank.bankAccountNo)
  const paid = sumMinor(payouts.filter(({ state }) => state === 'PAID').map(({ amount }) => minor(amount)))
  const withdrawn = minor(told.withdrawn ?? 0)
  const lent = minor(told.lent ?? 0)
  expect({ deposited: passed(rows, 'deposit'), withdrawn: passed(rows, 'withdraw'), paid }).toEqual({
    deposited: minor(told.deposited),
    withdrawn,
    paid: withdrawn,
  })
  expect(wallet).toBe(passed(rows, 'deposit') - passed(rows, 'withdraw') - leftForGames(rows) + adjusted(rows))
  expect(wallet + games + withdrawn).toBe(minor(told.deposited) + minor(told.won ?? 0) + lent)
  return { wallet: home.wallet.amount, games: Object.fromEntries(active.map(({ code, amount }) => [code, amount])) }
}

/** Has the operator recompute the ledger from its entries, from which everything must follow. */
export async function checkLedger({ product }: World): Promise<void> {
  const { text, exitCode } = await product.operator('audit')
  expect(text).toMatch(/^The ledger is right/)
  expect(exitCode).toBe(0)
}

/** Changes a setting of the operator, from the command line. */
export async function setSetting({ product }: World, name: string, value: number | boolean): Promise<void> {
  const { text, exitCode } = await product.operator('settings', 'set', name, String(value))
  expect({ text, exitCode }).toEqual({ text: `${name} = ${value}`, exitCode: 0 })
}

/** Does something while a party misbehaves; afterwards it behaves again. A party has one misbehaviour at a time. */
export async function withFault<Result>(
  { sandbox }: World,
  party: string,
  mode: FaultMode,
  terms: FaultTerms,
  work: () => Promise<Result>,
): Promise<Result> {
  await sandbox.fault(party, mode, terms)
  try {
    return await work()
  } finally {
    await sandbox.fault(party, 'none')
  }
}

let settingsMade = 0

/** Lets players withdraw so often a day, and waits until the server goes by it. */
export async function allowWithdrawals(world: World, perDay: number): Promise<void> {
  settingsMade += 1
  const withdrawMax = 40_000 + settingsMade
  await setSetting(world, 'withdrawPerDay', perDay)
  // Settings are read together: the server that shows the later one knows the earlier one too.
  await setSetting(world, 'withdrawMaxMinor', minor(withdrawMax))
  await waitUntil(
    'the new settings',
    () => world.api.ok(calls.lookupWithdraw),
    (shown) => shown.withdrawMax === withdrawMax,
  )
}

/**
 * Tells the server of a payment as the bank does, of a stranger's and signed with its key, or as is given; answers the HTTP
 * status.
 */
export async function tellPayment(
  { product }: World,
  receipt: Receipt,
  amount: number,
  { key = product.keyOf('bank-hook'), from = payer }: { key?: string; from?: BankPayer } = {},
): Promise<number> {
  const body = JSON.stringify({
    eventId: receipt.transRef,
    type: 'payment',
    transRef: receipt.transRef,
    sendingBank: receipt.sendingBank,
    reference: receipt.reference,
    amount,
    currency: 'BAHT',
    occurredAt: new Date().toISOString(),
    from,
  })
  const seconds = Math.floor(Date.now() / 1000)
  const mac = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')
  const response = await fetch(`${product.walletUrl}/api/hooks/bank`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': `t=${seconds},v1=${mac}` },
    body,
  })
  await response.body?.cancel()
  return response.status
}
