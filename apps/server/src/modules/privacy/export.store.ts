import type { MemberRecords } from '../../platform/database/member-records.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { Copied } from './export.rules.ts'

export interface ExportRow {
  memberId: string
  askedAt: Date
  readyAt: Date | null
  jsonFileId: string | null
  csvFileId: string | null
}

const columns = `member_id as "memberId", asked_at as "askedAt", ready_at as "readyAt", json_file_id as "jsonFileId",
  csv_file_id as "csvFileId"`

export async function readExport(sql: Sql, memberId: string): Promise<ExportRow | null> {
  const [row] = await sql.query<ExportRow>(`select ${columns} from data_export where member_id = $1`, [memberId])
  return row ?? null
}

/** Takes a member's turn; false when he had one after `before`. Of many who ask at once one has it. */
export async function takeTurn(
  tx: Sql,
  memberId: string,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into data_export as last (member_id, asked_at, taken_until) values ($1, $2, $2)
     on conflict (member_id) do update set asked_at = $2, taken_until = $2, ready_at = null, json_file_id = null,
       csv_file_id = null where last.asked_at <= $3
     returning member_id`,
    [memberId, now, before],
  )
  return rows.length > 0
}

/** Takes copies to be made, the longest asked for first, so that others leave them alone for a while. */
export function takeOpen(
  sql: Sql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<ExportRow[]> {
  return sql.query<ExportRow>(
    `update data_export set taken_until = $2 where member_id in (
       select member_id from data_export where ready_at is null and taken_until <= $1
       order by asked_at limit $3 for update skip locked)
     returning ${columns}`,
    [now, until, limit],
  )
}

/** False when it was asked for anew, or made by another, meanwhile. */
export async function noteReady(
  tx: Sql,
  { memberId, askedAt }: ExportRow,
  made: { readyAt: Date; jsonFileId: string; csvFileId: string },
): Promise<boolean> {
  const rows = await tx.query(
    `update data_export set ready_at = $3, json_file_id = $4, csv_file_id = $5
     where member_id = $1 and asked_at = $2 and ready_at is null returning member_id`,
    [memberId, askedAt, made.readyAt, made.jsonFileId, made.csvFileId],
  )
  return rows.length > 0
}

/** Forgets the files of copies that were asked for before a time, and answers them. */
export async function takeFilesBefore(
  tx: Sql,
  { before, memberId = null }: { before: Date; memberId?: string | null },
): Promise<string[]> {
  const rows = await tx.query<{ files: string[] }>(
    `update data_export as now set json_file_id = null, csv_file_id = null from (
       select member_id, array[json_file_id, csv_file_id] as files from data_export
       where json_file_id is not null and asked_at <= $1 and ($2::text is null or member_id = $2) for update
     ) as old where old.member_id = now.member_id returning old.files`,
    [before, memberId],
  )
  return rows.flatMap(({ files }) => files)
}

export async function forgetExport(tx: Sql, memberId: string): Promise<void> {
  await tx.query('delete from data_export where member_id = $1', [memberId])
}

/** All rows that are about a member, without what is nobody's to read. */
export async function copyRecords(sql: Sql, records: readonly MemberRecords[], memberId: string): Promise<Copied> {
  const copied: [string, Readonly<Record<string, unknown>>[]][] = []
  for (const { table, whose, secret = [], isOfStaff } of records) {
    if (isOfStaff) continue
    const rows = await sql.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(record) as row from ${table} as record where ${whose}`,
      [memberId],
    )
    const isTold = ([column]: [string, unknown]) => !secret.includes(column)
    copied.push([table, rows.map(({ row }) => Object.fromEntries(Object.entries(row).filter(isTold)))])
  }
  return Object.fromEntries(copied)
}

/** Makes unreadable what says who a member is, in the tables of all modules. */
export async function eraseRecords(tx: Sql, records: readonly MemberRecords[], memberId: string): Promise<void> {
  for (const { table, whose, erased } of records) {
    if (erased === undefined) continue
    const change =
      erased === 'deleted'
        ? `delete from ${table}`
        : `update ${table} set ${Object.entries(erased)
            .map(([column, value]) => `${column} = ${value}`)
            .join(', ')}`
    await tx.query(`${change} where ${whose}`, [memberId])
  }
}
