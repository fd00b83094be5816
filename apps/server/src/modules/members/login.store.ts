import type { Sql } from '../../platform/database/types.ts'
import type { PairFailures, NameFailures } from '../../platform/login/failures.ts'

export async function readPairFailures(sql: Sql, phone: string, address: string): Promise<PairFailures | null> {
  const [row] = await sql.query<PairFailures>(
    `select failures as count, retry_at as "retryAt", last_at as "lastAt" from login_pair
     where phone = $1 and address = $2`,
    [phone, address],
  )
  return row ?? null
}

/** Under which all devices known for a phone are counted together; no name that is typed begins with a space. */
export const devicesOf = (phone: string): string => ` devices of ${phone}`

export async function readPhoneFailures(sql: Sql, phone: string): Promise<NameFailures | null> {
  const [row] = await sql.query<NameFailures>('select failures as count, since from login_phone where phone = $1', [
    phone,
  ])
  return row ?? null
}

/** The failures of a pair, none if it had none, locked until the transaction ends: those at once are all counted. */
export async function lockPairFailures(tx: Sql, phone: string, address: string, now: Date): Promise<PairFailures> {
  const [row] = await tx.query<PairFailures>(
    `insert into login_pair (phone, address, failures, retry_at, last_at) values ($1, $2, 0, $3, $3)
     on conflict (phone, address) do update set phone = excluded.phone
     returning failures as count, retry_at as "retryAt", last_at as "lastAt"`,
    [phone, address, now],
  )
  return row ?? { count: 0, retryAt: now, lastAt: now }
}

/** The same for a phone from anywhere. */
export async function lockPhoneFailures(tx: Sql, phone: string, now: Date): Promise<NameFailures> {
  const [row] = await tx.query<NameFailures>(
    `insert into login_phone (phone, failures, since) values ($1, 0, $2)
     on conflict (phone) do update set phone = excluded.phone
     returning failures as count, since`,
    [phone, now],
  )
  return row ?? { count: 0, since: now }
}

export async function writePairFailures(tx: Sql, phone: string, address: string, pair: PairFailures): Promise<void> {
  await tx.query('update login_pair set failures = $3, retry_at = $4, last_at = $5 where phone = $1 and address = $2', [
    phone,
    address,
    pair.count,
    pair.retryAt,
    pair.lastAt,
  ])
}

export async function writePhoneFailures(tx: Sql, phone: string, failures: NameFailures): Promise<void> {
  await tx.query('update login_phone set failures = $2, since = $3 where phone = $1', [
    phone,
    failures.count,
    failures.since,
  ])
}

export async function forgetPairFailures(sql: Sql, phone: string, address: string): Promise<void> {
  await sql.query('delete from login_pair where phone = $1 and address = $2', [phone, address])
}

/** Forgets what was counted against a phone: its owner has shown that it is his. */
export async function forgetPhoneFailures(sql: Sql, phone: string): Promise<void> {
  await sql.query('delete from login_phone where phone in ($1, $2)', [phone, devicesOf(phone)])
}

export async function deleteOldFailures(sql: Sql, before: Date): Promise<number> {
  const pairs = await sql.query('delete from login_pair where last_at < $1 returning phone', [before])
  const phones = await sql.query('delete from login_phone where since < $1 returning phone', [before])
  return pairs.length + phones.length
}
