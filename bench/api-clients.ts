// What `npm run bench api` drives: the database alone, and a server as the apps and the bank do.
import { createHmac, randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import type { ApiServer } from './api-server.ts'
import { type Connection, openConnection } from './http-client.ts'

/** As many connections to the database as a server process has. */
const CONNECTIONS = 20
/** Baht that stand at the game before anything is measured. */
const FUNDED = 1_000_000

/** Commits of one inserted row, by a prepared statement over as many connections as the server has. */
export function openFloor(address: string): {
  insert(): Promise<void>
  prepare(): Promise<unknown>
  close(): Promise<void>
} {
  const pool = new Pool({ connectionString: address, max: CONNECTIONS })
  return {
    prepare: () => pool.query('CREATE TABLE one_row (id text PRIMARY KEY, amount bigint NOT NULL)'),
    async insert() {
      await pool.query({
        name: 'insert',
        text: 'INSERT INTO one_row (id, amount) VALUES ($1, $2)',
        values: [randomUUID(), 100],
      })
    },
    close: () => pool.end(),
  }
}

/** The references of the QRs that were made in a database. */
async function madeQrs(databaseUrl: string | null): Promise<readonly string[]> {
  if (databaseUrl === null) throw new Error('payments are measured on a PostgreSQL server')
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  const { rows } = await pool.query<{ reference: string }>('select reference from qr_code')
  await pool.end()
  return rows.map(({ reference }) => reference)
}

/** A client of one server: as many connections as callers, each with requests of any of the members. */
export async function openClient({ url, tokens, hookSecret, databaseUrl }: ApiServer, count: number) {
  const free: Connection[] = await Promise.all(Array.from({ length: count }, () => openConnection(url)))
  const all = [...free]
  let made = 0
  let references: readonly string[] | undefined

  async function sendWith(headers: string, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const connection = free.pop()
    if (connection === undefined) throw new Error('more callers than connections')
    const answer = await connection.send({
      method,
      path,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    free.push(connection)
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body)
  }

  function send(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    made += 1
    const token = tokens[made % tokens.length] ?? ''
    const key = method === 'POST' ? `idempotency-key: ${randomUUID()}\r\n` : ''
    const common = `authorization: Bearer ${token}\r\nx-client: wallet-user\r\naccept-language: th\r\n`
    return sendWith(`${common}${key}`, method, path, body)
  }

  /** The bank tells of a payment for one of the QRs that were made. */
  async function pay(): Promise<unknown> {
    references ??= await madeQrs(databaseUrl)
    made += 1
    const transRef = randomUUID()
    const payment = {
      ...{ eventId: transRef, type: 'payment', transRef, sendingBank: 'SCB', amount: 1, currency: 'BAHT' },
      reference: references[made % references.length],
      occurredAt: new Date().toISOString(),
    }
    const seconds = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', hookSecret)
      .update(`${seconds}.${JSON.stringify(payment)}`)
      .digest('hex')
    return sendWith(`x-signature: t=${seconds},v1=${signature}\r\n`, 'POST', '/api/hooks/bank', payment)
  }

  async function transfer(from: string, to: string, amount = 1): Promise<void> {
    const answer = (await send('POST', '/api/wallet/transfer', { from, to, amount })) as { status: string }
    if (answer.status !== 'SUCCESS') throw new Error(`a transfer is ${answer.status}`)
  }
  return {
    /** Every member gets something to take out of the game. */
    async fund() {
      for (const _ of tokens) await transfer('WALLET', 'PG', FUNDED)
    },
    transferIn: () => transfer('WALLET', 'PG'),
    transferOut: () => transfer('PG', 'WALLET'),
    wallet: () => send('GET', '/api/wallet'),
    withdraw: () => send('POST', '/api/wallet/withdraw', { amount: 100 }),
    makeQr: () => send('POST', '/api/qrcode/KBANK', { amount: 1 }),
    pay,
    activate: () => send('GET', '/api/wallet/activate/PG'),
    refresh: () => send('GET', '/api/wallet/refresh/slot'),
    close: () => all.forEach((connection) => connection.close()),
  }
}
