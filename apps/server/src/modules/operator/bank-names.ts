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
