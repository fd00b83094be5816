import type { Sql } from '../../../platform/database/types.ts'

/** Through which party a payout goes; null when it was never sent, or a restored copy has forgotten it. */
export async function payoutRoute(sql: Sql, reference: string): Promise<string | null> {
  const [row] = await sql.query<{ party: string }>('select party from payout_route where reference = $1', [reference])
  return row?.party ?? null
}

/** Writes down the party of a payout before it is sent. @returns that of whoever wrote it first. */
export async function keepPayoutRoute(sql: Sql, reference: string, party: string): Promise<string> {
  await sql.query('insert into payout_route (reference, party) values ($1, $2) on conflict do nothing', [
    reference,
    party,
  ])
  return (await payoutRoute(sql, reference)) ?? party
}
