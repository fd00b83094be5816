// The journey of `npm run cluster`: three servers behind nginx with PostgreSQL and Redis, players who use them all over
// HTTP, one server killed in the middle, each restarted as for an upgrade. Ends with 0 only when nothing was lost.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { type AnswerOf, type Call, calls, type StatementRow } from '@krapao/contract'
import { createClient, newKey, type Sent, waitUntil } from '../stage/client.ts'
import { openLivePage } from '../stage/live-page.ts'
import { startNginx } from '../stage/nginx.ts'
import { newPlayer, payer, type Player, usernameAt, walletOf, type World } from '../stage/players.ts'
import { createSandbox } from '../stage/sandbox.ts'
import { type SeveralServers, startSeveral } from '../stage/several.ts'

const PLAYERS = 12
/** What each player does while a server is killed, and once more while servers are restarted. */
const ROUNDS = 3
/** A provider's "not found" is believed after 90 seconds. */
const SETTLED_WITHIN_MS = 200_000
const [PAID_IN, TO_GAME, BACK, WITHDRAWN] = [500, 200, 80, 100]

const began = performance.now()
const say = (text: string): void =>
  void process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}\n`)

class Lost extends Error {}
function must(isRight: boolean, what: string): void {
  if (!isRight) throw new Lost(what)
}

interface Cluster extends World {
  product: SeveralServers
  /** How many calls were not answered, or by the proxy or a closing server, and were made again. */
  again: { calls: number; repeated: number }
}

/** Makes a keyed call until it is answered: what a phone does on a bad line, under the same key. */
async function insist<C extends Call>(cluster: Cluster, call: C, sent: Sent<C>): Promise<AnswerOf<C>> {
  const key = newKey()
  cluster.again.calls += 1
  for (let tries = 0; tries < 100; tries += 1) {
    // The proxy's own words (502) are none of the contract's.
    const answered = await cluster.api.call(call, { ...sent, key }).catch(() => null)
    if (answered?.refusal === null) return answered.body
    const isPassing = answered === null || answered.status >= 500 || answered.refusal === 'TRANSFER_PENDING'
    if (!isPassing) throw new Lost(`${call.name} was refused with ${answered.refusal}`)
    cluster.again.repeated += 1
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Lost(`${call.name} was never answered`)
}

/** One round of a player: pays in, moves to the game and some of it back, and withdraws, three of them at once. */
async function play(cluster: Cluster, player: Player): Promise<void> {
  const { token } = player
  const qr = await insist(cluster, calls.qrCreate, { token, params: { bankCode: 'KBANK' }, body: { amount: PAID_IN } })
  await Promise.all([
    cluster.sandbox.pay(qr.payload ?? '', payer),
    insist(cluster, calls.walletTransfer, { token, body: { from: 'WALLET', to: 'PG', amount: TO_GAME } }),
    insist(cluster, calls.walletWithdraw, { token, body: { amount: WITHDRAWN } }),
  ])
  await insist(cluster, calls.walletTransfer, { token, body: { from: 'PG', to: 'WALLET', amount: BACK } })
}

/** What a history says came to pass, in baht. */
function sumOf(rows: readonly StatementRow[], fits: (row: StatementRow) => boolean): number {
  return rows.filter((row) => row.status === 'SUCCESS' && fits(row)).reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * Once every line of the history has its end: what was paid in is in the wallet, in the game or paid out, each as the
 * history says; the provider and the bank say the same. A transfer that the killed server never sent may have failed.
 */
async function check(cluster: Cluster, player: Player, rounds: number): Promise<{ failed: number }> {
  const { token, bank, phone } = player
  const { api, sandbox } = cluster
  const { statements: rows } = await waitUntil(
    'every line has its end',
    () => api.ok(calls.statementList, { token, body: { page: 1, limit: 100 } }),
    ({ statements }) => statements.every(({ status }) => status !== 'IN_PROGRESS'),
    SETTLED_WITHIN_MS,
  )
  const paidIn = sumOf(rows, ({ statementType }) => statementType === 'deposit')
  const paidOut = sumOf(rows, ({ statementType }) => statementType === 'withdraw')
  const inGame = sumOf(rows, ({ to }) => to === 'PG') - sumOf(rows, ({ from }) => from === 'PG')
  must(rows.length === rounds * 4 + 1, `${phone} has ${rows.length} lines in his history`)
  must(paidIn === PAID_IN * (rounds + 1), `${phone} paid ${PAID_IN * (rounds + 1)} in, and his history says ${paidIn}`)
  const wallet = await walletOf({ api }, player)
  must(wallet + inGame + paidOut === paidIn, `${phone}: ${wallet} + ${inGame} + ${paidOut} is not ${paidIn}`)
  const credits = await sandbox.credits('PG', await usernameAt({ api }, player, 'PG'))
  must(credits === inGame, `${phone} has ${credits} at the provider, and his history says ${inGame}`)
  const payouts = await sandbox.payoutsTo(bank.bankAccountNo)
  const atBank = payouts.filter(({ state }) => state === 'PAID').reduce((sum, { amount }) => sum + amount, 0)
  must(atBank === paidOut, `${phone} got ${atBank} from the bank, and his history says ${paidOut}`)
  return { failed: rows.filter(({ status }) => status === 'FAILED').length }
}

/** A message that comes in by one server is heard by pages at each. */
async function chat(cluster: Cluster, player: Player): Promise<void> {
  const { token } = player
  const urls = [...cluster.product.serverUrls, cluster.product.walletUrl]
  const pages = await Promise.all(urls.map((url) => openLivePage(url, { token })))
  const text = `Is my money there? ${newKey()}`
  await insist(cluster, calls.chatSendMessage, {
    token,
    body: { message: { message_type: 'text', payload: { message: text } } },
  })
  await waitUntil(
    'every page has the message',
    () => Promise.resolve(pages.map(({ messages }) => messages.filter((one) => JSON.stringify(one).includes(text)))),
    (found) => found.every((list) => list.length === 1),
  )
  for (const page of pages) page.close()
  say(`a chat message through nginx reached ${pages.length} pages, one at each server and one behind nginx, once`)
}

const backupScript = resolve(import.meta.dirname, '../../deploy/backup.sh')

/** A dump that operators' script makes while the servers work, and what the audit says of the database made from it. */
async function backUp({ product }: Cluster): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-backup-'))
  const binaries = process.env['POSTGRES_BINARIES'] ?? ''
  const run = (program: string, ...words: string[]): void => void execFileSync(join(binaries, program), words)
  const restored = new URL(product.databaseUrl)
  restored.pathname = `${restored.pathname}_restored`
  const env = {
    ...process.env,
    PATH: `${binaries}${delimiter}${process.env['PATH']}`,
    DATABASE_URL: product.databaseUrl,
    BACKUP_FOLDER: folder,
  }
  const file = execFileSync('sh', [backupScript], { env, encoding: 'utf8' }).trim()
  run('createdb', `--maintenance-db=${product.databaseUrl}`, restored.pathname.slice(1))
  run('pg_restore', '--exit-on-error', `--dbname=${restored.href}`, file)
  const { text, exitCode } = await product.operatorOn(restored.href, 'audit')
  say(`deploy/backup.sh wrote ${Math.round(statSync(file).size / 1024)} KiB, pg_restore made a database of it: ${text}`)
  must(exitCode === 0, 'the audit of what was restored is not right')
  run('dropdb', '--force', `--maintenance-db=${product.databaseUrl}`, restored.pathname.slice(1))
  rmSync(folder, { recursive: true })
}

async function audit(cluster: Cluster): Promise<void> {
  const { text, exitCode } = await cluster.product.operator('audit')
  say(text)
  must(exitCode === 0, 'the audit is not right')
}

async function killRound(cluster: Cluster, players: readonly Player[]): Promise<void> {
  const victim = cluster.product.servers[1]
  const playing = Promise.all(players.map((player) => play(cluster, player)))
  await new Promise((done) => setTimeout(done, 400))
  await victim?.stop('SIGKILL')
  say('the second server was killed (SIGKILL) while all of them paid in, played and withdrew')
  await playing
  await victim?.start()
}

async function restartRound(cluster: Cluster, players: readonly Player[]): Promise<void> {
  let isOver = false
  const restarting = (async () => {
    for (const [place, server] of cluster.product.servers.entries()) {
      const code = await server.stop('SIGTERM')
      must(code === 0, `server ${place + 1} ended with ${code}`)
      await server.start()
    }
    isOver = true
  })()
  const readings: Promise<void>[] = []
  const read = async (player: Player): Promise<void> => {
    for (; !isOver; await new Promise((done) => setTimeout(done, 200))) {
      cluster.again.calls += 1
      const answered = await cluster.api.call(calls.walletAmount, { token: player.token }).catch(() => null)
      if (answered?.refusal !== null) cluster.again.repeated += 1
    }
  }
  readings.push(...players.map(read))
  await Promise.all(players.map((player) => play(cluster, player)))
  await Promise.all([restarting, ...readings])
}

function sayAgain({ again }: Cluster, what: string): void {
  say(`${what}: ${again.calls} calls, ${again.repeated} of them had to be made again`)
  Object.assign(again, { calls: 0, repeated: 0 })
}

async function journey(cluster: Cluster): Promise<void> {
  const { api, sandbox, product } = cluster
  await product.operator('settings', 'set', 'withdrawPerDay', '100')
  const players = await Promise.all(
    Array.from({ length: PLAYERS }, () => newPlayer({ api, sandbox }, { amount: PAID_IN, games: ['PG'] })),
  )
  say(
    `${players.length} players registered with a code by SMS, paid ${PAID_IN} baht in by QR and opened a game account`,
  )
  const [first] = players
  if (first) await chat(cluster, first)
  await Promise.all(players.map((player) => play(cluster, player)))
  sayAgain(cluster, 'a round in peace')
  await killRound(cluster, players)
  sayAgain(cluster, 'a round with a kill')
  await restartRound(cluster, players)
  sayAgain(cluster, 'a round while each server was stopped (SIGTERM) and started')
  let failed = 0
  for (const player of players) failed += (await check(cluster, player, ROUNDS)).failed
  say(
    `${players.length} players: wallet + game + paid out = paid in, as history, provider and bank say;` +
      ` ${failed} transfers of the killed server failed, their money is back`,
  )
  await audit(cluster)
  await backUp(cluster)
}

const product = await startSeveral(3, { KRAPAO_LIMIT_FACTOR: '1000' }, startNginx)
if (product === null) throw new Error('start this with npm run cluster')
try {
  say(`nginx at ${product.walletUrl}, servers at ${product.serverUrls.join(', ')}`)
  const { walletUrl, sandboxUrl } = product
  const again = { calls: 0, repeated: 0 }
  await journey({ product, api: createClient(walletUrl), sandbox: createSandbox(sandboxUrl), again })
  say('nothing was lost')
} catch (error) {
  process.exitCode = 1
  say(`FAILED: ${error instanceof Error ? error.message : String(error)}`)
  for (const { log } of product.servers) process.stderr.write(`A server printed last:\n${log.slice(-3_000)}\n`)
} finally {
  await product.close()
}
