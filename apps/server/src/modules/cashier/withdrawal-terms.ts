import { type Currency, readWireAmount, toWireAmount } from '@krapao/money'
import { refuse } from '../../platform/errors.ts'
import type { DepositBank, Settings } from '../operator/index.ts'
import type { Standing } from '../members/index.ts'

/** Refuses while a bonus holds the member's money: granted or ending (rulings 4.1). */
export function requireNoBonus(standing: Standing): void {
  if (standing.bonusState === 'granted' || standing.bonusState === 'ending') refuse('BONUS_REMAINING')
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
  const read = readWireAmount(amount)
  if (!read.ok) refuse('NO_DATA', { status: 422, details: { fields: ['amount'] } })
  return read.amountMinor
}

/** Which of the operator's accounts pays: the first ordinary one in the payee's currency, else any in that currency. */
export function payingBank(banks: readonly DepositBank[], currency: Currency): string | null {
  const alike = banks.filter((bank) => bank.currency === currency)
  const ordinary = alike.find((bank) => bank.mode === 'AUTO' && bank.bankType !== 'PAYMENT')
  return (ordinary ?? alike[0])?.bankCode ?? null
}
