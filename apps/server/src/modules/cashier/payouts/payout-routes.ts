import type { Currency } from '@krapao/money'
import type { Sql } from '../../../platform/database/types.ts'
import { keepPayoutRoute, payoutRoute } from './payout-routes.store.ts'
import type { PayoutAnswer, PayoutOrder, PayoutSender } from '../providers/payout-sender.ts'

/** The senders of payouts by name, and the names of those that are used now, the first that pays a currency first. */
interface Senders {
  named: ReadonlyMap<string, PayoutSender>
  inUse: readonly string[]
  /** Whether this is a copy that may have forgotten through whom an order went. */
  isRestored: () => Promise<boolean>
}

const notNamed: PayoutAnswer = { kind: 'unknown', why: 'no party of the settings sends this payout' }

/**
 * One sender over several: an order goes through one party for ever, whatever the settings say later, so that no other
 * party is asked about it, knows nothing and pays it once more. The party is written down before it is called.
 */
export function routePayouts(sql: Sql, { named, inUse, isRestored }: Senders): PayoutSender {
  const chosen = (currency: Currency): string | undefined =>
    inUse.find((name) => named.get(name)?.currencies?.includes(currency) ?? named.has(name))

  /** Of an order whose party a restored copy has forgotten any may have it: only when none knows it is it unknown to all. */
  async function askAll(order: PayoutOrder): Promise<PayoutAnswer> {
    let unknown: PayoutAnswer | undefined
    let asked = 0
    // One that pays nothing was given no order, but perhaps of those that a restored copy forgot.
    const isForgetful = await isRestored()
    for (const [name, sender] of named) {
      const { currencies } = sender
      if (currencies?.includes(order.currency) === false && !(isForgetful && currencies.length === 0)) continue
      asked += 1
      const answer = await sender.payout(order)
      if (answer.kind === 'state') {
        await keepPayoutRoute(sql, order.reference, name)
        return answer
      }
      if (answer.kind === 'unknown') unknown = answer
    }
    return unknown ?? (asked === 0 ? notNamed : { kind: 'not-found' })
  }

  return {
    async payOut(order) {
      const known = await payoutRoute(sql, order.reference)
      const name = known ?? chosen(order.currency)
      if (name === undefined) return notNamed
      const party = known ?? (await keepPayoutRoute(sql, order.reference, name))
      return (await named.get(party)?.payOut(order)) ?? notNamed
    },
    async payout(order) {
      const party = await payoutRoute(sql, order.reference)
      if (party === null) return askAll(order)
      return (await named.get(party)?.payout(order)) ?? notNamed
    },
  }
}
