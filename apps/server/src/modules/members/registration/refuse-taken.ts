import { refuse } from '../../../platform/errors.ts'
import { holderOfBankAccount } from '../bank-account/bank-account.store.ts'
import { memberOfPhone } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import type { AccountFields } from '../members.types.ts'
import { requireStanding } from '../standing/standing.store.ts'
import { isExcluded } from '../standing/standing.ts'

// What a registration is refused for because a member has it. When he is kept from play, it is told: he may have tried to
// come in anew (beyond 3.4). Whoever registers reads the same as of any other member.

async function tellIfExcluded({ database, clock, onExcludedAgain }: MembersParts, memberId: string): Promise<void> {
  if (isExcluded(await requireStanding(database, memberId), clock.now())) await onExcludedAgain(memberId, database)
}

/** Refuses with EXISTING_USER when a member has the phone. */
export async function refuseTakenPhone(parts: MembersParts, phone: string): Promise<void> {
  const memberId = await memberOfPhone(parts.database, phone)
  if (memberId === null) return
  await tellIfExcluded(parts, memberId)
  refuse('EXISTING_USER')
}

/** Refuses with EXISTING_BANK when a member has the account; one that is not typed in full yet is nobody's. */
export async function refuseTakenAccount(parts: MembersParts, account: Partial<AccountFields>): Promise<void> {
  const { bankCode, bankAccountNo } = account
  if (bankCode === undefined || bankAccountNo === undefined) return
  const memberId = await holderOfBankAccount(parts.database, bankCode, bankAccountNo)
  if (memberId === null) return
  await tellIfExcluded(parts, memberId)
  refuse('EXISTING_BANK')
}
