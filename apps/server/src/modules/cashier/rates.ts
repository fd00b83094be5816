import type { Currency } from '@krapao/money'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { bahtForLak } from './lak.rules.ts'

/** Kip for one baht, now and at a moment that has passed: money is worth what it was when the bank received it. */
export interface Rates {
  /** The rate that holds now; a changed one is written down. */
  current(): Promise<number>
  /** The rate that held at a moment, or the earliest one known. */
  at(sql: Sql, moment: Date): Promise<number | null>
  /** What money is worth in satang: baht as they are, kip at the rate when the bank received them (rulings 2.5). */
  worth(sql: Sql, received: { amountMinor: number; currency: Currency; occurredAt: Date }): Promise<number>
}

/** Keeps a history of the operator's rate of exchange, as far as this product has seen it change (rulings 2.5). */
export function createRates(deps: { database: Database; clock: Clock; operator: OperatorDoor }): Rates {
  const { database, clock, operator } = deps
  let lastSeen: number | null = null

  async function current(): Promise<number> {
    const { lakPerBaht } = await operator.settings()
    if (lastSeen === lakPerBaht) return lakPerBaht
    return writeDown()
  }

  /** Writes down the rate that holds now from the moment when the operator set it. */
  async function writeDown(): Promise<number> {
    const { value: lakPerBaht, changedAt } = await operator.setting('lakPerBaht')
    const since = changedAt ?? clock.now()
    await database.query(
      `insert into exchange_rate (from_at, lak_per_baht)
       select $1::timestamptz, $2::integer
       where $2::integer is distinct from (select lak_per_baht from exchange_rate order by from_at desc limit 1)
       on conflict (from_at) do update set lak_per_baht = excluded.lak_per_baht`,
      [since, lakPerBaht],
    )
    lastSeen = lakPerBaht
    return lakPerBaht
  }

  async function at(sql: Sql, moment: Date): Promise<number | null> {
    const [row] = await sql.query<{ lakPerBaht: number }>(
      `select lak_per_baht as "lakPerBaht" from exchange_rate
       order by from_at <= $1 desc, case when from_at <= $1 then from_at end desc, from_at limit 1`,
      [moment],
    )
    return row?.lakPerBaht ?? null
  }

  return {
    current,
    at,
    async worth(sql, { amountMinor, currency, occurredAt }) {
      if (currency === 'BAHT') return amountMinor
      // Read anew: what kip are worth does not wait until a job sees that the operator changed the rate.
      const lakPerBaht = await writeDown()
      return bahtForLak(amountMinor, (await at(sql, occurredAt)) ?? lakPerBaht)
    },
  }
}
