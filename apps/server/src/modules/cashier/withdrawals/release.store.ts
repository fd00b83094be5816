import type { RowWrite } from '@krapao/ledger'
import { addRow, insertOf } from '../../../platform/database/put-row.ts'
import { gathered, gatheredRows } from '../../../platform/database/gathered.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { deriveId } from '../../../platform/ids.ts'
import type { Actor } from '../../deeds/index.ts'
import type { ReleaseFacts, ReleaseRules, WaitReason } from './release.rules.ts'

/** A version of the rules of automatic release: the newest is in force. */
export interface ReleaseVersion extends ReleaseRules {
  number: number
  at: Date
  proposedBy: Actor
  /** Null where one person was enough. */
  confirmedBy: Actor | null
  reason: string
}

const versionColumns = `number, auto_max_minor as "autoMaxMinor", auto_day_max_minor as "autoDayMaxMinor",
  payee_unchanged_hours as "payeeUnchangedHours", at, proposed_by as "proposedBy", confirmed_by as "confirmedBy", reason`

/** All versions that were ever in force, the newest first, or the newest of them. */
export function releaseVersions(sql: Sql, limit: number): Promise<ReleaseVersion[]> {
  return sql.query<ReleaseVersion>(`select ${versionColumns} from release_version order by number desc limit $1`, [
    limit,
  ])
}

/** The version in force, if there ever was one. */
const newestReleases = gathered(async (sql, asked: readonly null[]) => {
  const [newest = null] = await releaseVersions(sql, 1)
  return asked.map(() => newest)
})
export const newestRelease = (sql: Sql): Promise<ReleaseVersion | null> => newestReleases(sql, null)

export async function releaseVersion(sql: Sql, number: number): Promise<ReleaseVersion | null> {
  const [row] = await sql.query<ReleaseVersion>(`select ${versionColumns} from release_version where number = $1`, [
    number,
  ])
  return row ?? null
}

/** Puts a version in force. False when there is one of this number: somebody else's change came first. */
export async function addReleaseVersion(sql: Sql, version: ReleaseVersion): Promise<boolean> {
  return addRow(sql, 'release_version', { ...version }, '(number)')
}

/** How a withdrawal was judged: when it was asked for (`request`), and anew before it was sent (`send`). */
type JudgedAt = 'request' | 'send'

/** A judgement that is written down with the withdrawal, and never changed. */
export interface Judgement extends ReleaseFacts {
  withdrawalId: string
  step: JudgedAt
  rulesNumber: number
  reasons: readonly WaitReason[]
}

function judgementFields({ withdrawalId, step, ...judged }: Judgement) {
  return {
    id: deriveId(withdrawalId, 'judged', step),
    withdrawalId,
    step,
    rulesNumber: judged.rulesNumber,
    amountMinor: judged.amountMinor,
    dayMinor: judged.dayMinor,
    payeeChangedAt: judged.payeeChangedAt,
    standing: judged.standing,
    reasons: judged.reasons,
    at: judged.at,
  }
}

/** The row of a judgement, to be written with its withdrawal. */
export function judgementRow(judgement: Judgement): RowWrite {
  return insertOf('release_judgement', judgementFields(judgement))
}

/** Writes down the judgement by which a withdrawal waits that was to be sent. */
export async function addJudgement(tx: Sql, judgement: Judgement): Promise<void> {
  await addRow(tx, 'release_judgement', judgementFields(judgement), '(id)')
}

/** The rules by which a withdrawal was judged as it was asked for; null of one of before. */
export async function rulesNumberOf(sql: Sql, withdrawalId: string): Promise<number | null> {
  return (await rulesNumbers(sql, deriveId(withdrawalId, 'judged', 'request')))?.number ?? null
}

const rulesNumbers = gatheredRows<{ id: string; number: number }>(
  (sql, ids) =>
    sql.query(`select id, rules_number as number from release_judgement where id = any ($1::text[])`, [ids]),
  ({ id }) => id,
)

/** Every reason that was found of withdrawals, by their ids: those of the last judgement. */
export async function judgedReasons(sql: Sql, ids: readonly string[]): Promise<Map<string, WaitReason[]>> {
  const rows = await sql.query<{ id: string; reasons: WaitReason[] }>(
    `select distinct on (withdrawal_id) withdrawal_id as id, reasons from release_judgement
     where withdrawal_id = any ($1::text[]) order by withdrawal_id, step desc`,
    [ids],
  )
  return new Map(rows.map(({ id, reasons }) => [id, reasons]))
}

const REPLAYED_AT_ONCE = 5_000

/** A withdrawal as it was judged when it was asked for, and the reasons of standing that were found before it was sent. */
export interface JudgedWithdrawal extends ReleaseFacts {
  id: string
  reasons: WaitReason[]
  /** Of the judgement before it was sent; null when there was none. */
  sendReasons: WaitReason[] | null
  sendStanding: WaitReason[] | null
}

/** The withdrawals that were asked for in a time, some thousand at once. */
export async function* judgedBetween(sql: Sql, from: Date, to: Date): AsyncGenerator<JudgedWithdrawal[]> {
  let after = { at: from, id: '' }
  for (;;) {
    const rows = await sql.query<JudgedWithdrawal>(
      `select asked.id, asked.amount_minor as "amountMinor", asked.day_minor as "dayMinor",
         asked.payee_changed_at as "payeeChangedAt", asked.standing, asked.reasons, asked.at,
         sent.reasons as "sendReasons", sent.standing as "sendStanding"
       from release_judgement asked
       left join release_judgement sent on sent.withdrawal_id = asked.withdrawal_id and sent.step = 'send'
       where asked.step = 'request' and (asked.at, asked.id) > ($1, $2) and asked.at <= $3
       order by asked.at, asked.id limit ${REPLAYED_AT_ONCE}`,
      [after.at, after.id, to],
    )
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < REPLAYED_AT_ONCE) return
    after = { at: last.at, id: last.id }
  }
}
