import { required } from '../../../platform/commands/index.ts'
import type { CashierParts } from '../cashier.parts.ts'

/** The id of the member whom an operator names by number, phone number or id. */
export async function requireMember({ members, database }: CashierParts, words: string | undefined): Promise<string> {
  return required(await members.find(database, required(words, 'Name the member.')), 'There is no such member.')
}
