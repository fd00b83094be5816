import { PAYOUT_REFERENCE } from '@krapao/contract'
import { formatAmount } from '@krapao/money'
import { type Command, CommandError, requireAmount } from '../../../platform/commands/index.ts'
import { byCommand } from '../../deeds/index.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { type Remembered, rememberPayout } from '../payouts/forgotten-payouts.ts'

/** What an operator can do about payouts that a restored copy has forgotten. */
export function forgottenPayoutCommands(parts: CashierParts): Command[] {
  return [
    {
      name: 'withdrawals remember',
      usage:
        'REFERENCE MEMBER BAHT [KIP] - after a restore: writes a payout that the bank lists, and this copy has forgotten, as the withdrawal that it was; the bank is asked first. KIP is what was paid out where it was kip',
      async run([reference = '', words, amount, kip], actor) {
        if (!PAYOUT_REFERENCE.test(reference))
          throw new CommandError("Name the payout's reference, as the bank lists it.")
        const memberId = await parts.members.requireNamed(words)
        const amountMinor = requireAmount(amount)
        const kipMinor = kip === undefined ? null : requireAmount(kip)
        const remembered = await rememberPayout(parts, { reference, memberId, amountMinor, kipMinor }, byCommand(actor))
        return answerOf(remembered, `${formatAmount(amountMinor)} baht of ${memberId}`)
      },
    },
  ]
}

const problems = {
  'not-restored': 'No restored copy was ever marked here, so nothing can be forgotten.',
  known: 'This copy knows it; look at it with: withdrawals show ID',
  'no-account': 'This member has no bank account.',
  'not-found': 'The bank knows no payout of this reference. Nothing was changed.',
  silent: 'The bank does not answer, or tells another amount of it. Nothing was changed.',
} as const

function answerOf(remembered: Remembered, what: string): string {
  if (remembered.kind === 'no-money')
    return `The bank says ${remembered.state}: no money left, and the wallet is right as it is.`
  if (remembered.kind !== 'booked') throw new CommandError(problems[remembered.kind])
  const { state, isCovered } = remembered
  if (state === 'SENT')
    return `The bank says SENT: ${what} ${isCovered ? 'are held' : 'are not in the wallet'}, and it is asked on.`
  return isCovered
    ? `The bank says PAID: ${what} went from the wallet.`
    : `The bank says PAID: the wallet does not hold the ${what}. The house lent them; see: cases list`
}
