import type { Sql } from '../../../platform/database/types.ts'
import type { DecisionRow } from '../../deeds/index.ts'

/** What of this module waits for a person, one kind of it: from which rows, and since when each waits. */
interface Waiting {
  table: 'slip' | 'deposit_notice' | 'gift_link' | 'cashier_case'
  where: string
  /** From how long on it waits for a person. */
  from?: string
  since: 'created_at' | 'called_at' | 'opened_at'
  version: string
  reasons: string
}

/** What a person decides about slips: those in review are decided once, so that one number stands for each state. */
const SLIP_VERSION = `case state when 'open' then 0 when 'review' then 1 when 'refused' then 2 else 3 end`
const ARRIVALS = `kind in ('UNKNOWN_PAYMENT', 'PAYMENT_FORGOTTEN')`

export const waiting = {
  slip: {
    table: 'slip',
    where: `state = 'review'`,
    since: 'created_at',
    version: SLIP_VERSION,
    reasons: 'review_reasons',
  },
  notice: {
    table: 'deposit_notice',
    where: `state = 'open'`,
    since: 'created_at',
    version: 'version',
    reasons: `array['NOTICE']`,
  },
  gift: {
    table: 'gift_link',
    where: `state = 'redeeming'`,
    from: '1 hour',
    since: 'called_at',
    // Each question makes another version of its row: whose share it is has not changed by that.
    version: '0',
    reasons: `array['UNKNOWN_FOR_AN_HOUR']`,
  },
  case: {
    table: 'cashier_case',
    // A gift that is unknown waits as a gift.
    where: `state = 'open' and not ${ARRIVALS} and not (kind = 'GIFT_UNKNOWN' and exists (
      select from gift_link where gift_link.id = reference and gift_link.state = 'redeeming'))`,
    since: 'opened_at',
    version: 'version',
    reasons: 'array[kind]',
  },
  arrival: {
    table: 'cashier_case',
    where: `state = 'open' and ${ARRIVALS}`,
    since: 'opened_at',
    version: 'version',
    reasons: 'array[kind]',
  },
} as const satisfies Record<string, Waiting>

/** What waits, as the queue reads it; `$1` is the present moment. */
export function waitingSql({ table, where, since, from }: Waiting): string {
  const aged = from === undefined ? '' : ` and ${since} <= $1::timestamptz - interval '${from}'`
  return `select id, ${since} as since, member_id from ${table} where ${where}${aged}`
}

export function listWaiting(
  sql: Sql,
  { table, where, since, version, reasons }: Waiting,
  ids: readonly string[],
): Promise<DecisionRow[]> {
  const amount = table === 'cashier_case' ? `case when currency = 'BAHT' then amount_minor end` : 'amount_minor'
  return sql.query<DecisionRow>(
    `select id, ${version} as version, member_id as "memberId", ${amount} as "amountMinor",
       ${since} as since, ${reasons} as reasons
     from ${table} where id = any ($1::text[]) and ${where}`,
    [ids],
  )
}

/** By what name the bank knows who sent a transfer, from its word of money that came or of a slip; null where it told none. */
export async function knownSender(
  sql: Sql,
  { sendingBank, transRef }: { sendingBank: string | null; transRef: string | null },
): Promise<string | null> {
  const [row] = await sql.query<{ name: string | null }>(
    `select sender ->> 'name' as name from bank_payment where sending_bank = $1 and upper(trans_ref) = upper($2)
     union all
     select transfer -> 'sender' ->> 'name' from slip
     where sending_bank = $1 and upper(trans_ref) = upper($2) and transfer is not null
     limit 1`,
    [sendingBank, transRef],
  )
  return row?.name ?? null
}
