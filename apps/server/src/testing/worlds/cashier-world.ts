import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { App } from '../../app.ts'
import { createHttpBank } from '../../modules/cashier/index.ts'
import type { GameProvider } from '../../modules/games/index.ts'
import type { Operator } from '../../modules/operator/index.ts'
import { runCommand } from '../../platform/commands/index.ts'
import type { Database } from '../../platform/database/types.ts'
import { deriveId, newId } from '../../platform/ids.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { createFakeClock, type FakeClock } from '../clock.ts'
import type { Life } from '../mortal.ts'
import { type PlayedBank, type PlayedPayment, startPlayedBank } from '../played/played-bank.ts'
import { PlayedIssuer } from '../played/played-issuer.ts'

export interface Answer {
  status: number
  body: Record<string, unknown>
  headers: Record<string, unknown>
}

interface Sent {
  body?: unknown
  /** The idempotency key. */
  key?: string
  /** The process that is called; the one that runs now unless told otherwise. */
  at?: App
}

export interface TestMember {
  id: string
  /** Of his session. */
  token: string
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, sent?: Sent): Promise<Answer>
  /** Baht that the wallet can spend, as the member sees it. */
  wallet(): Promise<number>
}

export interface CashierWorld {
  /** The app under it; with a desk where the world was opened with one. */
  app: TestApp
  database: Database
  clock: FakeClock
  bank: PlayedBank
  issuer: PlayedIssuer
  /** The lines of the log of all processes. */
  lines: Record<string, unknown>[]
  /** The process that runs now. */
  readonly process: App
  /** A new process over the same database, as after a kill. */
  restart(): Promise<void>
  /** Starts one more process beside it over the same database; it ends with the world. */
  beside(): Promise<App>
  member(given?: {
    walletMinor?: number
    currency?: 'BAHT' | 'LAK'
    hasBank?: boolean
    hasWallet?: boolean
  }): Promise<TestMember>
  /** Delivers a callback, signed as the bank signs unless told otherwise. */
  hook(body: unknown, given?: { header?: string; at?: Date; process?: App }): Promise<Answer>
  /** A payment's callback. */
  paymentOf(payment: PlayedPayment, eventId?: string): Record<string, unknown>
  payment(reference: string, given?: Partial<PlayedPayment>): PlayedPayment
  /** Runs all jobs until none finds work. */
  work(): Promise<void>
  /** Gives the jobs their turns whose time has come. */
  workDue(): Promise<void>
  operator(...words: string[]): Promise<string>
  set: Operator['setSetting']
  /** Minor units that an account holds, 0 when there is none. */
  posted(account: string): Promise<number>
  rows<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  providerOf(code: string): PlayedProvider
  /** What must be true whatever happened: the ledger proves itself. */
  audit(): Promise<void>
  close(): Promise<void>
}

export const HOOK_SECRET = 'ab12'.repeat(16)
export const LINK_SECRET = 'secret-of-links'
export const GIFT_HOST = 'gift.example'

/** A game provider in this process: balances in hundredths of credits, and a switch that breaks money calls. */
class PlayedProvider implements GameProvider {
  readonly balances = new Map<string, number>()
  readonly moved = new Set<string>()
  fault: 'none' | 'refuse' | 'cut' = 'none'
  create: GameProvider['create'] = async ({ username }) => {
    this.balances.set(username, 0)
    return 'created'
  }
  read: GameProvider['read'] = async (username) => ({
    found: true,
    balance: (this.balances.get(username) ?? 0) / 100,
    reference: null,
  })
  move: GameProvider['move'] = async ({ id, username, direction, credits }) => {
    if (this.fault === 'refuse') return 'refused'
    if (this.fault === 'cut') return 'unknown'
    const after = (this.balances.get(username) ?? 0) + (direction === 'in' ? credits : -credits)
    if (after < 0) return 'insufficient'
    this.balances.set(username, after)
    this.moved.add(id)
    return 'done'
  }
  moveStatus: GameProvider['moveStatus'] = async (id) =>
    this.fault === 'cut'
      ? { status: 'unknown', credits: null }
      : { status: this.moved.has(id) ? 'done' : 'not-found', credits: null }
  setPassword: GameProvider['setPassword'] = async () => 'done'
  launch: GameProvider['launch'] = async () => null
  /** The player wins, or with a negative change loses. */
  play(change: number): void {
    for (const [username, credits] of this.balances) this.balances.set(username, credits + change)
  }
}

/**
 * The app with a bank, an issuer of gifts and game providers that the test plays, on a standing clock. `life` gives each process a
 * life of its own: it can be killed.
 */
