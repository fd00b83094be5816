import type { Sql } from '../../platform/database/types.ts'
import type { PairFailures, PhoneFailures } from './login.rules.ts'

export async function readPairFailures(sql: Sql, phone: string, address: string): Promise<PairFailures | null> {
  const [row] = await sql.query<PairFailures>(
    `select failures as count, retry_at as "retryAt", last_at as "lastAt" from login_pair
     where phone = $1 and address = $2`,
    [phone, address],
  )
  return row ?? null
}

export async function readPhoneFailures(sql: Sql, phone: string): Promise<PhoneFailures | null> {
  const [row] = await sql.query<PhoneFailures>('select failures as count, since from login_phone where phone = $1', [
    phone,
  ])
  return row ?? null
}

export async function writePairFailures(tx: Sql, phone: string, address: string, pair: PairFailures): Promise<void> {
  await tx.query(
    `insert into login_pair (phone, address, failures, retry_at, last_at) values ($1, $2, $3, $4, $5)
     on conflict (phone, address) do update set
       failures = excluded.failures, retry_at = excluded.retry_at, last_at = excluded.last_at`,
    [phone, address, pair.count, pair.retryAt, pair.lastAt],
  )
}

export async function writePhoneFailures(tx: Sql, phone: string, failures: PhoneFailures): Promise<void> {
  await tx.query(
    `insert into login_phone (phone, failures, since) values ($1, $2, $3)
     on conflict (phone) do update set
       failures = case when login_phone.since = excluded.since then login_phone.failures + 1 else excluded.failures end,
       since = excluded.since`,
    [phone, failures.count, failures.since],
  )
}

export async function forgetPairFailures(sql: Sql, phone: string, address: string): Promise<void> {
  await sql.query('delete from login_pair where phone = $1 and address = $2', [phone, address])
}

export async function deleteOldFailures(sql: Sql, before: Date): Promise<number> {
  const pairs = await sql.query('delete from login_pair where last_at < $1 returning phone', [before])
  const phones = await sql.query('delete from login_phone where since < $1 returning phone', [before])
  return pairs.length + phones.length
}
