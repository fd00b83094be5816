import { ADJUSTMENT_MAX_MINOR, ADJUSTMENT_REASONS, type AdjustmentReason } from '@krapao/contract'
import { formatAmount, readWireAmount } from '@krapao/money'
import { type Command, CommandError } from '../../../platform/commands/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { byCommand } from '../../deeds/index.ts'
import type { AdjustmentAsked } from './adjust.ts'
import type { Offered } from '../../proposals/index.ts'

const WHY: Partial<Record<AppError['code'], string>> = {
  NO_DATA: 'There is no such member.',
  MONEY_NOT_ENOUGH: 'The wallet has not so much.',
  LIMIT_REACHED: 'That is more than one may propose in a day.',
}

function requireChange(word: string | undefined): number {
  const typed = Number(word)
  const read = readWireAmount(Math.abs(typed))
  if (word === undefined || !read.ok || read.amountMinor === 0 || read.amountMinor > ADJUSTMENT_MAX_MINOR) {
    throw new CommandError(
      `Say how much, in baht: 0.01 to ${formatAmount(ADJUSTMENT_MAX_MINOR)}, with - before what is taken.`,
    )
  }
  return typed < 0 ? -read.amountMinor : read.amountMinor
}

function requireReason(word: string | undefined): AdjustmentReason {
  const reason = ADJUSTMENT_REASONS.find((one) => one === word)
  if (reason !== undefined) return reason
  throw new CommandError(`Say what it is: ${ADJUSTMENT_REASONS.join(', ')}.`)
}

/** `adjustments propose`: the same deed as at the desk. */
export function adjustmentCommands(propose: (asked: AdjustmentAsked) => Promise<Offered>): Command[] {
  return [
    {
      name: 'adjustments propose',
      usage: `MEMBER AMOUNT ${ADJUSTMENT_REASONS.join('|')} WORDS - gives a member so many baht, or takes them with - before the amount, once somebody else confirms it`,
      async run([memberId = '', amount, what, ...words], actor) {
        const changeMinor = requireChange(amount)
        const reason = requireReason(what)
        const note = words.join(' ').trim().slice(0, 500)
        if (note === '') throw new CommandError('Say why, for whoever confirms it.')
        try {
          const by = byCommand(actor)
          const offered = await propose({ memberId, changeMinor, reason, note, reference: null, by })
          return offered.proposalId === null
            ? 'It is booked.'
            : `Somebody else confirms it: proposals confirm ${offered.proposalId}`
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          throw new CommandError(WHY[error.code] ?? error.code)
        }
      },
    },
  ]
}
