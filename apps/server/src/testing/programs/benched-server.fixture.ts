// The server of `npm run bench api`: the app of main.ts on the PostgreSQL of DATABASE_URL, with members who are logged in
// and have money, and game providers in this process that answer after a set time. It is forked: what it holds ready is
// sent to its parent, and the end of the channel ends it.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type App, createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import type { GameProvider } from '../../modules/games/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Parties } from '../../parties/parties.ts'
import { createLogger } from '../../platform/logger.ts'

/** What the parent is told once the server listens. */
interface BenchedServer {
  url: string
  tokens: readonly string[]
  /** What the bank's callbacks are signed with. */
  hookSecret: string
}

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '1000' },
    /** Milliseconds that each game's provider takes, in the order of the codes; the last one holds for the rest. */
    delays: { type: 'string', default: '0' },
    /** Whether a balance is another one each time it is asked, so that each refresh books a result. */
    plays: { type: 'boolean', default: false },
    /** The outside parties are those of the settings, and game accounts are opened by the caller. */
    outside: { type: 'boolean', default: false },
  },
})

const HOOK_SECRET = 'c0de'.repeat(16)
const OPENING_MINOR = 1_000_000_000_00
const AT_ONCE = 200

/** A provider that does what it is asked, keeps balances in hundredths of a credit, and takes `delayMs` for each answer. */
function createInstantProvider(delayMs: number, plays: boolean): GameProvider {
  const balances = new Map<string, number>()
  const wait = async (): Promise<void> => {
    if (delayMs > 0) await pause(delayMs)
  }
  return {
    async create({ username }) {
      balances.set(username, 0)
      return 'created'
    },
    async read(username) {
      await wait()
      const credits = (balances.get(username) ?? 0) + (plays ? 100 : 0)
      balances.set(username, credits)
      return { found: true, balance: credits / 100, reference: null }
    },
    async move({ username, direction, credits }) {
      await wait()
      const after = (balances.get(username) ?? 0) + (direction === 'in' ? credits : -credits)
      if (after < 0) return 'insufficient'
      balances.set(username, after)
      return 'done'
    },
    moveStatus: async () => ({ status: 'unknown', credits: null }),
    setPassword: async () => 'done',
    launch: async () => null,
  }
}

/** A bank that has taken and paid whatever it is told, at once. */
function createInstantBank(): Parties['bank'] {
  const paid = { kind: 'state', state: 'PAID', transRef: null } as const
  const nothing = { payments: [], unreadable: [], cursor: null }
  return {
    makeQr: async () => ({ kind: 'ours', partyId: null }),
    paymentsOf: async () => nothing,
    paymentsAfter: async () => nothing,
    payOut: async () => paid,
    payout: async () => paid,
    transferOf: async () => ({ kind: 'not-found' }),
  }
}

/** Members with sessions and money; with `hasGames` each has an account at every game. */
async function addMembers(app: App, count: number, hasGames: boolean): Promise<string[]> {
  const { database, ledger } = app
  const now = systemClock.now()
  const codes = (await app.operator.games()).map((game) => game.code)
  await ledger.open(database, [
    { account: 'house/bank:KBANK', currency: 'BAHT', floorMinor: null },
    ...codes.map((code) => ({ account: `house/provider:${code}`, currency: 'BAHT', floorMinor: null })),
  ])
  const people = Array.from({ length: count }, (_, place) => ({
    id: newId(now),
    phone: `09${String(place).padStart(8, '0')}`,
    token: randomBytes(32).toString('base64url'),
    session: newId(now),
  }))
  const columns = [
    people.map(({ id }) => id),
    people.map(({ phone }) => phone),
    people.map(({ session }) => session),
    people.map(({ token }) => createHash('sha256').update(token).digest('hex')),
  ]
  await database.query(
    `with made as (
       insert into member (id, username, name, password_hash, created_at)
       select id, phone, phone, '', now() from unnest($1::text[], $2::text[]) as person (id, phone)),
     payee as (
       insert into member_bank_account (member_id, bank_code, account_no, account_name, currency, proven_at)
       select id, 'SCB', phone, phone, 'BAHT', now() from unnest($1::text[], $2::text[]) as person (id, phone))
     insert into member_session (id, member_id, token_hash, username, address, created_at, last_used_at, expires_at)
     select session, id, hash, phone, '127.0.0.1', now(), now(), now() + interval '1 day'
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as person (id, phone, session, hash)`,
    columns,
  )
  if (hasGames) {
    await database.query(
      `insert into game_account (id, member_id, code, state, username, password_sealed, created_at, opened_at)
       select id || code, id, code, 'active', id, '', now(), now() from unnest($1::text[]) as id, unnest($2::text[]) as code`,
      [columns[0], codes],
    )
  }
  for (let done = 0; done < people.length; done += AT_ONCE) {
    const some = people.slice(done, done + AT_ONCE)
    const games = hasGames ? codes : []
    const names = some.flatMap(({ id }) => ['wallet', ...games.map((code) => `game:${code}`)].map((own) => [id, own]))
    await ledger.open(
      database,
      names.map((name) => ({ account: `member/${name.join('/')}`, currency: 'BAHT', floorMinor: 0 })),
    )
    const said = { code: 'deposit', reference: 'opening', occurredAt: now, amountMinor: OPENING_MINOR }
    const outcomes = await Promise.all(
      some.map(({ id }) =>
        ledger.submit({
          movements: [{ kind: 'post', id: newId(now), from: 'house/bank:KBANK', to: `member/${id}/wallet`, ...said }],
        }),
      ),
    )
    if (outcomes.some(({ ok }) => !ok)) throw new Error('the opening money was refused')
  }
  await database.query('vacuum analyze')
  return people.map(({ token }) => token)
}

const config = readConfig()
const delays = values.delays.split(',').map(Number)
const providers = new Map<string, GameProvider>()
const app = await createApp({
  config,
  clock: systemClock,
  logger: createLogger({ level: config.logLevel }),
  tuning: {
    webFolder: false,
    ...(values.outside
      ? {}
      : {
          parties: { bank: createInstantBank(), hookSecret: HOOK_SECRET },
          games: (code) => {
            const provider =
              providers.get(code) ??
              createInstantProvider(delays[Math.min(providers.size, delays.length - 1)] ?? 0, values.plays)
            providers.set(code, provider)
            return provider
          },
        }),
  },
})
const tokens = await addMembers(app, Number(values.members), !values.outside)
// Nobody withdraws so often; what is measured is how quick it is, not when it ends.
await app.operator.setSetting('withdrawPerDay', 1_000_000)
const { port } = await app.start(0)
const ready: BenchedServer = { url: `http://127.0.0.1:${port}`, tokens, hookSecret: HOOK_SECRET }
process.send?.(ready)
process.on('disconnect', () => void app.close().finally(() => process.exit(0)))
