import { refuse } from '../../platform/errors.ts'
import type { OperatorDoor } from '../operator/index.ts'
import type { MembersDoor } from './members.types.ts'

/**
 * The gate of all doors that take money in (rulings 5.11). Where real money is meant, nothing is taken by a bank as long as
 * the operator has named no account that it could go to: it would reach nobody, or the account of a demonstration.
 */
export function createGate(deps: {
  operator: Pick<OperatorDoor, 'depositAccounts'>
  needsDepositAccount?: boolean
}): MembersDoor['gate'] {
  return async (_memberId, action) => {
    if (deps.needsDepositAccount !== true || (action !== 'qr' && action !== 'slip')) return
    const { banks } = await deps.operator.depositAccounts()
    if (banks.length === 0) refuse(action === 'qr' ? 'NO_BANK' : 'SLIP_CLOSED')
  }
}
