/**
 * How long a movement takes by the tokens, in milliseconds; 0 where motion is reduced. A build writes 180ms as .18s.
 */
export function tokenTimeMs(name: '--t-1' | '--t-2' | '--t-3' | '--t-4'): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  return (Number.parseFloat(text) || 0) * (text.endsWith('ms') ? 1 : 1_000)
}
