import type { Sql } from '../../../platform/database/types.ts'

/** Writes down a rate and since when it holds; not when it is the last one that is known. */
export async function noteRate(sql: Sql, lakPerBaht: number, since: Date): Promise<void> {
  await sql.query(
    `insert into exchange_rate (from_at, lak_per_baht)
     select $1::timestamptz, $2::integer
     where $2::integer is distinct from (select lak_per_baht from exchange_rate order by from_at desc limit 1)
     on conflict (from_at) do update set lak_per_baht = excluded.lak_per_baht`,
    [since, lakPerBaht],
  )
}

/** The rate that held at a moment, or the earliest one known. */
export async function rateAt(sql: Sql, moment: Date): Promise<number | null> {
  const [row] = await sql.query<{ lakPerBaht: number }>(
    `select lak_per_baht as "lakPerBaht" from exchange_rate
     order by from_at <= $1 desc, case when from_at <= $1 then from_at end desc, from_at limit 1`,
    [moment],
  )
  return row?.lakPerBaht ?? null
}
