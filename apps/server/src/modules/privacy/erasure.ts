import { refuse } from '../../platform/errors.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { Identity } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import { inviteAccount, refundableAccount, walletAccount } from '../members/index.ts'
import { endRequest, insertRequest, lockOpenOf } from './data-requests.store.ts'
import { eraseRecords, forgetExport } from './export.store.ts'
import type { PrivacyParts } from './privacy.parts.ts'

/** What has to come to its end before a member can be erased. */
export type OpenThing = 'money' | 'deposit' | 'withdrawal' | 'case' | 'bonus' | 'exclusion'

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
    ['deposit', await open.hasDeposit(sql, memberId)],
    ['withdrawal', await open.hasWithdrawal(sql, memberId)],
    ['case', await open.hasCase(sql, memberId)],
    ['bonus', (await members.standing(sql, memberId)).bonusState !== null],
    ['exclusion', await open.isExcluded(sql, memberId)],
  ]
  return found.flatMap(([thing, isOpen]) => (isOpen ? [thing] : []))
}

/** Erases a member by his own word. Refuses as `requireFreshFactor`, with WRONG_PASSWORD, and as `eraseMember` does. */
export async function erase(parts: PrivacyParts, member: Identity, password: string): Promise<void> {
  await parts.members.requireFreshFactor(member)
  await parts.members.confirmPassword(member, password, 'password')
  await eraseMember(parts, member.memberId, () => Promise.resolve())
}

/**
 * Erases a member: what says who he is goes from every table and with his files, the books stay under his id. Of who
 * had excluded himself, or has limits, a mark stays, by which a new registration is known. He is closed by it, his sessions end, and so do
 * his requests about data. `also` is done in the same transaction. Refuses with STILL_OPEN (409) while `details.open` is not at its end.
 */
export async function eraseMember(
  parts: PrivacyParts,
  memberId: string,
  also: (tx: Sql) => Promise<void>,
): Promise<void> {
  const { database, files, members, records } = parts
  const accounts = await accountsOf(parts, memberId)
  await database.transaction(async (tx) => {
    // His row is locked by it: what is begun meanwhile finds him closed, or is found here.
    await members.close(tx, memberId)
    const open = await openThings(parts, tx, memberId, accounts)
    if (open.length > 0) refuse('STILL_OPEN', { details: { open } })
    const { hasLimits } = await members.standing(tx, memberId)
    // To be without limits takes a day and a second word: an erasure is no shorter way.
    if (hasLimits || (await parts.protection.hadExcluded(tx, memberId))) await members.markExcluded(tx, memberId)
    await files.release(tx, [memberId])
    await forgetExport(tx, memberId)
    await also(tx)
    await endRequests(parts, tx, memberId)
    await eraseRecords(tx, records, memberId)
  })
  members.sessionsEnded(memberId)
}

/** The erasure that he asked for is delivered, or is one that he asked for himself; nothing else can be done for him any more. */
async function endRequests({ clock }: PrivacyParts, tx: Sql, memberId: string): Promise<void> {
  const at = clock.now()
  const open = await lockOpenOf(tx, memberId)
  for (const { id, kind } of open) {
    await endRequest(
      tx,
      id,
      kind === 'erasure' ? { state: 'delivered', at } : { state: 'refused', at, reason: 'erased' },
    )
  }
  if (open.some(({ kind }) => kind === 'erasure')) return
  await insertRequest(tx, {
    id: newId(at),
    memberId,
    kind: 'erasure',
    via: 'member',
    state: 'delivered',
    note: null,
    reason: null,
    receivedAt: at,
    verifiedAt: at,
    makingAt: null,
    endedAt: at,
  })
}
