import { createHmac, randomUUID } from 'node:crypto'
import { createLedger, type Ledger, ledgerMigrations } from '@krapao/ledger'
import { runCommand } from '../platform/commands/index.ts'
import type { Database } from '../platform/database/types.ts'
import { createDatabaseStore, createFiles, filesMigrations, filesRoutes } from '../platform/files/index.ts'
import { createHttp, type Http, platformMigrations } from '../platform/http/index.ts'
import { deriveId, newId } from '../platform/ids.ts'
import { createJobs, type Jobs } from '../platform/jobs.ts'
import { createPictures } from '../platform/pictures/index.ts'
import { createFakeClock, type FakeClock } from './clock.ts'
import { furnishDemo } from './furnish.ts'
import { openTestDatabase } from './database.ts'
import { testLoginAids } from './login-aids.ts'
import { createTestLogger } from './logger.ts'
import {
  createGames,
  type GameProvider,
  type Games,
  gamesLedgerTables,
  gamesMigrations,
} from '../modules/games/index.ts'
import { createMembers, type Members, membersLedgerTables, membersMigrations } from '../modules/members/index.ts'
import { createOperator, type Operator, operatorMigrations } from '../modules/operator/index.ts'
import { createRewards, type Rewards, rewardsLedgerTables, rewardsMigrations } from '../modules/rewards/index.ts'
import {
  accountHoldersOf,
  type Cashier,
  cashierLedgerTables,
  cashierMigrations,
  createCashier,
  createHttpBank,
} from '../modules/cashier/index.ts'
import type { Life } from './mortal.ts'
import { PlayedIssuer } from './played-issuer.ts'
import { type PlayedBank, type PlayedPayment, startPlayedBank } from './played-bank.ts'

export interface Answer {
  status: number
  body: Record<string, unknown>
  headers: Record<string, unknown>
}

export interface Sent {
  body?: unknown
  /** The idempotency key. */
  key?: string
  /** The process that is called; the one that runs now unless told otherwise. */
  at?: Process
}

export interface TestMember {
  id: string
  call(method: 'GET' | 'POST' | 'DELETE', url: string, sent?: Sent): Promise<Answer>
  /** Baht that the wallet can spend, as the member sees it. */
  wallet(): Promise<number>
}

/** One process: everything that a restart loses. */
export interface Process {
  http: Http
  jobs: Jobs
  ledger: Ledger
  operator: Operator
  members: Members
  games: Games
  rewards: Rewards
  cashier: Cashier
  lines: Record<string, unknown>[]
}

