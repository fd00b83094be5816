import { formatAmount } from '@krapao/money'
import { type Command, CommandError, listing, required } from '../../../platform/commands/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { type By, byCommand } from '../../deeds/index.ts'
import { progressOf } from '../bonuses/progress.ts'
import { findHeld, listHeld, type UserBonusRow } from '../bonuses/user-bonuses.store.ts'
import { stopOffer } from '../offers/offers.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { type RuleRow, rulesAt } from '../terms/rule-versions.store.ts'
import { describeTerms } from './bonus.words.ts'
import { endByStaff } from './end-by-staff.ts'

const LISTED_MAX = 200

/** `bonuses list|end|rules|stop` (rulings 6.3). What an operator ends is written down with the member. */
export function bonusCommands(parts: RewardsParts): Command[] {
  return [
    {
      name: 'bonuses list',
      usage: '- bonuses that members hold, with how far they are',
      async run() {
        const held = await listHeld(parts.database, LISTED_MAX)
        const lines = await Promise.all(held.map((bonus) => bonusInWords(parts, bonus)))
        return listing(lines, String, 'No member holds a bonus.')
      },
    },
    {
      name: 'bonuses end',
      usage:
        'ID|MEMBER failed|passed [NOTE] - ends a bonus whatever its condition; failed: what is left of it goes back to the house',
      run: ([words, outcome, ...note], actor) => end(parts, words, outcome, note.join(' '), byCommand(actor)),
    },
    {
      name: 'bonuses rules',
      usage: '- the bonuses and promotions that hold now',
      async run() {
        const now = parts.clock.now()
        const rules = [
          ...(await rulesAt(parts.database, 'bonus', now)),
          ...(await rulesAt(parts.database, 'promotion', now)),
        ]
        return listing(rules, describeRule, 'There is no bonus and no promotion.')
      },
    },
    {
      name: 'bonuses stop',
      usage: 'bonus|promotion CODE WORDS - lets nobody arm it from now on, and why; what members hold goes on',
      run: ([source, code, ...words], actor) => stop(parts, source, code, words.join(' ').trim(), byCommand(actor)),
    },
  ]
}

async function stop(
  parts: RewardsParts,
  source: string | undefined,
  code: string | undefined,
  reason: string,
  by: By,
): Promise<string> {
  if (source !== 'bonus' && source !== 'promotion') throw new CommandError('Say whether it is a bonus or a promotion.')
  const named = required(code, 'Name its code.').toUpperCase()
  if (reason === '') throw new CommandError('Say why.')
  try {
    await stopOffer(parts, { source, code: named, by, reason })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new CommandError(`No ${source} ${named} is in force or planned.`)
  }
  return `${named} is stopped.`
}

async function bonusInWords(parts: RewardsParts, bonus: UserBonusRow): Promise<string> {
  const progress = await progressOf(parts, bonus)
  const far =
    progress === null
      ? `armed ${bonus.armedAt.toISOString()}`
      : `base ${formatAmount(progress.baseMinor)}  current ${formatAmount(progress.currentMinor)}  ` +
        `lost below ${formatAmount(progress.failBelowMinor)}  won from ${formatAmount(progress.passFromMinor)}`
  return `${bonus.id}  ${bonus.state}  ${bonus.source} ${bonus.code}  member ${bonus.memberId}  ${far}`
}

function describeRule(rule: RuleRow): string {
  const until = rule.validUntil === null ? '' : `  until ${rule.validUntil.toISOString()}`
  return `${rule.source} ${rule.code}  ${describeTerms(rule)}${until}`
}

async function end(
  parts: RewardsParts,
  words: string | undefined,
  outcome: string | undefined,
  note: string,
  by: By,
): Promise<string> {
  const named = required(words, 'Name the bonus or the member.')
  const memberId = await parts.members.find(parts.database, named)
  const bonus = required(await findHeld(parts.database, named, memberId), 'No bonus is held under this name.')
  if (bonus.state === 'ending') throw new CommandError('It is ending already, and ends by itself.')
  if (bonus.state === 'granted' && outcome !== 'failed' && outcome !== 'passed') {
    throw new CommandError('Say whether it ends as failed or passed.')
  }
  const ended = await endByStaff(parts, bonus, {
    outcome: outcome === 'passed' ? 'passed' : 'failed',
    by,
    reason: note.trim() || null,
  })
  if (ended === 'given-back') return `${bonus.id} is given back.`
  if (ended === 'ending') return `${bonus.id} is ending: its games are brought home first.`
  if (ended === 'under-way') throw new CommandError('A transfer of the member is under way; try again when it is over.')
  throw new CommandError('It has just changed; look at the list again.')
}
