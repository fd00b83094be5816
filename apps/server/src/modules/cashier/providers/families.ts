import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { PartyCaller } from '../../../platform/party-call.ts'
import type { Connector, Connectors } from './connectors.ts'
import { easyslip } from './easyslip.ts'
import type { Family } from './family.ts'
import { jeepay } from './jeepay.ts'
import { opn } from './opn.ts'
import { scb } from './scb.ts'
import { slipok } from './slipok.ts'
import { xendit } from './xendit.ts'

const families: Readonly<Record<string, Family>> = { scb, opn, xendit, jeepay, slipok, easyslip }

export const cashierFamilies: readonly string[] = Object.keys(families)

/** Makes the parties that the settings name. Throws an Error in words, without a value in it, for one that cannot be. */
export function createConnectors(
  given: { named: ReadonlyMap<string, { family: string }>; payouts: readonly string[]; slips: readonly string[] },
  ways: { clock: Clock; logger: Logger; publicUrl: string; callerOf(party: string): PartyCaller },
): Connectors {
  const { clock, logger } = ways
  const named = new Map<string, Connector>()
  for (const [name, { family: familyName, ...said }] of given.named) {
    const hookUrl = `${ways.publicUrl}/api/hooks/${name}`
    const made = families[familyName]?.connect(said, { name, clock, logger, send: ways.callerOf(name), hookUrl })
    if (made === undefined) continue
    if ('wrong' in made) {
      throw new Error(`KRAPAO_PARTIES.${name} is not as the family ${familyName} wants it: ${made.wrong.join(', ')}.`)
    }
    named.set(name, made.connector)
  }
  for (const name of given.payouts) {
    if (named.get(name)?.payoutSender === undefined && name !== 'bank')
      throw new Error(`KRAPAO_PAYOUTS names ${name}, which pays nothing out.`)
  }
  for (const name of given.slips) {
    if (named.get(name)?.slipVerifier === undefined && name !== 'bank')
      throw new Error(`KRAPAO_SLIPS names ${name}, which knows no slips.`)
  }
  return { named, payouts: given.payouts, slips: given.slips }
}
