import { REVEAL_MS, type AnswerOf, type BodyOf, type desk, type RevealField } from '@krapao/contract'
import { fromWireAmount, toWireAmount } from '@krapao/money'
import { refuse, refuseFields } from '../../../platform/errors.ts'
import { type By, deedById } from '../../deeds/index.ts'
import type { MemberDeed } from '../../members/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'

/** Refuses with NO_DATA where there is no such member, as all of these, and with MOVED_ON when he is locked, or gone, already. */
export async function lockMember(parts: BackofficeParts, told: MemberDeed): Promise<void> {
  if (!(await parts.members.lock(told))) await refuseMoved(parts, told.memberId)
}

export async function unlockMember(parts: BackofficeParts, told: MemberDeed): Promise<void> {
  if (!(await parts.members.unlock(told))) await refuseMoved(parts, told.memberId)
}

async function refuseMoved(parts: BackofficeParts, memberId: string): Promise<never> {
  const { state } = await parts.members.requireCard(memberId)
  return refuse('MOVED_ON', { details: { what: state } })
}

export async function endSessions(parts: BackofficeParts, told: MemberDeed): Promise<void> {
  await parts.members.requireCard(told.memberId)
  await parts.members.endSessions(told)
}

/** Refuses with NO_DATA when he has none, and with MOVED_ON when it was asked for before. */
export async function removeFactors(parts: BackofficeParts, told: MemberDeed): Promise<void> {
  const found = await parts.members.removeFactors(told)
  if (found === 'none') refuse('NO_DATA', { status: 404 })
  if (found !== 'asked') refuse('MOVED_ON', { details: { until: found.toISOString() } })
}

export async function keepFactors(parts: BackofficeParts, told: MemberDeed): Promise<void> {
  await parts.members.requireCard(told.memberId)
  if (!(await parts.members.keepFactors(told))) refuse('MOVED_ON')
}

/** Shows what is asked for until a time; refuses with NO_DATA when he has none. */
export async function reveal(
  parts: BackofficeParts,
  told: MemberDeed & { field: RevealField },
): Promise<AnswerOf<typeof desk.deskReveal>> {
  const value = (await parts.members.reveal(told)) ?? refuse('NO_DATA', { status: 404 })
  return { value, until: new Date(parts.clock.now().getTime() + REVEAL_MS).toISOString() }
}

export async function readGame(
  parts: BackofficeParts,
  { memberId, code, by }: { memberId: string; code: string; by: By },
): Promise<AnswerOf<typeof desk.deskReadGame>> {
  await parts.members.requireCard(memberId)
  const { amountMinor, readAt, isStale } = await parts.games.readAnew({ memberId, code, by })
  return { code, amount: toWireAmount(amountMinor), readAt: readAt?.toISOString() ?? null, stale: isStale }
}

export async function renewGame(
  parts: BackofficeParts,
  asked: { memberId: string; code: string; by: By },
): Promise<void> {
  await parts.members.requireCard(asked.memberId)
  await parts.games.renewGameAccount(asked)
}

/** Writes a payout that a restored copy has forgotten; refuses with MOVED_ON and what the bank says in place of that it paid. */
export async function rememberPayout(
  parts: BackofficeParts,
  asked: BodyOf<typeof desk.deskRememberPayout> & { memberId: string; by: By },
): Promise<void> {
  const { memberId, reference, amount, kip, by } = asked
  await parts.members.requireCard(memberId)
  const kipMinor = kip === null || kip === undefined ? null : fromWireAmount(kip)
  const payout = { memberId, reference, amountMinor: fromWireAmount(amount), kipMinor }
  const remembered = await parts.cashier.rememberPayout(payout, by)
  switch (remembered.kind) {
    case 'booked':
      return
    case 'known':
      // A first try of the same operation did it, and nobody heard the answer.
      if (by.operationId !== undefined && (await deedById(parts.database, by.operationId)) !== null) return
      return refuse('MOVED_ON', { details: { what: 'KNOWN_HERE' } })
    case 'no-money':
      return refuse('MOVED_ON', { details: { by: 'bank', what: remembered.state } })
    case 'no-account':
      return refuseFields('account')
    case 'not-found':
      return refuse('MOVED_ON', { details: { by: 'bank', what: 'NOT_FOUND' } })
    case 'silent':
      return refuse('MOVED_ON', { details: { by: 'bank', what: 'SILENT' } })
    case 'not-restored':
      return refuse('MOVED_ON', { details: { what: 'NOT_RESTORED' } })
  }
}

/** Ends the bonus that he holds; refuses with NO_DATA when he holds none, and with MOVED_ON while it cannot be ended. */
export async function endBonus(parts: BackofficeParts, { memberId, by, reason }: MemberDeed): Promise<void> {
  await parts.members.requireCard(memberId)
  const ended = await parts.rewards.endBonusOf(memberId, { by, reason })
  if (ended === 'none') refuse('NO_DATA', { status: 404 })
  if (ended !== 'given-back' && ended !== 'ending') refuse('MOVED_ON', { details: { what: ended } })
}
