import { formatAmount } from '@krapao/money'
import { type Command, CommandError, listing, requireId } from '../../../platform/commands/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { type By, byCommand } from '../../deeds/index.ts'
import type { GamesParts } from '../games.parts.ts'
import { findLeg, type LegRow, listLegsInReview } from '../games.store.ts'
import { TRANSFER_EVIDENCE_MIN } from '../games.rules.ts'
import type { TransferEnd } from './transfer-deeds.ts'

/** How a leg stands after it was ended. */
const words: Partial<Record<LegRow['state'], string>> = {
  done: 'is done',
  void: 'is freed',
  watched: 'is freed, and asked about further',
  assumed: 'is taken as done, and asked about further',
}

const describeLeg = (leg: LegRow): string =>
  `${leg.id}  ${leg.direction === 'in' ? 'into' : 'out of'} ${leg.code}  ${formatAmount(leg.amountMinor)} baht  member ${leg.memberId}  called ${leg.calledAt.toISOString()}`

/** Ends a leg as persons say, or proposes it; answers in words what came of it. Throws a CommandError in words for people. */
async function endLeg(
  parts: GamesParts,
  { propose }: TransferEnd,
  legId: string,
  { as, evidence, by }: { as: 'done' | 'refused'; evidence: string; by: By },
): Promise<string> {
  const leg = await findLeg(parts.database, legId)
  if (leg?.state !== 'review') throw new CommandError('No transfer of this id waits for a decision.')
  if (evidence.length < TRANSFER_EVIDENCE_MIN) {
    throw new CommandError(`Say what you saw at the provider, in ${TRANSFER_EVIDENCE_MIN} characters at least.`)
  }
  const said = async (): Promise<string> => {
    const after = await findLeg(parts.database, legId)
    return `${legId} ${words[after?.state ?? 'review'] ?? `is ${after?.state}`}`
  }
  try {
    const offered = await propose({ legId, as, evidence, by })
    if (offered.proposalId !== null) return `Somebody else confirms it: proposals confirm ${offered.proposalId}`
    const answered = offered.said === 'unknown' ? `${leg.code} did not answer` : `${leg.code} says ${offered.said}`
    return `${await said()}: ${answered}.`
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'MOVED_ON') throw error
    const { what, party, proposalId } = error.details ?? {}
    if (what === 'UNDER_WAY') {
      throw new CommandError(`MOVED_ON: ${leg.code} says that ${leg.id} is under way. It is asked again by itself.`)
    }
    if (party !== undefined) return `${await said()}: ${leg.code} says ${String(what).toLowerCase().replace('_', '-')}.`
    if (proposalId !== undefined) throw new CommandError(`It is proposed already: proposals list`)
    throw new CommandError(`Somebody else ended ${leg.id} meanwhile, or ${leg.code} did.`)
  }
}

/** `transfers list|done|void`: transfers whose outcome nothing told for an hour; they are asked about all the same. */
export function transferCommands(parts: GamesParts, end: TransferEnd): Command[] {
  const ends = [
    ['done', 'done', 'the provider carried it out'],
    ['void', 'refused', 'the provider never carried it out: its money is freed'],
  ] as const
  return [
    {
      name: 'transfers list',
      usage: '- transfers to and from games whose outcome is unknown',
      run: async () =>
        listing(await listLegsInReview(parts.database), describeLeg, 'No transfer waits for a decision.'),
    },
    ...ends.map(([name, as, what]): Command => ({
      name: `transfers ${name}`,
      usage: `ID WORDS - ${what}, by what you saw there, once somebody else confirms it; it is asked once more, and its own word wins`,
      run: ([id, ...seen], actor) =>
        endLeg(parts, end, requireId(id, 'transfer'), {
          as,
          evidence: seen.join(' ').trim().slice(0, 1000),
          by: byCommand(actor),
        }),
    })),
  ]
}
