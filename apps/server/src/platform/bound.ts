type Bound<Parts, Use> = Use extends (parts: Parts, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never

/** Functions that take `parts` first, as a module's door offers them: given the parts already. */
export function bound<Parts, Uses extends Record<string, (parts: Parts, ...rest: never[]) => unknown>>(
  parts: Parts,
  uses: Uses,
): { [Name in keyof Uses]: Bound<Parts, Uses[Name]> } {
  const entries = Object.entries(uses).map(([name, use]) => [name, (...rest: never[]) => use(parts, ...rest)])
  return Object.fromEntries(entries) as { [Name in keyof Uses]: Bound<Parts, Uses[Name]> }
}
