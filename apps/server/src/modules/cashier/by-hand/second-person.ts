import type { DecisionKindName } from '@krapao/contract'
import { CommandError } from '../../../platform/commands/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { By, DecisionDeed } from '../../deeds/index.ts'
import type { CashierParts } from '../cashier.parts.ts'
import type { OfferDecision } from './decision-proposals.ts'

interface Commanded extends Omit<DecisionDeed, 'roles'> {
  kind: DecisionKindName
  memberId: string | null
  amountMinor: number | null
  takesTwo: boolean
}

/**
 * What one person may do alone he does; what takes two is proposed by the same deed as at the desk, for somebody else to
 * confirm. Where the operator has no second person it is done at once, and its deed says so. Answers in words what came of
 * it; throws a CommandError where something of it is proposed already.
 */
export async function byTwoPersons(
  parts: Pick<CashierParts, 'operator'>,
  offer: OfferDecision,
  { kind, memberId, amountMinor, takesTwo, ...deed }: Commanded,
  alone: (by: By) => Promise<string>,
): Promise<string> {
  if (!takesTwo) return alone(deed.by)
  if ((await parts.operator.setting('secondPerson')).value === 'off') {
    return alone({ ...deed.by, said: { secondPerson: 'off' } })
  }
  try {
    const offered = await offer({ ...deed, roles: [] }, { kind, memberId, amountMinor })
    return offered.outcome === 'proposed'
      ? `It takes two. Somebody else confirms it: proposals confirm ${offered.proposalId}`
      : `${deed.id} is done.`
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'MOVED_ON') throw error
    throw new CommandError('It is proposed already: proposals list')
  }
}
