import { desk, REPORT_FIGURES, type ReportFigure } from '@krapao/contract'
import { createLedger } from '@krapao/ledger'
import { ledgerTables } from '../../schema.ts'
import type { TestApp } from '../../testing/app.ts'
import type { Staff } from '../../testing/worlds/desk-world.ts'

/** A booking as a module makes it; `from` and `to` are the member's own accounts unless they are the house's. */
export interface Booking {
  code: string
  from: string
  to: string
  amountMinor: number
  /** So far behind is the clock of the process that books it. */
  lagMs?: number
}

export const bookings = {
  deposit: ['deposit', 'house/bank:KBANK', 'wallet'],
  depositMoved: ['deposit-moved', 'wallet', 'house/suspense'],
  withdrawal: ['withdrawal', 'wallet', 'house/bank:SCB'],
  withdrawalReturn: ['withdrawal-return', 'house/bank:SCB', 'wallet'],
  intoGame: ['game-transfer', 'wallet', 'game:PG'],
  intoOther: ['game-transfer', 'wallet', 'game:PGX'],
  lost: ['game-result', 'game:PG', 'house/provider:PG'],
  won: ['game-result', 'house/provider:PG', 'game:PG'],
  lostElsewhere: ['game-result', 'game:PGX', 'house/provider:PGX'],
  wonElsewhere: ['game-result', 'house/provider:PGX', 'game:PGX'],
  bonus: ['bonus', 'house/bonus', 'wallet'],
  bonusEnd: ['bonus-end', 'wallet', 'house/bonus'],
  refund: ['refund', 'house/refund', 'refundable'],
  refundTaken: ['reward', 'refundable', 'wallet'],
  invite: ['invite', 'house/invite', 'invite'],
  given: ['adjustment', 'house/adjustment', 'wallet'],
  taken: ['adjustment', 'wallet', 'house/adjustment'],
  forgiven: ['late-arrival', 'house/bonus', 'house/suspense'],
  lent: ['game-transfer', 'house/suspense', 'game:PG'],
  unknown: ['suspense', 'house/bank:KBANK', 'house/suspense'],
} as const

let booked = 0

/** Books on the ledger, as far as there is money for it. @returns the id of the transfer; null when it was refused. */
export async function book(app: TestApp, memberId: string, booking: Booking): Promise<string | null> {
  const { database } = app.app()
  const at = new Date(app.clock.now().getTime() - (booking.lagMs ?? 0))
  const ledger = createLedger({ pool: database, tables: ledgerTables, now: () => at })
  const named = (end: string) => (end.startsWith('house/') ? end : `member/${memberId}/${end}`)
  const [from, to] = [named(booking.from), named(booking.to)]
  const openings = [from, to].map((account) => ({
    account,
    currency: 'BAHT',
    floorMinor: account.startsWith('house/') ? null : 0,
  }))
  await ledger.open(database, openings)
  booked += 1
  const id = `report${booked}`
  const { code, amountMinor } = booking
  const movement = { kind: 'post' as const, id, from, to, amountMinor, code, reference: `about ${id}`, occurredAt: at }
  const outcome = await ledger.submit({ movements: [movement] })
  await ledger.close()
  return outcome.ok ? id : null
}

export const report = (app: TestApp, { token }: Staff, from: string, to: string, by: 'day' | 'provider' = 'day') =>
  app.desk.ok(desk.deskReportDays, { token, query: { from, to, by } })

/** All pages of what is behind a figure, with what the first of them says that it adds up to. */
export async function behind(
  app: TestApp,
  { token }: Staff,
  asked: { day: string; figure: ReportFigure; provider?: string },
) {
  const { day, figure, ...query } = asked
  const ask = (after?: string) =>
    app.desk.ok(desk.deskReportFigure, {
      token,
      params: { day, figure },
      query: { ...query, ...(after === undefined ? {} : { after }) },
    })
  const first = await ask()
  const rows = [...first.rows]
  for (let next = first.next; next !== null;) {
    const page = await ask(next)
    rows.push(...page.rows)
    next = page.next
  }
  return { rows, sum: first.sum, count: first.count }
}

export const satang = (amount: number): number => Math.round(amount * 100)

/** Everything behind each figure of a day, beside what the report tells of it. */
export async function compared(app: TestApp, staff: Staff, day: string) {
  const [row] = (await report(app, staff, day, day)).rows
  return Promise.all(
    REPORT_FIGURES.map(async (figure) => {
      const told =
        figure === 'net' ? satang(row?.deposits ?? 0) - satang(row?.withdrawals ?? 0) : satang(row?.[figure] ?? 0)
      const all = await behind(app, staff, { day, figure })
      const isOfMembers = figure === 'active' || figure === 'registered'
      const ofRows = all.rows.reduce((sum, { amount }) => sum + (isOfMembers ? 100 : satang(amount ?? 0)), 0)
      return { figure, told, sum: satang(all.sum ?? 0), ofRows, isCounted: all.count === all.rows.length }
    }),
  )
}

