import { type Currency, readWireAmount, toWireAmount } from '@krapao/money'
import { refuse, refuseFields } from '../../../platform/errors.ts'
import type { DepositBank, Settings } from '../../operator/index.ts'
import { isUnderBonus, type Standing } from '../../members/index.ts'

/** Refuses while a bonus holds the member's money: granted or ending (rulings 4.1). */
export function requireNoBonus(standing: Standing): void {
  if (isUnderBonus(standing)) refuse('BONUS_REMAINING')
}

/** An amount as it was sent, in satang; refuses with NO_DATA what is none. */
export function requireMinor(amount: number): number {
  const read = readWireAmount(amount)
  return read.ok ? read.amountMinor : refuseFields('amount')
}

/**
 * Reads the wanted amount within the operator's limits, both included; refuses with the limit in `details`. `rules`
 * throws what else is wrong with it.
 */
export function requireWithinLimits(amount: number, settings: Settings, rules: () => void): number {
  const min = toWireAmount(settings.withdrawMinMinor)
  const max = toWireAmount(settings.withdrawMaxMinor)
  if (amount < min || amount === 0) refuse('WITHDRAW_MINIMUM', { details: { min } })
  rules()
  if (amount > max) refuse('WITHDRAW_MAXIMUM', { details: { max } })
  return requireMinor(amount)
}

/** Which of the operator's accounts pays: the first ordinary one in the payee's currency, else any in that currency. */
export function payingBank(banks: readonly DepositBank[], currency: Currency): string | null {
  const alike = banks.filter((bank) => bank.currency === currency)
  const ordinary = alike.find((bank) => bank.mode === 'AUTO' && bank.bankType !== 'PAYMENT')
  return (ordinary ?? alike[0])?.bankCode ?? null
}
