import type { Role } from '@krapao/contract'
import * as v from 'valibot'
import { whole } from '../../platform/whole-numbers.ts'
import type { Doing, Offered } from '../proposals/index.ts'
import type { ContentParts } from './content.parts.ts'
import { type PublishAsked, planAccounts, readDocument, requireMayChange, tryOut } from './versions.ts'

// Where members pay in: an owner and one who pays change it together, and it holds ten minutes later, so that every owner
// hears of it before the first money can come there.

const shape = v.object({
  document: v.unknown(),
  number: whole(),
  note: v.nullable(v.string()),
  accounts: v.string(),
})
type Terms = v.InferOutput<typeof shape>

/** What the second person reads of it. */
function accountsInWords(document: unknown): string {
  return (document as { id: string; accountName: string; accountNo?: string | null }[])
    .map(({ id, accountName, accountNo }) => `${id}: ${accountName} ${accountNo ?? ''}`.trim())
    .join('; ')
    .slice(0, 2_000)
}

/** Makes the deed known, by whoever is to confirm it: of owner and payments the proposer may be one or both. */
export function createAccountsChange(parts: ContentParts): (asked: PublishAsked) => Promise<Offered> {
  const register = (kind: string, confirmedBy: readonly Role[]) =>
    parts.proposals.register<Terms, undefined>({
      kind,
      confirmedBy,
      shape,
      async run(tx, { terms: { document, number, note }, by, proposedBy }: Doing<Terms, undefined>) {
        await planAccounts(parts, tx, { document, number, note, madeBy: proposedBy, by })
      },
    })
  const byEither = register('deposit-accounts', ['OWNER', 'PAYMENTS'])
  const byPayments = register('deposit-accounts-of-owner', ['PAYMENTS'])
  const byOwner = register('deposit-accounts-of-payments', ['OWNER'])

  return async ({ part, document: sent, number, note, by, roles }) => {
    const kind = parts.contentParts[part]
    requireMayChange(kind, roles)
    const document = readDocument(kind, sent)
    await tryOut(parts, part, document)
    const lacks = (role: Role) => roles !== null && !roles.includes(role)
    const deed = lacks('PAYMENTS') ? byPayments : lacks('OWNER') ? byOwner : byEither
    return parts.proposals.offer(deed, {
      by,
      terms: { document, number, note, accounts: accountsInWords(document) },
      subject: `content:${part}`,
      reason: note,
    })
  }
}
