import type { Country } from '@krapao/contract'

/** What a bank is named by: its own letters, other letters, and the digits of the Bank of Thailand where it has some. */
export interface NamedBank {
  code: string
  digits: string | null
  alsoNamed: readonly string[]
}

/** How banks are named by slips, callbacks and people: some by letters, where others have the digits. */
export interface BankNames {
  /** One form for a bank, however it was named: its digits, its letters where it has none, else the name in capitals. */
  oneName(named: string): string
  /** Whether everybody who names this bank so, by hand or by its slips and callbacks, means the same one. */
  isKnown(named: string): boolean
}

/** The names of the operator's banks. */
export function bankNames(banks: readonly NamedBank[]): BankNames {
  const known = new Map(
    banks.flatMap(({ code, digits, alsoNamed }) => [code, ...alsoNamed].map((name) => [name, digits ?? code])),
  )
  const inCapitals = (named: string) => named.trim().toUpperCase()
  const oneName = (named: string): string => known.get(inCapitals(named)) ?? inCapitals(named)
  return { oneName, isKnown: (named) => /^\d{3}$/.test(oneName(named)) }
}

/** The one form in which a bank is named: its digits, its letters where it has none. */
export const nameOf = ({ code, digits }: Pick<NamedBank, 'code' | 'digits'>): string => digits ?? code

/** What a bank shares with another; null where nothing. Two of one name would credit each other's transfers, or one twice. */
export function sharedName(
  bank: NamedBank,
  others: readonly NamedBank[],
): { field: 'alsoNamed' | 'digits'; name: string; other: string } | null {
  for (const other of others.filter(({ code }) => code !== bank.code)) {
    const names = [other.code, ...other.alsoNamed]
    const name = [bank.code, ...bank.alsoNamed].find((one) => names.includes(one))
    if (name !== undefined) return { field: 'alsoNamed', name, other: other.code }
    if (bank.digits !== null && bank.digits === other.digits)
      return { field: 'digits', name: bank.digits, other: other.code }
  }
  return null
}

/** In order, but those of the operator's own country before the others. */
export function ownFirst<Row extends { currency: 'BAHT' | 'LAK' }>(rows: readonly Row[], country: Country): Row[] {
  const own = country === 'LA' ? 'LAK' : 'BAHT'
  return rows.toSorted((one, other) => Number(other.currency === own) - Number(one.currency === own))
}
