import { putRow } from '../../platform/database/put-row.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'

const names = `json_build_object('th', name_th, 'lo', name_lo, 'en', name_en) as names`

/** What an operator offers one of several of: the key of a row, and its columns in the form of the operator's file. */
const offered = {
  bank: {
    key: 'code',
    columns: `code, digits, also_named as "alsoNamed", ${names}, currency, latin_names_only as "latinNamesOnly",
      holds_accounts as "holdsAccounts", qr_institution as "qrInstitution"`,
  },
  deposit_account: {
    key: 'id',
    columns: `id, kind, bank_code as "bankCode", mode, bank_type as "bankType", account_name as "accountName",
      account_no as "accountNo", currency, qr`,
  },
  member_source: {
    key: 'code',
    columns: `code, json_build_object('th', description_th, 'lo', description_lo, 'en', description_en) as names`,
  },
  game_setting: {
    key: 'code',
    columns: `code, ${names}, category, factor_ten_thousandths as factor, logo, background, web, android, ios,
      auto_login as "autoLogin", provider, maintenance`,
  },
} as const
type OfferedTable = keyof typeof offered

/** Words in three languages, each in a column of its own. */
export const inLanguages = (column: string, { th, lo, en }: Readonly<Record<Language, string>>) => ({
  [`${column}_th`]: th,
  [`${column}_lo`]: lo,
  [`${column}_en`]: en,
})

/** All rows in the operator's order, apart from whether they are offered and where they stand. */
export async function readOffered<Row>(
  sql: Sql,
  table: OfferedTable,
): Promise<{ row: Row; isOffered: boolean; sort: number }[]> {
  const rows = await sql.query<{ isOffered: boolean; sort: number }>(
    `select ${offered[table].columns}, is_offered as "isOffered", sort from ${table} order by sort`,
  )
  return rows.map(({ isOffered, sort, ...row }) => ({ row: row as Row, isOffered, sort }))
}

export function putOffered(tx: Sql, table: OfferedTable, row: object, sort: number): Promise<void> {
  return putRow(tx, table, [offered[table].key], { ...row, isOffered: true, sort })
}

export async function switchOff(tx: Sql, table: OfferedTable, key: string): Promise<void> {
  await tx.query(`update ${table} set is_offered = false where ${offered[table].key} = $1`, [key])
}

/** Whether the operator has said anything of banks or games. */
export async function isFurnished(sql: Sql): Promise<boolean> {
  const rows = await sql.query('select from bank union all select from game_setting limit 1')
  return rows.length > 0
}
