import { createLedger, type Ledger } from '@krapao/ledger'
import { appMigrations, ledgerTables } from '../../app.ts'
import { bound } from '../../platform/bound.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { newId } from '../../platform/ids.ts'
import { addMemberRow } from '../../testing/add-member-row.ts'
import { book } from '../../testing/book.ts'
import { createFakeClock, type FakeClock } from '../../testing/clock.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { createTestLogger } from '../../testing/logger.ts'
import type { Standing } from '../members/index.ts'
import { writeInviteRule } from './invites/invite.store.ts'
import { receiveInviteBonus } from './invites/invite.ts'
import { workLossDays } from './losses/loss-days.ts'
import { writeRefundRule } from './refunds/refund.store.ts'
import { addRefundToWallet, checkRefund, listRefunds, receiveRefund } from './refunds/refund.ts'
import type { RewardsParts } from './rewards.parts.ts'

/** The use cases of one process. */
const processOf = (parts: RewardsParts) =>
  bound(parts, { addRefundToWallet, checkRefund, listRefunds, receiveInviteBonus, receiveRefund, workLossDays })

export type RefundProcess = ReturnType<typeof processOf>

/** Refunds and invites on a database of their own, with members who play; no HTTP. */
export interface RefundWorld {
  database: Database
  ledger: Ledger
  clock: FakeClock
  /** Another process on the same database; `meddle` stands between it and the database and ledger. */
  process(meddle?: <Result>(work: () => Promise<Result>) => Promise<Result>): RefundProcess
  member(inviterId?: string): Promise<string>
  /** Books a game result, below zero for a loss, as a refresh does. */
  play(memberId: string, resultMinor: number, bonusId?: string): Promise<void>
  /** Books several at once. */
  playAll(results: readonly (readonly [memberId: string, resultMinor: number])[]): Promise<void>
  setBonus(memberId: string, state: Standing['bonusState']): Promise<void>
  /** Midday of the next day in Bangkok. */
  nextDay(): void
  /** Runs the daily job until it finds nothing. */
  work(): Promise<void>
  posted(memberId: string, purpose: 'wallet' | 'refundable' | 'invite'): Promise<number>
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** The ledger proves itself. */
  audit(): Promise<void>
  close(): Promise<void>
}

const GAME = 'PG'
const OPENING_MINOR = 1_000_000_000_00

async function readStanding(sql: Sql, memberId: string): Promise<Standing> {
  const [standing] = await sql.query<Standing>(
    'select bonus_state as "bonusState", bonus_id as "bonusId", version from member where id = $1',
    [memberId],
  )
  if (standing === undefined) throw new Error(`there is no member ${memberId}`)
  return standing
}

/** Nobody excludes himself here. */
const members = { standing: readStanding, gate: () => Promise.resolve([]) } as unknown as RewardsParts['members']

/** Everything that reaches outside the process goes through `meddle`, which may break it off. */
function meddled<Door extends object>(
  door: Door,
  meddle: <Result>(work: () => Promise<Result>) => Promise<Result>,
): Door {
  const wrapped: Record<string, unknown> = Object.fromEntries(Object.entries(door))
  for (const [name, value] of Object.entries(door)) {
    if (typeof value !== 'function') continue
    const call = value as (...given: unknown[]) => Promise<unknown>
    wrapped[name] = (...given: unknown[]) => meddle(() => call(...given))
  }
  return wrapped as Door
}

export async function openRefundWorld(start = '2026-11-10T05:00:00Z'): Promise<RefundWorld> {
  const database = await openTestDatabase({ migrations: appMigrations })
  const clock = createFakeClock(start)
  const { logger } = createTestLogger()
  const ledger = createLedger({
    pool: database,
    tables: ledgerTables,
    now: () => clock.now(),
  })
  const rule = { isActive: true, percentFail: 0, percentSuccess: 0 }
  const info = { th: 'ไทย', lo: 'ລາວ', en: 'English' }
  const beginning = new Date('2020-01-01T00:00:00Z')
  await writeRefundRule(database, beginning, { ...rule, percentHundredths: 500, minimumMinor: 0, lapseDays: 7, info })
  await writeInviteRule(database, beginning, { ...rule, percentHundredths: 100 })
  await ledger.open(database, [{ account: `house/provider:${GAME}`, currency: 'BAHT', floorMinor: null }])

  function process(meddle: Parameters<typeof meddled>[1] = (work) => work()): RefundProcess {
    return processOf({
      database: meddled(database, meddle),
      ledger: meddled(ledger, meddle),
      clock,
      logger,
      // No game is asked and no bonus made of money in this world.
      ...({ members: meddled(members, meddle) } as Pick<RewardsParts, 'members' | 'games'>),
    })
  }

  const whole = process()
  const world: RefundWorld = {
    database,
    ledger,
    clock,
    process,
    async member(inviterId) {
      const id = newId(clock.now())
      await addMemberRow(database, { id, inviterId, at: clock.now() })
      const purposes = ['wallet', 'refundable', 'invite', `game:${GAME}`]
      await ledger.open(
        database,
        purposes.map((purpose) => ({ account: `member/${id}/${purpose}`, currency: 'BAHT', floorMinor: 0 })),
      )
      const [from, to] = [`house/provider:${GAME}`, `member/${id}/game:${GAME}`]
      await book(world, { from, to, amountMinor: OPENING_MINOR, code: 'opening', reference: id, at: clock.now() })
      return id
    },
    async play(memberId, resultMinor, bonusId) {
      const [house, own] = [`house/provider:${GAME}`, `member/${memberId}/game:${GAME}`]
      await book(world, {
        ...(resultMinor > 0 ? { from: house, to: own } : { from: own, to: house }),
        ...{ amountMinor: Math.abs(resultMinor), code: 'game-result', reference: bonusId ?? memberId, at: clock.now() },
        ...(bonusId === undefined ? {} : { metadata: { bonus: bonusId } }),
      })
    },
    async playAll(results) {
      await Promise.all(results.map(([memberId, resultMinor]) => world.play(memberId, resultMinor)))
    },
    async setBonus(memberId, state) {
      await database.query('update member set bonus_state = $2, version = version + 1 where id = $1', [memberId, state])
    },
    nextDay() {
      const noon = new Date(clock.now().getTime() + 24 * 3_600_000)
      noon.setUTCHours(5, 0, 0, 0)
      clock.set(noon)
    },
    async work() {
      while ((await whole.workLossDays()) > 0);
    },
    async posted(memberId, purpose) {
      const name = `member/${memberId}/${purpose}`
      return (await ledger.states(database, [name])).get(name)?.postedMinor ?? 0
    },
    rows: (text, values = []) => database.query(text, values),
    async audit() {
      const { problems } = await ledger.audit(database)
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
    async close() {
      await ledger.close()
      await database.close()
    },
  }
  return world
}
