/** Satang of what was typed, with at most two decimals and separators as people write them; null: nothing between 0.01 and `maxMinor`. */
export function minorOf(typed: string, maxMinor: number): number | null {
  const words = typed.trim().replaceAll(',', '')
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(words)) return null
  const [whole = '0', fraction = ''] = words.split('.')
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return minor > 0 && minor <= maxMinor ? minor : null
}
