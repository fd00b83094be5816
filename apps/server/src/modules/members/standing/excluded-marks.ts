import { createHmac } from 'node:crypto'
import type { Sql } from '../../../platform/database/types.ts'
import { readPayee } from '../bank-account/bank-account.store.ts'
import { type AccountNumber, formerAccounts, formerHolders } from '../member/audit.store.ts'
import { readMember } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import { insertMarks, isAnyMarked } from './excluded-marks.store.ts'
import { isExcluded } from './standing.ts'
import { requireStanding } from './standing.store.ts'

// That somebody had excluded himself outlives his erasure (beyond 3.6): by his phone and every account that was his, as
// digests under a key, from which nobody reads any of them.

const phoneName = (phone: string) => `phone ${phone}`
const accountName = ({ bankCode, bankAccountNo }: AccountNumber) => `account ${bankCode} ${bankAccountNo}`

function digestsOf(keyHex: string, names: readonly string[]): string[] {
  const key = Buffer.from(keyHex, 'hex')
  return names.map((name) => createHmac('sha256', key).update(name).digest('hex'))
}

/** Marks the phone and the accounts of a member who is about to be erased, in the caller's transaction. */
export async function markExcluded({ markKeysHex, clock }: MembersParts, tx: Sql, memberId: string): Promise<void> {
  const { username: phone = '' } = (await readMember(tx, memberId)) ?? {}
  const payee = await readPayee(tx, memberId)
  const accounts = [...(payee === null ? [] : [payee]), ...(await formerAccounts(tx, memberId))]
  const [keyHex = ''] = markKeysHex
  await insertMarks(tx, digestsOf(keyHex, [phoneName(phone), ...accounts.map(accountName)]), clock.now())
}

/**
 * Whether this phone or this account was an erased member's who had excluded himself, or this account was one's who is
 * excluded now and has changed it (beyond 3.4).
 */
export async function wasOfExcluded(
  { markKeysHex, clock }: MembersParts,
  sql: Sql,
  { phone, account }: { phone: string; account: AccountNumber },
): Promise<boolean> {
  const digests = markKeysHex.flatMap((keyHex) => digestsOf(keyHex, [phoneName(phone), accountName(account)]))
  if (await isAnyMarked(sql, digests)) return true
  for (const memberId of await formerHolders(sql, account)) {
    if (isExcluded(await requireStanding(sql, memberId), clock.now())) return true
  }
  return false
}
