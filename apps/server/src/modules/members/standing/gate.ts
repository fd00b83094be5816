import type { Guard } from '@krapao/ledger'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import type { MembersParts } from '../members.parts.ts'
import type { GateWish, Standing } from '../members.types.ts'
import { requireAdmitted } from './standing.ts'

type GateParts = Pick<MembersParts, 'operator' | 'needsDepositAccount' | 'limits' | 'clock'>

/**
 * The gate of all ways in (rulings 5.11): nobody enters who has excluded himself, or past his limits; money that was sent
 * already is credited all the same. Asked once more where the way in is committed, with the standing that guards it or
 * is locked there, so that what was set meanwhile holds. Where real money is meant, no slip is taken as long as the
 * operator has named no account that it could be of; a QR names its own. Refuses with EXCLUDED, LIMIT_REACHED or SLIP_CLOSED.
 * @returns what else the movement is to be guarded by.
 */
export async function requireGate(parts: GateParts, sql: Sql, wish: GateWish): Promise<readonly Guard[]> {
  const { action, standing } = wish
  if (action !== 'slip') requireAdmitted(standing, parts.clock.now())
  if (action === 'slip' && parts.needsDepositAccount && !(await parts.operator.hasDepositBank(sql)))
    refuse('SLIP_CLOSED')
  return standing.hasLimits ? parts.limits().require(sql, wish) : []
}

/** What of the wallet may enter no game, in satang. */
export async function lockedMinor(
  { limits }: GateParts,
  sql: Sql,
  { memberId, standing }: { memberId: string; standing: Standing },
): Promise<number> {
  return standing.hasLimits ? limits().lockedMinor(sql, memberId) : 0
}
