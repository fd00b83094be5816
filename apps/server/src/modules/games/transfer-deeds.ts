import { CommandError } from '../../platform/commands/index.ts'
import type { GamesParts } from './games.parts.ts'
import { type LegRow, findLeg } from './games.store.ts'
import { apply, callNext, isSameMove, type Told } from './legs.ts'
import type { MoveStatus } from './providers/provider.ts'
import { nextLegOf } from './transfer.ts'

/** How a leg stands after a person ended it. */
const words: Partial<Record<LegRow['state'], string>> = {
  done: 'is done',
  void: 'is freed',
  watched: 'is freed, and asked about further',
  assumed: 'is taken as done, and asked about further',
}

/**
 * Ends a leg in review by the word of a person, after its provider was asked once more (beyond 7.9): a definite answer
 * wins over the person's, "under way" refuses the deed as MOVED_ON, and where the provider says nothing the person's word
 * stands and the leg is asked about on. A provider that tells of another move is no help: then it is for the person.
 * Of two persons at once, alike or not, one is told that he did it.
 *
 * @returns what became of it, in words. Throws a CommandError in words for people.
 */
export async function endLeg(parts: GamesParts, legId: string, deed: 'done' | 'refused'): Promise<string> {
  const leg = await findLeg(parts.database, legId)
  if (leg?.state !== 'review') throw new CommandError('No transfer of this id waits for a decision.')
  const answer = await (await parts.providers(leg.code)).moveStatus(leg.id, leg.username)
  if (answer.status === 'under-way') {
    throw new CommandError(`MOVED_ON: ${leg.code} says that ${leg.id} is under way. It is asked again by itself.`)
  }
  const nextLeg = nextLegOf(parts)
  const { isClosed, next } = await apply(parts, leg.id, tell(leg, answer, deed), nextLeg)
  await callNext(parts, next, nextLeg)
  const after = await findLeg(parts.database, leg.id)
  if (after === null || after.state === 'review') {
    throw new CommandError('It could not be closed; the log of the server says why.')
  }
  if (!isClosed) throw new CommandError(`Somebody else ended ${leg.id} meanwhile, or ${leg.code} did.`)
  const said = answer.status === 'unknown' ? `${leg.code} did not answer` : `${leg.code} says ${answer.status}`
  return `${leg.id} ${words[after.state] ?? `is ${after.state}`}: ${said}.`
}

function tell(leg: LegRow, answer: MoveStatus, deed: 'done' | 'refused'): Told {
  const asked = true
  if (answer.status === 'unknown') return { status: deed, credits: null, asked, isAssumed: true }
  if (answer.status === 'not-found') return { status: 'refused', credits: null, asked, isAssumed: true }
  if (answer.status === 'done' && !isSameMove(leg, answer)) return { status: deed, credits: null, asked }
  return { ...answer, asked }
}
