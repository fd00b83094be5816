import { required } from '../../../platform/commands/index.ts'
import { findMember } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'

/** The id of the member whom a command names by number, phone number or id. */
export async function requireNamed({ database }: MembersParts, words: string | undefined): Promise<string> {
  const named = required(words, 'Name the member by phone, number or id.')
  return required(await findMember(database, named), 'There is no such member.')
}
