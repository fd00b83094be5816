import { isDeepStrictEqual } from 'node:util'
import { lockName } from '../../platform/database/lock-name.ts'
import type { Sql } from '../../platform/database/types.ts'

export function readSettingRows(sql: Sql): Promise<{ key: string; value: unknown }[]> {
  return sql.query('select key, value from operator_setting')
}

/** A setting as it stands and since when; null where the default holds. */
export async function readSettingRow(sql: Sql, key: string): Promise<{ value: unknown; changedAt: Date } | null> {
  const [row] = await sql.query<{ value: unknown; changedAt: Date }>(
    'select value, updated_at as "changedAt" from operator_setting where key = $1',
    [key],
  )
  return row ?? null
}

/** Who changes settings does it one after the other, until his transaction ends: what is written down as before was so. */
export function lockSettings(tx: Sql): Promise<void> {
  return lockName(tx, 'settings')
}

/** A setting that is changed: what it was and is, and by whom. */
export interface SettingChange {
  key: string
  at: Date
  before: unknown
  after: unknown
  by: string
  proposedBy: string | null
  reason: string | null
}

/** Writes a setting; what changes stands in its history. */
export async function writeSetting(tx: Sql, { key, at, before, after, ...who }: SettingChange): Promise<void> {
  await tx.query(
    `insert into operator_setting (key, value, updated_at) values ($1, $2::text::jsonb, $3)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [key, JSON.stringify(after), at],
  )
  if (isDeepStrictEqual(before, after)) return
  await tx.query(
    `insert into operator_setting_change (key, at, before, after, by, proposed_by, reason)
     values ($1, $2, $3::text::jsonb, $4::text::jsonb, $5, $6, $7)`,
    [key, at, JSON.stringify(before), JSON.stringify(after), who.by, who.proposedBy, who.reason],
  )
}

const changeColumns = 'key, at, before, after, by, proposed_by as "proposedBy", reason'

/** How a setting changed, the newest first. */
export function readSettingChanges(sql: Sql, key: string, limit: number): Promise<SettingChange[]> {
  return sql.query(
    `select ${changeColumns} from operator_setting_change where key = $1 order by number desc limit $2`,
    [key, limit],
  )
}

/** The last change of each setting that ever changed. */
export function readLastChanges(sql: Sql): Promise<SettingChange[]> {
  return sql.query(`select distinct on (key) ${changeColumns} from operator_setting_change order by key, number desc`)
}
