import type { Currency } from '@krapao/money'
import { refuse } from '../../platform/errors.ts'
import type { ReconParts } from './recon.parts.ts'
import { type Party, readMappings } from './recon.store.ts'

/** One that we have business with: a game, or a bank for one currency. */
export interface KnownParty extends Party {
  /** The game's or the bank's own. */
  code: string
  currency: Currency
  /** The numbers of our accounts there: each has statements of its own, and all are one account of the ledger. */
  accounts: ReadonlySet<string>
}

/** Banks that money comes to and games that it goes to, with those that files were read of before. */
export async function knownParties(parts: ReconParts): Promise<KnownParty[]> {
  const [banks, games, mapped, { country }] = await Promise.all([
    parts.operator.receivingAccounts(),
    parts.operator.games(),
    readMappings(parts.database),
    parts.operator.settings(),
  ])
  const own = country === 'LA' ? 'LAK' : 'BAHT'
  const known = new Map<string, KnownParty>()
  const add = (kind: Party['kind'], code: string, currency: Currency, account?: string): void => {
    // A bank's statements of money that is not the country's go by a name of their own.
    const party = kind === 'provider' || currency === own ? code : `${code}.${currency}`
    const accounts = new Set(known.get(subjectOf({ kind, party }))?.accounts)
    if (account !== undefined) accounts.add(account)
    known.set(subjectOf({ kind, party }), { kind, party, code, currency, accounts })
  }
  for (const { kind, party } of mapped) {
    const [code = '', currency = kind === 'bank' ? own : 'BAHT'] = party.split('.')
    add(kind, code, currency === 'LAK' ? 'LAK' : 'BAHT')
  }
  for (const { bankCode, currency, bankAccountNo } of banks) add('bank', bankCode, currency, bankAccountNo)
  for (const { code } of games) add('provider', code, 'BAHT')
  return [...known.values()]
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
