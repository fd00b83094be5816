import { createHmac } from 'node:crypto'
import type { Sql } from '../../../platform/database/types.ts'
import { readPayee } from '../bank-account/bank-account.store.ts'
import { readMember } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import { insertMarks, isAnyMarked } from './excluded-marks.store.ts'

// That somebody had excluded himself outlives his erasure (beyond 3.6): by the phone and the account he was registered
// with, as digests under a key, from which nobody reads either of them.

interface Named {
  phone: string
  bankCode: string
  bankAccountNo: string
}

function digestsOf(keyHex: string, { phone, bankCode, bankAccountNo }: Named): string[] {
  const key = Buffer.from(keyHex, 'hex')
  const digest = (text: string) => createHmac('sha256', key).update(text).digest('hex')
  return [digest(`phone ${phone}`), digest(`account ${bankCode} ${bankAccountNo}`)]
}

/** Marks the phone and the account of a member who is about to be erased, in the caller's transaction. */
export async function markExcluded({ markKeysHex, clock }: MembersParts, tx: Sql, memberId: string): Promise<void> {
  const { username: phone = '' } = (await readMember(tx, memberId)) ?? {}
  const { bankCode = '', bankAccountNo = '' } = (await readPayee(tx, memberId)) ?? {}
  const [keyHex = ''] = markKeysHex
  await insertMarks(tx, digestsOf(keyHex, { phone, bankCode, bankAccountNo }), clock.now())
}

/** Whether this phone or this account was an erased member's who had excluded himself. */
export function isMarked({ markKeysHex }: MembersParts, sql: Sql, named: Named): Promise<boolean> {
  const digests = markKeysHex.flatMap((keyHex) => digestsOf(keyHex, named))
  return isAnyMarked(sql, digests)
}
