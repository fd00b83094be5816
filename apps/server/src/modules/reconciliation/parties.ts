import type { Currency } from '@krapao/money'
import { refuse } from '../../platform/errors.ts'
import type { ReconParts } from './recon.parts.ts'
import { type Party, readMappings } from './recon.store.ts'

/** One that we have business with, and in which money. */
export interface KnownParty extends Party {
  currency: Currency
}

/** Banks that money comes to and games that it goes to, with those that files were read of before. */
export async function knownParties(parts: ReconParts): Promise<KnownParty[]> {
  const [banks, games, mapped] = await Promise.all([
    parts.operator.receivingAccounts(),
    parts.operator.games(),
    readMappings(parts.database),
  ])
  const all = [
    ...mapped.map(({ kind, party }) => ({ kind, party, currency: 'BAHT' as const })),
    ...banks.map(({ bankCode, currency }) => ({ kind: 'bank' as const, party: bankCode, currency })),
    ...games.map(({ code }) => ({ kind: 'provider' as const, party: code, currency: 'BAHT' as const })),
  ]
  return [...new Map(all.map((known) => [subjectOf(known), known])).values()]
}

/** Refuses with NO_DATA (404) whom we have no business with. */
export async function requireParty(parts: ReconParts, asked: Party): Promise<KnownParty> {
  return (await knownParties(parts)).find(isSameParty(asked)) ?? refuse('NO_DATA', { status: 404 })
}

export const isSameParty =
  (one: Party) =>
  (other: Party): boolean =>
    one.kind === other.kind && one.party === other.party

/** What deeds about a party, or about a day of one, are about. */
export const subjectOf = ({ kind, party }: Party, day?: string): string =>
  `recon:${kind}:${party}${day === undefined ? '' : `:${day}`}`