const MEMBERS_SIDE: Record<string, readonly [string, 1 | -1]> = {
  deposit: ['deposits', 1],
  'deposit-moved': ['deposits', 1],
  withdrawal: ['withdrawals', -1],
  'withdrawal-return': ['withdrawals', -1],
  'game-result': ['ggr', -1],
  bonus: ['bonusCost', 1],
  'bonus-end': ['bonusCost', 1],
  refund: ['refunds', 1],
  invite: ['invites', 1],
  adjustment: ['adjustments', 1],
}

/**
 * The figures of days by other code: from the members' side of each transfer, and what was forgiven from the house's. A
 * transfer is of the day that it was booked on, but never of one before `openDay` as it was then.
 */
export async function figuresByEntries(app: TestApp, openDays: ReadonlyMap<string, string>) {
  const entries = await app.database.query<{
    id: string
    account: string
    code: string
    minor: number
    day: string
    member: string | null
    provider: string | null
  }>(
    `select transfer.id, account.name as account, transfer.code, entry.amount_minor as minor,
       substring(account.name from '^member/([^/]+)/') as member,
       (select substring(name from '^house/provider:(.*)$') from ledger_account other
        where other.id in (transfer.from_id, transfer.to_id) and other.name like 'house/provider:%') as provider,
       (select to_char(max(house.recorded_at) at time zone 'Asia/Bangkok', 'YYYY-MM-DD') from ledger_entry house
        join ledger_account on ledger_account.id = house.account_id and ledger_account.name like 'house/%'
        where house.transfer_id = transfer.id) as day
     from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
     join ledger_account account on account.id = entry.account_id where account.currency = 'BAHT'`,
    [],
  )
  const sums = new Map<string, number>()
  const players = new Map<string, Set<string>>()
  const add = (key: string, minor: number) => sums.set(key, (sums.get(key) ?? 0) + minor)
  for (const { id, account, code, minor, member, provider, ...entry } of entries) {
    if (entry.day === null) continue
    const open = openDays.get(id) ?? entry.day
    const day = entry.day > open ? entry.day : open
    if (account === 'house/bonus' && code === 'late-arrival') add(`${day} bonusCost`, -minor)
    const [figure, sign] = MEMBERS_SIDE[code] ?? []
    if (member === null || figure === undefined || sign === undefined) continue
    add(`${day} ${figure}`, sign * minor)
    if (provider !== null) add(`${day} ${figure} ${provider}`, sign * minor)
    if (!['deposits', 'withdrawals', 'ggr'].includes(figure)) continue
    for (const key of [`${day}`, ...(provider === null ? [] : [`${day} ${provider}`])]) {
      players.set(key, (players.get(key) ?? new Set()).add(member))
    }
  }
  return { minor: (key: string) => sums.get(key) ?? 0, players: (key: string) => players.get(key)?.size ?? 0 }
}

/** Figures that are booked, and so can be added up anew from the entries. */
export const BOOKED = ['deposits', 'withdrawals', 'ggr', 'bonusCost', 'refunds', 'invites', 'adjustments'] as const

type Told = readonly [what: string, told: number, byEntries: number]

/** Every figure of some days that is not what the entries come to; none where the report is right. */
export async function differing(
  app: TestApp,
  staff: Staff,
  { from, to, openDays }: { from: string; to: string; openDays: ReadonlyMap<string, string> },
): Promise<Told[]> {
  const expected = await figuresByEntries(app, openDays)
  const [byDay, byProvider] = [await report(app, staff, from, to), await report(app, staff, from, to, 'provider')]
  const ofDays = byDay.rows.flatMap(({ day, ...row }): Told[] => {
    const costs = row.bonusCost + row.refunds + row.invites + row.adjustments
    return [
      ...BOOKED.map((figure): Told => [`${day} ${figure}`, satang(row[figure]), expected.minor(`${day} ${figure}`)]),
      [`${day} ngr`, satang(row.ngr), satang(row.ggr - costs)],
      [`${day} active`, row.active, expected.players(day)],
    ]
  })
  const ofProviders = byProvider.rows.flatMap(({ day, provider, ggr, active }): Told[] =>
    provider === null
      ? []
      : [
          [`${day} ggr ${provider}`, satang(ggr), expected.minor(`${day} ggr ${provider}`)],
          [`${day} active ${provider}`, active, expected.players(`${day} ${provider}`)],
        ],
  )
  const totals = [...BOOKED, 'ngr' as const].flatMap((figure): Told[] => {
    const sum = (rows: typeof byDay.rows) => rows.reduce((total, row) => total + satang(row[figure]), 0)
    const total = satang(byDay.total[figure])
    return [
      [`all ${figure} by day`, sum(byDay.rows), total],
      [`all ${figure} by provider`, sum(byProvider.rows), total],
    ]
  })
  return [...ofDays, ...ofProviders, ...totals].filter(([, told, byEntries]) => told !== byEntries)
}