export async function openCashierWorld(
  given: {
    life?: () => Life
    hasDesk?: boolean
    engine?: Database['engine']
    database?: Database
    env?: Record<string, string>
  } = {},
): Promise<CashierWorld> {
  const bank = await startPlayedBank()
  const issuer = new PlayedIssuer()
  const providers = new Map<string, PlayedProvider>()
  const providerOf = (code: string): PlayedProvider => {
    const provider = providers.get(code) ?? new PlayedProvider()
    providers.set(code, provider)
    return provider
  }
  const app = await startTestApp({
    clock: createFakeClock('2026-11-21T05:00:00Z'),
    ...(given.engine ? { engine: given.engine } : {}),
    ...(given.database ? { database: given.database } : {}),
    env: {
      ...(given.hasDesk ? {} : { DESK_PORT: '0' }),
      KRAPAO_GIFT_HOSTS: GIFT_HOST,
      KRAPAO_LINK_SECRET: LINK_SECRET,
      ...given.env,
    },
    born(real) {
      const life = given.life?.()
      const httpBank = createHttpBank({ url: bank.url, key: bank.key })
      const parties = {
        bank: life?.party(httpBank) ?? httpBank,
        giftIssuer: life?.party(issuer) ?? issuer,
        hookSecret: HOOK_SECRET,
        sms: {
          send: () => Promise.resolve({ outcome: 'sent' as const, sender: null, messageId: null }),
          hear: () => null,
        },
      }
      const games = (code: string) => life?.party(providerOf(code)) ?? providerOf(code)
      const tuning = { checksAnswers: true, leaseWaitMs: 200, games, parties }
      return { database: life?.database(real) ?? real, tuning }
    },
  })
  const { clock, database, lines } = app
  // Without a desk nobody else is there who could confirm.
  if (!given.hasDesk) await app.app().operator.setSetting('secondPerson', 'off')
  const running = () => app.app()

  async function inject(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    headers: Record<string, string>,
    body?: unknown,
    process = running(),
  ): Promise<Answer> {
    const response = await process.http.inject({
      method,
      url,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return {
      status: response.statusCode,
      body: response.json() as Record<string, unknown>,
      headers: response.headers,
    }
  }

  /** A member with a session that does not end. @returns his token. */
  async function addMember(id: string): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await database.query(
      `with member as (
         insert into member (id, username, name, password_hash, created_at) values ($1, $1, 'Somchai', 'x', $2) returning id
       )
       insert into member_session (id, member_id, token_hash, username, address, created_at, last_used_at, expires_at)
       select id, id, $3, id, '127.0.0.1', $2, '9999-01-01', '9999-01-01' from member`,
      [id, clock.now(), createHash('sha256').update(token).digest('hex')],
    )
    return token
  }

  const opening = (account: string, floorMinor: number | null = 0) => ({ account, currency: 'BAHT', floorMinor })
  let payments = 0
  return {
    app,
    database,
    clock,
    lines,
    bank,
    issuer,
    get process() {
      return running()
    },
    async restart() {
      await app.restart()
      await running().http.forgetInterrupted()
    },
    beside: () => app.beside(),
    async member({ walletMinor = 0, currency = 'BAHT', hasBank = true, hasWallet = true } = {}) {
      const id = newId(clock.now())
      const token = await addMember(id)
      if (hasBank) {
        await database.query(
          `insert into member_bank_account (member_id, bank_code, account_no, account_name, currency)
           values ($1, $2, $1, 'SOMCHAI JAIDEE', $3)`,
          [id, currency === 'LAK' ? 'BCEL' : 'SCB', currency],
        )
      }
      const wallet = `member/${id}/wallet`
      const { ledger } = running()
      if (hasWallet) await ledger.open(database, [opening(wallet), opening(`member/${id}/invite`)])
      if (walletMinor > 0) {
        await ledger.open(database, [opening('house/bonus', null)])
        const movement = {
          kind: 'post' as const,
          id: deriveId(id, 'money'),
          from: 'house/bonus',
          to: wallet,
          amountMinor: walletMinor,
          code: 'bonus',
          reference: id,
          occurredAt: clock.now(),
        }
        await ledger.submit({ movements: [movement] })
      }
      return {
        id,
        token,
        call: (method, url, { body, key = randomUUID(), at } = {}) =>
          inject(method, url, { authorization: `Bearer ${token}`, 'idempotency-key': key }, body, at),
        async wallet() {
          const state = (await running().ledger.states(database, [wallet])).get(wallet)
          return state === undefined ? Number.NaN : (state.postedMinor - state.heldMinor) / 100
        },
      }
    },
    hook(body, { header, at, process } = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const headers = { 'x-signature': header ?? sign(text, at ?? clock.now()) }
      return inject('POST', '/api/hooks/bank', headers, text, process)
    },
    paymentOf: (payment, eventId = `event-${payment.transRef}`) => ({ eventId, type: 'payment', ...payment }),
    payment(reference, changes = {}) {
      payments += 1
      return {
        transRef: `TR${payments}`,
        sendingBank: 'SCB',
        reference,
        amount: 100,
        currency: 'BAHT',
        occurredAt: clock.now().toISOString(),
        from: { bankCode: 'SCB', accountNo: '1234567890', name: 'SOMCHAI JAIDEE' },
        ...changes,
      }
    },
    work: () => running().jobs.runAll(),
    workDue: () => running().jobs.runDue(),
    operator: async (...words) => (await runCommand(running().commands, words)).text,
    set: (name, value) => running().operator.setSetting(name, value),
    async posted(account) {
      return (await running().ledger.states(database, [account])).get(account)?.postedMinor ?? 0
    },
    rows: (sql, values = []) => database.query(sql, values),
    providerOf,
    async audit() {
      const { problems } = await running().ledger.audit(database)
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
    async close() {
      await app.close()
      await bank.close()
    },
  }
}

/** `t=UNIX,v1=HEX` over exactly this text. */
export function sign(text: string, at: Date, secret = HOOK_SECRET): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`
}
