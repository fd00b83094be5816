import { processEach } from '../../../platform/jobs.ts'
import type { MembersParts } from '../members.parts.ts'
import { askNoMore, type AskedAccount, proveAccount, takeAccounts } from './account-proof.store.ts'

type AskingParts = Pick<MembersParts, 'database' | 'clock' | 'accountHolders'>

async function askForHolder({ database, clock, accountHolders }: AskingParts, account: AskedAccount): Promise<void> {
  const word = accountHolders === null ? 'unknown' : await accountHolders(account)
  if (word === 'agrees') return void (await proveAccount(database, account.memberId, account, clock.now()))
  // A bank that is silent for a day is asked no more: a transfer will prove the account, or a person decides.
  await askNoMore(database, account, { atOnce: word === 'unsure', now: clock.now() })
}

/**
 * Asks the bank about accounts that were given at registration or changed since. It keeps nobody waiting, and what it says
 * refuses nobody: an account that it does not know is unproven, as it was. @returns how many were asked about.
 */
export async function askForHolders(parts: AskingParts): Promise<number> {
  if (parts.accountHolders === null) return 0
  return processEach(await takeAccounts(parts.database, parts.clock.now()), (account) => askForHolder(parts, account))
}
