import { refuse } from '../../platform/errors.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { Identity } from '../../platform/http/index.ts'
import { inviteAccount, refundableAccount, walletAccount } from '../members/index.ts'
import { eraseRecords, forgetExport } from './export.store.ts'
import type { PrivacyParts } from './privacy.parts.ts'

/** What has to come to its end before a member can be erased. */
export type OpenThing = 'money' | 'withdrawal' | 'case' | 'bonus' | 'exclusion'

/** The accounts that his money can stand in; not to be asked inside a transaction. */
export async function accountsOf({ open }: PrivacyParts, memberId: string): Promise<string[]> {
  const own = [walletAccount(memberId), refundableAccount(memberId), inviteAccount(memberId)]
  return [...own, ...(await open.gameAccounts(memberId))]
}

/** All that stands in the way of erasing a member. */
export async function openThings(
  { ledger, open, members }: PrivacyParts,
  sql: Sql,
  memberId: string,
  accounts: readonly string[],
): Promise<OpenThing[]> {
  const states = [...(await ledger.states(sql, accounts)).values()]
  const found: [OpenThing, boolean][] = [
    ['money', states.some(({ postedMinor, pendingCount }) => postedMinor !== 0 || pendingCount > 0)],
    ['withdrawal', await open.hasWithdrawal(sql, memberId)],
    ['case', await open.hasCase(sql, memberId)],
    ['bonus', (await members.standing(sql, memberId)).bonusState !== null],
    ['exclusion', await open.isExcluded(sql, memberId)],
  ]
  return found.flatMap(([thing, isOpen]) => (isOpen ? [thing] : []))
}

/**
 * Erases a member: what says who he is goes from every table and with his files, the books stay under his id. Of who
 * had excluded himself a mark stays, by which a new registration is known. He is closed by it, and his sessions end. Refuses with WRONG_PASSWORD, and with STILL_OPEN (409) while `details.open` is not at its end.
 */
export async function erase(parts: PrivacyParts, member: Identity, password: string): Promise<void> {
  const { database, files, members, records } = parts
  const { memberId } = member
  await members.confirmPassword(member, password, 'password')
  const accounts = await accountsOf(parts, memberId)
  await database.transaction(async (tx) => {
    // His row is locked by it: what is begun meanwhile finds him closed, or is found here.
    await members.close(tx, memberId)
    const open = await openThings(parts, tx, memberId, accounts)
    if (open.length > 0) refuse('STILL_OPEN', { details: { open } })
    if (await parts.protection.hadExcluded(tx, memberId)) await members.markExcluded(tx, memberId)
    await files.release(tx, [memberId])
    await forgetExport(tx, memberId)
    await eraseRecords(tx, records, memberId)
  })
  members.sessionsEnded(memberId)
}