export interface CashierWorld {
  database: Database
  clock: FakeClock
  bank: PlayedBank
  issuer: PlayedIssuer
  /** The process that runs now. */
  readonly process: Process
  /** A new process over the same database, as after a kill. */
  restart(): Promise<void>
  /** Starts one more process beside it over the same database; it ends with the world. */
  beside(): Promise<Process>
  member(given?: { walletMinor?: number; currency?: 'BAHT' | 'LAK'; hasBank?: boolean }): Promise<TestMember>
  /** Delivers a callback, signed as the bank signs unless told otherwise. */
  hook(body: unknown, given?: { header?: string; at?: Date; process?: Process }): Promise<Answer>
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
export class PlayedProvider implements GameProvider {
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

export const cashierWorldMigrations = [
  ...ledgerMigrations,
  ...platformMigrations,
  ...filesMigrations,
  ...operatorMigrations,
  ...membersMigrations,
  ...gamesMigrations,
  ...rewardsMigrations,
  ...cashierMigrations,
]

/** Cashier, games, members, operator and ledger behind the real HTTP pipeline; the token of a member is his id. */
export async function openCashierWorld(
  given: {
    /** Each process gets a life of its own from here: it can be killed. */
    life?: () => Life
    extraRoutes?: (parts: Omit<Process, 'http'>, database: Database) => Parameters<typeof createHttp>[0]['routes']
  } = {},
): Promise<CashierWorld> {
  const real = await openTestDatabase({ migrations: cashierWorldMigrations })
  const clock = createFakeClock('2026-11-21T05:00:00Z')
  const bank = await startPlayedBank()
  const pictures = createPictures()
  const issuer = new PlayedIssuer()
  const providers = new Map<string, PlayedProvider>()
  const providerOf = (code: string): PlayedProvider => {
    const provider = providers.get(code) ?? new PlayedProvider()
    providers.set(code, provider)
    return provider
  }

  async function startProcess(): Promise<Process> {
    const { logger, lines } = createTestLogger()
    const life = given.life?.()
    const database = life?.database(real) ?? real
    const tables = [...membersLedgerTables, ...gamesLedgerTables, ...rewardsLedgerTables, ...cashierLedgerTables]
    const ledger = createLedger({ pool: database, tables, now: () => clock.now() })
    const jobs = createJobs({ logger, clock })
    const operator = createOperator({ database, clock })
    const common = { database, ledger, clock, logger, operator }
    const members = createMembers({
      ...common,
      sms: { send: () => Promise.resolve('sent') },
      ...testLoginAids({ database, clock }),
      otpKeyHex: 'ab'.repeat(32),
      limitFactor: 1000,
      leaseWaitMs: 200,
      hasOpenWithdrawal: (sql, memberId) => cashier.hasOpenWithdrawal(sql, memberId),
      holdPayouts: (sql, memberId) => cashier.holdPayouts(sql, memberId),
      accountHolders: accountHoldersOf(createHttpBank({ url: bank.url, key: bank.key })),
    })
    const games = createGames({ ...common, members, providers: providerOf, credentialsKeys: ['cd'.repeat(32)] })
    const gifts = { issuer: life?.party(issuer) ?? issuer, linkSecret: LINK_SECRET, hosts: [GIFT_HOST] }
    const store = createDatabaseStore(database)
    const files = createFiles({ database, clock, store, linkKeysHex: ['ef'.repeat(32)] })
    const bankOverHttp = createHttpBank({ url: bank.url, key: bank.key })
    const httpBank = life?.party(bankOverHttp) ?? bankOverHttp
    const rewards = createRewards({ ...common, members, games })
    const cashier = createCashier({
      ...common,
      members,
      games,
      rewards,
      jobs,
      bank: httpBank,
      hookSecret: HOOK_SECRET,
      gifts,
      files,
      pictures,
    })
    for (const job of [...members.jobs, ...games.jobs, ...rewards.jobs, ...cashier.jobs]) jobs.register(job)
    const parts = { jobs, ledger, operator, members, games, rewards, cashier, lines }
    const http = await createHttp({
      routes: [
        ...[operator, games, rewards, cashier].flatMap(({ routes }) => routes),
        ...filesRoutes(files),
        ...(given.extraRoutes?.(parts, database) ?? []),
      ],
      authenticate: async (token) => ({
        ok: true,
        member: { memberId: token, sessionId: 's', username: '0800000000' },
      }),
      isTerminated: () => operator.isTerminated(),
      database,
      clock,
      logger,
      checksAnswers: true,
      config: {
        host: '127.0.0.1',
        port: 0,
        limitFactor: 1000,
        trustProxy: false,
        publicUrl: 'http://127.0.0.1:3000',
        frameAncestors: [],
        docs: false,
        metricsKey: null,
      },
    })
    return { ...parts, http }
  }

  let running = await startProcess()
  const others: Process[] = []
  await furnishDemo({ database: real, clock, modules: [running.operator, running.rewards] })

  async function endProcess({ jobs, http, ledger }: Process): Promise<void> {
    await jobs.stop()
    await http.close()
    await ledger.close()
  }

  async function inject(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    headers: Record<string, string>,
    body?: unknown,
    process = running,
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

  async function addMember(id: string, currency: 'BAHT' | 'LAK', hasBank: boolean): Promise<void> {
    await real.query(
      `insert into member (id, username, name, password_hash, created_at) values ($1, $2, 'Somchai', 'x', $3)`,
      [id, id, clock.now()],
    )
    if (hasBank) {
      await real.query(
        `insert into member_bank_account (member_id, bank_code, account_no, account_name, currency)
         values ($1, $2, $3, 'SOMCHAI JAIDEE', $4)`,
        [id, currency === 'LAK' ? 'BCEL' : 'SCB', id, currency],
      )
    }
    const account = { account: `member/${id}/wallet`, currency: 'BAHT', floorMinor: 0 }
    await running.ledger.open(real, [account, { ...account, account: `member/${id}/invite` }])
  }

  let payments = 0
  const world: CashierWorld = {
    database: real,
    clock,
    bank,
    issuer,
    get process() {
      return running
    },
    async restart() {
      await endProcess(running)
      running = await startProcess()
      await running.http.forgetInterrupted()
    },
    async beside() {
      const other = await startProcess()
      others.push(other)
      return other
    },
    async member({ walletMinor = 0, currency = 'BAHT', hasBank = true } = {}) {
      const id = newId(clock.now())
      await addMember(id, currency, hasBank)
      if (walletMinor > 0) {
        await running.ledger.open(real, [{ account: 'house/bonus', currency: 'BAHT', floorMinor: null }])
        const movement = {
          kind: 'post' as const,
          id: deriveId(id, 'money'),
          from: 'house/bonus',
          to: `member/${id}/wallet`,
          amountMinor: walletMinor,
          code: 'bonus',
          reference: id,
          occurredAt: clock.now(),
        }
        await running.ledger.submit({ movements: [movement] })
      }
      const call: TestMember['call'] = (method, url, { body, key = randomUUID(), at } = {}) =>
        inject(method, url, { authorization: `Bearer ${id}`, 'idempotency-key': key }, body, at)
      return {
        id,
        call,
        async wallet() {
          const state = (await running.ledger.states(real, [`member/${id}/wallet`])).get(`member/${id}/wallet`)
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
    work: () => running.jobs.runAll(),
    workDue: () => running.jobs.runDue(),
    operator: async (...words) => (await runCommand(running.cashier.commands, words)).text,
    set: (name, value) => running.operator.setSetting(name, value),
    async posted(account) {
      return (await running.ledger.states(real, [account])).get(account)?.postedMinor ?? 0
    },
    rows: (sql, values = []) => real.query(sql, values),
    providerOf,
    async audit() {
      const { problems } = await running.ledger.audit(real)
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
    async close() {
      for (const process of [running, ...others]) await endProcess(process)
      await bank.close()
      await pictures.close()
      await real.close()
    },
  }
  return world
}

/** `t=UNIX,v1=HEX` over exactly this text. */
export function sign(text: string, at: Date, secret = HOOK_SECRET): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`
}
