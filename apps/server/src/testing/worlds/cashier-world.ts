import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { App } from '../../app.ts'
import { createHttpBank } from '../../modules/cashier/index.ts'
import type { Operator } from '../../modules/operator/index.ts'
import { runCommand } from '../../platform/commands/index.ts'
import type { Database } from '../../platform/database/types.ts'
import { addRow } from '../../platform/database/put-row.ts'
import { newId } from '../../platform/ids.ts'
import { addMemberRow } from '../add-member-row.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { book } from '../book.ts'
import { type Answer, inject, jsonOf } from '../client.ts'
import { createFakeClock, type FakeClock } from '../clock.ts'
import type { Life } from '../mortal.ts'
import { type PlayedBank, type PlayedPayment, startPlayedBank } from '../played/played-bank.ts'
import { PlayedIssuer } from '../played/played-issuer.ts'
import { PlayedProvider } from '../played/played-provider.ts'

export type { Answer }

interface Sent {
  body?: unknown
  /** The idempotency key. */
  key?: string | undefined
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

interface MemberGiven {
  walletMinor?: number
  currency?: 'BAHT' | 'LAK'
  hasBank?: boolean
  hasWallet?: boolean
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
  member(given?: MemberGiven): Promise<TestMember>
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
    ...{ engine: given.engine, database: given.database },
    env: {
      ...(given.hasDesk ? {} : { DESK_PORT: '0' }),
      KRAPAO_GIFT_HOSTS: GIFT_HOST,
      KRAPAO_LINK_SECRET: LINK_SECRET,
      ...given.env,
    },
    born: (real) => bornWith(given.life?.(), real, { bank, issuer, providerOf }),
  })
  const { clock, database, lines } = app
  // Without a desk nobody else is there who could confirm.
  if (!given.hasDesk) await app.app().operator.setSetting('secondPerson', 'off')
  const running = () => app.app()

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
    member: (given) => addMember(app, given),
    hook(body, { header, at = clock.now(), process = running() } = {}) {
      const payload = typeof body === 'string' ? body : JSON.stringify(body)
      const headers = { 'x-signature': header ?? sign(payload, at) }
      return inject(process.http, ['POST', '/api/hooks/bank'], { headers, payload })
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

/** What a process begins with: the parties that the test plays, each through its life where it has one. */
function bornWith(
  life: Life | undefined,
  database: Database,
  { bank, issuer, providerOf }: Pick<CashierWorld, 'bank' | 'issuer' | 'providerOf'>,
) {
  const through = <Party extends object>(party: Party): Party => life?.party(party) ?? party
  const parties = {
    bank: through(createHttpBank({ url: bank.url, key: bank.key })),
    giftIssuer: through(issuer),
    hookSecret: HOOK_SECRET,
    sms: {
      send: () => Promise.resolve({ outcome: 'sent' as const, sender: null, messageId: null }),
      hear: () => null,
    },
  }
  const games = (code: string) => through(providerOf(code))
  return { database: life?.database(database) ?? database, tuning: { leaseWaitMs: 200, games, parties } }
}

/** A member with a session that does not end. */
async function addMember(app: TestApp, given: MemberGiven = {}): Promise<TestMember> {
  const { walletMinor = 0, currency = 'BAHT', hasBank = true, hasWallet = true } = given
  const { clock, database } = app
  const at = clock.now()
  const id = newId(at)
  await addMemberRow(database, { id, at })
  const token = randomBytes(32).toString('base64url')
  const tokenHash = createHash('sha256').update(token).digest('hex')
  const session = { id, memberId: id, tokenHash, username: id, address: '127.0.0.1', createdAt: at }
  const never = new Date('9999-01-01')
  await addRow(database, 'member_session', { ...session, lastUsedAt: never, expiresAt: never })
  if (hasBank) {
    const account = { bankCode: currency === 'LAK' ? 'BCEL' : 'SCB', accountNo: id, accountName: 'SOMCHAI JAIDEE' }
    await addRow(database, 'member_bank_account', { memberId: id, ...account, currency })
  }
  const running = () => app.app()
  const wallet = `member/${id}/wallet`
  const opening = [wallet, `member/${id}/invite`].map((account) => ({ account, currency: 'BAHT', floorMinor: 0 }))
  if (hasWallet) await running().ledger.open(database, opening)
  const money = { from: 'house/bonus', to: wallet, amountMinor: walletMinor, code: 'bonus', at }
  if (walletMinor > 0) await book(running(), money)
  return {
    id,
    token,
    call: (method, url, { body, key = randomUUID(), at: called = running() } = {}) =>
      inject(called.http, [method, url], { token, key, payload: jsonOf(body) }),
    async wallet() {
      const state = (await running().ledger.states(database, [wallet])).get(wallet)
      return state === undefined ? Number.NaN : (state.postedMinor - state.heldMinor) / 100
    },
  }
}

/** `t=UNIX,v1=HEX` over exactly this text. */
export function sign(text: string, at: Date, secret = HOOK_SECRET): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`
}
