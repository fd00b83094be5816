/** Credits on the wire as a number of at most two decimals, in hundredths; null for anything else. */
export function readCredits(value: unknown): number | null {
  if (typeof value !== 'number') return null
  const credits = Math.round(value * 100)
  return Number.isSafeInteger(credits) && credits / 100 === value ? credits : null
}

/** Credits written with exactly two decimals, `-12.50`, in hundredths; null for anything else. */
export function readCreditsText(value: unknown): number | null {
  if (typeof value !== 'string' || !/^-?(0|[1-9]\d*)\.\d{2}$/.test(value)) return null
  const credits = Number(value.replace('.', ''))
  return Number.isSafeInteger(credits) ? credits : null
}

/** Hundredths of credits as a text with exactly two decimals: `12.50`, `-0.01`. */
export function creditsText(credits: number): string {
  const digits = String(Math.abs(credits)).padStart(3, '0')
  return `${credits < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
