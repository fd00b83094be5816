import type { Texts } from '../../lib/texts/texts.ts'

/** The amounts that are offered for a limit, around the one there is. */
export function presetsFor(nowMinor: number | undefined): number[] {
  if (nowMinor === undefined) return [1_000_00, 3_000_00, 5_000_00, 10_000_00]
  const step = 10 ** Math.max(4, Math.floor(Math.log10(nowMinor)))
  const offered = [0.2, 0.5, 0.8].map((share) => Math.round((nowMinor * share) / (step / 10)) * (step / 10))
  return [...new Set(offered)].filter((amountMinor) => amountMinor >= 100_00 && amountMinor < nowMinor)
}

/** A time in hours and minutes, in words. */
export function timeText({ t }: Texts, minutes: number): string {
  const [hours, n] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return t('protection.minutes', { n })
  return n === 0 ? t('protection.hoursFull', { n: hours }) : t('protection.hours', { hours, n })
}

/** The height of a chart's line above and below: the first round amount that no bar passes. */
export function chartTopMinor(amountsMinor: readonly number[]): number {
  const most = Math.max(100_00, ...amountsMinor.map(Math.abs))
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= most) ?? most
}
