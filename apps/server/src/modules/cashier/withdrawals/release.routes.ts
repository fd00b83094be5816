import { desk, type ReleaseReplay as ReplayOnWire, type ReleaseRules as RulesOnWire } from '@krapao/contract'
import { readWireAmount, toWireAmount } from '@krapao/money'
import { type Route, route } from '../../../platform/http/index.ts'
import { byAgent } from '../../deeds/index.ts'
import type { Offered } from '../../proposals/index.ts'
import type { CashierParts } from '../cashier.parts.ts'
import type { ChangeAsked } from './release-change.ts'
import { type Replay, releaseHistory, replay, rulesInForce, type Tally } from './release.ts'
import { type ReleaseRules, standingReasons } from './release.rules.ts'

function toWire({ autoMaxMinor, autoDayMaxMinor, payeeUnchangedHours }: ReleaseRules): RulesOnWire {
  return {
    withdrawAutoMax: toWireAmount(autoMaxMinor),
    withdrawAutoDayMax: toWireAmount(autoDayMaxMinor),
    payeeUnchangedHours,
  }
}

/** Rules as they were sent; their schema has seen to it that amounts are such. */
function fromWire({ withdrawAutoMax, withdrawAutoDayMax, payeeUnchangedHours }: RulesOnWire): ReleaseRules {
  return {
    autoMaxMinor: minorOf(withdrawAutoMax),
    autoDayMaxMinor: minorOf(withdrawAutoDayMax),
    payeeUnchangedHours,
  }
}

function minorOf(sent: number): number {
  const read = readWireAmount(sent)
  if (!read.ok) throw new RangeError(`${sent} is no amount`)
  return read.amountMinor
}

const tally = ({ count, amountMinor }: Tally) => ({ count, amount: toWireAmount(amountMinor) })

function replayToWire({ from, to, all, waited, wouldWait, reasons }: Replay): ReplayOnWire {
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    all: tally(all),
    waited: tally(waited),
    wouldWait: tally(wouldWait),
    reasons: reasons.map((one) => ({ reason: one.reason, ...tally(one) })),
  }
}

/** The calls of staff about automatic release. */
export function releaseRoutes(parts: CashierParts, change: (asked: ChangeAsked) => Promise<Offered>): Route[] {
  return [
    route(desk.deskReleaseRules, async () => {
      const [{ number, rules }, history] = await Promise.all([rulesInForce(parts), releaseHistory(parts)])
      return {
        version: number,
        rules: toWire(rules),
        always: [...standingReasons],
        history: history.map(({ version, ...kept }) => ({
          version,
          rules: toWire(kept.rules),
          at: kept.at?.toISOString() ?? null,
          proposedBy: kept.proposedBy,
          confirmedBy: kept.confirmedBy,
          reason: kept.reason,
        })),
      }
    }),
    route(
      desk.deskReleaseReplay,
      async ({ body }) => replayToWire(await replay(parts, fromWire(body))),
      // It reads a month.
      { limit: { perMember: { max: 30, windowS: 60 } } },
    ),
    route(desk.deskReleasePropose, ({ agent, body, operationId }) => {
      const { version: number, reason, ...sent } = body
      return change({ rules: fromWire(sent), number, reason, by: byAgent(agent), roles: agent.roles, operationId })
    }),
  ]
}
