import { RELEASE_CHANGERS, type Role } from '@krapao/contract'
import * as v from 'valibot'
import type { Sql } from '../../../platform/database/types.ts'
import { fromZero } from '../../../platform/whole-numbers.ts'
import { type By, writeDeed } from '../../deeds/index.ts'
import { type Doing, movedOn, type Offered } from '../../proposals/index.ts'
import type { CashierParts } from '../cashier.parts.ts'
import type { ReleaseRules } from './release.rules.ts'
import { type NumberedRules, rulesInForce } from './release.ts'
import { addReleaseVersion, releaseVersions } from './release.store.ts'

// Other rules of automatic release: an owner and one who answers for the risk put them in force together.

const shape = v.object({
  autoMaxMinor: fromZero,
  autoDayMaxMinor: fromZero,
  payeeUnchangedHours: fromZero,
  /** The version that was read, in whose place they come. */
  number: fromZero,
  reason: v.string(),
})
type Terms = v.InferOutput<typeof shape>

/** Of one change at a time it is decided. */
const SUBJECT = 'release:rules'

const factsOf = ({ autoMaxMinor, autoDayMaxMinor, payeeUnchangedHours }: ReleaseRules) => ({
  autoMaxMinor,
  autoDayMaxMinor,
  payeeUnchangedHours,
})

/** Which rules, in place of which version, who proposes them, and why. */
export interface ChangeAsked {
  rules: ReleaseRules
  number: number
  reason: string
  by: By
  /** His roles; null at the command line, where there are none. */
  roles: readonly Role[] | null
  operationId?: string
}

async function putInForce(
  parts: CashierParts,
  tx: Sql,
  { terms, by, proposedBy, evidence }: Doing<Terms, NumberedRules>,
): Promise<void> {
  const at = parts.clock.now()
  const { number: seen, reason, ...rules } = terms
  const [newest] = await releaseVersions(tx, 1)
  if ((newest?.number ?? 0) !== seen) movedOn(newest?.confirmedBy ?? null, 'CHANGED')
  const before = newest ?? evidence.rules
  const confirmedBy = by.actor === proposedBy ? null : by.actor
  // Of two at once the later one finds the number taken.
  if (!(await addReleaseVersion(tx, { ...rules, number: seen + 1, at, proposedBy, confirmedBy, reason }))) {
    movedOn(null, 'CHANGED')
  }
  await writeDeed(tx, {
    ...by,
    deed: 'release-rules-changed',
    subject: SUBJECT,
    before: { number: seen, ...factsOf(before) },
    after: { number: seen + 1, ...factsOf(rules) },
    reason,
    at,
  })
}

/** Makes the deed known, by whoever is to confirm it: of owner and risk the proposer may be one or both. */
export function createReleaseChange(parts: CashierParts): (asked: ChangeAsked) => Promise<Offered> {
  const register = (kind: string, confirmedBy: readonly Role[]) =>
    parts.proposals.register<Terms, NumberedRules>({
      kind,
      confirmedBy,
      shape,
      prepare: () => rulesInForce(parts),
      run: (tx, doing) => putInForce(parts, tx, doing),
    })
  const byEither = register('release-rules', RELEASE_CHANGERS)
  const byRisk = register('release-rules-of-owner', ['RISK'])
  const byOwner = register('release-rules-of-risk', ['OWNER'])

  return async ({ rules, number, reason, by, roles, operationId }) => {
    const inForce = await rulesInForce(parts)
    if (inForce.number !== number) movedOn(null, 'CHANGED')
    const lacks = (role: Role) => roles !== null && !roles.includes(role)
    const deed = lacks('RISK') ? byRisk : lacks('OWNER') ? byOwner : byEither
    const terms = { ...factsOf(rules), number, reason: reason.trim() }
    return parts.proposals.offer(deed, {
      by,
      terms,
      subject: SUBJECT,
      reason: terms.reason,
      operationId,
    })
  }
}
