import { bangkokDay } from '../../../platform/bangkok-time.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { flowsOfHouse } from '../house-flows.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { addFlags, beginTrial } from './flags.store.ts'
import { type MemberFlow, type PaymentFlagKind, paymentFlags } from './payment-flags.rules.ts'

/** What is looked back at: a day of payments, and a day more for a job that did not run. */
const BACK_MS = 2 * DAY_MS
/** For so long a new kind is only looked at, and holds nothing. */
const TRIAL_MS = 14 * DAY_MS

const kinds: readonly PaymentFlagKind[] = ['below-threshold', 'in-and-out']
const whats: Record<string, MemberFlow['what']> = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  'game-result': 'result',
}

/**
 * Flags payments just below what is reported, and money that comes in and goes out again unplayed, by the ledger's entries:
 * each member once a day of Bangkok and kind, whatever came of it then. @returns how many are new.
 */
export async function raisePaymentFlags({
  database,
  ledger,
  clock,
}: Pick<RewardsParts, 'database' | 'ledger' | 'clock'>): Promise<number> {
  const now = clock.now()
  const trials = new Map<PaymentFlagKind, Date>()
  for (const kind of kinds) trials.set(kind, new Date((await beginTrial(database, kind, now)).getTime() + TRIAL_MS))
  const range = { from: new Date(now.getTime() - BACK_MS), until: new Date(now.getTime() + 1) }
  const flows = (await flowsOfHouse(ledger, database, range, Object.keys(whats))).flatMap((flow): MemberFlow[] => {
    const { memberId, code, givenMinor, at } = flow
    const what = whats[code]
    return what === undefined
      ? []
      : [{ memberId, what, amountMinor: what === 'withdrawal' ? -givenMinor : givenMinor, at }]
  })
  const found = [...Map.groupBy(flows, ({ memberId }) => memberId).values()].flatMap(paymentFlags)
  const flags = found.map(({ kind, memberId, at }) => ({
    kind,
    memberId,
    key: `${memberId} ${bangkokDay(at)}`,
    holdsFrom: trials.get(kind) ?? now,
  }))
  return addFlags(database, flags, now)
}
