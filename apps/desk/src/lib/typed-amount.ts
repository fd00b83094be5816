/** Satang of baht as people write them: separators, at most two decimals, perhaps below zero; null where it is no amount. */
export function typedMinor(typed: string): number | null {
  const read = /^(-?)(\d{1,11})(?:\.(\d{1,2}))?$/.exec(typed.trim().replaceAll(',', ''))
  if (read === null) return null
  const [, sign, whole, fraction = ''] = read
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return sign === '-' && minor !== 0 ? -minor : minor
}

/** The same; null also for what is not between 0.01 and `maxMinor`. */
export function typedMinorUpTo(maxMinor: number, typed: string): number | null {
  const minor = typedMinor(typed)
  return minor !== null && minor > 0 && minor <= maxMinor ? minor : null
}
