import type { Sql } from '../database/types.ts'
import { countNameFailure, countPairFailure, type NameFailures, type PairFailures } from './failures.ts'

export type FailureStore = ReturnType<typeof createFailureStore>

/**
 * Where wrong passwords of one kind of people are kept: `pairs` of a name and the place it was tried at, and `names` from
 * anywhere; `name` is the column of who was meant in both.
 */
export function createFailureStore({ pairs, names, name }: { pairs: string; names: string; name: string }) {
  const pairColumns = 'failures as count, retry_at as "retryAt", last_at as "lastAt"'
  return {
    async pairOf(sql: Sql, who: string, place: string): Promise<PairFailures | null> {
      const select = `select ${pairColumns} from ${pairs} where ${name} = $1 and address = $2`
      return (await sql.query<PairFailures>(select, [who, place]))[0] ?? null
    },
    async nameOf(sql: Sql, who: string): Promise<NameFailures | null> {
      const select = `select failures as count, since from ${names} where ${name} = $1`
      return (await sql.query<NameFailures>(select, [who]))[0] ?? null
    },
    /** Counts one more of a pair. Its row is locked until the transaction ends: those at once are all counted. */
    async countPair(tx: Sql, who: string, place: string, now: Date): Promise<void> {
      const [before] = await tx.query<PairFailures>(
        `insert into ${pairs} (${name}, address, failures, retry_at, last_at) values ($1, $2, 0, $3, $3)
         on conflict (${name}, address) do update set ${name} = excluded.${name} returning ${pairColumns}`,
        [who, place, now],
      )
      const { count, retryAt, lastAt } = countPairFailure(before ?? null, now)
      await tx.query(
        `update ${pairs} set failures = $3, retry_at = $4, last_at = $5 where ${name} = $1 and address = $2`,
        [who, place, count, retryAt, lastAt],
      )
    },
    /** The same of a name from anywhere. */
    async countName(tx: Sql, who: string, now: Date): Promise<void> {
      const [before] = await tx.query<NameFailures>(
        `insert into ${names} (${name}, failures, since) values ($1, 0, $2)
         on conflict (${name}) do update set ${name} = excluded.${name} returning failures as count, since`,
        [who, now],
      )
      const { count, since } = countNameFailure(before ?? null, now)
      await tx.query(`update ${names} set failures = $2, since = $3 where ${name} = $1`, [who, count, since])
    },
    async forgetPair(sql: Sql, who: string, place: string): Promise<void> {
      await sql.query(`delete from ${pairs} where ${name} = $1 and address = $2`, [who, place])
    },
    async forgetNames(sql: Sql, whos: readonly string[]): Promise<void> {
      await sql.query(`delete from ${names} where ${name} = any($1::text[])`, [whos])
    },
    /** Forgets what is older. @returns how many rows. */
    async forgetOld(sql: Sql, before: Date): Promise<number> {
      const old = await sql.query(`delete from ${pairs} where last_at < $1 returning ${name}`, [before])
      const older = await sql.query(`delete from ${names} where since < $1 returning ${name}`, [before])
      return old.length + older.length
    },
  }
}
