import { refuse } from '../../platform/errors.ts'
import type { MembersParts } from './members.parts.ts'
import type { GateAction } from './members.types.ts'

/**
 * The gate of all doors that take money in (rulings 5.11). Where real money is meant, nothing is taken by a bank as long as
 * the operator has named no account that it could go to: it would reach nobody, or the account of a demonstration.
 */
export async function requireGate(
  { operator, needsDepositAccount }: Pick<MembersParts, 'operator' | 'needsDepositAccount'>,
  action: GateAction,
): Promise<void> {
  if (!needsDepositAccount || (action !== 'qr' && action !== 'slip')) return
  const { banks } = await operator.depositAccounts()
  if (banks.length === 0) refuse(action === 'qr' ? 'NO_BANK' : 'SLIP_CLOSED')
}
